"""What a machine gives: as many processes of one thread each as there are threads.

Virtual cores may share a core, its clock or its memory with others. Threads can hardly be faster
than programs that share nothing, so these tell how much of what is missing is ours.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection

from benches.contestants import Contestant, Spent, Stopwatch


class Apart:
    """Processes that step their shares of the worlds all at once, each on one thread.

    `make` is called in each of them, for `1 / count` of the worlds; it is a function of a module,
    or a partial one. `what` they do is shown. Context manager: at its end the processes are gone.
    """

    def __init__(self, count: int, make: Callable[[], Contestant], what: str = "rcssgym") -> None:
        self.name = f"{what}, {count} processes"
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            context.Process(target=_advance, args=(theirs, make), daemon=True).start()
            theirs.close()
            self._pipes.append(ours)
        for pipe in self._pipes:
            pipe.recv()

    def advance(self, steps: int) -> Spent:
        """Make so many control steps of all worlds."""
        spent = Spent()
        with Stopwatch(spent):
            for pipe in self._pipes:
                pipe.send(steps)
            shares: list[Spent] = [pipe.recv() for pipe in self._pipes]
        spent.world_steps = sum(share.world_steps for share in shares)
        spent.cpu += sum(share.cpu for share in shares)
        return spent

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in self._pipes:
            pipe.close()


def _advance(pipe: Connection, make: Callable[[], Contestant]) -> None:
    contestant = make()
    pipe.send(None)
    while True:
        try:
            pipe.send(contestant.advance(pipe.recv()))
        except EOFError:
            return
