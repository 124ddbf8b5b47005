"""Evaluation of a policy: one episode in each of many seeded worlds."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.checks import Precision, as_array, checked_count
from rcssgym.envs.options import Delay
from rcssgym.envs.task import Task
from rcssgym.envs.task_options import with_options
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.senses import heading
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.errors import ArgumentError
from rcssgym.plain import plain
from rcssgym.policy import Policy

Floats = NDArray[np.float64]

NORMAL = 1.96
"""Half the width of a 95 % confidence interval in standard errors."""


@dataclass(frozen=True)
class Measure:
    """One value per world, with the confidence interval of their mean."""

    name: str
    unit: str
    values: Floats
    """Value of each world ``(W,)``; NaN for worlds without one."""
    is_share: bool = False
    """Whether values are 1 where a condition was true and 0 elsewhere."""

    @property
    def mean(self) -> float:
        """Mean over the worlds that have a value."""
        return float(np.nanmean(self.values))

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the mean over all possible worlds.

        Uses the normal approximation; for shares, the interval of E. B. Wilson, 1927. NaN where
        only one world has a value.
        """
        values = self.values[~np.isnan(self.values)]
        number, mean = len(values), self.mean
        if self.is_share:
            z2 = NORMAL**2 / number
            middle = (mean + 0.5 * z2) / (1.0 + z2)
            half = np.sqrt(z2 * mean * (1.0 - mean) + 0.25 * z2**2) / (1.0 + z2)
            return float(middle - half), float(middle + half)
        if number < 2:
            return float("nan"), float("nan")
        half = NORMAL * float(np.std(values, ddof=1)) / np.sqrt(number)
        return mean - half, mean + half


@dataclass(frozen=True)
class Evaluation:
    """The results of :func:`evaluate`."""

    setting: dict[str, Any]
    """Policy, task, and what else was given."""
    measures: list[Measure]

    def table(self) -> str:
        """Return the results as a text table."""
        rows = [f"{'':18}{'mean':>10}{'95 % confidence':>24}{'lowest':>10}{'highest':>10}"]
        for measure in self.measures:
            low, high = measure.interval
            interval = "-" if np.isnan(low) else f"{low:.3f} to {high:.3f}"
            lowest, highest = np.nanmin(measure.values), np.nanmax(measure.values)
            rows.append(
                f"{measure.name:18}{measure.mean:>10.3f}{interval:>24}"
                f"{lowest:>10.3f}{highest:>10.3f}  {measure.unit}"
            )
        return "\n".join(rows)

    def json(self) -> str:
        """Return everything, including the values of all worlds, as JSON."""
        measures = {
            measure.name: {
                "unit": measure.unit,
                "mean": measure.mean,
                "confidence_95": measure.interval,
                "worlds": measure.values.tolist(),
            }
            for measure in self.measures
        }
        return json.dumps({**self.setting, "measures": plain(measures)}, indent=2)


class _Episodes:
    """Statistics of the first episode of each world, for any task."""

    def __init__(self, task: Task, frame_skip: int) -> None:
        num = len(task.worlds)
        self.worlds = task.worlds
        self.totals: dict[str, Floats] = {}
        self.cycle = task.cycle
        self.frame_skip = frame_skip
        self.steps_until_decision = task.steps_until_decision
        self.shares: dict[str, Floats] = {}
        self.steps = np.zeros(num)
        self.lengths = np.zeros(num)
        if frame_skip > 1:
            self.began = self.worlds.time.copy()
            self.clocks = self.began.copy()
        self.is_on = np.ones(num, dtype=np.bool_)
        self.has_frozen = np.zeros(num, dtype=np.bool_)

    def add(self, name: str, figures: Floats) -> None:
        """Add a step's values to the totals of worlds whose episode is under way."""
        total = self.totals.setdefault(name, np.zeros(len(self.steps)))
        total[self.is_on] += figures[self.is_on]

    def measure(self, rewards: Floats, info: dict[str, Any]) -> None:
        """Process a step."""
        self.steps += self.is_on
        self.lengths += self.is_on * (info["cycles"] if self.steps_until_decision else 1.0)
        if self.frame_skip > 1:
            # Worlds stand still from the control step on in which their episode ends.
            self.clocks[self.is_on] = self.worlds.time[self.is_on]
        self.add("return", rewards)
        frozen: Any = getattr(self.worlds, "frozen", False)  # games of the 2D league never are
        self.has_frozen |= self.is_on & frozen
        for name in (name for name in info if name.startswith("is_")):
            share = self.shares.setdefault(name, np.zeros(len(self.steps)))
            share[self.is_on] = info[name][self.is_on]

    def results(self) -> list[Measure]:
        """Return all measures."""
        found = [
            Measure("return", "", self.totals["return"]),
            *self.ends(),
            Measure("time", "s", self.times()),
            *self.ways(),
        ]
        if self.has_frozen.any():
            found.append(Measure("frozen", "a world", self.has_frozen.astype(np.float64), True))
        return found

    def times(self) -> Floats:
        """Return how long each episode lasted, s."""
        return self.clocks - self.began if self.frame_skip > 1 else self.cycle * self.lengths

    def ends(self) -> list[Measure]:
        """Return how episodes ended: the conditions that were true in their last steps."""
        return [Measure(name, "an episode", share, True) for name, share in self.shares.items()]

    def ways(self) -> list[Measure]:
        """Return what happened during the episodes."""
        return []


class _RobotEpisodes(_Episodes):
    """Statistics of the first episode of each world, for tasks of one robot."""

    def __init__(self, task: RobotTask, frame_skip: int) -> None:
        super().__init__(task, frame_skip)
        self.task = task
        yaw = heading(task.quaternion[:, 0])
        self.forwards = np.stack([np.cos(yaw), np.sin(yaw)], axis=-1)
        self.start = task.position[:, 0, :2].copy()
        self.end = self.start.copy()
        self.was_down = task.fallen()
        self.has_fallen = np.zeros(len(self.steps), dtype=np.bool_)

    def measure(self, rewards: Floats, info: dict[str, Any]) -> None:
        """Process a step."""
        super().measure(rewards, info)
        velocity = self.task.heading_velocity()[:, :2]
        turning = self.task.gyro[:, 0, 2]
        self.add("speed", velocity[:, 0])
        if self.task.takes_command:
            command = self.task.command
            self.add("velocity", np.square(command[:, :2] - velocity).sum(axis=-1))
            self.add("turning", np.square(command[:, 2] - turning))
        is_down = self.task.fallen()
        self.has_fallen |= self.is_on & is_down & ~self.was_down
        self.was_down = is_down
        self.end[self.is_on] = self.task.position[self.is_on, 0, :2]

    def ends(self) -> list[Measure]:
        """Return falls."""
        return [Measure("falls", "a world", self.has_fallen.astype(np.float64), True)]

    def ways(self) -> list[Measure]:
        """Return distance and speed, and how well commands were followed."""
        distance = ((self.end - self.start) * self.forwards).sum(axis=-1)
        found = [
            Measure("distance forward", "m", distance),
            Measure("speed forward", "m/s", self.totals["speed"] / self.steps),
        ]
        if self.task.takes_command:
            velocity, turning = self.totals["velocity"], self.totals["turning"]
            found.append(Measure("velocity error", "m/s, RMS", np.sqrt(velocity / self.steps)))
            found.append(Measure("turning error", "rad/s, RMS", np.sqrt(turning / self.steps)))
        return found


def evaluate(
    policy: Policy,
    *,
    worlds: int = 64,
    seconds: float = 20.0,
    seed: int = 0,
    command: tuple[float, float, float] | None = None,
    threads: int | None = None,
    precision: Precision = "double",
    delay: Delay = 0,
    task_options: Mapping[str, Any] | None = None,
    tell: Callable[[int], object] = lambda _: None,
    show: Callable[[WorldVectorEnv], object] = lambda _: None,
) -> Evaluation:
    """Let a policy act in many worlds of its task, for one episode each.

    :param worlds: number of worlds.
    :param seconds: maximum length of an episode, s.
    :param seed: seed of the first world; each further world has the next seed.
    :param command: where to walk, m/s, m/s and rad/s; ``None`` for commands that the task draws.
    :param threads: maximum number of worker threads; results do not depend on it.
    :param precision: precision of the physics, ``"double"`` or ``"single"``.
    :param delay: control steps of 20 ms by which the policy's observations are delayed, or the
        range from which each episode draws the delay.
    :param task_options: options with which the task is made, such as ``{"opponents": "scripted"}``.
    :param tell: called after each step with the number of control steps in it.
    :param show: called with the environment before its first reset, such as to view it.

    The policy's own :attr:`~Policy.frame_skip` and :attr:`~Policy.history` are used; measures are
    taken after each of its steps.

    For a task that is not a :class:`RobotTask`, the measures are return, time, and the shares of
    episodes in whose last step a measure ``is_...`` was true. Distance and speed forward are those
    of the torso: the distance along its heading at the start, the speed along its current heading.
    Errors are between the command and the torso's velocity in each step, including the sway of
    each stride. Worlds count until their episode ends. Worlds that froze because their physics
    became non-finite are reported separately, if there are any.

    Raises :class:`ArgumentError` for what is not a policy, for numbers out of range, for a command
    to a task without commands, and for options that the task does not take or with which it has
    other observations or actions.
    """
    command = _checked(policy, worlds, seconds, command)
    skip = policy.frame_skip
    task = policy.new_task()
    if task_options is not None:
        task = with_options(task, policy.facts["task"], task_options)
    steps = max(1, round(seconds / (task.cycle * skip)))
    if command is not None and isinstance(task, RobotTask):
        task.fixed_command = np.array(command)
    envs = WorldVectorEnv(
        task,
        worlds,
        max_episode_steps=steps,
        threads=threads,
        precision=precision,
        frame_skip=skip,
        history=policy.history,
        delay=delay,
    )
    show(envs)
    episodes = _played(policy, envs, seed, steps, tell)
    envs.close()
    setting = {
        "policy": policy.path,
        "task": policy.facts["task"],
        "worlds": worlds,
        "seconds": seconds,
        "seed": seed,
        "command": command,
        "precision": precision,
        "frame_skip": skip,
        "history": policy.history,
        "delay": delay,
        "task_options": task_options,
    }
    return Evaluation(setting, episodes.results())


def _played(
    policy: Policy, envs: WorldVectorEnv, seed: int, steps: int, tell: Callable[[int], object]
) -> _Episodes:
    """Let a policy play one episode, of at most ``steps`` steps, in each world."""
    task, skip = envs.task, envs.frame_skip
    observations = envs.reset(seed=seed)[0]
    episodes = _RobotEpisodes(task, skip) if isinstance(task, RobotTask) else _Episodes(task, skip)
    for _ in range(steps):
        # Options may change how many agents there are in a world.
        *leading, size = observations.shape
        actions = policy.act(observations.reshape(math.prod(leading), size))
        actions = actions.reshape(envs.action_space.shape)
        observations, rewards, terminated, truncated, info = envs.step(actions)
        episodes.measure(rewards, info)
        episodes.is_on &= ~(terminated | truncated) & (episodes.lengths < steps)
        tell(skip)
        if not episodes.is_on.any():
            break
    return episodes


def _checked(
    policy: Policy, worlds: int, seconds: float, command: tuple[float, float, float] | None
) -> tuple[float, float, float] | None:
    """Check policy and numbers of an evaluation; return the command as plain numbers."""
    if not isinstance(policy, Policy):
        raise ArgumentError(f"policy: {policy!r} is not a Policy, such as Policy.load returns")
    checked_count("worlds", worlds)
    if not isinstance(seconds, Real) or not 0.0 < seconds < float("inf"):
        raise ArgumentError(f"seconds: {seconds!r} is not a positive time")
    takes_command = isinstance(policy.task, RobotTask) and policy.task.takes_command
    if command is not None and not takes_command:
        raise ArgumentError(f"command: {policy.facts['task']} takes none, but got {command}")
    if command is None:
        return None
    numbers = as_array("command", command)
    if numbers.shape != (3,) or numbers.dtype.kind not in "iuf":
        raise ArgumentError(f"command: {command!r} is not three numbers")
    if not np.isfinite(numbers).all():
        raise ArgumentError(f"command: {command} is not finite")
    forwards, left, turning = numbers.tolist()
    return forwards, left, turning
