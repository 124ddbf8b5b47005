"""Games of 22 players who ask two local playmakers, and games with the same actions in process."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import rcssgym
from rcssgym._core import PlaymakerServer
from rcssgym.disc import PLAY_MODES
from rcssgym.playmaker import ActionBatch, Ask, PlaymakerGame, full_planner
from rcssgym.playmaker.messages import (
    HeliosBasicMove,
    HeliosGoalie,
    HeliosOffensivePlanner,
    HeliosSetPlay,
    HeliosShoot,
    PlayerActions,
)

from benches.server import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

CYCLES = 300
"""Cycles of a game that asks playmakers, and of games in process."""
PLAY_ON = PLAY_MODES.index("play_on")
SAMPLE = ROOT / "examples" / "playmaker" / "server.py"


@dataclass
class Rate:
    """Cycles per second, and the share of the time that is not spent waiting for answers."""

    name: str
    cycles_per_second: float
    own_share: float | None = None


def measure(rounds: int) -> list[Rate]:
    """Measure everything; return medians over ``rounds`` rounds, at most three."""
    found = []
    for name, servers in (("no-op in Rust", _constant), ("sample in Python", _sample)):
        games = [_asking(servers) for _ in range(min(rounds, 3))]
        rate, share = sorted(games)[len(games) // 2]
        found.append(Rate(f"asks two playmakers, {name}", rate, share))
    for name, more in (("without planner", []), ("with planner", [full_planner()])):
        rates = sorted(_in_process(more) for _ in range(min(rounds, 3)))
        found.append(Rate(f"in process, one thread, {name}", rates[len(rates) // 2]))
    return found


@contextmanager
def _constant() -> Iterator[str]:
    server = PlaymakerServer(PlayerActions().encode(), "127.0.0.1", 0, False, 1024)
    try:
        yield "{}:{}".format(*server.address)
    finally:
        server.close()


@contextmanager
def _sample() -> Iterator[str]:
    command = [sys.executable, str(SAMPLE), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield line.split()[-1]
        finally:
            process.terminate()


def _asking(servers: object) -> tuple[float, float]:
    assert callable(servers)
    with servers() as left, servers() as right:
        game = PlaymakerGame(Ask(left), Ask(right), cycles=CYCLES)
        begin = time.perf_counter()
        steps = 0
        while not game.over:
            game.step()
            steps += 1
        seconds = time.perf_counter() - begin
        asked = game.result.asked
        game.close()
    assert not any(own.missed for own in asked), asked
    waited = sum(own.waited for own in asked)
    return steps / seconds, 1.0 - waited / seconds


def _in_process(more: list[HeliosOffensivePlanner]) -> float:
    """Return the cycles per second of games in which both teams use the common actions."""
    batch = rcssgym.DiscBatch(4, threads=1, server_params={"auto_mode": True, "kick_off_wait": 10})
    own = ActionBatch(batch)
    team = [[HeliosGoalie()], *[[HeliosShoot(), *more, HeliosBasicMove()]] * 10] * 2
    still = [[HeliosSetPlay()]] * 22
    begin = 0.0
    for cycle in range(30 + CYCLES):
        if cycle == 30:
            begin = time.perf_counter()
        plays = batch.play_mode == PLAY_ON
        own.act(team, plays)
        own.act(still, ~plays)
        batch.advance(1)
    return CYCLES * len(batch) / (time.perf_counter() - begin)


def rows(rates: list[Rate]) -> list[str]:
    """Return the lines of the report."""
    lines = ["playmakers, 11 against 11"]
    for rate in rates:
        line = f"  {rate.name:46s} {rate.cycles_per_second:10,.1f} cycles/s"
        if rate.own_share is not None:
            line += f", {100 * rate.own_share:.0f} % of it the game's own"
        lines.append(line)
    return lines
