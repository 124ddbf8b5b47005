"""Play many games of the common sample team in this process, without gRPC, and print its results.

    python examples/playmaker/in_process.py --right scripted --games 100

The sample team does what public playmaker servers answer: HeliosOffensivePlanner with all its
generators, HeliosShoot, HeliosBasicMove, HeliosGoalie, and HeliosSetPlay while play is stopped. Its
coach answers DoHeliosSubstitute, which gives the players their types.
"""

from __future__ import annotations

import argparse
import statistics

import rcssgym
from rcssgym.disc import PLAY_MODES, STATISTICS
from rcssgym.playmaker import ActionBatch, full_planner
from rcssgym.playmaker.messages import (
    DoHeliosSubstitute,
    HeliosBasicMove,
    HeliosGoalie,
    HeliosSetPlay,
    HeliosShoot,
    Message,
)

PLAY_ON, OVER = (PLAY_MODES.index(name) for name in ("play_on", "time_over"))
FIELD_PLAYER: list[Message] = [full_planner(), HeliosShoot(), HeliosBasicMove()]
TEAM: list[list[Message]] = [[HeliosGoalie()], *[FIELD_PLAYER] * 10]
SET_PLAY: list[list[Message]] = [[HeliosSetPlay()]] * 11
COACH = [DoHeliosSubstitute()]


def play(right: str, games: int, cycles: int, seed: int, threads: int | None) -> rcssgym.DiscBatch:
    """Play games of two halves against one of the built-in teams."""
    batch = rcssgym.DiscBatch(
        games,
        teams=(None, right),
        threads=threads,
        seed=seed,
        server_params={
            "auto_mode": True,
            "kick_off_wait": 20,
            "half_time": cycles // 20,
            "nr_extra_halfs": 0,
            "penalty_shoot_outs": False,
        },
    )
    own = ActionBatch(batch)
    nobody = [None] * 11
    while not (batch.play_mode == OVER).all():
        is_play = batch.play_mode == PLAY_ON
        own.act([*TEAM, *nobody], is_play)
        own.act([*SET_PLAY, *nobody], ~is_play)
        own.coach(COACH)
        batch.advance(1)
    return batch


def interval(values: list[float]) -> str:
    """Return the mean and half of its 95 % interval, by the normal distribution."""
    spread = statistics.stdev(values) if len(values) > 1 else float("nan")
    return f"{statistics.fmean(values):.2f} +- {1.96 * spread / len(values) ** 0.5:.2f}"


def main() -> None:
    """Play, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--right", default="scripted", help="still, random, scripted")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--cycles", type=int, default=6000, help="length of a game of two halves")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, help="number of threads; default: all cores")
    options = parser.parse_args()
    # The server counts a half in seconds, and a half of none never ends.
    if options.cycles < 20 or options.cycles % 20 != 0:
        parser.error(
            f"--cycles: {options.cycles} is not a multiple of 20, two halves of whole seconds"
        )
    try:
        batch = play(options.right, options.games, options.cycles, options.seed, options.threads)
    except rcssgym.ArgumentError as error:
        parser.error(str(error))
    goals = batch.score.astype(float)
    gaps = (goals[:, 0] - goals[:, 1]).tolist()
    print(f"{options.games} games of {options.cycles} cycles against {options.right}")
    print(f"goals       {interval(goals[:, 0].tolist())} : {interval(goals[:, 1].tolist())}")
    print(f"difference  {interval(gaps)}")
    won, lost = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    print(f"won {won}, drawn {options.games - won - lost}, lost {lost}")
    for name in ("shots", "passes", "possession"):
        mean = batch.statistics[:, :, STATISTICS.index(name)].mean(axis=0)
        print(f"{name:11} {mean[0]:.1f} : {mean[1]:.1f}")


if __name__ == "__main__":
    main()
