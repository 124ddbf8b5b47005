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
    "rcssgym": {"Camera", "DiscBatch", "Model", "WorldBatch"},
    "rcssgym.disc": {"Scripted"},
    "rcssgym._core": {"Past"},
    "gymnasium.spaces.box": {"Box"},
    "gymnasium.spaces.dict": {"Dict"},
    "gymnasium.spaces.discrete": {"Discrete"},
    "gymnasium.spaces.multi_discrete": {"MultiDiscrete"},
    "gymnasium.spaces.tuple": {"Tuple"},
    "gymnasium.vector.vector_env": {"AutoresetMode"},
    "numpy": {"dtype", "ndarray"},
    "numpy._core.multiarray": {"_reconstruct", "scalar"},
    "numpy.core.multiarray": {"_reconstruct", "scalar"},
    "numpy.random._pcg64": {"PCG64"},
    "numpy.random._pickle": {"__bit_generator_ctor", "__generator_ctor"},
    "numpy.random.bit_generator": {"SeedSequence", "__pyx_unpickle_SeedSequence"},
}
"""Names of other classes and functions that pickled environments may use, by module."""
_FILLED = {
    # How an environment was made, and the wrappers that ``gymnasium.make`` puts around it. They
    # import nothing when they are filled; only ``make`` would, with such a specification.
    "gymnasium.envs.registration": {"EnvSpec", "WrapperSpec"},
    "gymnasium.wrappers.common": {"OrderEnforcing", "PassiveEnvChecker", "TimeLimit"},
}
"""Names of classes that may be filled but not called."""
_OURS = (
    "rcssgym.envs.",
    "rcssgym.soccer.",
    "rcssgym.training.over",
    "rcssgym.training.players",
    "rcssgym.view.",
    "rcssgym.randomization",
)
"""Prefixes of modules of rcssgym whose classes pickled environments may use."""


def unpickled(data: bytes, *, trusted: str = "") -> Any:
    """Return an environment that has been pickled, such as for a checkpoint.

    Unlike :func:`pickle.loads` this makes only objects that environments consist of, and calls
    nothing else, so that pickles from untrusted sources may be read.

    :param trusted: module of a task of your own. It is imported, and the pickle may contain objects
        of its classes.

    Raises :class:`ArgumentError` for bytes that are not such a pickle.
    """
    try:
        return _Unpickler(data, trusted).load()
    except Exception as error:  # bytes that are no pickle make it raise nearly anything
        raise ArgumentError(f"data: is not a pickled environment: {error}") from error


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, trusted: str) -> None:
        super().__init__(io.BytesIO(data))
        self._trusted = trusted

    def find_class(self, module: str, name: str) -> Any:
        """Return the class or function that a pickle names, if environments may use it."""
        if name in _PARTS.get(module, ()):
            return super().find_class(module, name)
        if name in _FILLED.get(module, ()):
            return _empty(super().find_class(module, name))
        if module.startswith(_OURS) or (self._trusted and module == self._trusted):
            found = getattr(import_module(module), name, None)
            # A module also holds the names that it imports.
            if isinstance(found, type) and found.__module__ == module:
                kind: Any = found
                return kind if issubclass(kind, Enum) else _empty(kind)
        raise pickle.UnpicklingError(f"{module}.{name} is not a part of environments")


@cache
def _empty(kind: Any) -> Any:
    """Return a stand-in for a class: its objects can only be filled, and then become the class's.

    Calling the class itself could have side effects, such as importing a task that is given by
    name.
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
