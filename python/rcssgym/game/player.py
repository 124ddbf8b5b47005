"""A player who knows only what it perceives: it walks after the ball and through it."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import TYPE_CHECKING

from rcssgym.actions import BeamAction, MotorAction
from rcssgym.game.gait import KD, KP, Gait, wriggle
from rcssgym.perceptions import (
    GameStatePerception,
    ObjectDetection,
    OrientationPerception,
    Perception,
    PositionPerception,
    TimePerception,
    VisionPerception,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rcssgym.soccer import AgentID

KICKER, WAITER = (0.6, 0.0), (6.5, 0.0)  # m from the centre, at the own and the others' kick-off
GOALIE = (26.0, 0.0)
FORMATION = (  # everybody else in the own half, from the front
    (6.0, 5.0),
    (6.0, -5.0),
    (10.0, 0.0),
    (18.0, 5.0),
    (18.0, -5.0),
    (14.0, 12.0),
    (14.0, -12.0),
    (22.0, 8.0),
    (22.0, -8.0),
)
REACH = 9.0  # m, how far off a ball may be that a player cares for
RESTART_DISTANCE = 6.5  # m, to keep from the ball at a restart of the others
TAKERS_PAUSE = 8.0  # s, for which who took a restart leaves the ball to the others
BACKWARDS = 3.1  # rad, bearing of what is right behind
AT_THE_BALL = 1.0  # m
AHEAD, BEHIND = 1.0, 0.4  # m, where to walk when behind the ball, and when not
BOW = 0.5  # rad, of the head, to see a ball between the feet
MEMORY = 5.0  # s, for how long a ball out of sight is thought to stay where it was
BEAMING = ("BeforeKickOff", "Goal_Left", "Goal_Right")


@dataclass
class Belief:
    """What a player thinks is the case; metres and radians in the world's frame."""

    time: float = 0.0
    play_mode: str = "BeforeKickOff"
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    jumped: bool = True  # was put elsewhere since the last look
    ball: tuple[float, float] | None = None
    seen: float = 0.0

    def update(self, perceptions: Iterable[Perception]) -> None:
        """Take in the perceptions of one cycle."""
        self.jumped = False
        for perception in perceptions:
            if isinstance(perception, TimePerception):
                self.time = perception.time
            elif isinstance(perception, GameStatePerception):
                self.play_mode = perception.play_mode
            elif isinstance(perception, PositionPerception):
                self.jumped = hypot(perception.x - self.x, perception.y - self.y) > 0.5
                self.x, self.y = perception.x, perception.y
            elif isinstance(perception, OrientationPerception):
                self.heading = _heading(perception)
            elif isinstance(perception, VisionPerception):
                self._see(perception)

    def _see(self, vision: VisionPerception) -> None:
        for seen in vision.obj_detections:
            if isinstance(seen, ObjectDetection) and seen.name == "B":
                ahead, left = _level(seen)
                c, s = cos(self.heading), sin(self.heading)
                self.ball = self.x + c * ahead - s * left, self.y + s * ahead + c * left
                self.seen = self.time
                return
        if self.time - self.seen > MEMORY:
            self.ball = None

    def bearing(self, x: float, y: float) -> float:
        """Direction of a place seen from here, to the left of straight ahead, rad."""
        angle = atan2(y - self.y, x - self.x) - self.heading
        return (angle + pi) % (2.0 * pi) - pi


def _level(seen: ObjectDetection) -> tuple[float, float]:
    """Metres ahead and to the left of something seen with the head bowed."""
    azimuth, inclination = radians(seen.azimuth), radians(seen.inclination)
    forward = cos(inclination) * cos(azimuth) * cos(BOW) + sin(inclination) * sin(BOW)
    return seen.distance * forward, seen.distance * cos(inclination) * sin(azimuth)


def _heading(orientation: OrientationPerception) -> float:
    w, x, y, z = orientation.qw, orientation.qx, orientation.qy, orientation.qz
    return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


class Player:
    """One robot's mind: perceptions in, actions out, once a cycle.

    `kicks_off` says whether the own team has the next kick-off.
    """

    def __init__(
        self,
        agent_id: AgentID,
        motors: Sequence[str],
        goal: tuple[float, float],
        mates: int,
        wobble: float = 0.0,
    ) -> None:
        """Think for `agent_id`, which scores at `goal`; `wobble` shifts its place, m."""
        self.agent_id = agent_id
        self.belief = Belief()
        self.kicks_off = False
        self._mates = mates
        self._motors = tuple(motors)
        self._goal = goal
        self._wobble = wobble
        self._gait: Gait | None = Gait() if Gait().fits(motors) else None
        self._stood_up = 0.0
        self._beamed_in: str | None = None
        self._restart: str | None = None  # the own team's that is on
        self._took_restart = -TAKERS_PAUSE
        self._own = ("left", "right")[agent_id.team_id]

    def decide(self, perceptions: Iterable[Perception]) -> list[MotorAction | BeamAction]:
        """Return the actions for the next cycle."""
        belief = self.belief
        belief.update(perceptions)
        if belief.jumped:
            self._stood_up = belief.time
            belief.ball = None
        self._notice_own_restart()
        return [*self._beam(), *self._move()]

    def _notice_own_restart(self) -> None:
        """Remember having started play: touching the ball again at once would be a foul."""
        belief = self.belief
        if belief.play_mode == "PlayOn" and self._restart is not None and belief.ball is not None:
            x, y = belief.ball
            if hypot(x - belief.x, y - belief.y) < AT_THE_BALL:
                self._took_restart = belief.time
        is_own = belief.play_mode.lower().endswith(f"_{self._own}")
        self._restart = belief.play_mode if is_own else None

    def _beam(self) -> list[BeamAction]:
        mode = self.belief.play_mode
        if mode not in BEAMING or mode == self._beamed_in:
            self._beamed_in = mode
            return []
        self._beamed_in = mode
        x, y = self._home(mode)
        return [BeamAction(f"{self.agent_id.prefix}beam", (x, y + self._wobble, 0.0))]

    def _home(self, mode: str) -> tuple[float, float]:
        """Place in the own half for the coming kick-off, which a scoring team does not have."""
        number, last = self.agent_id.player_no, self._mates + 1
        if number == last:
            kicks = (
                self.kicks_off if mode == "BeforeKickOff" else not mode.lower().endswith(self._own)
            )
            return KICKER if kicks else WAITER
        return GOALIE if number == 1 else FORMATION[(last - number - 1) % len(FORMATION)]

    def _move(self) -> list[MotorAction]:
        belief = self.belief
        since = belief.time - self._stood_up
        if self._gait is None:
            angles = wriggle(self._motors, since)
        else:
            angles = {"he2": BOW, **self._gait.angles(since, *self._stride())}
        prefix = self.agent_id.prefix
        return [
            MotorAction(prefix + name, angles.get(name, 0.0), 0.0, KP, KD, 0.0)
            for name in self._motors
        ]

    def _stride(self) -> tuple[float, float]:
        """Share of a stride forward and of a turn to the left."""
        belief = self.belief
        if belief.play_mode in BEAMING:
            return 0.0, 0.0
        if belief.ball is None:
            return 0.0, 1.0  # look around
        target = self._target(*belief.ball)
        if target is None:
            return 0.0, _limited(belief.bearing(*belief.ball))
        bearing = belief.bearing(*target)
        if abs(bearing) > BACKWARDS:
            return -0.5, 0.0
        return max(0.0, cos(bearing)), _limited(bearing)

    def _target(self, x: float, y: float) -> tuple[float, float] | None:
        """Where to walk with the ball at a place; None: stay and watch it."""
        belief = self.belief
        distance = hypot(x - belief.x, y - belief.y)
        if distance > REACH:
            return None
        keep = self._distance_to_keep()
        if keep > 0.0:
            back = belief.x - cos(belief.heading), belief.y - sin(belief.heading)
            return back if distance < keep else None
        goal_x, goal_y = self._goal
        length = hypot(goal_x - x, goal_y - y) or 1.0
        ahead_x, ahead_y = (goal_x - x) / length, (goal_y - y) / length
        behind_it = (x - belief.x) * ahead_x + (y - belief.y) * ahead_y > 0.7 * distance
        step = AHEAD if behind_it else -BEHIND
        return x + step * ahead_x, y + step * ahead_y

    def _distance_to_keep(self) -> float:
        """Metres to stay away from the ball."""
        mode = self.belief.play_mode.lower()
        if mode.endswith(("_left", "_right")) and not mode.endswith(self._own):
            return RESTART_DISTANCE
        return AT_THE_BALL if self.belief.time - self._took_restart < TAKERS_PAUSE else 0.0


def _limited(bearing: float) -> float:
    return max(-1.0, min(1.0, degrees(bearing) / 20.0))
