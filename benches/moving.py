"""Robots that move as in training: recorded control steps, replayed beside `mj_step`.

`mj_step` starts each control step from the recorded state and warm start. Our solver also begins
with what rows of constraints did in the substep before, so our engine starts one recorded step
earlier and makes that one, too. Only the step itself is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mujoco

from benches.contestants import Spent, Stopwatch
from benches.peers import motions
from benches.peers.engine import Engine
from benches.peers.motions import Frames
from benches.peers.scene import Scene

REFERENCE_WORLDS = 8  # worlds of a batch that MuJoCo steps in turn


@dataclass(frozen=True)
class Row:
    """A line of the table: what moves, and the least and the wanted ratio to `mj_step`."""

    name: str
    record: Callable[[int], Frames]  # from a seed
    least: float | None = None
    goal: float | None = None


def rows() -> Iterator[Row]:
    """Yield the table's lines."""

    def walking(seed: int) -> Frames:
        return motions.walking(256, seed)

    noise = motions.noise
    yield Row("256 x 1 T1, small noise", lambda s: noise("T1", 0.05, 256, s), 13, 18)
    yield Row("256 x 1 T1, walking", walking, 12, 18)
    yield Row("256 x 1 T1, random actions", lambda s: motions.random_actions(256, s), 10, 15)
    yield Row("256 x 1 T1, flailing", lambda s: noise("T1", 0.5, 256, s), 8, 12)
    yield Row("16 x 14 T1, small noise", lambda s: motions.team(0.05, 16, s), 15, 25)
    yield Row("16 x 14 T1, flailing in a heap", lambda s: motions.heap(0.5, 16, s), 6, 10)
    yield Row("1 x 1 T1, walking", lambda s: motions.one_by_one(motions.walking(8, s), 8), 5, 8)
    yield Row("1 x 14 T1, walking", lambda s: motions.together(motions.walking(14, s), 14), 12, 20)
    yield Row("256 x 1 K1, small noise", lambda s: noise("K1", 0.05, 256, s))
    yield Row("256 x 1 K1, flailing", lambda s: noise("K1", 0.5, 256, s))
    yield Row("256 x 1 ant, small torques", lambda s: noise("ant", 0.1, 256, s))
    yield Row("256 x 1 ant, large torques", lambda s: noise("ant", 1.0, 256, s))


class Ours:
    """`WorldBatch.step` on one thread."""

    name = "rcssgym"

    def __init__(self, frames: Frames, scene: Scene) -> None:
        self._frames, self._step = frames, 0
        self._batch = Engine(scene, frames.worlds, threads=1).batch

    def advance(self, steps: int) -> Spent:
        """Replay so many control steps of all worlds."""
        spent = Spent(world_steps=steps * self._frames.worlds)
        frames, batch = self._frames, self._batch
        for _ in range(steps):
            t = _timed(frames, self._step)
            batch.set_state(
                frames.qpos[t - 1], frames.qvel[t - 1], warmstart=frames.warmstart[t - 1]
            )
            gains = {"kp": frames.kp, "kd": frames.kd}
            batch.step(frames.targets[t - 1], torques=frames.torques[t - 1], **gains)
            with Stopwatch(spent):
                batch.step(frames.targets[t], torques=frames.torques[t], **gains)
            self._step += 1
        return spent


class MuJoCo:
    """`mj_step(model, data, 4)` on rcsssmj's model; only that call is timed."""

    name = "MuJoCo mj_step"

    def __init__(self, frames: Frames, scene: Scene) -> None:
        self._frames, self._scene, self._step = frames, scene, 0
        self._worlds = range(0, frames.worlds, -(-frames.worlds // REFERENCE_WORLDS))
        self._order = Engine(scene, 1)

    def advance(self, steps: int) -> Spent:
        """Replay so many control steps of some worlds."""
        spent = Spent(world_steps=steps * len(self._worlds))
        frames, scene = self._frames, self._scene
        for _ in range(steps):
            t = _timed(frames, self._step)
            for world in self._worlds:
                # not `set_state`: a reset would leave MuJoCo with cold memory
                scene.data.qpos[:] = frames.qpos[t, world]
                scene.data.qvel[:] = frames.qvel[t, world]
                scene.data.qacc_warmstart[:] = frames.warmstart[t, world]
                scene.command(frames.command(scene, self._order, t, world))
                with Stopwatch(spent):
                    mujoco.mj_step(scene.model, scene.data, 4)
            self._step += 1
        return spent


def _timed(frames: Frames, step: int) -> int:
    """Return which recorded step is replayed: in turn, but none that a recording begins with."""
    recordings = len(frames.qpos) // motions.STEPS
    recording, t = divmod(step % (recordings * (motions.STEPS - 1)), motions.STEPS - 1)
    return recording * motions.STEPS + 1 + t


def contestants(frames: Frames) -> tuple[Ours, MuJoCo]:
    """Both engines before the same recording."""
    scene = Scene(frames.left, frames.right)
    return Ours(frames, scene), MuJoCo(frames, scene)
