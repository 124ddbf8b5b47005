"""Walking without looking: joint angles as functions of time.

The figures were found by random search over many worlds at once: 0.4 m/s forwards, 0.3 rad/s
around, both for the T1 with the gains below. Other robots with the same joints try their luck.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin, tau

KP, KD = 200.0, 5.0  # N m/rad, N m s/rad
CROUCH_TIME = 0.5  # s, from straight legs to the crouch that it walks in
START_TIME = 1.0  # s, to full strides from there
LARGEST_TURN = -0.15  # rad, of the hip in a stride; the body turns the other way

_ARMS = {"lae2": -1.3, "lae4": -0.4, "rae2": 1.3, "rae4": 0.4}


@dataclass(frozen=True)
class Gait:
    """Strides of both legs in turn; angles in rad, phases in rad, frequency in 1/s."""

    frequency: float = 2.112
    lift: float = 0.158
    stride: float = 0.124
    sway: float = 0.056
    sway_phase: float = 1.04
    stride_phase: float = 0.375
    lean: float = 0.117
    crouch: float = 0.634

    def angles(self, time: float, forward: float, turn: float) -> dict[str, float]:
        """Joint angles by motor, `time` seconds after standing straight.

        `forward` is a share of the full stride, -1 to 1; `turn` of the largest turn to the left.
        """
        crouched = min(1.0, time / CROUCH_TIME)
        walked = max(0.0, time - CROUCH_TIME)
        strength = min(1.0, walked / START_TIME)
        phase = tau * self.frequency * walked
        sway = strength * self.sway * sin(phase + self.sway_phase)
        angles = {name: crouched * angle for name, angle in _ARMS.items()}
        for side, start in (("l", 0.0), ("r", pi)):
            here = phase + start
            lift = strength * self.lift * max(0.0, sin(here))
            swing = strength * self.stride * forward * cos(here + self.stride_phase)
            bent = crouched * self.crouch
            angles |= {
                f"{side}le1": -bent - lift + swing + crouched * self.lean,
                f"{side}le2": sway,
                f"{side}le3": strength * LARGEST_TURN * turn * cos(here),
                f"{side}le4": 2.0 * (bent + lift),
                f"{side}le5": -bent - lift - swing,
                f"{side}le6": -sway,
            }
        return angles

    def fits(self, motors: Iterable[str]) -> bool:
        """Whether a robot with these motors has the legs for it."""
        return self.angles(0.0, 0.0, 0.0).keys() <= set(motors)


def wriggle(motors: Iterable[str], time: float) -> dict[str, float]:
    """Swing every joint, each a little later than the one before: for those who cannot walk."""
    return {name: 0.5 * sin(tau * time + 0.7 * index) for index, name in enumerate(sorted(motors))}
