"""Robots that move as in training: recorded control steps, replayed beside `mj_step`.

`mj_step` starts each control step from the recorded state and warm start. Our solver also starts
from the state of the constraint rows in the previous substep. Our engine therefore starts one
recorded step earlier and makes that step as well. Only the step that is replayed is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mujoco
import rcssgym

from benches.contestants import Spent, Stopwatch
from benches.peers import motions
from benches.peers.engine import Engine, Precision
from benches.peers.motions import Frames
from benches.peers.scene import Scene

REFERENCE_WORLDS = 8  # worlds of a batch that MuJoCo steps in turn
OURS: dict[Precision, str] = {"double": "rcssgym", "single": "rcssgym, single precision"}
AVX2_SHARE = 0.6  # factor of the ratios with AVX2; those in the table are for AVX-512


@dataclass(frozen=True)
class Row:
    """A line of the table: what moves, and (least, wanted) ratios to `mj_step` with AVX-512."""

    name: str
    record: Callable[[int], Frames]  # from a seed
    double: tuple[float, float] | None = None
    single: tuple[float, float] | None = None

    def least(self) -> dict[str, float]:
        """Return the least ratio of either precision that has one, with this CPU's registers."""
        return {name: least for name, (least, _) in self._ratios()}

    def notes(self) -> list[str]:
        """Return lines with the ratios that are wanted beyond the least."""
        return [f"wanted of {name}: {wanted:g}x" for name, (_, wanted) in self._ratios()]

    def _ratios(self) -> Iterator[tuple[str, tuple[float, float]]]:
        share = AVX2_SHARE if rcssgym.simd_level() == "avx2" else 1.0
        for ratios, name in ((self.double, OURS["double"]), (self.single, OURS["single"])):
            if ratios is not None:
                yield name, (share * ratios[0], share * ratios[1])


def rows() -> Iterator[Row]:
    """Yield the table's lines."""

    def walking(seed: int) -> Frames:
        return motions.walking(256, seed)

    def small(seed: int) -> Frames:
        return noise("T1", 0.05, 256, seed)

    def random(seed: int) -> Frames:
        return motions.random_actions(256, seed)

    def flailing(seed: int) -> Frames:
        return noise("T1", 0.5, 256, seed)

    noise = motions.noise
    yield Row("256 x 1 T1, small noise", small, (13, 18), (20, 30))
    yield Row("256 x 1 T1, walking", walking, (12, 18), (20, 30))
    yield Row("256 x 1 T1, random actions", random, (10, 15), (16, 25))
    yield Row("256 x 1 T1, flailing", flailing, (8, 12), (12, 18))
    yield Row("16 x 14 T1, small noise", lambda s: motions.team(0.05, 16, s), (15, 25), (22, 35))
    heap = "16 x 14 T1, flailing in a heap"
    yield Row(heap, lambda s: motions.heap(0.5, 16, s), (6, 10), (9, 15))
    yield Row("1 x 1 T1, walking", lambda s: motions.one_by_one(motions.walking(8, s), 8), (5, 8))
    fourteen = "1 x 14 T1, walking"
    yield Row(fourteen, lambda s: motions.together(motions.walking(14, s), 14), (12, 20))
    yield Row("256 x 1 K1, small noise", lambda s: noise("K1", 0.05, 256, s))
    yield Row("256 x 1 K1, flailing", lambda s: noise("K1", 0.5, 256, s))
    yield Row("256 x 1 ant, small torques", lambda s: noise("ant", 0.1, 256, s))
    yield Row("256 x 1 ant, large torques", lambda s: noise("ant", 1.0, 256, s))


class Ours:
    """`WorldBatch.step` on one thread."""

    def __init__(self, frames: Frames, scene: Scene, precision: Precision) -> None:
        self.name = OURS[precision]
        self._frames, self._step = frames, 0
        self._batch = Engine(scene, frames.worlds, threads=1, precision=precision).batch

    def advance(self, steps: int) -> Spent:
        """Replay `steps` control steps of all worlds."""
        spent = Spent(world_steps=steps * self._frames.worlds)
        frames, batch = self._frames, self._batch
        for _ in range(steps):
            t = _timed(frames, self._step)
            batch.set_state(
                frames.qpos[t - 1], frames.qvel[t - 1], warmstart=frames.warmstart[t - 1]
            )
            self._make(t - 1)
            with Stopwatch(spent):
                self._make(t)
            self._step += 1
        return spent

    def _make(self, t: int) -> None:
        frames = self._frames
        torques = frames.torques[t]
        self._batch.step(frames.targets[t], kp=frames.kp, kd=frames.kd, torques=torques)


class MuJoCo:
    """`mj_step(model, data, 4)` on rcsssmj's model; only that call is timed."""

    name = "MuJoCo mj_step"

    def __init__(self, frames: Frames, scene: Scene) -> None:
        self._frames, self._scene, self._step = frames, scene, 0
        self._worlds = range(0, frames.worlds, -(-frames.worlds // REFERENCE_WORLDS))
        self._order = Engine(scene, 1)

    def advance(self, steps: int) -> Spent:
        """Replay `steps` control steps of some worlds."""
        spent = Spent(world_steps=steps * len(self._worlds))
        frames, scene = self._frames, self._scene
        for _ in range(steps):
            t = _timed(frames, self._step)
            for world in self._worlds:
                # not `set_state`, whose reset would leave MuJoCo's memory out of the cache
                scene.data.qpos[:] = frames.qpos[t, world]
                scene.data.qvel[:] = frames.qvel[t, world]
                scene.data.qacc_warmstart[:] = frames.warmstart[t, world]
                scene.command(frames.command(scene, self._order, t, world))
                with Stopwatch(spent):
                    mujoco.mj_step(scene.model, scene.data, 4)
            self._step += 1
        return spent


def _timed(frames: Frames, step: int) -> int:
    """Return which recorded step is replayed: all in turn, except the first of each recording."""
    recordings = len(frames.qpos) // motions.STEPS
    recording, t = divmod(step % (recordings * (motions.STEPS - 1)), motions.STEPS - 1)
    return recording * motions.STEPS + 1 + t


def contestants(frames: Frames) -> tuple[Ours, Ours, MuJoCo]:
    """Our engine in both precisions, and MuJoCo's, with the same recording to replay."""
    scene = Scene(frames.left, frames.right)
    ours = Ours(frames, scene, "double"), Ours(frames, scene, "single")
    return *ours, MuJoCo(frames, scene)
