"""Who plays: both teams' robots, by number, and their names as agents."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.robots import ANT, K1, NAO, T1, RobotSetup
from rcssgym.envs.terms import robot
from rcssgym.errors import ArgumentError

Robot = str | RobotSetup
Robots = Robot | Sequence[Robot]

SETUPS = {"T1": T1, "K1": K1, "ant": ANT, "nao": NAO}
"""Robots that can play, by the name of their model."""
LARGEST_TEAM = 7


class Lineup:
    """Two teams of the same robots.

    :param teams: ``"1v1"`` to ``"7v7"``.
    :param robots: all robots, or one for each number: ``"T1"``, ``"K1"``, ``"ant"``, ``"nao"``, or
        a :class:`RobotSetup`, for motors that are commanded in another way.

    Arrays have a row for each of the ``A`` agents, the left team first, and ``J`` columns, where
    ``J`` is the largest number of motors of any robot. Rows of other robots are padded with zeros.
    """

    def __init__(self, teams: str, robots: Robots = "T1") -> None:
        self.size = _team_size(teams)
        setups = _setups(robots, self.size) * 2
        self.setups = setups
        self.models = tuple(setup.model for setup in setups[: self.size])
        """Models of each team's robots, by number."""
        self.agents = tuple(
            f"{side}_{number}" for side in ("left", "right") for number in range(1, self.size + 1)
        )
        """Names, such as ``left_1``."""
        joints = max(setup.joints for setup in setups)
        self.joints = joints
        """Largest number of motors of any robot, J."""
        self.motors: NDArray[np.bool_] = np.zeros((len(setups), joints), dtype=np.bool_)
        """Whether a robot has a motor ``(A, J)``."""
        self.nominal: Floats = np.zeros((len(setups), joints))
        """Joint angles at action 0 ``(A, J)``, rad."""
        for row, setup in enumerate(setups):
            self.motors[row, : setup.joints] = True
            self.nominal[row, : setup.joints] = setup.nominal

    def robots(self) -> list[dict[str, Any]]:
        """Return all robots in the format of declarations, padded to J joints each."""
        return [
            {**robot(setup), "nominal": row.tolist()}
            for setup, row in zip(self.setups, self.nominal, strict=True)
        ]


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
