"""One state of a scene, and many as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .scene import Command


@dataclass(frozen=True)
class State:
    """One state: enough to compute the acceleration and to go on from here."""

    qpos: np.ndarray
    qvel: np.ndarray
    warmstart: np.ndarray
    command: Command


def stack(states: Sequence[State]) -> dict[str, np.ndarray]:
    """Arrays over states: qpos (W, nq), qvel, warmstart (W, nv), the command's parts (W, R, J)."""
    arrays = {
        name: np.stack([getattr(s, name) for s in states]) for name in ("qpos", "qvel", "warmstart")
    }
    for part in ("targets", "velocities", "kp", "kd", "torques"):
        arrays[part] = np.stack([getattr(s.command, part) for s in states])
    return arrays
