"""Better players earn more, in return and per step: nobody gains by ending an episode early."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from rcssgym.envs import STEPS_V1, TASKS, TASKS_V1, WorldVectorEnv
from rcssgym.envs.lookup import new_task

from envs import players

pytest.importorskip("onnxruntime", reason="the walk needs `pip install rcssgym[play]`")

WALKERS = {f"T1{name}" for name in ("Stand", "Walk", "Kick", "Dribble", "GoToBall")}
GAMED = {"T1Stand", "T1GoToBall", "T1Kick", "K1Stand", "K1GoToBall", "K1Kick", "K1Dribble"}
GAMED |= {"AntGoToBall"}
"""Tasks of the first version that pay more for falling at once than for random actions."""


def players_of(name: str) -> dict[str, players.Player]:
    """Return all players by name, from the worst to the best."""
    right = players.walker if name.split("-")[0] in WALKERS else players.carried
    middle = {"noise1": players.noise(1.0), "noise.3": players.noise(0.3)}
    middle["stand"] = players.stander
    if "GetUp" in name:
        # Only time ends an episode.
        return {**middle, "right": players.lifted}
    return {"die": players.dier(name), **middle, "right": right}


def outcomes(name: str) -> dict[str, players.Outcome]:
    return {player: players.play(name, one) for player, one in players_of(name).items()}


@pytest.mark.parametrize("name", TASKS_V1)
def test_better_players_earn_more(name: str) -> None:
    found = outcomes(name)
    for earned in ("discounted", "a_step"):
        earnings = {player: getattr(one, earned) for player, one in found.items()}
        order = list(earnings.values())
        if name.startswith("Ant"):
            # Noise does not throw an ant over: players that stand, or nearly so, earn about the
            # same.
            order = [order[0], min(order[1:-1]), max(order[1:-1]), order[-1]]
        # Consider only players that do not fall at once.
        span = order[-1] - order[1]
        assert np.all(np.diff(order) > 0.01 * span), (earned, earnings)


@pytest.mark.parametrize("name", TASKS)
def test_which_tasks_of_the_first_version_can_be_gamed(name: str) -> None:
    if "GetUp" in name:
        return
    dies, moves = (players.play(name, one) for one in (players.dier(name), players.noise(1.0)))
    is_gamed = moves.discounted < dies.discounted
    assert is_gamed == (name in GAMED)


@pytest.mark.parametrize("name", [name for name in TASKS_V1 if "GetUp" not in name])
@pytest.mark.parametrize("std", [0.3, 1.0])
def test_every_step_of_a_life_is_worth_living(name: str, std: float) -> None:
    """Leave out progress, which may be undone: no step costs anything, except for a fall."""
    progress = {"forward", "approach", "facing", "distance", "ball_speed"}
    envs = WorldVectorEnv(name, 16, clip_actions=True)
    seen, _ = envs.reset(seed=1)
    player = players.noise(std)
    for _ in range(120):
        seen, _, terminated, _, info = envs.step(player(envs.task, seen))
        terms = {key: term for key, term in info["reward"].items() if not key.startswith("_")}
        living = sum(term for key, term in terms.items() if key not in progress)
        is_on = info["_reward"] & ~terminated
        assert (living[is_on] > 0.0).all()
        assert ((terms["fall"] <= -10.0) == info["fallen"]).all()


COMMANDS = [(0.5, 0.0, 0.0), (1.0, 0.0, 0.0), (-0.3, 0.0, 0.0), (0.0, 0.3, 0.0), (0.0, 0.0, 0.6)]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["T1Walk-v1", "K1Walk-v1"])
def test_who_is_told_to_walk_and_stands_earns_little(
    name: str, command: tuple[float, float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(new_task(name)), "fixed_command", np.array(command))
    monkeypatch.setattr(type(new_task(name)), "push_speed", 0.0)
    stands, walks = (players.play(name, one) for one in (players.held, players.carried))
    assert stands.a_step < 0.37 * walks.a_step


@pytest.mark.parametrize("name", ["T1GoToBall-v1", "K1GoToBall-v1", "AntGoToBall-v1"])
def test_arriving_pays_and_hovering_does_not(name: str) -> None:
    def hover(task: Any, seen: Any) -> Any:
        """Be carried to a place near the pose, and stay there."""
        command = task.cells("command")
        command *= task.error[:, :1] > 4.0 * task.close
        return players.carried(task, seen)

    arrives, hovers = (players.play(name, one, steps=800) for one in (players.carried, hover))
    assert arrives.measures["is_success"] > 0.9
    assert hovers.measures["is_success"] == 0.0
    assert arrives.a_step > 3.0 * hovers.a_step


@pytest.mark.parametrize("name", TASKS_V1)
def test_episodes_are_as_long_as_they_are_registered(name: str) -> None:
    assert new_task(name).max_episode_steps == STEPS_V1[name]
