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


def play(name: str, seed: int, cycles: int) -> None:
    setup, chance = SETUPS[name], np.random.default_rng([seed, list(SETUPS).index(name)])
    reference = Reference(setup)
    game = Lockstep([reference, Ours(setup, reference)], same)
    RandomGame(game, chance).play(cycles)
    print(f"{name}, {seed}: {sorted(game.play_modes)}, {sorted(game.fouls)}")


@pytest.mark.parametrize("name", ["quick", "ssim26-large", "challenge"])
def test_short(name: str) -> None:
    play(name, 1, 80)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("name", SETUPS)
def test_long(name: str, seed: int) -> None:
    play(name, seed, 2000)
