"""What a machine can give at most: in place of several threads, as many single-threaded processes.

Virtual cores may share a core, its clock or its memory with others. Threads can hardly be faster
than programs that share nothing, so these processes show how much of a missing speed-up is due to
our code.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection

from benches.contestants import Contestant, Spent, Stopwatch


class Apart:
    """Processes that step their shares of the worlds concurrently, each on one thread.

    Each process calls `make`, which makes `1 / count` of the worlds; it is a function of a module,
    or a partial of one. `what` names the work in the results. This is a context manager that ends
    the processes on exit.
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
        """Make `steps` control steps of all worlds."""
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
