"""A player's estimates from its perceptions: where it is, and where the ball and the others are."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import asin, atan2, cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING, TypeAlias

from rcssgym.perceptions import (
    AgentDetection,
    GameStatePerception,
    GyroPerception,
    JointStatePerception,
    ObjectDetection,
    OrientationPerception,
    Perception,
    PositionPerception,
    TimePerception,
    VisionPerception,
)
from rcssgym.teams.gait import Tilt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rcssgym.perceptions import PObjectDetection

JUMP = 0.5  # m, farther than a robot moves in a cycle: the referee has placed it
MEMORY = 5.0  # s, how long a ball out of sight is assumed to stay where it was
PLAYERS_MEMORY = 1.0  # s, the same for players
LYING = 0.5  # m below the own head, beyond which another player's head means that it has fallen
EYES_AHEAD = 0.16  # m, of the eyes ahead of the torso
FALLEN = 0.8  # rad, lean beyond which a player counts as fallen


Sightings: TypeAlias = dict[int, tuple[float, float, float]]
"""Players that seem to stand upright, by number: x and y, m, and when they were seen, s."""


@dataclass
class Belief:
    """What a player believes, in m, s and rad in the world's frame."""

    team: str
    """Name of its own team."""
    time: float = 0.0
    play_mode: str = "BeforeKickOff"
    play_time: float = 0.0  # s, on the game's clock
    score: tuple[int, int] = (0, 0)  # of left and right
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    tilt: Tilt = field(default_factory=Tilt)
    jumped: bool = True  # whether it was placed elsewhere since the last update
    ball: tuple[float, float] | None = None
    mates: Sightings = field(default_factory=dict)
    others: Sightings = field(default_factory=dict)
    _seen: float = 0.0
    _neck: tuple[float, float] = (0.0, 0.0)  # to the left, down

    def update(self, perceptions: Iterable[Perception]) -> None:
        """Update the belief with the perceptions of one cycle."""
        self.jumped = False
        for perception in perceptions:
            if isinstance(perception, TimePerception):
                self.time = perception.time
            elif isinstance(perception, GameStatePerception):
                self.play_mode, self.play_time = perception.play_mode, perception.play_time
                self.score = perception.score_left, perception.score_right
            elif isinstance(perception, PositionPerception):
                self.jumped = self.distance(perception.x, perception.y) > JUMP
                self.x, self.y = perception.x, perception.y
            elif isinstance(perception, OrientationPerception):
                self._feel_orientation(perception)
            elif isinstance(perception, GyroPerception):
                self.tilt.roll_rate = radians(perception.rx)
                self.tilt.pitch_rate = radians(perception.ry)
            elif isinstance(perception, JointStatePerception):
                self._feel_neck(perception)
            elif isinstance(perception, VisionPerception):
                self._see(perception)
        if self.jumped:
            self.ball = None
            self.mates.clear()
            self.others.clear()

    def expect_ball(self, x: float, y: float) -> None:
        """Believe the ball to be somewhere without having seen it."""
        self.ball, self._seen = (x, y), self.time

    def has_jumped(self, perceptions: Iterable[Perception]) -> bool:
        """Return whether these perceptions are from another place."""
        for perception in perceptions:
            if isinstance(perception, PositionPerception):
                return self.distance(perception.x, perception.y) > JUMP
        return False

    @property
    def fallen(self) -> bool:
        """Whether the player lies on the ground, or soon will."""
        return max(abs(self.tilt.roll), abs(self.tilt.pitch)) > FALLEN

    def bearing(self, x: float, y: float) -> float:
        """Return the direction of a place from here, to the left of straight ahead, rad."""
        return wrapped(atan2(y - self.y, x - self.x) - self.heading)

    def distance(self, x: float, y: float) -> float:
        """Return the distance of a place, m."""
        return hypot(x - self.x, y - self.y)

    def in_reach(self, x: float, y: float) -> tuple[float, float]:
        """Return a place relative to the player: m ahead and to the left."""
        c, s = cos(self.heading), sin(self.heading)
        dx, dy = x - self.x, y - self.y
        return c * dx + s * dy, c * dy - s * dx

    def _feel_orientation(self, felt: OrientationPerception) -> None:
        w, x, y, z = felt.qw, felt.qx, felt.qy, felt.qz
        self.heading = atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        self.tilt.roll = atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
        self.tilt.pitch = asin(max(-1.0, min(1.0, 2.0 * (w * y - z * x))))

    def _feel_neck(self, joints: JointStatePerception) -> None:
        if tuple(joints.joint_names[:2]) == ("q_hj1", "q_hj2"):
            yaw, pitch = joints.joint_axs[:2]
            self._neck = radians(yaw), radians(pitch)

    def _see(self, vision: VisionPerception) -> None:
        for seen in vision.obj_detections:
            if isinstance(seen, AgentDetection):
                whose = self.mates if seen.team_name == self.team else self.others
                self._see_player(whose, seen.player_no, seen.body_detections)
            elif isinstance(seen, ObjectDetection) and seen.name == "B":
                self.expect_ball(*self._place(seen)[:2])
        if self.time - self._seen > MEMORY:
            self.ball = None
        self.mates = self._fresh(self.mates)
        self.others = self._fresh(self.others)

    def _fresh(self, whose: Sightings) -> Sightings:
        since = self.time - PLAYERS_MEMORY
        return {number: seen for number, seen in whose.items() if seen[2] >= since}

    def _see_player(self, whose: Sightings, number: int, parts: Sequence[PObjectDetection]) -> None:
        for part in parts:
            if isinstance(part, ObjectDetection) and part.name == "head":
                x, y, above = self._place(part)
                if above > -LYING:
                    whose[number] = x, y, self.time

    def _place(self, seen: ObjectDetection) -> tuple[float, float, float]:
        """Return where a seen object is: x and y in the world, and m above the own eyes."""
        azimuth, inclination = radians(seen.azimuth), radians(seen.inclination)
        yaw, bow = self._neck
        level = seen.distance * cos(inclination)
        ahead, left, up = (
            level * cos(azimuth),
            level * sin(azimuth),
            seen.distance * sin(inclination),
        )
        ahead, up = ahead * cos(bow) + up * sin(bow), up * cos(bow) - ahead * sin(bow)
        ahead, left = ahead * cos(yaw) - left * sin(yaw), ahead * sin(yaw) + left * cos(yaw)
        pitch, roll = self.tilt.pitch, self.tilt.roll
        left, up = left * cos(roll) - up * sin(roll), left * sin(roll) + up * cos(roll)
        ahead, up = ahead * cos(pitch) + up * sin(pitch), up * cos(pitch) - ahead * sin(pitch)
        c, s = cos(self.heading), sin(self.heading)
        ahead += EYES_AHEAD
        return self.x + c * ahead - s * left, self.y + s * ahead + c * left, up


def wrapped(angle: float) -> float:
    """Return the same direction as an angle from -pi to pi, rad."""
    return (angle + pi) % (2.0 * pi) - pi
