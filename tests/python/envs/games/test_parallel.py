"""A game through PettingZoo's parallel API."""

import re
import sys
import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym.envs import SoccerTask, T1Stand, Terms
from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.games import GameVectorEnv
from rcssgym.envs.games.parallel import GameParallelEnv, SoccerParallelEnv

from .setups import shoot

with warnings.catch_warnings():
    # Importing PettingZoo's tests imports its own games in a way that PettingZoo warns about.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import parallel_api_test, parallel_seed_test, render_test
    from pettingzoo.utils.conversions import parallel_to_aec

Actions = dict[str, NDArray[Any]]


def zeros(env: GameParallelEnv) -> Actions:
    return {agent: np.zeros(env.action_space(agent).shape) for agent in env.agents}


@pytest.mark.parametrize("teams", ["1v1", "3v3"])
def test_the_api_is_pettingzoos(teams: str) -> None:
    """Warnings are errors here, including those of PettingZoo's test."""
    parallel_api_test(rcssgym.parallel_env(teams, max_episode_steps=60), num_cycles=200)


def test_the_progress_of_training_is_the_tasks() -> None:
    env = rcssgym.parallel_env("1v1", observation="state")
    env.set_progress(0.25)
    assert env.vector.task.progress == 0.25
    with pytest.raises(rcssgym.ArgumentError, match="progress: 2 is not from 0 to 1"):
        env.set_progress(2)


@pytest.mark.parametrize("observation", ["perception", "state"])
def test_seeds_repeat_games(observation: str) -> None:
    def make() -> SoccerParallelEnv:
        return rcssgym.parallel_env("2v2", observation=observation)

    parallel_seed_test(make, num_cycles=15)


def test_agents_and_their_spaces() -> None:
    env = rcssgym.parallel_env("3v3")
    names = ["left_1", "left_2", "left_3", "right_1", "right_2", "right_3"]
    assert env.possible_agents == names
    assert env.agents == []
    observations, infos = env.reset(seed=1)
    assert env.agents == names == list(observations)
    assert infos == {name: {} for name in names}
    assert env.max_num_agents == env.num_agents == 6
    for name, observation in observations.items():
        assert observation in env.observation_space(name)
        assert env.action_space(name) is env.action_space(name)
        assert env.action_space(name).shape == (23,)
        observation[:] = 99.0
    assert all((seen != 99.0).all() for seen in env.step(zeros(env))[0].values())


def test_all_agents_go_when_the_game_is_over() -> None:
    env = rcssgym.parallel_env("1v1")
    env.reset(seed=0)
    shoot(env.vector, 0, 1.0)
    while env.agents:
        _, rewards, terminated, truncated, infos = env.step(zeros(env))
    assert terminated == {"left_1": True, "right_1": True}
    assert truncated == {"left_1": False, "right_1": False}
    assert infos["left_1"]["reward"]["goal"] == -infos["right_1"]["reward"]["goal"] == 1.0
    assert rewards["left_1"] > 0.9 > -0.9 > rewards["right_1"]
    assert infos["left_1"]["score"] == [1, 0]
    assert infos["right_1"]["score"] == [0, 1]
    with pytest.raises(rcssgym.RcssGymError, match="reset"):
        env.step({})
    env.reset()
    assert env.agents == ["left_1", "right_1"]
    env.close()
    env.close()
    with pytest.raises(rcssgym.RcssGymError, match="closed"):
        env.reset()


class Counting(SoccerTask):
    """Measures a number of the game, and one of each robot, in Python."""

    def declare(self) -> Terms:
        def numbers(task: CoreTask) -> NDArray[np.float64]:
            return np.arange(len(task.worlds) * 4.0).reshape(-1, 4)

        terms = super().declare()
        return replace(terms, measures={**terms.measures, "number": numbers})

    def measures(self) -> dict[str, NDArray[Any]]:
        return {**super().measures(), "games": np.full((1, 4), 7)}


@pytest.mark.parametrize("frames", [1, 3])
@pytest.mark.parametrize("kind", [SoccerTask, Counting])
def test_every_agent_is_told_of_his_own_team(kind: type[SoccerTask], frames: int) -> None:
    """Also where the game goes on after a goal, and where Python takes part in a step."""
    task = kind("2v2", observation="state", end_on_goal=False)
    env = GameParallelEnv(task, frame_skip=frames)
    env.reset(seed=0)
    shoot(env.vector, 0, -1.0)
    while True:
        infos = env.step(zeros(env))[-1]
        if infos["left_1"]["score"] != [0, 0]:
            break
    modes = list(rcssgym.PlayMode)
    for number, (agent, info) in enumerate(infos.items()):
        is_left = agent.startswith("left")
        assert info["score"] == ([0, 1] if is_left else [1, 0])
        mode = "GOAL_RIGHT" if is_left else "GOAL_LEFT"
        assert modes[info["play_mode"]].name == mode
        assert "goals_for" not in info
        assert info.get("number", number) == number
        assert info.get("games", [7] * 4) == [7] * 4
    assert ("number" in info) == ("games" in info) == (kind is Counting)


def test_players_of_the_2d_game_are_told_of_their_own_team() -> None:
    env = rcssgym.parallel_env("Disc-Soccer-2v2", end_on_goal=False)
    env.reset(seed=0)
    batch: Any = env.vector.worlds
    batch.trainer(0, "(change_mode play_on)")
    batch.trainer(0, "(move (ball) 52 0 0 3 0)")
    for _ in range(20):
        infos = env.step(zeros(env))[-1]
    assert batch.score[0].tolist() == [1, 0]
    for agent, info in infos.items():
        goals = [1, 0] if agent.startswith("left") else [0, 1]
        assert [info["goals_for"], info["goals_against"]] == goals


def test_actions_may_be_clipped() -> None:
    clipping, plain = (rcssgym.parallel_env("1v1", clip_actions=clip) for clip in (True, False))
    for env in (clipping, plain):
        env.reset(seed=0)
    wild: Actions = {agent: np.full(23, 1.5) for agent in plain.agents}
    ones: Actions = {agent: np.ones(23) for agent in plain.agents}
    found, expected = clipping.step(wild)[0], plain.step(ones)[0]
    assert all(found[agent].tobytes() == expected[agent].tobytes() for agent in found)
    before = clipping.vector.worlds.snapshot()
    for number in (np.nan, -np.inf):
        wild["right_1"][3] = number
        words = f"{number} at index 3 of 'right_1' is not finite"
        with pytest.raises(rcssgym.ArgumentError, match=words):
            clipping.step(wild)
    assert clipping.vector.worlds.snapshot() == before


def test_vector_environments_that_cannot_be_one_game() -> None:
    task = SoccerTask("1v1")
    with pytest.raises(rcssgym.ArgumentError, match="task: has 2 worlds, must have one"):
        GameParallelEnv(GameVectorEnv(task, 2))
    task = SoccerTask("1v1")
    with pytest.raises(rcssgym.ArgumentError, match="task: autoreset_mode SAME_STEP"):
        GameParallelEnv(GameVectorEnv(task, 1, autoreset_mode="SameStep"))


def test_bad_actions_move_nothing() -> None:
    env = rcssgym.parallel_env("1v1")
    with pytest.raises(rcssgym.RcssGymError, match="reset"):
        env.step({})
    env.reset(seed=0)
    before = env.vector.worlds.snapshot()
    good = zeros(env)
    nan, far = np.zeros(23), np.zeros(23)
    nan[4], far[22] = np.nan, 1.25
    for change, words in (
        ({"left_2": np.zeros(23)}, "there is no agent 'left_2'"),
        ({"left_1": np.zeros(22)}, "shape (22,) of 'left_1', must be (23,)"),
        ({"right_1": np.zeros(23, bool)}, "dtype bool of 'right_1'"),
        ({"right_1": [[0.0], [1.0, 2.0]]}, "actions: of 'right_1': cannot become an array"),
        ({"right_1": nan}, "nan at index 4 of 'right_1'"),
        ({"left_1": far}, "1.25 at index 22 of 'left_1'"),
    ):
        with pytest.raises(rcssgym.ArgumentError, match=re.escape(words)):
            env.step({**good, **change})  # type: ignore[dict-item]
    with pytest.raises(rcssgym.ArgumentError, match="must map agents to actions, not be a list"):
        env.step([np.zeros(23)] * 2)  # type: ignore[arg-type]
    with pytest.raises(rcssgym.ArgumentError, match="there is none of 'right_1'"):
        env.step({"left_1": good["left_1"]})
    assert env.vector.worlds.snapshot() == before
    assert env.agents == ["left_1", "right_1"]


def test_other_options_are_those_of_vector_environments() -> None:
    with pytest.raises(TypeError, match="speed"):
        rcssgym.parallel_env("1v1", speed=2.0)
    options: tuple[dict[str, Any], ...] = (
        {"num_envs": 2},
        {"threads": 2},
        {"autoreset_mode": "NextStep"},
    )
    for option in options:
        for name in ("1v1", "Disc-Soccer-2v2"):
            words = f"{next(iter(option))}: .*, but there is one world without resets"
            with pytest.raises(rcssgym.ArgumentError, match=words):
                rcssgym.parallel_env(name, **option)


def test_teams_that_are_not_there_are_told_with_those_that_are() -> None:
    with pytest.raises(rcssgym.ArgumentError, match=r"teams: '9v9' is none of '1v1' to '7v7'"):
        rcssgym.parallel_env("9v9")
    words = "teams: 'Disc-Soccer-3v2' is none of Disc-Keepaway-3v2, .*Disc-Soccer-11v11"
    with pytest.raises(rcssgym.ArgumentError, match=words):
        rcssgym.parallel_env("Disc-Soccer-3v2")


def test_without_pettingzoo_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "rcssgym.envs.games.parallel")
    with pytest.raises(rcssgym.RcssGymError, match=re.escape("rcssgym[pettingzoo]")):
        rcssgym.parallel_env("1v1")


@pytest.mark.parametrize("teams", ["1v1", "2v2"])
def test_games_can_be_watched(teams: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's test takes turns, which needs PettingZoo's conversion of parallel envs."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")

    def make(render_mode: str | None) -> Any:
        return parallel_to_aec(rcssgym.parallel_env(teams, render_mode=render_mode))

    assert make(None).metadata["render_modes"] == ["human", "rgb_array"]
    render_test(make)


def test_a_frame_shows_the_game() -> None:
    camera = rcssgym.Camera((0.0, -2.0, 1.5), (0.0, 0.0, 0.0))
    options = {"width": 64, "height": 48, "camera": camera}
    env = rcssgym.parallel_env("1v1", render_mode="rgb_array", **options)
    env.reset(seed=0)
    first = env.render()
    assert first.shape == (48, 64, 3)
    env.vector.worlds.place_ball(0, (3.0, 3.0, 0.11))
    assert (env.render() != first).any()


@pytest.mark.parametrize("make", [GameVectorEnv, GameParallelEnv])
def test_games_may_be_classes_and_names(make: Any) -> None:
    for given in (SoccerTask, "Disc-Soccer-3v3"):
        games = make(given)
        assert list(getattr(games, "possible_agents", games.agents))[-1] == "right_3"
    for task, words in (
        ("T1Stand", "T1Stand is not a game of several agents"),
        (T1Stand(), "T1Stand is not a game of several agents"),
        ("Disc-HFO-2v2", "HFO2v2 is not a game of several agents"),
        (7, "7 is neither a Task, nor one of"),
    ):
        with pytest.raises(rcssgym.ArgumentError, match=f"^task: {words}"):
            make(task)
