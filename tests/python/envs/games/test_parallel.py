"""A game through PettingZoo's parallel API."""

import re
import sys
import warnings
from typing import Any

import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym.envs.games.parallel import SoccerParallelEnv

from .setups import shoot

with warnings.catch_warnings():
    # Importing PettingZoo's tests imports its own games in a way that PettingZoo warns about.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import parallel_api_test, parallel_seed_test, render_test
    from pettingzoo.utils.conversions import parallel_to_aec

Actions = dict[str, NDArray[Any]]


def zeros(env: SoccerParallelEnv) -> Actions:
    return {agent: np.zeros(env.action_space(agent).shape) for agent in env.agents}


@pytest.mark.parametrize("teams", ["1v1", "3v3"])
def test_the_api_is_pettingzoos(teams: str) -> None:
    """Warnings are errors here, including those of PettingZoo's test."""
    parallel_api_test(rcssgym.parallel_env(teams, max_episode_steps=60), num_cycles=200)


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
    assert infos["right_1"]["score"] == [1, 0]
    with pytest.raises(rcssgym.RcssGymError, match="reset"):
        env.step({})
    env.reset()
    assert env.agents == ["left_1", "right_1"]
    env.close()
    env.close()
    with pytest.raises(rcssgym.RcssGymError, match="closed"):
        env.reset()


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
    for options in ({"num_envs": 2}, {"speed": 2.0}):
        with pytest.raises(TypeError, match=next(iter(options))):
            rcssgym.parallel_env("1v1", **options)


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
