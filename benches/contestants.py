"""The engines under test. Each advances its worlds by control steps of 20 ms and times itself."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Protocol

import mujoco
import numpy as np
import rcssgym
from rcssgym.actions import InitRequest
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation
from rcsssmj.games.soccer.soccer_fields import create_soccer_field
from rcsssmj.sim.actions import MotorAction

from benches.peers.engine import Engine
from benches.peers.scene import Command
from benches.workloads import HOLD, WARM_UP, Workload

REFERENCE_WORLDS = 8  # worlds of a batch that MuJoCo steps in turn


@dataclass
class Spent:
    """Time used for a number of control steps of one world each."""

    world_steps: int = 0
    wall: float = 0.0
    cpu: float = 0.0

    @property
    def wall_each(self) -> float:
        """Seconds per control step of one world."""
        return self.wall / self.world_steps

    @property
    def cpu_each(self) -> float:
        """Processor seconds, all threads together, per control step of one world."""
        return self.cpu / self.world_steps


class Stopwatch:
    """Adds wall and processor time of a `with` block to a `Spent`."""

    def __init__(self, spent: Spent) -> None:
        self._spent = spent

    def __enter__(self) -> None:
        self._cpu, self._wall = time.process_time(), time.perf_counter()

    def __exit__(self, *_: object) -> None:
        # Read the clocks first: right after a step, any other code here would be as slow as in a
        # cold interpreter.
        wall, cpu = time.perf_counter(), time.process_time()
        self._spent.wall += wall - self._wall
        self._spent.cpu += cpu - self._cpu


class Contestant(Protocol):
    """Something that advances worlds."""

    name: str

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""


class Ours:
    """`WorldBatch.step`, called from Python; all of the call is timed."""

    def __init__(self, workload: Workload, threads: int = 1) -> None:
        self.name = "rcssgym" if threads == 1 else f"rcssgym, {threads} threads"
        self._workload, self._step = workload, 0
        engine = Engine(workload.scene, workload.worlds, threads)
        self.batch: rcssgym.WorldBatch = engine.batch
        self.batch.set_state(workload.qpos, np.zeros((workload.worlds, self.batch.qvel.shape[1])))
        self._target_sets = [engine.ours(targets) for targets in workload.target_sets]
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        spent = Spent()
        kp, kd = self._workload.gains
        for _ in range(steps):
            targets = self._target_sets[self._step // HOLD % len(self._target_sets)]
            with Stopwatch(spent):
                self.batch.step(targets, kp=kp, kd=kd)
            self._step += 1
        spent.world_steps = steps * self._workload.worlds
        return spent

    def heights(self) -> np.ndarray:
        """Return the heights of the torsos, m."""
        return np.array(self.batch.root_position[..., 2]).ravel()

    def contacts(self) -> float:
        """Mean number of contacts in a world."""
        worlds = range(0, self._workload.worlds, -(-self._workload.worlds // REFERENCE_WORLDS))
        return float(np.mean([len(self.batch.contacts(world)) for world in worlds]))


class MuJoCo:
    """`mj_step(model, data, 4)` on rcsssmj's model; only that call is timed."""

    name = "MuJoCo mj_step"

    def __init__(self, workload: Workload) -> None:
        self._workload, self._step = workload, 0
        self._scene = workload.scene
        stride = -(-workload.worlds // REFERENCE_WORLDS)
        self._worlds = range(0, workload.worlds, stride)
        self._data = []
        for world in self._worlds:
            data = mujoco.MjData(self._scene.model)
            data.qpos[:] = workload.qpos[world]
            self._data.append(data)
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        spent = Spent(world_steps=steps * len(self._worlds))
        scene = self._scene
        for _ in range(steps):
            targets = self._workload.targets(self._step)
            for world, data in zip(self._worlds, self._data, strict=True):
                scene.data = data
                scene.command(Command.hold(targets[world], *self._workload.gains))
                with Stopwatch(spent):
                    mujoco.mj_step(scene.model, data, 4)
            self._step += 1
        return spent

    def heights(self) -> np.ndarray:
        """Return the heights of the torsos, m."""
        return np.array([d.qpos[r.root_qpos][2] for d in self._data for r in self._scene.robots])

    def contacts(self) -> float:
        """Mean number of contacts in a world."""
        return float(np.mean([data.ncon for data in self._data]))


class Rcsssmj:
    """rcsssmj in-process: action objects, step, perception objects; all of that is timed."""

    name = "rcsssmj in-process"

    def __init__(self, workload: Workload) -> None:
        self._workload, self._step = workload, 0
        self._simulation = SoccerSimulation(create_soccer_field("fifa7vs7"))
        self._simulation.init()
        self._simulation.step([])  # a player who joins before the first step raises
        players = [
            SimpleNamespace(model_name="T1", team_name=team, player_no=number + 1)
            for team, models in (("left", workload.left), ("right", workload.right))
            for number in range(len(models))
        ]
        # until the first action arrives, rcsssmj's controls are uninitialized memory
        mujoco.set_mju_user_warning(lambda _: None)
        self._agents = self._simulation.add_players(players)
        mujoco.set_mju_user_warning(None)
        data = self._simulation.mj_data
        data.qpos[:], data.qvel[:], data.ctrl[:] = workload.qpos[0], 0.0, 0.0
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        spent = Spent(world_steps=steps)
        kp, kd = self._workload.gains
        robots = self._workload.scene.robots
        for _ in range(steps):
            targets = self._workload.targets(self._step)[0].tolist()
            with Stopwatch(spent):
                for agent, robot, row in zip(self._agents, robots, targets, strict=True):
                    agent.set_actions(
                        [
                            MotorAction(robot.prefix + motor, q, 0.0, kp, kd, 0.0)
                            for motor, q in zip(robot.motors, row, strict=True)
                        ]
                    )
                self._simulation.step([])
                self._simulation.generate_perceptions()
            self._step += 1
        return spent


class Managed:
    """`SoccerSimulation`, driven as rcsssmj is: action objects, step, perception objects."""

    name = "rcssgym in-process"

    def __init__(self, workload: Workload) -> None:
        self._workload, self._step = workload, 0
        self.perceiving = Spent()
        field = rcssgym.soccer.create_soccer_field("fifa7vs7")
        self._simulation = rcssgym.SoccerSimulation(field, seed=0)
        self._simulation.init()
        players = [
            InitRequest("T1", team, number + 1)
            for team, models in (("left", workload.left), ("right", workload.right))
            for number in range(len(models))
        ]
        self._agents = [agent for agent in self._simulation.add_players(players) if agent]
        self._place(workload.qpos[0])
        self.advance(WARM_UP)

    def _place(self, qpos: np.ndarray) -> None:
        """Put ball and robots where they are in another engine's coordinates."""
        scene = self._workload.scene
        self._simulation.ball.place_at(tuple(qpos[:3]), tuple(qpos[3:7]))
        for agent, robot in zip(self._agents, scene.robots, strict=True):
            root = qpos[robot.root_qpos]
            agent.place_at(tuple(root[:3]), tuple(root[3:]))
            agent.init_joints(qpos[robot.joint_qpos])

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps; `perceiving` is the time of perceptions in the last call."""
        spent, self.perceiving = Spent(world_steps=steps), Spent(world_steps=steps)
        kp, kd = self._workload.gains
        robots = self._workload.scene.robots
        for _ in range(steps):
            targets = self._workload.targets(self._step)[0].tolist()
            with Stopwatch(spent):
                for agent, robot, row in zip(self._agents, robots, targets, strict=True):
                    agent.set_actions(
                        [
                            rcssgym.MotorAction(robot.prefix + motor, q, 0.0, kp, kd, 0.0)
                            for motor, q in zip(robot.motors, row, strict=True)
                        ]
                    )
                self._simulation.step([])
                with Stopwatch(self.perceiving):
                    self._simulation.generate_perceptions()
            self._step += 1
        return spent


class EnvPool:
    """EnvPool's T1 task: its own contact set, observations and rewards, substeps of 2 ms."""

    name = "EnvPool T1JoystickFlatTerrain-v1"
    worlds = 8

    def __init__(self) -> None:
        envpool = import_module("envpool")
        self._env = envpool.make(
            "T1JoystickFlatTerrain-v1", env_type="gymnasium", num_envs=self.worlds, num_threads=1
        )
        self._env.reset()
        self._action = np.zeros((self.worlds, *self._env.action_space.shape))
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        spent = Spent(world_steps=steps * self.worlds)
        with Stopwatch(spent):
            for _ in range(steps):
                self._env.step(self._action)
        return spent
