"""A coach who watches a 2D game and changes by advice how its team plays.

For a while it only looks: which opponents have the ball in the last third, and how often. Then it
tells its defenders, in the coach language and within the server's windows, to mark them; with
``--advice reversed``, not to mark them. From then on it looks and advises anew every minute.

    python examples/disc_coach.py --games 100 --advice marked
"""

from __future__ import annotations

import argparse
import math

import numpy as np
from numpy.typing import NDArray
from rcssgym import DiscBatch
from rcssgym.disc import PLAY_MODES, STATISTICS

COACHED, OTHERS = "Coached", "Others"
WATCHES = 600
"""Cycles between two advices."""
LOOKS = 5
"""Cycles between two looks."""
THREATS = 3
"""Opponents that are named."""
THIRD = -17.5
"""m: behind this the ball is in our last third."""
GAME = {
    "auto_mode": True,
    "kick_off_wait": 10,
    "nr_extra_halfs": 0,
    "penalty_shoot_outs": False,
}


class Coach:
    """The coach of the left team of one world."""

    def __init__(self, batch: DiscBatch, world: int, advice: str) -> None:
        self.batch, self.world, self.advice = batch, world, advice
        self.touches = np.zeros(12)
        self.accepted = 0

    def say(self, message: str) -> bool:
        """Say something, and return whether the server has taken it."""
        return self.batch.coach(self.world, COACHED, f"(say {message})") == "(ok say)"

    def look(self, ball: NDArray[np.float64], has_ball: NDArray[np.bool_]) -> None:
        """See who has the ball."""
        if ball[0] < THIRD:
            self.touches[np.flatnonzero(has_ball[11:]) + 1] += 1.0

    def advise(self) -> None:
        """Name those who had the ball most: what was seen longer ago counts less."""
        threats = [int(n) for n in np.argsort(-self.touches)[:THREATS] if self.touches[n] > 0]
        if self.advice == "none" or not threats:
            return
        self.accepted += self.say(f"(define (definerule foes direc {self.rule(threats)}))")
        self.accepted += self.say("(rule (on foes))")
        self.touches *= 0.5

    def rule(self, threats: list[int]) -> str:
        """Each of them is marked by a defender of his own, or nobody marks them."""
        when = "((and (bowner opp {0}) (bpos (rec (pt -52.5 -34) (pt 10 34))))"
        if self.advice == "reversed":
            names = " ".join(map(str, threats))
            return f"{when} (dont our {{0}} (mark {{{names}}})))"
        defenders = (4, 5, 6)
        marks = (
            f"(do our {{{own}}} (mark {{{foe}}}))"
            for own, foe in zip(defenders, threats, strict=False)
        )
        return f"{when} {' '.join(marks)})"


def play(games: int, advice: str, seed: int) -> DiscBatch:
    """Play games that are coached, to their ends."""
    batch = DiscBatch(
        games,
        seed=seed,
        server_params=GAME,
        team_names=(COACHED, OTHERS),
        teams=("scripted", "scripted"),
    )
    coaches = [Coach(batch, world, advice) for world in range(games)]
    over = PLAY_MODES.index("time_over")
    for look in range(10**9):
        batch.advance(LOOKS, worlds=batch.play_mode != over)
        if (batch.play_mode == over).all():
            break
        ball, has_ball = batch.ball_position, batch.can_kick != 0
        for coach in coaches:
            coach.look(ball[coach.world], has_ball[coach.world])
            if look % (WATCHES // LOOKS) == WATCHES // LOOKS - 1:
                coach.advise()
    return batch


def interval(values: NDArray[np.float64]) -> str:
    """Return a mean with its interval of 95 % confidence."""
    half = 1.96 * values.std(ddof=1) / math.sqrt(len(values))
    return f"{values.mean():.2f} +- {half:.2f}"


def main() -> None:
    """Play and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--advice", choices=("marked", "none", "reversed"), default="marked")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    batch = play(options.games, options.advice, options.seed)
    counts = batch.statistics.astype(float)
    for name in ("goals", "shots", "passes", "possession"):
        own, others = (interval(counts[:, side, STATISTICS.index(name)]) for side in (0, 1))
        print(f"{name}: {own} of the coached, {others} of the others")


if __name__ == "__main__":
    main()
