"""Environments read back from pickles that may come from elsewhere."""

import io
import pickle
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any

from rcssgym.errors import ArgumentError

_PARTS = {
    "collections": {"OrderedDict"},
    "rcssgym": {"Camera", "DiscBatch", "WorldBatch"},
    "rcssgym.disc": {"Scripted"},
    "rcssgym._core": {"Past"},
    "gymnasium.spaces.box": {"Box"},
    "gymnasium.spaces.dict": {"Dict"},
    "gymnasium.vector.vector_env": {"AutoresetMode"},
    "numpy": {"dtype", "ndarray"},
    "numpy._core.multiarray": {"_reconstruct", "scalar"},
    "numpy.core.multiarray": {"_reconstruct", "scalar"},
    "numpy.random._pcg64": {"PCG64"},
    "numpy.random._pickle": {"__bit_generator_ctor", "__generator_ctor"},
    "numpy.random.bit_generator": {"SeedSequence", "__pyx_unpickle_SeedSequence"},
}
"""What environments are made of besides classes of rcssgym, by module."""
_OURS = (
    "rcssgym.envs.",
    "rcssgym.soccer.",
    "rcssgym.training.over",
    "rcssgym.training.players",
    "rcssgym.view.",
    "rcssgym.randomization",
)
"""How names of modules begin whose classes may be in there."""


def unpickled(data: bytes, *, trusted: str = "") -> Any:
    """Return the environment that has been pickled, such as for a checkpoint.

    Unlike :func:`pickle.loads` it makes no objects but those that environments are made of, and
    calls nothing else, so that a pickle from anywhere may be read.

    :param trusted: module of a task of your own, which is imported, and whose classes may be in
        there, too.

    Raises :class:`ArgumentError` for bytes that are no such pickle.
    """
    try:
        return _Unpickler(data, trusted).load()
    except Exception as error:  # bytes that are no pickle make it raise nearly anything
        raise ArgumentError(f"data: is no pickled environment: {error}") from error


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, trusted: str) -> None:
        super().__init__(io.BytesIO(data))
        self._trusted = trusted

    def find_class(self, module: str, name: str) -> Any:
        """Return what a pickle names, if it is a part of environments."""
        if name in _PARTS.get(module, ()):
            return super().find_class(module, name)
        if module.startswith(_OURS) or (self._trusted and module == self._trusted):
            found = getattr(import_module(module), name, None)
            # A module also has names of what it imports.
            if isinstance(found, type) and found.__module__ == module:
                kind: Any = found
                return kind if issubclass(kind, Enum) else _empty(kind)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of environments")


@cache
def _empty(kind: Any) -> Any:
    """Return a stand-in for a class whose objects can be filled, and become the class's, only.

    Called, the class itself could do more, such as import the task that it is given by name.
    """

    def refuse(*_: Any, **__: Any) -> None:
        raise pickle.UnpicklingError(f"calls {kind.__name__}")

    def fill(self: Any, state: Any) -> None:
        self.__class__ = kind
        if hasattr(kind, "__setstate__"):
            self.__setstate__(state)
        else:
            vars(self).update(state)

    return type(kind.__name__, (kind,), {"__init__": refuse, "__setstate__": fill})
