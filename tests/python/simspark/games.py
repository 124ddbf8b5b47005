"""Games on our own server, and the states of its simulation."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from rcssgym import MotorAction, WorldBatch
from rcssgym.actions import InitRequest
from rcssgym.server import SoccerSimServer
from rcssgym.soccer import (
    MonitorCommand,
    SoccerSimulation,
    create_soccer_field,
)
from server.test_robustness_server import running

TIME_STEP = WorldBatch(1).timestep
"""Time step of the physics, s."""
ROBOTS = (["T1", "ant"], ["K1"])
"""Models of the left and the right team's players, whose numbers start at 1 in each team."""


def pitch() -> SoccerSimulation:
    """Return a game without players."""
    return SoccerSimulation(create_soccer_field("fifa7vs7"), seed=1)


class Restless(SoccerSimulation):
    """A game whose players swing all their joints, and that stores its state of each cycle."""

    def __init__(self) -> None:
        super().__init__(create_soccer_field("fifa7vs7"), seed=1)
        self.commanded: set[float] = set()
        """Play times of the cycles in which monitors have moved something."""
        self._states: dict[float, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}

    def populate(self) -> None:
        """Let the players join."""
        for team, models in zip(("Reds", "Blues"), ROBOTS, strict=True):
            requests = [InitRequest(model, team, at + 1) for at, model in enumerate(models)]
            assert None not in self.add_players(requests)

    def _post_step(self, monitor_commands: Sequence[MonitorCommand]) -> None:
        super()._post_step(monitor_commands)
        if monitor_commands:
            self.commanded.add(round(self.game_state.play_time, 2))
        for agent in self.sim_agents:
            names = [agent.agent_id.prefix + name for name in agent.spec.motor_names]
            swing = [0.4 * math.sin(8.0 * self.sim_time + at) for at in range(len(names))]
            agent.set_actions(
                [
                    MotorAction(name, q, 0.0, 30.0, 1.0, 0.0)
                    for name, q in zip(names, swing, strict=True)
                ]
            )
        self._states[round(self.game_state.play_time, 2)] = (
            np.array(self.qpos),
            np.array(self.qvel),
        )

    def known(self, time: float) -> NDArray[np.float64]:
        """Return the coordinates of ball and players as they were shown at a play time.

        Frames show the coordinates at the beginning of the last time step. The velocities at its
        end lead from there to the coordinates at its end, because the integrator is semi-implicit.
        """
        return moved(*self._states[time], -TIME_STEP)


def moved(qpos: NDArray[np.float64], qvel: NDArray[np.float64], time: float) -> NDArray[np.float64]:
    """Return the coordinates of ball and robots after moving with constant velocities."""
    model = WorldBatch(1, *ROBOTS)
    joints = [0, *(len(names) for names in model.motor_names)]
    new: NDArray[np.float64] = qpos.copy()
    at = speed = 0
    for count in joints:
        new[at : at + 3] += time * qvel[speed : speed + 3]
        turn = time * qvel[speed + 3 : speed + 6]
        angle = float(np.linalg.norm(turn))
        axis = turn / angle if angle > 0.0 else turn
        turned = np.array([math.cos(angle / 2), *(math.sin(angle / 2) * axis)])
        new[at + 3 : at + 7] = product(qpos[at + 3 : at + 7], turned)
        new[at + 7 : at + 7 + count] += time * qvel[speed + 6 : speed + 6 + count]
        at, speed = at + 7 + count, speed + 6 + count
    return new


def product(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the product of two quaternions."""
    vector = a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.array([a[0] * b[0] - a[1:] @ b[1:], *vector])


def bodies(qpos: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return the poses of all bodies of each player, ``(bodies, 4, 4)``."""
    worlds = WorldBatch(1, *ROBOTS)
    worlds.set_state(qpos[None], np.zeros_like(worlds.qvel))
    found = []
    for robot, names in enumerate(worlds.body_names):
        count = len(names)
        poses = np.tile(np.eye(4), (count, 1, 1))
        poses[:, :3, 3] = worlds.body_position[0, robot, :count]
        poses[:, :3, :3] = [matrix(*q) for q in worlds.body_quaternion[0, robot, :count]]
        found.append(poses)
    return found


def matrix(w: float, x: float, y: float, z: float) -> list[list[float]]:
    """Return a quaternion's rotation."""
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]


@contextlib.contextmanager
def serving(sim: SoccerSimulation) -> Iterator[tuple[str, int]]:
    """Serve a game in both protocols; yield the address of SimSpark's monitors."""
    server = SoccerSimServer(
        sim,
        agent_port=0,
        monitor_port=0,
        render=False,
        protocol="both",
        simspark_agent_port=0,
        simspark_monitor_port=0,
    )
    with running(server):
        address = server.simspark_monitor_address
        assert address is not None
        yield address
