"""Observations from what robots perceive, with the truncation that agents on the network get."""

import numpy as np
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices
from rcssgym.errors import ArgumentError
from rcssgym.perceived import Perceptions

from envs.numpy_games.lineup import Lineup
from envs.numpy_games.view import FAR, Own, View

POSTS = ("g_lup", "g_llp", "g_rup", "g_rlp")
"""Tops of the goal posts: left goal's, right goal's, that with positive y first."""
MEMORY = 5.0
"""s, after which a sighting is as old as it can get."""
SEEING = 60.0
"""deg, how far to each side a camera sees."""
SIGHTING = 5
"""How many numbers tell of something that can be seen."""


class PerceivedView(View):
    """Observations of agents who know only what they perceive.

    After the common parts come five numbers for each thing that can be seen: the ball, the
    teammates by number, the opponents by number, and the posts of our goal and of theirs, of either
    the one with positive y first on a pitch on which we play towards positive x. These are distance
    (10 m), azimuth and inclination (60 deg), all of the last time it was seen, 1 if that is now,
    and how long ago it was (5 s; 1 if it was longer ago or never). Cameras deliver every second
    step. Players are seen by their heads, robots without one by their first marker.
    """

    def __init__(self, worlds: WorldBatch, lineup: Lineup) -> None:
        super().__init__(worlds, lineup)
        self._markers = _markers(worlds.marker_names, lineup)
        shape = (len(worlds), *self._markers.shape)
        self._last = np.zeros((*shape, 3))
        self._seen_at = np.full(shape, -np.inf)

    @staticmethod
    def size(lineup: Lineup) -> int:
        """How many numbers an observation has."""
        return View.own_size(lineup) + SIGHTING * (2 * lineup.size + len(POSTS))

    def forget(self, envs: Indices) -> None:
        """Forget what has been seen."""
        self._last[envs] = 0.0
        self._seen_at[envs] = -np.inf

    def parts(self, actions: Floats) -> list[Floats]:
        """Perceive, and remember what is seen."""
        seen = self.worlds.perceive()
        # Truncation leaves quaternions shorter than 1, and headings off by as much.
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
    """Which markers an agent looks for ``(A, 2 N + 4)``: ball, mates, opponents, posts."""
    heads = [_head(names, robot) for robot in range(len(lineup.agents))]
    ball = names.index((None, "B"))
    own_left = [names.index((None, post)) for post in POSTS]
    # Turned by half a turn: their upper post is our lower one.
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
