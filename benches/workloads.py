"""What is simulated: rosters, initial states and motor targets, the same for every engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from benches.peers.poses import (
    STANDING_KD,
    STANDING_KP,
    place,
    place_ball,
    random_targets,
    rotation,
    standing_targets,
)
from benches.peers.scene import Scene

TARGET_SETS = 16  # after which the sequence of random targets repeats
HOLD = 10  # control steps for which random targets are held
WARM_UP = 100  # control steps, 2 s: robots under random targets have fallen by then


@dataclass(frozen=True)
class Workload:
    """Worlds with `players` T1 and a ball.

    Standing robots hold a pose. Settling ones get new random targets within their joint ranges
    every ten control steps, the motors at rcssgym's default gains: they fall and flail on the
    ground.
    """

    worlds: int
    players: int
    standing: bool
    seed: int = 0
    scene: Scene = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "scene", Scene(self.left, self.right))

    @property
    def name(self) -> str:
        """Say what it is in a few words."""
        worlds = "1 world" if self.worlds == 1 else f"{self.worlds} worlds"
        return f"{worlds} x {self.players} T1, {'standing' if self.standing else 'settling'}"

    @property
    def left(self) -> tuple[str, ...]:
        """Models of the left team."""
        return ("T1",) * (self.players - self.players // 2)

    @property
    def right(self) -> tuple[str, ...]:
        """Models of the right team."""
        return ("T1",) * (self.players // 2)

    @property
    def gains(self) -> tuple[float, float]:
        """Kp and kd of all motors."""
        return (STANDING_KP, STANDING_KD) if self.standing else (25.0, 0.6)

    @cached_property
    def qpos(self) -> np.ndarray:
        """Initial states, (W, nq): robots on a grid, each world turned a little differently."""
        rng = np.random.default_rng(self.seed)
        scene = self.scene
        states = []
        for _ in range(self.worlds):
            scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
            place_ball(scene, (0.0, -2.0, 0.11))
            for index, robot in enumerate(scene.robots):
                turned = rotation((0, 0, 1), rng.uniform(0.0, 2 * np.pi))
                place(scene, robot, (1.5 * (index // 4), 1.5 * (index % 4)), 0.0, turned)
            states.append(scene.data.qpos.copy())
        return np.array(states)

    @cached_property
    def target_sets(self) -> np.ndarray:
        """Return the sequence of targets, (T, W, R, J) rad."""
        if self.standing:
            pose = standing_targets(self.scene)
            return np.broadcast_to(pose, (1, self.worlds, *pose.shape)).copy()
        rng = np.random.default_rng(self.seed + 1)
        return np.array(
            [
                [random_targets(self.scene, rng) for _ in range(self.worlds)]
                for _ in range(TARGET_SETS)
            ]
        )

    def targets(self, step: int) -> np.ndarray:
        """Targets of one control step, (W, R, J) rad."""
        targets: np.ndarray = self.target_sets[step // HOLD % len(self.target_sets)]
        return targets
