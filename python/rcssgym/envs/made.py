"""Environments whose options are those with which they were made."""

from collections.abc import Callable
from inspect import signature
from typing import Any, ClassVar

from rcssgym.errors import ArgumentError


def options_of(constructor: Callable[..., None]) -> frozenset[str]:
    """Return the names of a constructor's parameters."""
    return frozenset(signature(constructor).parameters) - {"self"}


class Made:
    """Refuses to set options of an environment that has been made, which would change nothing."""

    _made_from: ClassVar[frozenset[str]] = frozenset()
    """Names of options, and of attributes that follow from them."""
    _is_made = False
    """Whether the constructor has done its work; it sets this itself."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute.

        Raises :class:`ArgumentError` for an option.
        """
        if self._is_made and name in self._made_from:
            raise ArgumentError(f"{name}: cannot change any more: make another environment")
        super().__setattr__(name, value)
