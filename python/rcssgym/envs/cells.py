"""Arrays of a task that are the core's own memory."""

from __future__ import annotations

from typing import Any, Protocol, overload

from numpy.typing import NDArray


class Owner(Protocol):
    """A task whose attributes are channels."""

    @property
    def is_seeing(self) -> bool:
        """Whether the task is writing an observation at the moment."""

    def cells(self, channel: str) -> NDArray[Any]:
        """Return the core's memory of a channel, ``(W, n)``."""


class Cells:
    """An attribute of a task: a channel of the core with one row per environment.

    Reading it returns an array that is a view of the core's memory. Writing into that array, or
    assigning to the attribute, changes the values with which the core continues.

    :param channel: the channel's name in the core.
    :param kind: ``"numbers"`` for ``(W, n)``, ``"number"`` for ``(W,)``, or ``"robots"`` for
        ``(W, 1, n)``.
    :param part: which of the channel's columns to show, such as ``slice(2)`` for x and y.
    :param seen: channel to show instead while the task observes.
    """

    def __init__(
        self,
        channel: str,
        kind: str = "numbers",
        part: slice = slice(None),
        *,
        seen: str | None = None,
    ) -> None:
        self.channel = channel
        self.seen = channel if seen is None else seen
        index: dict[str, Any] = {
            "numbers": (slice(None), part),
            "number": (slice(None), 0),
            "robots": (slice(None), None, part),
        }
        self._index = index[kind]

    @overload
    def __get__(self, task: None, owner: type[Owner]) -> Cells: ...
    @overload
    def __get__(self, task: Owner, owner: type[Owner]) -> NDArray[Any]: ...
    def __get__(self, task: Owner | None, owner: type[Owner]) -> Cells | NDArray[Any]:
        """Return the array."""
        if task is None:
            return self
        channel = self.seen if task.is_seeing else self.channel
        cells: NDArray[Any] = task.cells(channel)[self._index]
        return cells

    def __set__(self, task: Owner, value: Any) -> None:
        """Write into the array."""
        task.cells(self.channel)[self._index] = value
