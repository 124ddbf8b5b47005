"""On MuJoCo's physics, games full of random events are rcsssmj's, too."""

from __future__ import annotations

import numpy as np
import pytest

from soccer.comparison import same
from soccer.lockstep import Lockstep
from soccer.ours import Ours
from soccer.random_games import RandomGame
from soccer.reference import Reference
from soccer.scenario import QUICK
from soccer.setups import Setup

SETUPS = {
    "quick": QUICK,
    "ssim": Setup(rules="ssim", phase=1, seed=3),
    "ssim26-large": Setup(field="fifa", rules="ssim26", phase=2),
    "fifa-penalties": Setup(field="fifa", phase=4),
    "extra-half": Setup(phase=3, seed=9),
    "challenge": Setup(referee="KickChallengeReferee"),
}


def play(setup: Setup, seed: int, cycles: int) -> Lockstep:
    reference = Reference(setup)
    game = Lockstep([reference, Ours(setup, reference)], same)
    RandomGame(game, np.random.default_rng(seed)).play(cycles)
    return game


@pytest.mark.parametrize("name", SETUPS)
def test_short(name: str) -> None:
    play(SETUPS[name], 1, 120)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 15))
@pytest.mark.parametrize("name", SETUPS)
def test_long(name: str, seed: int) -> None:
    play(SETUPS[name], seed, 2000)
