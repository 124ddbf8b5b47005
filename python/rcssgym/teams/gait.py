"""Walking and kicking: joint angles of the legs, cycle by cycle.

The parameters were found by random search over many worlds, for the T1 with the gains below: a gait
that stays on its feet, and a kick that drives the ball far. Other robots with the same joints use
them as well, without a guarantee.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import cos, floor, pi, sin, tau
from typing import TypeAlias

from rcssgym._core import CYCLE

KP, KD = 200.0, 5.0  # N m/rad, N m s/rad
CROUCH_TIME = 0.5  # s, from straight legs to the crouch that it walks in
START_TIME = 1.0  # s, from standing in the crouch to full strides, and back
CHANGE = 0.1  # of a full stride, largest change of stride and turn in a cycle
LEGS = tuple(tuple(f"{leg}le{joint}" for joint in range(1, 7)) for leg in "lr")
REST = {  # rad, in the crouch: waist and arms
    "te1": 0.0,
    "lae1": 0.0,
    "lae2": -1.3,
    "lae3": 0.0,
    "lae4": -0.4,
    "rae1": 0.0,
    "rae2": 1.3,
    "rae3": 0.0,
    "rae4": 0.4,
}
Bends: TypeAlias = tuple[float, float, float, float, float, float]
"""Angles of one leg, rad: pitch, roll and yaw of the hip, pitch of knee and ankle, roll of the
ankle."""
NOTHING: Bends = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Gait:
    """Parameters of alternate strides of both legs; angles and phases in rad, frequency in 1/s."""

    frequency: float = 2.973
    lift: float = 0.2
    stride: float = 0.072
    sway: float = 0.071
    sway_phase: float = 0.833
    stride_phase: float = 0.704
    lean: float = 0.179
    lean_forward: float = 0.04  # additional lean at a full stride
    crouch: float = 0.491
    yaw: float = -0.195  # of the hip; the body turns the other way
    upright: float = -0.055  # pitch to hold
    ankle_pitch: float = 0.07  # rad per rad of pitch
    ankle_pitch_rate: float = 0.06  # rad per rad/s
    hip_pitch: float = 0.01
    ankle_roll: float = 0.235
    ankle_roll_rate: float = 0.078
    hip_roll: float = -0.109


@dataclass(frozen=True)
class KickSwing:
    """One lift of a leg that swings forward abruptly; angles in rad, added to the gait's."""

    hip: float = 1.539
    knee: float = 0.182
    ankle: float = 0.26
    other_hip: float = 0.184
    start: float = 0.311  # share of the lift before the leg swings
    fade: float = 0.39  # share of the rest in which the leg swings back
    pace: float = 0.737  # of the gait's frequency
    near: float = 0.05  # m ahead, nearest ball within reach
    far: float = 0.488  # m ahead, farthest ball within reach
    foot: float = 0.08  # m to the side, of a ball that would go straight ahead
    width: float = 0.08  # m to both sides from there, within which a ball is within reach
    slice: float = 5.5  # rad/m, deflection of a ball by its offset from there
    accuracy: float = 0.7  # rad, largest error of the direction at which the leg kicks


@dataclass
class Tilt:
    """Lean and angular velocity of a torso, rad and rad/s, about its axes x (roll), y (pitch)."""

    roll: float = 0.0
    pitch: float = 0.0
    roll_rate: float = 0.0
    pitch_rate: float = 0.0


@dataclass
class Walker:
    """The legs of one robot. They stand until :meth:`walk` is called."""

    gait: Gait = field(default_factory=Gait)
    kick: KickSwing = field(default_factory=KickSwing)
    crouched: float = 0.0  # 0 to 1
    strength: float = 0.0  # 0 to 1
    phase: float = 0.0  # rad; the left leg is up in the first half of each turn
    forward: float = 0.0
    turn: float = 0.0
    kicking: int | None = None  # index of the leg
    ball: tuple[float, float] | None = None  # m ahead and to the left, if it is to be kicked
    aim: float = 0.0  # rad to the left of straight ahead, where to kick it

    def fits(self, motors: Iterable[str]) -> bool:
        """Return whether a robot with these motors has the legs for this gait."""
        return self._angles(Tilt()).keys() <= set(motors)

    @property
    def is_up(self) -> bool:
        """Whether it stands in the crouch, and may walk."""
        return self.crouched >= 1.0

    def stand_up(self) -> None:
        """Start with straight legs, after the robot has been placed."""
        self.crouched = self.strength = self.phase = self.forward = self.turn = 0.0
        self.kicking = self.ball = None

    def stand(self, tilt: Tilt) -> dict[str, float]:
        """Return joint angles for the next cycle towards standing; none if it stands already."""
        if self.is_up and self.strength == 0.0:
            return {}
        self.ball = None
        self._advance(0.0, 0.0, -CYCLE / START_TIME)
        return self._angles(tilt)

    def walk(self, forward: float, turn: float, tilt: Tilt) -> dict[str, float]:
        """Return joint angles for the next cycle by motor.

        :param forward: share of the full stride, -1 to 1.
        :param turn: share of the largest turn to the left, -1 to 1.
        :param tilt: the torso's tilt, which the legs correct.
        """
        self._advance(forward, turn, CYCLE / START_TIME)
        return self._angles(tilt)

    def _advance(self, forward: float, turn: float, change: float) -> None:
        self.forward += max(-CHANGE, min(CHANGE, forward - self.forward))
        self.turn += max(-CHANGE, min(CHANGE, turn - self.turn))
        if self.crouched < 1.0:
            self.crouched = min(1.0, self.crouched + CYCLE / CROUCH_TIME)
            return
        self.strength = max(0.0, min(1.0, self.strength + change))
        if self.strength == 0.0:
            self.phase, self.kicking = 0.0, None
            return
        pace = 1.0 if self.kicking is None else self.kick.pace
        step = floor(self.phase / pi)
        self.phase += tau * self.gait.frequency * CYCLE * pace
        if floor(self.phase / pi) != step:
            self._begin_step((step + 1) % 2)

    def _begin_step(self, leg: int) -> None:
        """Decide, when a leg is lifted, whether it kicks."""
        self.kicking = None
        if self.ball is None or self.strength < 1.0:
            return
        (ahead, left), kick = self.ball, self.kick
        outward = 1.0 if leg == 0 else -1.0
        beside = outward * left - kick.foot
        missed = abs(outward * kick.slice * beside - self.aim)
        in_reach = kick.near < ahead < kick.far and abs(beside) < kick.width
        if in_reach and missed < kick.accuracy:
            self.kicking = leg

    def _angles(self, tilt: Tilt) -> dict[str, float]:
        """Return angles by motor: the legs' always, others only while standing up."""
        angles: dict[str, float] = {}
        if self.strength == 0.0:
            angles |= {name: self.crouched * angle for name, angle in REST.items()}
        balance = self._balance(tilt)
        for index, leg in enumerate(LEGS):
            bends = zip(self._step(index), balance, self._swing(index), strict=True)
            angles.update(zip(leg, map(sum, bends), strict=True))
        return angles

    def _step(self, leg: int) -> Bends:
        """Return one leg's part of the gait."""
        gait, strength, crouched = self.gait, self.strength, self.crouched
        here = self.phase + leg * pi
        bent = crouched * gait.crouch + strength * gait.lift * max(0.0, sin(here))
        swing = strength * gait.stride * self.forward * cos(here + gait.stride_phase)
        sway = strength * gait.sway * sin(self.phase + gait.sway_phase)
        yaw = strength * gait.yaw * self.turn * cos(here)
        hip = strength * (gait.lean + gait.lean_forward * self.forward)
        return hip + swing - bent, sway, yaw, 2.0 * bent, -bent - swing, -sway

    def _balance(self, tilt: Tilt) -> Bends:
        """Return both legs' correction for a torso that is not upright."""
        gait, strength = self.gait, self.strength
        pitch = tilt.pitch - gait.upright
        return (
            strength * gait.hip_pitch * pitch,
            strength * gait.hip_roll * tilt.roll,
            0.0,
            0.0,
            strength * (gait.ankle_pitch * pitch + gait.ankle_pitch_rate * tilt.pitch_rate),
            strength * (gait.ankle_roll * tilt.roll + gait.ankle_roll_rate * tilt.roll_rate),
        )

    def _swing(self, leg: int) -> Bends:
        """Return one leg's part of a kick."""
        kick = self.kick
        if self.kicking is None:
            return NOTHING
        lifted = self.phase % pi / pi
        if lifted < kick.start:
            return NOTHING
        share = min(1.0, (1.0 - lifted) / (1.0 - kick.start) / kick.fade)
        if leg != self.kicking:
            return share * kick.other_hip, 0.0, 0.0, 0.0, 0.0, 0.0
        return -share * kick.hip, 0.0, 0.0, share * kick.knee, share * kick.ankle, 0.0


def wriggle(motors: Iterable[str], time: float) -> dict[str, float]:
    """Swing every joint, each a little later than the one before, for robots that cannot walk."""
    return {name: 0.5 * sin(tau * time + 0.7 * index) for index, name in enumerate(sorted(motors))}
