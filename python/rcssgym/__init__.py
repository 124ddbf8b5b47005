"""RoboCup humanoid soccer as a reinforcement-learning environment.

>>> import rcssgym
>>> worlds = rcssgym.WorldBatch(num_worlds=4)
>>> worlds.step(worlds.joint_positions)
>>> worlds.joint_positions.shape
(4, 1, 23)
"""

from rcssgym._core import Model, WorldBatch, __version__, simd_level
from rcssgym.contact import Contact
from rcssgym.errors import (
    ArgumentError,
    BusyError,
    ForkError,
    ModelError,
    RcssGymError,
    SnapshotError,
)

__all__ = [
    "ArgumentError",
    "BusyError",
    "Contact",
    "ForkError",
    "Model",
    "ModelError",
    "RcssGymError",
    "SnapshotError",
    "WorldBatch",
    "__version__",
    "simd_level",
]
