"""Robots that move as robots in training do: recorded control steps, to be replayed by any engine.

Our engine records them. A recording holds everything that determines a step, so a replay starts
every control step from the recorded state, and errors do not accumulate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import rcssgym
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.tasks.robots import K1, NAO, T1, RobotSetup
from rcssgym.policy import Policy

from benches.peers.engine import Engine
from benches.peers.poses import place, place_ball, random_rotation, rotation
from benches.peers.scene import Command, Scene
from benches.peers.state import State

POLICY = Path(__file__).parents[2] / "policies" / "T1Walk.onnx"
STEPS = 24  # consecutive control steps in a recording
SPACING = 1.5  # between robots of one world that do not interact, m
KP, KD = 25.0, 0.6


@dataclass(frozen=True)
class Frames:
    """Control steps of N worlds, T of them: state at the start, and command in our motor order."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    qpos: np.ndarray  # (T, N, nq)
    qvel: np.ndarray  # (T, N, nv)
    warmstart: np.ndarray  # (T, N, nv)
    targets: np.ndarray  # (T, N, R, J) rad
    torques: np.ndarray  # (T, N, R, J)
    kp: float
    kd: float

    @property
    def worlds(self) -> int:
        """N."""
        return int(self.qpos.shape[1])

    def state(self, scene: Scene, engine: Engine, step: int, world: int) -> State:
        """Return one world's state at the start of a step, as MuJoCo takes it."""
        return State(
            self.qpos[step, world],
            self.qvel[step, world],
            self.warmstart[step, world],
            self.command(scene, engine, step, world),
        )

    def command(self, scene: Scene, engine: Engine, step: int, world: int) -> Command:
        """Return one world's command in the order of rcsssmj's actuators."""
        theirs = []
        for ours in (self.targets, self.torques):
            rows = np.zeros((len(scene.robots), scene.max_motors))
            for robot, row in enumerate(rows):
                order = engine.order(robot)
                row[order] = ours[step, world, robot, : len(order)]
            theirs.append(rows)
        targets, torques = theirs
        return replace(Command.hold(targets, self.kp, self.kd), torques=torques)


def noise(robot: str, scale: float, worlds: int, seed: int) -> Frames:
    """Return frames of a robot with random targets about its pose, a second after the start.

    Targets are drawn about the nominal pose, anew in every control step. Robots start upright; an
    ant gets random torques instead of targets.
    """
    return _driven((robot,), (), _upright, scale, 50, worlds, seed)


def team(scale: float, worlds: int, seed: int) -> Frames:
    """Return frames as from :func:`noise`, of seven T1 against seven, apart from each other."""
    return _driven(("T1",) * 7, ("T1",) * 7, _upright, scale, 50, worlds, seed)


def heap(scale: float, worlds: int, seed: int) -> Frames:
    """As :func:`team`, but the robots were dropped in a heap two seconds before."""
    return _driven(("T1",) * 7, ("T1",) * 7, _dropped, scale, 100, worlds, seed)


def walking(worlds: int, seed: int) -> Frames:
    """Return frames of a T1 that walks under the shipped policy, three seconds after the start."""
    policy = Policy.load(POLICY)
    return _environment(policy.new_task(), policy.act, 150, worlds, seed)


def random_actions(worlds: int, seed: int) -> Frames:
    """Return frames of T1Walk under uniformly random actions: robots fall and are reset."""
    rng = np.random.default_rng(seed)

    def act(observations: np.ndarray) -> np.ndarray:
        return rng.uniform(-1.0, 1.0, (len(observations), T1.joints)).astype(np.float32)

    return _environment("T1Walk", act, 50, worlds, seed)


def one_by_one(frames: Frames, worlds: int) -> Frames:
    """Return some of the worlds as a single one: all steps of one, then those of the next."""

    def turned(array: np.ndarray) -> np.ndarray:
        chosen: np.ndarray = array[:, :worlds].swapaxes(0, 1)
        return chosen.reshape(-1, 1, *array.shape[2:])

    return replace(
        frames,
        qpos=turned(frames.qpos),
        qvel=turned(frames.qvel),
        warmstart=turned(frames.warmstart),
        targets=turned(frames.targets),
        torques=turned(frames.torques),
    )


def together(frames: Frames, robots: int) -> Frames:
    """Return the robots of ``robots`` worlds in one world, apart from each other."""
    steps, ball_q, ball_v = len(frames.qpos), 7, 6
    qpos = frames.qpos[:, :robots, ball_q:].copy()
    for robot in range(robots):
        qpos[:, robot, :2] = _place_of(robot)

    def joined(balls: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return np.concatenate((balls, rows.reshape(steps, -1)), axis=1)[:, None]

    return replace(
        frames,
        left=("T1",) * (robots - robots // 2),
        right=("T1",) * (robots // 2),
        qpos=joined(frames.qpos[:, 0, :ball_q], qpos),
        qvel=joined(frames.qvel[:, 0, :ball_v], frames.qvel[:, :robots, ball_v:]),
        warmstart=joined(frames.warmstart[:, 0, :ball_v], frames.warmstart[:, :robots, ball_v:]),
        targets=frames.targets[:, None, :robots, 0],
        torques=frames.torques[:, None, :robots, 0],
    )


_ARRAYS = ("qpos", "qvel", "warmstart", "targets", "torques")
_SETUPS = {setup.model: setup for setup in (T1, K1, NAO)}
_Start = Callable[[Scene, np.random.Generator], None]


def _place_of(robot: int) -> tuple[float, float]:
    return SPACING * (robot // 4), SPACING * (robot % 4)


def _upright(scene: Scene, rng: np.random.Generator) -> None:
    place_ball(scene, (0.0, -3.0, 0.11))
    for index, robot in enumerate(scene.robots):
        turned = rotation((0, 0, 1), rng.uniform(0.0, 2 * np.pi))
        place(scene, robot, _place_of(index), 0.0, turned)


def _dropped(scene: Scene, rng: np.random.Generator) -> None:
    place_ball(scene, (0.0, 0.0, 0.5))
    for layer, robot in enumerate(scene.robots):
        xy = (float(rng.normal(0.0, 0.4)), float(rng.normal(0.0, 0.4)))
        place(scene, robot, xy, 0.02 + 0.35 * layer, random_rotation(rng))


@cache
def _scene(left: tuple[str, ...], right: tuple[str, ...]) -> Scene:
    return Scene(left, right)


def _driven(
    left: tuple[str, ...],
    right: tuple[str, ...],
    start: _Start,
    scale: float,
    warm_up: int,
    worlds: int,
    seed: int,
) -> Frames:
    """Worlds of robots whose motors follow normal noise."""
    rng = np.random.default_rng(seed)
    scene = _scene(left, right)
    states = []
    for _ in range(worlds):
        scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
        start(scene, rng)
        states.append(scene.data.qpos.copy())
    batch = rcssgym.WorldBatch(worlds, left=left, right=right)
    batch.set_state(np.array(states), np.zeros((worlds, scene.model.nv)))
    recorder = _Recorder(batch)
    shape = batch.joint_positions.shape
    setups: list[RobotSetup | None] = [_SETUPS.get(model) for model in (*left, *right)]
    nominal = np.zeros(shape[1:])
    for row, setup in zip(nominal, setups, strict=True):
        if setup is not None:
            row[: setup.joints] = setup.nominal
    limp = setups[0] is None
    for step in range(warm_up + STEPS):
        if step == warm_up:
            recorder.begin()
        drawn = rng.normal(0.0, scale, shape)
        if limp:
            recorder.step(np.zeros(shape), kp=0.0, kd=0.0, torques=drawn)
        else:
            recorder.step(nominal + drawn, kp=KP, kd=KD)
    return recorder.frames(left, right)


def _environment(
    task: Any,
    act: Callable[[np.ndarray], np.ndarray],
    warm_up: int,
    worlds: int,
    seed: int,
) -> Frames:
    """Worlds of an environment's task, driven by its targets."""
    env = WorldVectorEnv(task, worlds)
    observations, _ = env.reset(seed=seed)
    recorder = _Recorder(env.worlds)
    driven: Any = env.task
    robot: RobotSetup = driven.robot
    for step in range(warm_up + STEPS):
        if step == warm_up:
            recorder.begin()
        actions = act(observations)
        # Some worlds take their actions one step late.
        late = np.asarray(getattr(driven, "is_late", False))
        applied = np.where(late.reshape(-1, 1), driven.action, actions)
        targets = robot.nominal + robot.action_scale * applied[:, None, :]
        recorder.take_down(targets, robot.kp, robot.kd, 0.0)
        observations, *_ = env.step(actions)
    return recorder.frames(tuple(driven.left), ())


class _Recorder:
    """A batch that records the state at the start of each of its steps, and the command."""

    def __init__(self, worlds: rcssgym.WorldBatch) -> None:
        self._worlds = worlds
        self._taken: list[dict[str, np.ndarray]] | None = None
        self._gains = (0.0, 0.0)

    def begin(self) -> None:
        """Start recording."""
        self._taken = []

    def step(self, targets: np.ndarray, kp: float, kd: float, torques: Any = 0.0) -> None:
        """Record the batch and its command, then step it."""
        self.take_down(targets, kp, kd, torques)
        self._worlds.step(targets, kp=kp, kd=kd, torques=np.broadcast_to(torques, targets.shape))

    def take_down(self, targets: np.ndarray, kp: float, kd: float, torques: Any) -> None:
        """Record the batch's current state and the command."""
        worlds = self._worlds
        self._gains = (kp, kd)
        if self._taken is not None:
            shape = worlds.joint_positions.shape
            self._taken.append(
                {
                    "qpos": worlds.qpos.copy(),
                    "qvel": worlds.qvel.copy(),
                    "warmstart": worlds.qacc_warmstart.copy(),
                    "targets": np.broadcast_to(targets, shape).copy(),
                    "torques": np.broadcast_to(torques, shape).copy(),
                }
            )

    def frames(self, left: tuple[str, ...], right: tuple[str, ...]) -> Frames:
        """Return what was recorded."""
        taken = self._taken or []
        arrays = {name: np.stack([frame[name] for frame in taken]) for name in _ARRAYS}
        kp, kd = self._gains
        return Frames(tuple(left), tuple(right), **arrays, kp=kp, kd=kd)
