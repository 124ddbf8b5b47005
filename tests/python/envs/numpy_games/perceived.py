"""Observations from the robots' perceptions, truncated as for agents on the network."""

import numpy as np
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices
from rcssgym.errors import ArgumentError
from rcssgym.perceived import Perceptions

from envs.numpy_games.lineup import Lineup
from envs.numpy_games.view import FAR, Own, View

POSTS = ("g_lup", "g_llp", "g_rup", "g_rlp")
"""Tops of the goal posts: the left goal's, then the right goal's; positive y first."""
MEMORY = 5.0
"""Age at which a sighting counts as oldest, s."""
SEEING = 60.0
"""Half of a camera's field of view, deg."""
SIGHTING = 5
"""Numbers per thing that can be seen."""


class PerceivedView(View):
    """Observations of agents that know only what they perceive.

    After the common parts come five numbers for each thing that can be seen: the ball, the
    teammates by number, the opponents by number, and the posts of our goal and of theirs. In each
    goal, the post with positive y comes first, on a pitch on which we play towards positive x. The
    numbers are distance (10 m), azimuth and inclination (60 deg), all of the last sighting, 1 if
    the thing is seen now, and the age of the sighting (5 s; 1 if it is older or there was none).
    Cameras deliver every second step. Players are seen by their heads, robots without a head by
    their first marker.
    """

    def __init__(self, worlds: WorldBatch, lineup: Lineup) -> None:
        super().__init__(worlds, lineup)
        self._markers = _markers(worlds.marker_names, lineup)
        shape = (len(worlds), *self._markers.shape)
        self._last = np.zeros((*shape, 3))
        self._seen_at = np.full(shape, -np.inf)

    @staticmethod
    def size(lineup: Lineup) -> int:
        """Return the length of an observation."""
        return View.own_size(lineup) + SIGHTING * (2 * lineup.size + len(POSTS))

    def forget(self, envs: Indices) -> None:
        """Forget what has been seen."""
        self._last[envs] = 0.0
        self._seen_at[envs] = -np.inf

    def parts(self, actions: Floats) -> list[Floats]:
        """Perceive, and remember what is seen."""
        seen = self.worlds.perceive()
        # Truncated quaternions are shorter than 1; without normalization, headings would be off by
        # as much.
        length = np.linalg.norm(seen.orientation, axis=-1, keepdims=True)
        own = Own(
            angles=np.radians(seen.joint_axs),
            speeds=np.radians(seen.joint_vxs),
            gyro=np.radians(seen.gyro),
            acceleration=seen.accelerometer,
            quaternion=seen.orientation / length,
            position=seen.position,
        )
        return [*self.own_parts(own, actions), self._sightings(seen)]

    def _sightings(self, seen: Perceptions) -> Floats:
        agents = np.arange(len(self.side))[:, None]
        now = seen.vision_mask[:, agents, self._markers]
        self._last[now] = seen.vision[:, agents, self._markers][now]
        time = seen.time[:, None, None]
        self._seen_at = np.where(now, time, self._seen_at)
        age = np.minimum((time - self._seen_at) / MEMORY, 1.0)
        scaled = self._last / (FAR, SEEING, SEEING)
        things = np.concatenate([scaled, now[..., None], age[..., None]], axis=-1)
        return things.reshape(*things.shape[:2], -1)


def _markers(names: list[tuple[int | None, str]], lineup: Lineup) -> Indices:
    """Return the markers an agent looks for ``(A, 2 N + 4)``: ball, mates, opponents, posts."""
    heads = [_head(names, robot) for robot in range(len(lineup.agents))]
    ball = names.index((None, "B"))
    own_left = [names.index((None, post)) for post in POSTS]
    # Seen after half a turn: their upper post is our lower one.
    own_right = [own_left[index] for index in (3, 2, 1, 0)]
    rows = []
    for agent, (mates, opponents) in enumerate(zip(*lineup.others(), strict=True)):
        players = [heads[other] for other in (*mates, *opponents)]
        rows.append([ball, *players, *(own_left if agent < lineup.size else own_right)])
    return np.array(rows, dtype=np.intp)


def _head(names: list[tuple[int | None, str]], robot: int) -> int:
    own = [index for index, (owner, _) in enumerate(names) if owner == robot]
    if not own:
        raise ArgumentError(f"robots: nothing of robot {robot} can be seen: it has no vismarker")
    heads = [index for index in own if names[index][1] == "head"]
    return (heads or own)[0]
