"""A coach who watches a 2D game and changes how its team plays by giving advice.

The opponents' formations make them defend on one side of the pitch and leave the other side open;
the side alternates from game to game. For half a minute the coach observes where they stand while
they do not have the ball. Then it tells its players to attack on the open side: forwards take their
places there, and nobody passes to the other side. It speaks in the coach language, in the periods
in which the server lets coaches speak. Every minute it gives new advice from what it has seen so
far. With ``--advice reversed`` it says the opposite.

    python examples/disc_coach.py --games 100 --advice open
"""

from __future__ import annotations

import argparse
import math
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rcssgym import DiscBatch
from rcssgym.disc import PLAY_MODES, STATISTICS, Scripted

FORMATIONS = Path(__file__).parents[1] / "src" / "teams" / "formation" / "standard.txt"
COACHED, OTHERS = "Coached", "Others"
LOPSIDED = 10.0
"""How far the opponents shift to one side when they defend, m."""
FIRST, NEXT = 300, 600
"""Cycles before the coach's first advice, and between one advice and the next."""
LOOKS = 5
"""Cycles between two observations of the coach."""
GAME = {
    "auto_mode": True,
    "kick_off_wait": 10,
    "nr_extra_halfs": 0,
    "penalty_shoot_outs": False,
}


def lopsided(aside: float) -> str:
    """Return formations whose players shift by ``aside`` metres along y when they defend."""
    lines: list[str] = []
    places: dict[str, dict[str, list[list[float]]]] = {}
    formation = ""
    for line in FORMATIONS.read_text().splitlines():
        code = line.partition("#")[0].strip()
        if found := re.fullmatch(r"formation (\w+)", code):
            formation, places = found[1], {}
        if formation != "defence" or (" at " not in code and " mirrors " not in code):
            lines.append(code)
        elif found := re.fullmatch(r"(\d+) at (\S+): (.*)", code):
            points = [[float(c) for c in point.split(",")] for point in found[3].split()]
            places.setdefault(found[1], {})[found[2]] = points
            lines.append(_row(found[1], found[2], points, aside))
        elif found := re.fullmatch(r"(\d+) mirrors (\d+)", code):
            for at, points in places[found[2]].items():
                mirrored = [[x, -y] for x, y in points]
                lines.append(_row(found[1], f"{-float(at):g}", mirrored, aside))
    return "\n".join(lines)


def _row(player: str, at: str, points: list[list[float]], aside: float) -> str:
    by = 0.0 if player == "1" else aside
    moved = " ".join(f"{x:g},{min(33.0, max(-33.0, y + by)):g}" for x, y in points)
    return f"{player} at {at}: {moved}"


class Coach:
    """The coach of the left team of one world."""

    def __init__(self, batch: DiscBatch, world: int, advice: str) -> None:
        self.batch, self.world, self.advice = batch, world, advice
        self.aside = 0.0
        """Mean y of the opponents, summed over all observations."""
        self.next = FIRST

    def say(self, message: str) -> bool:
        """Say something, and return whether the server has accepted it."""
        return self.batch.coach(self.world, COACHED, f"(say {message})") == "(ok say)"

    def look(self, opponents: NDArray[np.float64], ours: bool, cycle: int) -> None:
        """Note where the opponents (11, 2) stand; ``ours``: whether our team has the ball."""
        if ours:
            self.aside += float(opponents[1:, 1].mean())
        if cycle >= self.next and self.advice != "none":
            self.next += NEXT
            self.advise(open_side=-math.copysign(1.0, self.aside))

    def advise(self, open_side: float) -> None:
        """Tell the team on which side to attack."""
        side = open_side if self.advice == "open" else -open_side
        inner, outer = 4 * side, 34 * side
        rule = (
            "((bowner our {0})"
            f" (do our {{9 10 11}} (home (rec (pt -10 {inner:g}) (pt 44 {outer:g}))))"
            f" (dont our {{0}} (pass (rec (pt 0 {-inner:g}) (pt 60 {-outer:g})))))"
        )
        if self.say(f"(define (definerule attack direc {rule}))"):
            self.say("(rule (on attack))")


def play(games: int, advice: str, seed: int) -> tuple[DiscBatch, float]:
    """Play coached games to the end; return them and the share of coaches that were right."""
    sides = [LOPSIDED if world % 2 else -LOPSIDED for world in range(games)]
    teams = {aside: Scripted(formation=lopsided(aside)) for aside in set(sides)}
    batch = DiscBatch(
        games,
        seed=seed,
        server_params=GAME,
        team_names=(COACHED, OTHERS),
        teams=("scripted", [teams[aside] for aside in sides]),
    )
    coaches = [Coach(batch, world, advice) for world in range(games)]
    over = PLAY_MODES.index("time_over")
    has_ball = np.zeros(games, np.bool_)
    while (going := batch.play_mode != over).any():
        batch.advance(LOOKS, worlds=going)
        can_kick, position, cycle = batch.can_kick != 0, batch.position, batch.cycle
        ours, theirs = can_kick[:, :11].any(axis=1), can_kick[:, 11:].any(axis=1)
        has_ball = np.where(ours ^ theirs, ours, has_ball)
        for world in np.flatnonzero(going):
            coaches[world].look(position[world, 11:], bool(has_ball[world]), int(cycle[world]))
    # `aside` is in the opponents' frame, whose y points the other way than that of the coach.
    right = [coach.aside * aside < 0 for coach, aside in zip(coaches, sides, strict=True)]
    return batch, float(np.mean(right))


def interval(values: NDArray[np.float64]) -> str:
    """Return a mean with its 95 % confidence interval."""
    half = 1.96 * values.std(ddof=1) / math.sqrt(len(values))
    return f"{values.mean():.2f} +- {half:.2f}"


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(description="A coach who changes how its team plays.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--advice", choices=("open", "none", "reversed"), default="open")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.games < 2:
        parser.error(f"--games: {options.games} is too few for a confidence interval: at least 2")
    if options.seed < 0:
        parser.error(f"--seed: {options.seed} is less than 0")
    batch, right = play(options.games, options.advice, options.seed)
    print(f"the coach has seen the open side in {right:.0%} of the games")
    counts = batch.statistics.astype(float)
    for name in ("goals", "shots", "passes", "losses"):
        own, others = (interval(counts[:, side, STATISTICS.index(name)]) for side in (0, 1))
        print(f"{name}: {own} of the coached, {others} of the others")


if __name__ == "__main__":
    main()
