"""Policies whose order of skill is known. Tests check that tasks reward them in this order.

Each is a function of a task and its observations ``(W, n)`` that returns actions ``(W, J)``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from rcssgym._core import CYCLE
from rcssgym.envs import Floats, WorldVectorEnv, heading
from rcssgym.envs.lookup import new_task
from rcssgym.policy import Policy

Player = Callable[[Any, Any], Any]
POLICIES = Path(__file__).parents[3] / "policies"
GAMMA = 0.99
TRIED = 24
"""Number of actions to try, of which one may end an episode."""


@dataclass
class Outcome:
    """A player's results in the first episode of each world, averaged over the worlds."""

    discounted: float
    a_step: float
    length: float
    measures: dict[str, float]


def play(
    name: str, player: Player, *, num: int = 16, steps: int = 250, progress: float = 1.0
) -> Outcome:
    """Let a player act in a task, each world until its episode ends or for ``steps`` steps."""
    envs = WorldVectorEnv(name, num, max_episode_steps=None, clip_actions=True, threads=1)
    envs.set_progress(progress)
    seen, _ = envs.reset(seed=7)
    discounted, total, length = np.zeros(num), np.zeros(num), np.zeros(num)
    is_on = np.ones(num, dtype=bool)
    last: dict[str, Any] = {}
    for step in range(steps):
        seen, rewards, terminated, _, info = envs.step(player(envs.task, seen))
        discounted += is_on * GAMMA**step * rewards
        total += is_on * rewards
        length += is_on
        for measure in set(info) - {"reward"}:
            if not measure.startswith("_"):
                now = info[measure].astype(float)
                last[measure] = np.where(is_on, now, last.get(measure, now))
        is_on &= ~terminated
        if not is_on.any():
            break
    means = {measure: float(values.mean()) for measure, values in last.items()}
    return Outcome(discounted.mean(), (total / length).mean(), length.mean(), means)


def stander(task: Any, seen: Any) -> Any:
    """Hold the nominal pose."""
    return np.zeros((len(seen), task.robot.joints))


def noise(std: float) -> Player:
    """Draw all actions from a normal distribution."""
    rng = np.random.default_rng(3)

    def act(task: Any, seen: Any) -> Any:
        return rng.normal(0.0, std, (len(seen), task.robot.joints))

    return act


@lru_cache(maxsize=8)
def _deadly(name: str) -> Floats:
    """Return the tried action that ends an episode first; each is tried in a world of its own."""
    joints = new_task(name).action_space.shape[0]
    tried = np.random.default_rng(0).choice([-1.0, 1.0], (TRIED, joints))
    envs = WorldVectorEnv(name, TRIED, max_episode_steps=None, autoreset_mode="Disabled")
    envs.reset(seed=7)
    for _ in range(500):
        over = envs.step(tried)[2]
        if over.any():
            deadly: Floats = tried[int(np.argmax(over))]
            return deadly
    raise AssertionError(f"nothing ends {name}")


def dier(name: str) -> Player:
    """Fall at once. Ants do not fall by themselves, so they are thrown over."""
    if name.startswith("Ant"):
        return thrown_over
    deadly = _deadly(name)
    return lambda _, seen: np.tile(deadly, (len(seen), 1))


def walker(task: Any, seen: Any) -> Any:
    """Walk as a task of the shared layout commands; stand if the task has no commands."""
    walk, joints = _walk(), task.robot.joints
    size = 3 * joints + 13
    if seen.shape[1] >= size:
        return walk.act(seen[:, :size])
    body = 3 * joints + 3
    nothing = np.zeros((len(seen), 7), dtype=np.float32)
    return walk.act(np.concatenate([seen[:, :body], nothing, seen[:, body:]], axis=1))


@lru_cache(maxsize=1)
def _walk() -> Policy:
    return Policy.load(POLICIES / "T1Walk.onnx")


def lifted(task: Any, seen: Any) -> Any:
    """Be lifted to the standing pose by an external hand within two seconds, and stand."""
    age = int(task.age[0])
    qpos = task.worlds.qpos
    left = max(1, 100 - age)
    qpos[:, 9] += (task.robot.height - qpos[:, 9]) / left
    wanted = np.array([1.0, 0.0, 0.0, 0.0])
    qpos[:, 10:14] += (wanted - qpos[:, 10:14]) / left
    qpos[:, 10:14] /= np.linalg.norm(qpos[:, 10:14], axis=1, keepdims=True)
    joints = qpos[:, 14:]
    joints += (nominal(task) - joints) / left
    task.worlds.set_state(qpos, np.zeros_like(task.worlds.qvel))
    return stander(task, seen)


def thrown_over(task: Any, seen: Any) -> Any:
    """Be turned upside down by an external hand."""
    qpos = task.worlds.qpos
    qpos[:, 9:14] = (task.robot.height, 0.0, 1.0, 0.0, 0.0)
    task.worlds.set_state(qpos, np.zeros_like(task.worlds.qvel))
    return stander(task, seen)


def held(task: Any, seen: Any) -> Any:
    """Be held upright by an external hand, at rest."""
    return _moved(task, seen, np.zeros((len(seen), 3)))


def carried(task: Any, seen: Any) -> Any:
    """Be carried upright as commanded, or at 2 m/s along x where there are no commands.

    In tasks with a reference gait, the legs move as in this gait.
    """
    if "command" in dict(task.core.channels):
        command = task.cells("command").copy()
        return _moved(task, seen, command, stepping(task) if hasattr(task, "gait") else None)
    if "Run" not in type(task).__name__:
        return held(task, seen)
    task.worlds.set_state(_facing_x(task.worlds.qpos), task.worlds.qvel)
    return _moved(task, seen, np.tile([2.0, 0.0, 0.0], (len(seen), 1)))


def _facing_x(qpos: Floats) -> Floats:
    qpos[:, 10:14] = (1.0, 0.0, 0.0, 0.0)
    return qpos


def _moved(task: Any, seen: Any, command: Floats, pose: Floats | None = None) -> Any:
    """Put all robots upright, in the nominal pose or another, with a command's velocity."""
    qpos, qvel = task.worlds.qpos, task.worlds.qvel
    yaw = heading(qpos[:, 10:14]) + CYCLE * command[:, 2]
    velocity = np.stack(
        [
            np.cos(yaw) * command[:, 0] - np.sin(yaw) * command[:, 1],
            np.sin(yaw) * command[:, 0] + np.cos(yaw) * command[:, 1],
        ],
        axis=-1,
    )
    qpos[:, 9] = task.robot.height
    qpos[:, 10:14] = np.stack([np.cos(yaw / 2), 0 * yaw, 0 * yaw, np.sin(yaw / 2)], axis=-1)
    qpos[:, 14:] = nominal(task) if pose is None else pose
    qvel[:, 6:] = 0.0
    qvel[:, 6:8], qvel[:, 11] = velocity, command[:, 2]
    task.worlds.set_state(qpos, qvel)
    return stander(task, seen)


def stepping(task: Any) -> Floats:
    """Joint angles ``(W, J)`` of the reference gait after this step, in coordinate order."""
    gait = task.gait.parameters(task.robot, task.gait_frequency)
    command = task.cells("command")
    phase = 2.0 * np.pi * task.gait_frequency * CYCLE * (task.age[:, None] + 1.0)
    stride = sum(
        gait[name] * command[:, [axis]]
        for axis, name in enumerate(("forwards", "sideways", "turning"))
    )
    lift = gait["lift"] * np.maximum(0.0, gait["leg"] * np.sin(phase))
    bend = gait["stretch"] + lift + gait["sway"] * np.sin(phase)
    bend = bend + gait["leg"] * np.cos(phase) * stride
    angles: Floats = np.empty_like(bend)
    moves = np.any(command != 0.0, axis=1, keepdims=True)
    angles[:, task.robot.hinges] = task.robot.nominal + bend * moves
    return angles


def nominal(task: Any) -> Floats:
    """Return the angles of the nominal pose in coordinate order."""
    angles: Floats = np.empty(task.robot.joints)
    angles[task.robot.hinges] = task.robot.nominal
    return angles
