"""The players: both teams' robots, by number, and their names as agents."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.tasks.robots import ANT, K1, T1, RobotSetup
from rcssgym.errors import ArgumentError

Robot = str | RobotSetup
Robots = Robot | Sequence[Robot]

SETUPS = {"T1": T1, "K1": K1, "ant": ANT}
"""Robots that can play, by the name of their model."""
LARGEST_TEAM = 7
_BALL = 7
"""Number of the ball's coordinates in ``qpos``; a robot has as many, plus its hinges."""


class Lineup:
    """Two teams of the same robots.

    :param teams: ``"1v1"`` to ``"7v7"``.
    :param robots: all robots, or one for each number: ``"T1"``, ``"K1"``, ``"ant"``, or a
        :class:`RobotSetup`, for motors that are commanded in another way.

    Arrays have a row for each of the ``A`` agents, the left team first, and ``J`` columns, where
    ``J`` is the largest number of motors of a robot; shorter rows are padded with zeros.
    """

    def __init__(self, teams: str, robots: Robots = "T1") -> None:
        self.size = _team_size(teams)
        setups = _setups(robots, self.size) * 2
        self.setups = setups
        self.models = tuple(setup.model for setup in setups[: self.size])
        """Models of each team."""
        self.agents = tuple(
            f"{side}_{number}" for side in ("left", "right") for number in range(1, self.size + 1)
        )
        """Names, such as ``left_1``."""
        joints = max(setup.joints for setup in setups)
        self.joints = joints
        """``J``, the largest number of motors of a robot."""
        self.motors: NDArray[np.bool_] = np.zeros((len(setups), joints), dtype=np.bool_)
        """Whether a robot has a motor ``(A, J)``."""
        self.nominal: Floats = np.zeros((len(setups), joints))
        """Joint angles for actions of zero ``(A, J)``, rad."""
        for row, setup in enumerate(setups):
            self.motors[row, : setup.joints] = True
            self.nominal[row, : setup.joints] = setup.nominal
        self.action_scale = _column([setup.action_scale for setup in setups])
        """``(A, 1)``"""
        self.torque = _column([setup.drive == "torque" for setup in setups])
        """1 where actions are torques instead of offsets of target angles ``(A, 1)``."""
        self.kp = _column([setup.kp for setup in setups]) * (1.0 - self.torque)
        """``(A, 1)``, N m/rad"""
        self.kd = _column([setup.kd for setup in setups]) * (1.0 - self.torque)
        """``(A, 1)``, N m s/rad"""
        self.side: Floats = np.repeat([1.0, -1.0], self.size)
        """1 for agents of the left team, -1 for those of the right one ``(A,)``.

        The right team sees everything rotated by half a turn about the middle of the pitch, so that
        both teams play from their left to their right."""

    def qpos(self, poses: Floats, bends: Floats) -> Floats:
        """Return coordinates of worlds in which the ball lies in the middle and robots stand.

        :param poses: x, y (m) and yaw (rad) of every robot in the world ``(W, A, 3)``.
        :param bends: offsets of the joints from the nominal pose ``(W, A, J)``, rad.
        """
        parts = [np.zeros((len(poses), _BALL))]
        parts[0][:, 2:4] = 0.11, 1.0
        for row, setup in enumerate(self.setups):
            robot = np.zeros((len(poses), 7 + setup.joints))
            x, y, yaw = poses[:, row].T
            robot[:, 0], robot[:, 1], robot[:, 2] = x, y, setup.height
            robot[:, 3], robot[:, 6] = np.cos(0.5 * yaw), np.sin(0.5 * yaw)
            robot[:, 7 + setup.hinges] = setup.nominal + bends[:, row, : setup.joints]
            parts.append(robot)
        return np.concatenate(parts, axis=-1)

    def others(self) -> tuple[Indices, Indices]:
        """Return each agent's teammates ``(A, N - 1)`` and opponents ``(A, N)``, by number."""
        mates, opponents = [], []
        for agent in range(2 * self.size):
            first = agent // self.size * self.size
            team = range(first, first + self.size)
            mates.append([mate for mate in team if mate != agent])
            opponents.append([(other + self.size) % (2 * self.size) for other in team])
        return np.array(mates, dtype=np.intp), np.array(opponents, dtype=np.intp)


def _team_size(teams: str) -> int:
    found = re.fullmatch(r"([1-9])v\1", teams) if isinstance(teams, str) else None
    if found is None or int(found[1]) > LARGEST_TEAM:
        raise ArgumentError(f"teams: {teams!r} is none of '1v1' to '{LARGEST_TEAM}v{LARGEST_TEAM}'")
    return int(found[1])


def _setups(robots: Robots, size: int) -> tuple[RobotSetup, ...]:
    if isinstance(robots, str | RobotSetup):
        return (_setup(robots),) * size
    if not isinstance(robots, Sequence) or len(robots) != size:
        raise ArgumentError(f"robots: {robots!r} are not one robot, nor {size}")
    return tuple(_setup(robot) for robot in robots)


def _setup(robot: Robot) -> RobotSetup:
    if isinstance(robot, RobotSetup):
        return robot
    if not isinstance(robot, str) or robot not in SETUPS:
        raise ArgumentError(f"robots: {robot!r} is none of {', '.join(SETUPS)}")
    return SETUPS[robot]


def _column(numbers: Sequence[float]) -> Floats:
    return np.array(numbers, dtype=np.float64)[:, None]
