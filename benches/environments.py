"""Environments under test, as a trainer uses them: observations, rewards and resets included."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import gymnasium
import mujoco
import numpy as np
from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.tasks.robots import T1
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation
from rcsssmj.games.soccer.soccer_fields import create_soccer_field
from rcsssmj.sim.actions import MotorAction

from benches.contestants import Spent, Stopwatch
from benches.peers.scene import Scene

ACTION_SETS = 16
WARM_UP = 50
STEPS = 1000  # of an episode
QUIET = 0.2  # share of the steps that other programs do not disturb, even on a busy machine
Row = tuple[str, float, float, float]
"""Command of a motor: its name, target angle, rad, kp and kd."""


@dataclass(frozen=True)
class Motion:
    """What the robots do: the largest action, and the gains of their motors."""

    name: str
    action: float
    kp: float = T1.kp
    kd: float = T1.kd

    def actions(self, *shape: int) -> np.ndarray:
        """Return a sequence of actions ``(ACTION_SETS, *shape)``."""
        rng = np.random.default_rng(0)
        drawn: np.ndarray = rng.uniform(-self.action, self.action, (ACTION_SETS, *shape))
        return drawn.astype(np.float32)


MOTIONS = (Motion("random actions", 1.0), Motion("standing", 0.0, kp=200.0, kd=6.0))
"""Robots under random actions fall within half a second, and their episodes restart; robots with
stiff motors stand."""


class OurEnv:
    """Our vector environment, on one thread unless said otherwise."""

    name = "rcssgym"

    def __init__(self, players: int, motion: Motion, num_envs: int, threads: int = 1) -> None:
        if threads > 1:
            self.name = f"rcssgym, {threads} threads"
        setup = replace(T1, kp=motion.kp, kd=motion.kd)
        team = players // 2
        name, options = (
            ("T1Walk", {}) if players == 1 else (f"Soccer-{team}v{team}", {"robots": setup})
        )
        self.env: Any = gymnasium.make_vec(
            f"rcssgym/{name}-v0", num_envs, max_episode_steps=STEPS, threads=threads, **options
        )
        if players == 1:
            self.env.task.robot = setup
        self._actions = motion.actions(*self.env.action_space.shape)
        self._step = 0
        self.env.reset(seed=0)
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        spent = Spent(world_steps=steps * self.env.num_envs)
        with Stopwatch(spent):
            for _ in range(steps):
                self.env.step(self._actions[self._step % ACTION_SETS])
                self._step += 1
        return spent

    def parts(self, steps: int) -> Parts | None:
        """Return where the time of a step on one thread goes, if all of it runs in the core."""
        task = self.env.task
        if not (isinstance(task, CoreTask) and task.runs_in_core()):
            return None
        # Measure step by step. While other programs use the processor, the clocks run on but
        # processor time does not. So the two short parts are taken from undisturbed steps, and
        # physics is the rest of the processor time.
        rows = []
        for _ in range(steps):
            core, span = task.core.seconds, task.core.span
            spent = self.advance(1)
            physics = task.core.seconds[0] - core[0]
            span = task.core.span - span
            rows.append((spent.cpu, span - physics, spent.wall - span))
        all_cpu, all_terms, all_serial = np.array(rows).T / self.env.num_envs
        terms, serial = (float(np.quantile(part, QUIET)) for part in (all_terms, all_serial))
        return Parts(float(np.median(all_cpu)) - terms - serial, terms, serial)


@dataclass(frozen=True)
class Parts:
    """Seconds of an env-step on one thread."""

    physics: float
    """The core's physics and the referee."""
    terms: float
    """All other work that threads share."""
    serial: float
    """Work of one thread for which the others wait."""

    def rate(self, cores: int) -> float:
        """Return env-steps per second on ``cores`` cores, which share all work but ``serial``."""
        return 1.0 / (self.serial + (self.physics + self.terms) / cores)

    def note(self) -> str:
        """Return a line of text that describes the parts."""
        nanoseconds = [1e9 * part for part in (self.physics, self.terms, self.serial)]
        figures = "physics {:,.0f} ns, terms {:,.0f} ns, serial {:,.0f} ns".format(*nanoseconds)
        outside = 100 * (1 - self.physics / sum((self.physics, self.terms, self.serial)))
        figures = f"{figures} ({outside:.1f} % outside of physics)"
        share = self.rate(64) / self.rate(1) / 64
        return (
            f"{figures} an env-step; a model of 64 cores from these parts: "
            f"{self.rate(64):,.0f} env-steps/s, {100 * share:.0f} % of what 64 times one would do"
        )


class Rcsssmj:
    """rcsssmj in-process under the same actions: action objects, step, perception objects.

    A fallen robot is put back upright by writing its coordinates, which is not timed.
    """

    name = "rcsssmj in-process"

    def __init__(self, players: int, motion: Motion) -> None:
        self._motion, self._step = motion, 0
        self._simulation = SoccerSimulation(create_soccer_field("fifa7vs7"))
        self._simulation.init()
        self._simulation.step([])  # a player who joins before the first step raises
        left = players - players // 2
        entrants = [
            SimpleNamespace(model_name="T1", team_name=f"team{n // left}", player_no=n % left + 1)
            for n in range(players)
        ]
        # until the first action arrives, rcsssmj's controls are uninitialized memory
        mujoco.set_mju_user_warning(lambda _: None)
        self._agents = self._simulation.add_players(entrants)
        mujoco.set_mju_user_warning(None)
        self._actions = motion.actions(players, T1.joints)
        robots = Scene(("T1",) * (players - players // 2), ("T1",) * (players // 2)).robots
        self._motors = [[robot.prefix + name for name in robot.motors] for robot in robots]
        self._rows = [(robot.root_qpos.start, robot.root_dof.start) for robot in robots]
        data = self._simulation.mj_data
        data.qvel[:], data.ctrl[:] = 0.0, 0.0
        for number in range(players):
            self._place(number)
        self.advance(WARM_UP)

    def _place(self, number: int) -> None:
        data = self._simulation.mj_data
        coords, dofs = self._rows[number]
        place = (1.5 * (number // 4), 1.5 * (number % 4) + 1.0, T1.height)
        data.qpos[coords : coords + 7] = (*place, 1.0, 0.0, 0.0, 0.0)
        data.qpos[coords + 7 : coords + 7 + T1.joints] = T1.nominal
        data.qvel[dofs : dofs + 6 + T1.joints] = 0.0

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps."""
        spent = Spent(world_steps=steps)
        for _ in range(steps):
            commands = self._commands()
            with Stopwatch(spent):
                for agent, rows in zip(self._agents, commands, strict=True):
                    agent.set_actions(
                        [MotorAction(motor, q, 0.0, kp, kd, 0.0) for motor, q, kp, kd in rows]
                    )
                self._simulation.step([])
                self._simulation.generate_perceptions()
            self._step += 1
            for number, (coords, _) in enumerate(self._rows):
                if self._simulation.mj_data.qpos[coords + 2] < T1.lowest:
                    self._place(number)
        return spent

    def _commands(self) -> list[list[Row]]:
        """Return what each robot is to do in the next step."""
        kp, kd = self._motion.kp, self._motion.kd
        targets = (T1.nominal + self._actions[self._step % ACTION_SETS]).tolist()
        return [
            [(motor, q, kp, kd) for motor, q in zip(motors, row, strict=True)]
            for motors, row in zip(self._motors, targets, strict=True)
        ]


class EnvPool:
    """EnvPool's T1 task: its own contact set, observations and rewards, substeps of 2 ms."""

    name = "EnvPool T1JoystickFlatTerrain-v1"
    worlds = 8

    def __init__(self, motion: Motion) -> None:
        envpool = import_module("envpool")
        self._env = envpool.make(
            "T1JoystickFlatTerrain-v1", env_type="gymnasium", num_envs=self.worlds, num_threads=1
        )
        self._env.reset()
        shape = self._env.action_space.shape
        self._actions = motion.actions(self.worlds, *shape).astype(self._env.action_space.dtype)
        self._step = 0
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        spent = Spent(world_steps=steps * self.worlds)
        with Stopwatch(spent):
            for _ in range(steps):
                self._env.step(self._actions[self._step % ACTION_SETS])
                self._step += 1
        return spent
