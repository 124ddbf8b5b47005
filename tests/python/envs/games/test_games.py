"""The game in environments: kick-offs, referee, rewards and ends of episodes."""

import re
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from rcssgym import ArgumentError, PlayMode, SetPlayModeCommand
from rcssgym.envs import SoccerTask, SoccerVectorEnv, Terms
from rcssgym.envs.discs.soccer import DiscSoccer, DiscSoccer2v2
from rcssgym.envs.games import GameTask, GameVectorEnv
from rcssgym.envs.registration import SOCCER
from rcssgym.envs.tasks import FIRM_T1
from rcssgym.soccer import Foul, SoccerField, create_soccer_field

from .setups import quiet, reward_terms, shoot

MODES = list(PlayMode)
LEFT, RIGHT = np.array([1.0, 1.0, -1.0, -1.0]), np.array([-1.0, -1.0, 1.0, 1.0])


@pytest.mark.parametrize("teams", SOCCER)
def test_gymnasium_makes_games(teams: str) -> None:
    name, size = f"rcssgym/Soccer-{teams}-v0", int(teams[0])
    envs = gym.make_vec(name, num_envs=2)
    observations, infos = envs.reset(seed=0)
    assert infos == {}
    assert observations in envs.observation_space
    assert observations.shape[:2] == (2, 2 * size)
    envs.action_space.seed(0)
    observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    assert observations in envs.observation_space
    assert rewards.shape == terminated.shape == truncated.shape == (2,)
    left = sum(reward_terms(infos).values())[:, :size].mean(axis=1)
    np.testing.assert_allclose(rewards, left, atol=1e-12)
    assert infos["score"].shape == (2, 2)
    assert infos["_score"].tolist() == [True, True]


@pytest.mark.parametrize("observation", ["perception", "state"])
def test_the_checker_is_content(observation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = gym.make("rcssgym/Soccer-2v2-v0", observation=observation)
    check_env(env.unwrapped)


@pytest.mark.parametrize("field", ["fifa", "fifa7vs7"])
@pytest.mark.parametrize("teams", SOCCER)
def test_kick_offs_are_legal(teams: str, field: Any) -> None:
    envs = SoccerVectorEnv(teams, 40, field=field, observation="state")
    envs.reset(seed=5)
    size, worlds = int(teams[0]), envs.worlds
    assert {MODES[mode].name for mode in worlds.play_mode} == {"KICK_OFF_LEFT", "KICK_OFF_RIGHT"}
    assert (worlds.ball_position[:, :2] == 0.0).all()
    places = worlds.root_position[..., :2]
    pitch = create_soccer_field(field)
    circle = pitch.center_circle_radius
    assert np.abs(places[..., 0]).max() < pitch.right_goalie_area.min_x
    assert (places[:, :size, 0] < 0.0).all()
    assert (places[:, size:, 0] > 0.0).all()
    inside = np.linalg.norm(places, axis=-1) < circle
    kicking = (worlds.play_mode == MODES.index(PlayMode.KICK_OFF_RIGHT)).astype(int)
    expected = np.zeros_like(inside)
    expected[np.arange(40), (kicking + 1) * size - 1] = True
    assert (inside == expected).all()
    apart = np.linalg.norm(places[:, :, None] - places[:, None], axis=-1)
    assert (apart + 9.0 * np.eye(2 * size)).min() > 0.7
    assert len(np.unique(places.reshape(40, -1), axis=0)) == 40
    for _ in range(8):
        envs.step(quiet(envs))
    assert np.abs(worlds.root_position[..., :2] - places).max() < 0.1
    assert not worlds.fouls.any()


def test_pitches_may_be_small() -> None:
    small = SoccerField(
        field_dim=(14.0, 9.0, 40.0),
        line_width=0.05,
        field_border=1.0,
        goal_dim=(0.6, 2.6, 1.8),
        goal_post_radius=0.05,
        goalie_area_dim=(1.0, 4.0),
        penalty_area_dim=None,
        corner_area_radius=0.5,
        penalty_spot_distance=2.1,
        center_circle_radius=1.5,
    )
    envs = SoccerVectorEnv("2v2", 20, field=small, observation="state")
    envs.reset(seed=0)
    places = envs.worlds.root_position[..., :2]
    assert (np.abs(places) < (6.0, 4.5)).all()
    envs.step(quiet(envs))
    assert not envs.worlds.fouls.any()
    assert np.abs(envs.worlds.root_position[..., :2] - places).max() < 0.1
    shoot(envs, 0, 1.0)
    envs.worlds.place_ball(0, (6.5, 0.0, 0.11), (8.0, 0, 0, 0, 0, 0))
    assert any(envs.step(quiet(envs))[2][0] for _ in range(20))


def test_teams_line_up_alike() -> None:
    envs = SoccerVectorEnv("3v3", 10, observation="state")
    envs.reset(seed=2)
    places = envs.worlds.root_position[..., :2]
    np.testing.assert_allclose(places[:, :2], -places[:, 3:5], atol=1e-12)


@pytest.mark.parametrize("sharing", ["individual", "shared"])
def test_a_goal_is_given_and_ends_the_episode(sharing: Any) -> None:
    envs = SoccerVectorEnv("2v2", 3, reward=sharing, autoreset_mode="SameStep")
    envs.reset(seed=0)
    shoot(envs, 0, 1.0)
    shoot(envs, 1, -1.0)
    advanced = np.zeros((3, 4))
    for _ in range(20):
        _, rewards, terminated, truncated, info = envs.step(quiet(envs))
        advanced += info["reward"]["ball_progress"]
        if terminated.any():
            break
    assert terminated.tolist() == [True, True, False]
    assert not truncated.any()
    goal = info["final_info"]["reward"]["goal"]
    np.testing.assert_array_equal(goal, [LEFT, RIGHT, 0 * LEFT])
    upright = info["final_info"]["reward"]["upright"]
    assert upright.any(axis=1).tolist() == [True, True, False]
    assert info["score"].tolist() == [[1, 0], [0, 1], [0, 0]]
    assert info["final_info"]["score"].tolist() == [[1, 0], [0, 1], [0, 0]]
    assert [MODES[mode].name for mode in info["play_mode"][:2]] == ["GOAL_LEFT", "GOAL_RIGHT"]
    np.testing.assert_allclose(rewards, sum(reward_terms(info).values()), atol=1e-12)
    np.testing.assert_allclose(advanced[0], -advanced[1], atol=1e-6)
    assert advanced[0, 0] > 0.01
    # The next episode has begun.
    assert envs.worlds.score.tolist() == [[0, 0]] * 3
    assert (envs.step(quiet(envs))[1] < 0.5).all()


def test_a_goal_straight_from_the_kick_off_does_not_count() -> None:
    envs = SoccerVectorEnv("1v1", 1)
    envs.reset(seed=0)
    side = 1.0 if MODES[envs.worlds.play_mode[0]] is PlayMode.KICK_OFF_LEFT else -1.0
    envs.worlds.place_ball(0, (side * 27.0, 0.0, 0.11), (side * 8.0, 0, 0, 0, 0, 0))
    for _ in range(20):
        _, _, terminated, _, info = envs.step(quiet(envs))
        assert not terminated.any()
        assert not info["reward"]["goal"].any()
        # When the referee moves the ball to the goal kick, this is not a team's progress.
        assert np.abs(info["reward"]["ball_progress"]).max() < 0.05 * 0.2
    expected = "GOAL_KICK_RIGHT" if side > 0 else "GOAL_KICK_LEFT"
    assert MODES[envs.worlds.play_mode[0]].name == expected


def test_play_goes_on_after_a_goal_if_asked() -> None:
    envs = SoccerVectorEnv("1v1", 1, end_on_goal=False, autoreset_mode="Disabled")
    envs.reset(seed=0)
    shoot(envs, 0, 1.0)
    goals, modes = 0.0, set()
    for _ in range(200):
        _, _, terminated, _, info = envs.step(quiet(envs))
        goals += info["reward"]["goal"][0, 0]
        modes.add(MODES[info["play_mode"][0]].name)
        assert not terminated.any()
    assert goals == 1.0
    assert modes == {"PLAY_ON", "GOAL_LEFT", "KICK_OFF_RIGHT"}


def test_the_end_of_a_half_ends_the_episode() -> None:
    for mode in ("GameOver", "BeforeKickOff"):
        envs = SoccerVectorEnv("1v1", 2)
        envs.reset(seed=0)
        envs.worlds.command(1, SetPlayModeCommand(mode))
        assert envs.step(quiet(envs))[2].tolist() == [False, True]


def test_who_lies_too_long_is_put_beside_the_pitch() -> None:
    envs = SoccerVectorEnv("2v2", 1, weights={"foul": -0.25})
    envs.reset(seed=0)
    place = envs.worlds.root_position[0, 1]
    envs.worlds.place_robot(0, 1, (*place[:2], 0.1), (0.7071, 0.0, 0.7071, 0.0))
    for _ in range(900):
        before = envs.worlds.root_position[0, 1]
        _, _, terminated, _, info = envs.step(quiet(envs))
        assert not terminated.any()
        if envs.worlds.fouls[0, 1].any():
            break
    assert envs.worlds.fouls[0, 1, Foul.INCAPABLE.value] == 1
    assert np.abs(envs.worlds.root_position[0, 1, 1]) > 18.0 > np.abs(before[1])
    assert info["reward"]["foul"][0].tolist()[1] == -0.25
    assert info["reward"]["approach"][0, 1] == 0.0
    assert not envs.step(quiet(envs))[4]["reward"]["foul"].any()


def test_terms_of_the_reward() -> None:
    weights = {"approach": 1.0, "upright": 0.0, "ball_progress": 1.0}
    both = [
        SoccerVectorEnv("2v2", 1, weights=weights, reward=sharing, observation="state")
        for sharing in ("individual", "shared")
    ]
    for envs in both:
        envs.reset(seed=1)
        place = envs.worlds.root_position[0, 0, :2]
        # At 2 m/s on the line from the first robot to the middle, hence away from the robot.
        velocity = -2.0 * place / np.linalg.norm(place)
        envs.worlds.place_ball(0, (*place * 0.5, 0.11), (*velocity, 0, 0, 0, 0))
        envs.worlds.command(0, SetPlayModeCommand("PlayOn"))
    own, shared = (reward_terms(envs.step(quiet(envs))[4]) for envs in both)
    ball = 0.02 * 2.0
    assert own["approach"][0, 0] == pytest.approx(-ball, abs=0.01)
    assert own["ball_progress"][0].tolist() == pytest.approx(
        (own["ball_progress"][0, 0] * LEFT).tolist()
    )
    assert 0.3 * ball < own["ball_progress"][0, 0] < ball
    for name, term in own.items():
        mean = term.reshape(1, 2, 2).mean(axis=2)
        np.testing.assert_allclose(shared[name], np.repeat(mean, 2, axis=1), atol=1e-12)
    assert own["approach"][0, 0] != own["approach"][0, 1]


@pytest.mark.parametrize("kind", [SoccerTask, DiscSoccer2v2])
def test_functions_are_shared_as_terms_are(kind: Any) -> None:
    class Numbered(kind):  # type: ignore[misc]
        def declare(self) -> Terms:
            terms: Terms = super().declare()
            rewards = {**terms.rewards, "own": lambda _: np.array([[1.0, 2.0, 5.0, 7.0]] * 2)}
            return replace(terms, rewards=rewards)

    games = GameVectorEnv(Numbered("2v2", reward="shared"), 2)
    games.reset(seed=0)
    _, rewards, _, _, info = games.step(np.zeros(games.action_space.shape or ()))
    assert info["reward"]["own"].tolist() == [[1.5, 1.5, 6.0, 6.0]] * 2
    np.testing.assert_allclose(rewards, sum(reward_terms(info).values()))


def test_robots_may_differ() -> None:
    envs = SoccerVectorEnv("3v3", 2, robots=["T1", "K1", "ant"])
    assert envs.worlds.robot_models == ("T1", "K1", "ant") * 2
    motors = envs.task.lineup.motors
    assert motors.sum(axis=1).tolist() == [23, 22, 8] * 2
    first, _ = envs.reset(seed=0)
    stand = envs.worlds.joint_positions
    np.testing.assert_allclose(
        stand, np.broadcast_to(envs.task.lineup.nominal, stand.shape), atol=0.051
    )
    padding = np.where(motors, 0.0, 0.7)
    other = SoccerVectorEnv("3v3", 2, robots=["T1", "K1", "ant"])
    assert other.reset(seed=0)[0].tobytes() == first.tobytes()
    for _ in range(5):
        found = envs.step(quiet(envs))[0]
        assert other.step(quiet(other) + padding)[0].tobytes() == found.tobytes()
    # A K1 has 22 joints; its 23rd column is padding.
    assert not found[:, 1, [22, 45, 68]].any()
    assert found[:, 0, [22, 45]].all()


def test_motors_may_be_firmer() -> None:
    heights = []
    for robots in ("T1", FIRM_T1):
        envs = SoccerVectorEnv("1v1", 1, robots=robots, observation="state")
        envs.reset(seed=0)
        for _ in range(10):
            envs.step(quiet(envs))
        heights.append(envs.worlds.root_position[0, :, 2].min())
    assert heights[0] < heights[1] - 0.002


def test_bad_games() -> None:
    for options, words in (
        ({"teams": "9v9"}, "teams: '9v9' is none of '1v1' to '7v7'"),
        ({"teams": "3-3"}, "teams: '3-3'"),
        ({"teams": "2v3"}, "teams: '2v3'"),
        ({"teams": "0v0"}, "teams: '0v0'"),
        ({"teams": 3}, "teams: 3"),
        ({"observation": "vision"}, "observation: 'vision' is none of perception, state"),
        ({"reward": "team"}, "reward: 'team' is none of individual, shared"),
        ({"field": "moon"}, "field: 'moon'"),
        ({"robots": "T2"}, "robots: 'T2' is none of T1, K1, ant"),
        ({"robots": ["T1"]}, "robots: ['T1'] are not one robot, nor 3"),
        ({"robots": 3}, "robots: 3 are not one robot, nor 3"),
        ({"robots": ["T1", "T1", ["T1"]]}, "robots: ['T1'] is none of T1, K1, ant"),
        ({"weights": [1.0]}, "weights: [1.0] does not map"),
        ({"weights": {"style": 1.0}}, "weights: 'style' is none of the terms goal, "),
        ({"weights": {"goal": float("nan")}}, "weights: nan of 'goal'"),
        ({"weights": {"goal": "1"}}, "weights: '1' of 'goal'"),
        ({"weights": {"goal": 10**400}}, "of 'goal' is not a finite number"),
    ):
        with pytest.raises(ArgumentError, match=re.escape(words)):
            SoccerTask(**options)
        with pytest.raises(ArgumentError, match=re.escape(words)):
            SoccerVectorEnv(**options)
        with pytest.raises(ArgumentError, match=re.escape(words)):
            rcssgym.parallel_env(**options)
    with pytest.raises(ArgumentError, match="observation: 'vision'"):
        gym.make_vec("rcssgym/Soccer-1v1-v0", num_envs=1, observation="vision")


def test_bad_actions_move_nothing() -> None:
    envs = SoccerVectorEnv("1v1", 2)
    envs.reset(seed=0)
    before = envs.worlds.snapshot()
    nan, far = quiet(envs), quiet(envs)
    nan[1, 0, 3], far[0, 1, 2] = np.nan, -1.5
    for actions, words in (
        (nan, "nan at index (1, 0, 3)"),
        (far, "-1.5 at index (0, 1, 2)"),
        (quiet(envs)[0], "shape (2, 23), must be (2, 2, 23)"),
        (quiet(envs)[:, :1], "shape (2, 1, 23)"),
        (quiet(envs).astype(bool), "dtype bool"),
    ):
        with pytest.raises(ArgumentError, match=re.escape(words)):
            envs.step(actions)
    assert envs.worlds.snapshot() == before


def test_next_step_mode_counts_no_step_that_resets() -> None:
    envs = SoccerVectorEnv("1v1", 2, autoreset_mode=AutoresetMode.NEXT_STEP)
    envs.reset(seed=0)
    shoot(envs, 0, 1.0)
    while not envs.step(quiet(envs))[2].any():
        pass
    _, rewards, terminated, _, info = envs.step(quiet(envs))
    assert rewards[0].tolist() == [0.0, 0.0]
    assert rewards[1].all()
    assert not terminated.any()
    assert info["_reward"].tolist() == info["_score"].tolist() == [False, True]
    assert info["score"].tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("is_shared", True),
        ("say", 1),
        ("observation", "state"),
        ("field", "fifa"),
        ("max_episode_steps", 5),
    ],
)
def test_what_the_worlds_were_made_for_cannot_change(name: str, value: Any) -> None:
    games = SoccerVectorEnv("2v2", 1)
    before = getattr(games.task, name)
    with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: cannot change any more"):
        setattr(games.task, name, value)
    assert getattr(games.task, name) == before
    games.task.weights = {**games.task.weights, "goal": 2.0}


@pytest.mark.parametrize("make", [SoccerTask, DiscSoccer])
def test_assigned_weights_are_those_that_differ(make: type[GameTask]) -> None:
    changed, plain = (GameVectorEnv(make("1v1"), 1) for _ in range(2))  # type: ignore[call-arg]
    task: Any = changed.task
    task.weights = {"approach": 4.0 * task.weights["approach"]}
    still = np.zeros((1, *task.action_space.shape))
    terms = []
    for games in (changed, plain):
        games.reset(seed=0)
        terms.append(games.step(still)[4]["reward"])
    for name, usual in terms[1].items():
        np.testing.assert_allclose(terms[0][name], usual * (4.0 if name == "approach" else 1.0))
    with pytest.raises(rcssgym.ArgumentError, match=r"^weights: 'goals' is none of the terms"):
        task.weights = {"goals": 1.0}


def test_a_subclass_sets_defaults() -> None:
    class Rough(SoccerTask):
        weights = MappingProxyType({"foul": 0.5})
        end_on_goal = False

    rough, plain = Rough("1v1"), SoccerTask("1v1")
    assert rough.weights == {**plain.weights, "foul": 0.5}
    assert Rough("1v1", weights={"goal": 2.0}).weights == {**rough.weights, "goal": 2.0}
    assert (plain.end_on_goal, rough.end_on_goal) == (True, False)
    assert Rough("1v1", end_on_goal=True).end_on_goal
