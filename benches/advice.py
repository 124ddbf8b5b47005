"""Cost of fifty coach rules per cycle of play, compared with the same games without rules.

    python benches/advice.py

Two games of two scripted teams are played in turn on one thread, and their processor times are
compared. In ``asked`` the rules give advice that changes nothing, so that both games are the same;
in ``followed`` every rule that holds gives ten players a home.
"""

import statistics
import time

import numpy as np
from rcssgym import DiscBatch
from rcssgym.disc import Scripted

CONDITIONS = (
    "(bpos (rec (pt -52.5 -34) (pt 0 34)))",
    "(and (bowner our {X}) (bpos (arc (pt our X) 0 20 0 360)))",
    "(ppos opp {0} 2 11 (tri (pt 0 -34) (pt 0 34) (pt ball)))",
    "(and (time > 100) (or (playm play_on) (goal_diff < 0)) (not (bowner opp {0})))",
)
"""Conditions on the ball's place, on who has it, on players' places, and on time and score."""
DIRECTIVES = {
    "asked": "(do opp {2 3 4 5 6 7 8 9 10 11} (htype 0))",
    "followed": "(do our {2 3 4 5 6 7 8 9 10 11} (home (rec (pt -60 -40) (pt 60 40))))",
}
RULES, ROUNDS, CYCLES = 50, 120, 500
GAME = {"auto_mode": True, "half_time": 100_000, "kick_off_wait": 10}


def game(advice: list[str]) -> DiscBatch:
    """Return a game in progress whose left team has heard this advice."""
    batch = DiscBatch(
        1, seed=1, threads=1, server_params=GAME, teams=(Scripted(advice=advice), "scripted")
    )
    batch.advance(100)
    return batch


def seconds(batch: DiscBatch) -> float:
    """Return the processor time of ``CYCLES`` cycles, s."""
    begun = time.process_time()
    batch.advance(CYCLES)
    return time.process_time() - begun


def main() -> None:
    """Print both figures."""
    for name, directive in DIRECTIVES.items():
        rules = [
            f"(define (definerule r{number} direc ({CONDITIONS[number % 4]} {directive})))"
            for number in range(RULES)
        ]
        plain, advised = game([]), game([*rules, "(rule (on all))"])
        rows = [(seconds(plain), seconds(advised)) for _ in range(ROUNDS)]
        cost = [1e6 * (with_rules - without) / CYCLES for without, with_rules in rows]
        low, middle, high = statistics.quantiles(cost, n=4)
        base = 1e6 * statistics.median(without for without, _ in rows) / CYCLES
        alike = (
            "the same game" if np.array_equal(plain.position, advised.position) else "other games"
        )
        print(
            f"{name}: {middle:.1f} us a cycle (quartiles {low:.1f}, {high:.1f}) beside {base:.1f}, "
            f"{alike}"
        )


if __name__ == "__main__":
    main()
