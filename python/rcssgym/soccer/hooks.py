"""Methods and attributes that scripts written for rcsssmj override.

A class lists those that have no effect here. Overriding one in a subclass, or assigning one to an
object or to the class, gives a warning instead of being ignored silently.
"""

from __future__ import annotations

import sys
import warnings
from abc import ABCMeta
from collections.abc import Iterable, Mapping
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar

from rcssgym.errors import HookWarning

Unheard = Mapping[str, str]
"""Names that have no effect here, and what to do instead."""
_PACKAGE = "rcssgym."


def unheard(instead: str, *names: str) -> dict[str, str]:
    """Return a mapping of names that have no effect, with the same advice for all of them."""
    return dict.fromkeys(" ".join(names).split(), instead)


def _unheard_of(cls: type) -> Unheard:
    found: Unheard = getattr(cls, "_unheard", {})
    return found


def _warn(cls: type, name: str, instead: str) -> None:
    message = f"{cls.__name__}.{name}: nothing asks for it here; {instead}"
    warnings.warn(message, HookWarning, stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """Return how many frames up the first frame outside this package is."""
    level, frame = 1, sys._getframe(1)
    while _is_ours(frame) and frame.f_back is not None:
        level, frame = level + 1, frame.f_back
    return level


def _is_ours(frame: FrameType) -> bool:
    module: str = frame.f_globals.get("__name__", "")
    return module.startswith((_PACKAGE, "dataclasses", "abc"))


class Originals:
    """Original methods of a class, to find out whether they have been replaced.

    :param cls: the class with its original methods.
    :param names: names of methods and properties.
    """

    _all: ClassVar[list[Originals]] = []

    def __init__(self, cls: type, names: Iterable[str]) -> None:
        self._originals = {name: getattr(cls, name) for name in sorted(names)}
        self._names = frozenset(self._originals)
        self._looked_up: dict[type, bool] = {}
        self._all.append(self)

    def are_replaced(self, thing: object) -> bool:
        """Return whether an object or its class has another method in place of any of them."""
        kind = type(thing)
        in_class = self._looked_up.get(kind)
        if in_class is None:
            in_class = any(getattr(kind, name) is not it for name, it in self._originals.items())
            self._looked_up[kind] = in_class
        return in_class or not self._names.isdisjoint(thing.__dict__)

    def replaced(self, thing: object) -> list[str]:
        """Return the names of the methods that are replaced."""
        kind, own = type(thing), thing.__dict__
        pairs = self._originals.items()
        return [name for name, it in pairs if name in own or getattr(kind, name) is not it]

    @classmethod
    def look_again(cls) -> None:
        """Clear all cached results, because a class has changed."""
        for originals in cls._all:
            originals._looked_up.clear()


class HookedType(ABCMeta):
    """The type of classes that warn; see :class:`Hooked`."""

    _unheard: Unheard

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **more: Any
    ) -> None:
        super().__init__(name, bases, namespace, **more)
        if cls.__module__.startswith(_PACKAGE):
            return  # overrides in this package have an effect
        inherited = {key: text for base in bases for key, text in _unheard_of(base).items()}
        for hook in sorted(inherited.keys() & namespace.keys()):
            _warn(cls, hook, inherited[hook])

    def __setattr__(cls, name: str, value: Any) -> None:
        if name in _unheard_of(cls):
            _warn(cls, name, _unheard_of(cls)[name])
        super().__setattr__(name, value)
        Originals.look_again()

    def __delattr__(cls, name: str) -> None:
        super().__delattr__(name)
        Originals.look_again()


class Hooked(metaclass=HookedType):
    """Warns of overrides and assignments that have no effect."""

    _unheard: ClassVar[Unheard] = {}
    """Methods, properties and private attributes of rcsssmj's class that have no effect here."""
    _read_once: ClassVar[Unheard] = {}
    """Attributes that are only read when the object is made."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raise an error that says what to do without a private attribute of rcsssmj's."""
            if name not in self._unheard or hasattr(type(self), name):
                return object.__getattribute__(self, name)  # raises its own error
            kind, instead = type(self).__name__, self._unheard[name]
            raise AttributeError(f"{kind} has no attribute '{name}'; {instead}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._unheard:
            # a property takes the value, or refuses it
            if not isinstance(getattr(type(self), name, None), property):
                _warn(type(self), name, self._unheard[name])
        elif name in self._read_once and self._has_been_read(name):
            _warn(type(self), name, self._read_once[name])
        super().__setattr__(name, value)

    def _has_been_read(self, name: str) -> bool:
        """Return whether an attribute that is read once has been read already."""
        return name in self.__dict__
