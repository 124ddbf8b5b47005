"""A gait to learn from: how joints move when a robot without a mind steps as commanded."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.robots import RobotSetup
from rcssgym.envs.terms import Parameter


@dataclass(frozen=True)
class Gait:
    """Steps on the spot, and strides that grow with the command.

    The first numbers say which joint of a leg is which, counted from the first one of the leg.
    """

    hip_pitch: int = 0
    hip_roll: int = 1
    hip_yaw: int | None = 2
    """Nothing if no joint of the leg turns it alone."""
    knee: int = 3
    ankle_pitch: int = 4
    ankle_roll: int = 5
    backwards: float = 1.0
    """1 where a larger angle of the hip moves the leg backwards, -1 where forwards."""
    leg: float = 0.5
    """From the hip to the ground, m."""
    stretch: float = 0.2
    """How much straighter legs are than in the nominal pose: hip and ankle, rad; knees twice it."""
    lift: float = 0.35
    """How far hip and ankle bend to lift a foot, rad; knees bend twice as far."""
    spread: float = 0.05
    """How much wider legs stand than in the nominal pose, rad: steps to a side bring feet together
    by a fifth of a metre for each m/s, and they must not meet."""
    sway: float = 0.1
    """How far hips lean over the foot that stands, rad."""

    def parameters(self, robot: RobotSetup, frequency: float) -> dict[str, Parameter]:
        """Return what the term ``reference_gait`` takes, for ``frequency`` cycles a second.

        A foot that is carried back by the ground for half a cycle starts a quarter of a cycle's way
        before the hip: so far the hip swings it for each m/s.
        """
        quarter = 0.25 / frequency
        pitch = {self.hip_pitch: 1.0, self.knee: -2.0, self.ankle_pitch: 1.0}
        stride = {self.hip_pitch: 1.0, self.ankle_pitch: -1.0}
        roll = {self.hip_roll: 1.0, self.ankle_roll: -1.0}
        yaw = {} if self.hip_yaw is None else {self.hip_yaw: 1.0}
        return {
            "leg": self._both(robot, dict.fromkeys(range(6), 1.0), sides=(1.0, -1.0)),
            "stretch": self._both(robot, pitch) * self.backwards * self.stretch
            + self._both(robot, roll, sides=(1.0, -1.0)) * self.spread,
            "lift": self._both(robot, pitch) * -self.backwards * self.lift,
            "sway": self._both(robot, roll) * self.sway,
            "forwards": self._both(robot, stride) * self.backwards * quarter / self.leg,
            "sideways": self._both(robot, roll) * -quarter / self.leg,
            "turning": self._both(robot, yaw) * -quarter,
        }

    def _both(
        self, robot: RobotSetup, one: dict[int, float], sides: tuple[float, float] = (1.0, 1.0)
    ) -> Floats:
        """Return numbers ``(J,)`` of both legs, which are the last six joints each."""
        numbers = np.zeros(robot.joints)
        for first, side in zip((robot.joints - 12, robot.joints - 6), sides, strict=True):
            for joint, number in one.items():
                numbers[first + joint] = side * number
        return numbers


GAIT_T1 = Gait()
GAIT_K1 = replace(GAIT_T1, leg=0.42)
GAIT_NAO = Gait(hip_pitch=2, hip_yaw=None, backwards=-1.0, leg=0.21)
