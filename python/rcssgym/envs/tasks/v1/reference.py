"""A reference gait to learn from: joint angles of open-loop stepping as commanded."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.robots import RobotSetup
from rcssgym.envs.terms import Parameter


@dataclass(frozen=True)
class Gait:
    """Steps on the spot, and strides that grow with the command.

    The first attributes are indices of joints, counted from the leg's first joint.
    """

    hip_pitch: int = 0
    hip_roll: int = 1
    hip_yaw: int | None = 2
    """``None`` if no joint only turns the leg."""
    knee: int = 3
    ankle_pitch: int = 4
    ankle_roll: int = 5
    backwards: float = 1.0
    """1 if a larger hip angle moves the leg backwards, -1 if it moves the leg forwards."""
    leg: float = 0.5
    """Distance from the hip to the ground, m."""
    stretch: float = 0.2
    """How much straighter legs are than in the nominal pose: angle of hip and ankle, rad; twice
    that for knees."""
    lift: float = 0.35
    """Angle by which hip and ankle bend to lift a foot, rad; knees bend by twice that."""
    spread: float = 0.05
    """How much wider legs are apart than in the nominal pose, rad. Sidesteps bring the feet closer
    by a fifth of a metre for each m/s, and they must not touch."""
    sway: float = 0.1
    """Angle by which hips lean over the stance foot, rad."""

    def parameters(self, robot: RobotSetup, frequency: float) -> dict[str, Parameter]:
        """Return the parameters of the term ``reference_gait`` for ``frequency`` cycles per second.

        During stance, half a cycle, the ground carries a foot backwards. The foot must therefore
        start ahead of the hip by the way of a quarter of a cycle; the hip swings it that far for
        each m/s.
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
        """Return numbers ``(J,)`` for both legs, which are the last twelve joints, six each."""
        numbers = np.zeros(robot.joints)
        for first, side in zip((robot.joints - 12, robot.joints - 6), sides, strict=True):
            for joint, number in one.items():
                numbers[first + joint] = side * number
        return numbers


GAIT_T1 = Gait()
GAIT_K1 = replace(GAIT_T1, leg=0.42)
GAIT_NAO = Gait(hip_pitch=2, hip_yaw=None, backwards=-1.0, leg=0.21)
