"""Base class of what shows a server's game on a page: a thread that listens until it is closed."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from types import TracebackType
from typing import TYPE_CHECKING

from rcssgym.view.page import Page

if TYPE_CHECKING:
    from typing_extensions import Self

PATIENCE = 0.5
"""Time between two checks whether to end, and between two attempts to connect, s."""


class Listener(ABC):
    """Shows a game on a page, in a thread of its own, until it is closed.

    :param page: the page.
    :param address: host and port of the server.
    """

    def __init__(self, page: Page, address: tuple[str, int]) -> None:
        self._page = page
        self._address = address
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="viewer's monitor", daemon=True)

    def _start(self) -> None:
        """Start to listen; subclasses call this at the end of their constructor."""
        self._thread.start()

    @abstractmethod
    def _listen(self) -> None:
        """Listen and show until ``_over`` is set, which is checked every :data:`PATIENCE`."""

    def close(self) -> None:
        """Stop listening; the page stays open."""
        self._over.set()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
