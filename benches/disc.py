"""The 2D game: 11 against 11 with random commands of every player, called from Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import rcssgym
from numpy.typing import NDArray
from rcssgym.disc import PLAY_MODES, BodyCommand

from benches.contestants import Spent, Stopwatch

WORLDS = 256
DRAWN = 64
"""Steps after which the commands repeat; they are drawn before the clock runs."""
CHECKED = 32
"""Cycles between two checks for games that have stopped, which are then restarted."""


class DiscGames:
    """`DiscBatch.step`; the whole call is timed, and so are restarts of games.

    In every cycle every player turns their neck, and dashes (75 %), turns (15 %), kicks (8 %) or
    tackles (2 %), all with random parameters.
    """

    def __init__(self, worlds: int = WORLDS, threads: int = 1) -> None:
        self.name = f"{worlds} worlds, {threads} thread{'s' * (threads > 1)}"
        self.batch = rcssgym.DiscBatch(worlds, threads=threads, seed=1)
        random = np.random.default_rng(0)
        shape = worlds, self.batch.num_players
        self._commands = [self._draw(random, shape) for _ in range(DRAWN)]
        self._step = 0
        x, y = random.uniform(-50, -2, shape), random.uniform(-32, 32, shape)
        x[:, 11:] *= -1
        self.batch.start()
        self.batch.set_state(position=np.stack([x, y], -1))
        self._go_on()

    @staticmethod
    def _draw(random: np.random.Generator, shape: tuple[int, int]) -> dict[str, NDArray[Any]]:
        kinds = [BodyCommand.DASH, BodyCommand.TURN, BodyCommand.KICK, BodyCommand.TACKLE]
        kind = random.choice(np.array(kinds, np.uint8), shape, p=[0.75, 0.15, 0.08, 0.02])
        angle = random.uniform(-180, 180, shape)
        power = random.uniform(30, 100, shape)
        turns = (kind == BodyCommand.TURN) | (kind == BodyCommand.TACKLE)
        args = np.stack([np.where(turns, angle, power), np.where(turns, 0, angle)], -1)
        return {"kind": kind, "args": args, "turn_neck": random.uniform(-90, 90, shape)}

    def _go_on(self) -> None:
        """Restart games that have stopped."""
        modes = self.batch.play_mode
        still = np.isin(modes, [PLAY_MODES.index("before_kick_off"), PLAY_MODES.index("time_over")])
        if still.any():
            self.batch.recover(still)
            self.batch.change_mode("play_on", still)

    def advance(self, steps: int) -> Spent:
        """Play `steps` cycles of all worlds."""
        spent = Spent(steps * self.batch.num_worlds)
        with Stopwatch(spent):
            for _ in range(steps):
                self.batch.step(**self._commands[self._step % DRAWN])
                self._step += 1
                if self._step % CHECKED == 0:
                    self._go_on()
        return spent

    def in_play(self) -> float:
        """Share of the games whose clock runs."""
        return float(np.mean(self.batch.stopped == 0))
