"""Games of the 2D league: observations and rewards against plain Python, kick-offs, agents."""

import math
import warnings
from types import MappingProxyType
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from rcssgym.disc import PLAY_MODES
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs.soccer import COMMANDS, SKILLS, WEIGHTS, DiscSoccer
from rcssgym.envs.games import GameVectorEnv, game_vector_env
from rcssgym.envs.registration import DISC_GAMES

from envs.discs.company import check_company, check_copies
from envs.discs.plain_soccer import PlainSensing, PlainSoccer, mode_of

with warnings.catch_warnings():
    # Importing PettingZoo's tests imports its own games in a way that PettingZoo warns about.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import parallel_api_test, parallel_seed_test

NOT_GIVEN = {"null", "human_judge"}
KICK, FAULTS = 0x2, 0x4 | 0x2000 | 0x20


def wild(envs: WorldVectorEnv, random: np.random.Generator) -> NDArray[np.float32]:
    """Return random actions, mostly dashes."""
    shape = envs.action_space.shape
    assert shape is not None
    actions = random.uniform(-1, 1, shape)
    actions[..., 0] += 0.6
    actions[..., len(COMMANDS)] = 1.0
    actions[..., len(COMMANDS) + 1] *= 0.1
    clipped: NDArray[np.float32] = np.clip(actions, -1, 1).astype(np.float32)
    return clipped


@pytest.mark.parametrize("observation", ["state", "sensed"])
@pytest.mark.parametrize("teams", ["2v2", "5v5"])
def test_every_number_is_plain_pythons(teams: str, observation: Any) -> None:
    size = int(teams[0])
    envs = game_vector_env(f"Disc-Soccer-{teams}", 2, observation=observation, threads=2)
    assert envs.task.runs_in_core()
    kind = PlainSoccer if observation == "state" else PlainSensing
    plain = kind(envs.worlds, (size, size))
    seen, _ = envs.reset(seed=4)
    random, modes, ages = np.random.default_rng(0), set(), set()
    for step in range(250):
        modes |= {PLAY_MODES[mode] for mode in envs.worlds.play_mode}
        if step % 5 == 0:
            for world in range(2):
                for player in range(2 * size):
                    expected = plain.observation(world, player)
                    where = [at for at, number in enumerate(expected) if number is not None]
                    own = seen[world, player]
                    assert len(own) == len(expected)
                    np.testing.assert_allclose(
                        own[where], [expected[at] for at in where], atol=3e-6
                    )
                    ages |= set(own[[6, 16]].tolist())
        actions = wild(envs, random)
        seen, *_ = envs.step(actions)
    assert {"play_on"} < modes
    assert (len(ages) > 5) == (observation == "sensed")


def test_every_play_mode_is_plain_pythons() -> None:
    """Also those to which random games do not come."""
    envs = game_vector_env("Disc-Soccer-2v2", 2)
    envs.reset(seed=4)
    still = np.zeros(envs.action_space.shape or (), np.float32)
    found = set()
    for mode in PLAY_MODES:
        if mode in NOT_GIVEN:
            continue
        # A goal kick ends as soon as the ball is out of the penalty area.
        near = (-47.5 if mode.endswith("_l") else 47.5, 9.0)
        envs.worlds.set_state(ball_position=np.array([near] * 2), ball_velocity=np.zeros((2, 2)))
        envs.worlds.change_mode(mode)
        seen, *_ = envs.step(still)
        for world in range(2):
            name = PLAY_MODES[envs.worlds.play_mode[world]]
            for player in range(4):
                expected = mode_of(name, is_left=player < 2)
                assert seen[world, player, -15:-3].tolist() == expected, name
                found.add(expected.index(1))
    assert found == set(range(12))


def test_rewards_are_plain_pythons() -> None:
    envs = game_vector_env("Disc-Soccer-3v3", 4, autoreset_mode="NextStep")
    shared = game_vector_env("Disc-Soccer-3v3", 4, reward="shared")
    for each in (envs, shared):
        each.reset(seed=1)
    random, goals, progress = np.random.default_rng(2), 0, 0.0
    left = np.repeat([1.0, -1.0], 3)
    over = np.zeros(4, np.bool_)
    for step in range(400):
        if step % 40 == 20:
            # Put the ball in front of a goal, so that there are goals.
            for worlds in (envs.worlds, shared.worlds):
                sign = -1 if step % 80 == 20 else 1
                ball = np.tile([sign * 49.0, 0.0], (4, 1))
                worlds.change_mode("play_on")
                worlds.set_state(ball_position=ball, ball_velocity=ball * 0.06)
        before = [np.array(x) for x in (envs.worlds.ball_position, envs.worlds.position)]
        mode, score = envs.worlds.play_mode.copy(), envs.worlds.score.copy()
        actions = wild(envs, random)
        _, rewards, terminated, _, info = envs.step(actions)
        _, same, _, _, shared_info = shared.step(actions)
        ball, place = envs.worlds.ball_position, envs.worlds.position
        for world in np.flatnonzero(~over):
            gained = (envs.worlds.score - score)[world]
            goal = (gained[0] - gained[1]) * left
            is_same = mode[world] == envs.worlds.play_mode[world]

            def ahead(at: Any, sign: float) -> float:
                to = [math.hypot(at[0] - sign * x, at[1]) for x in (-52.5, 52.5)]
                return 0.5 * (to[0] - to[1])

            for player in range(6):
                advance = ahead(ball[world], left[player]) - ahead(before[0][world], left[player])
                now = math.dist(ball[world], place[world, player])
                then = math.dist(before[0][world], before[1][world, player])
                moved = math.dist(place[world, player], before[1][world, player])
                expected = {
                    "goal": goal[player] * WEIGHTS["goal"],
                    "ball_progress": WEIGHTS["ball_progress"] * advance if is_same else 0,
                    "approach": WEIGHTS["approach"] * (then - now) if is_same and moved < 3 else 0,
                }
                for name, number in expected.items():
                    assert info["reward"][name][world, player] == pytest.approx(number, abs=1e-9)
                assert rewards[world, player] == pytest.approx(sum(expected.values()), abs=1e-9)
                progress += abs(expected["ball_progress"])
            assert terminated[world] == gained.any()
            goals += int(gained.any())
            assert info["goals_for"][world] == envs.worlds.score[world, 0]
        for name, own in shared_info["reward"].items():
            if not name.startswith("_"):
                mean = info["reward"][name].reshape(4, 2, 3).mean(axis=2)
                np.testing.assert_allclose(own, np.repeat(mean, 3, axis=1), atol=1e-12)
        np.testing.assert_allclose(
            same.reshape(4, 2, 3), same.reshape(4, 2, 3)[..., :1].repeat(3, 2), atol=1e-12
        )
        over = terminated
    assert goals > 3
    assert progress > 0


@pytest.mark.parametrize("teams", ["1v1", "3v3", "11v11"])
def test_kick_offs(teams: str) -> None:
    size = int(teams.partition("v")[0])
    envs = game_vector_env(f"Disc-Soccer-{teams}", 40)
    envs.reset(seed=3)
    modes = {PLAY_MODES[mode] for mode in envs.worlds.play_mode}
    assert modes == {"kick_off_l", "kick_off_r"}
    places = envs.worlds.position
    assert (envs.worlds.ball_position == 0).all()
    assert (places[:, :size, 0] <= 0).all()
    assert (places[:, size:, 0] >= 0).all()
    far = np.linalg.norm(places, axis=-1)
    for world in range(40):
        left = PLAY_MODES[envs.worlds.play_mode[world]] == "kick_off_l"
        taker = size - 1 if left else 2 * size - 1
        assert far[world, taker] < 1
        assert (np.delete(far[world], taker) > 9.15).all()
    before = places.copy()
    still = np.zeros(envs.action_space.shape or (), np.float32)
    still[..., 1] = 1.0  # Turns by nothing.
    for _ in range(3):
        envs.step(still)
    assert np.abs(envs.worlds.position - before).max() < 0.1


def test_games_end_with_a_goal_or_a_half() -> None:
    still = np.zeros((2, 4, 11), np.float32)
    still[..., 1] = 1.0
    envs = game_vector_env("Disc-Soccer-2v2", 2, server_params={"half_time": 2})
    envs.reset(seed=0)
    ends = [envs.step(still)[2].tolist() for _ in range(24)]
    assert [True, True] in ends
    assert ends.index([True, True]) in range(18, 24)
    plays_on = game_vector_env("Disc-Soccer-2v2", 1, end_on_goal=False)
    stops = game_vector_env("Disc-Soccer-2v2", 1)
    for envs, ended in ((plays_on, False), (stops, True)):
        envs.reset(seed=0)
        envs.worlds.change_mode("play_on")
        ball = np.array([[51.0, 0.0]])
        envs.worlds.set_state(ball_position=ball, ball_velocity=np.array([[2.5, 0.0]]))
        _, rewards, terminated, _, info = envs.step(still[:1])
        assert terminated.tolist() == [ended]
        assert info["goals_for"].tolist() == [1]
        assert np.sign(rewards[0]).tolist() == [1, 1, -1, -1]


def test_the_right_team_sees_what_the_left_would() -> None:
    """A game rotated by half a turn, with the teams in each other's places, looks the same."""
    envs = game_vector_env("Disc-Soccer-3v3", 2)
    envs.reset(seed=0)
    worlds, random = envs.worlds, np.random.default_rng(1)
    worlds.change_mode("play_on")
    place, velocity = random.uniform(-30, 30, (6, 2)), random.uniform(-0.4, 0.4, (6, 2))
    body, ball = random.uniform(-180, 180, 6), random.uniform(-20, 20, 2)
    swap = [3, 4, 5, 0, 1, 2]
    worlds.set_state(
        position=np.stack([place, -place[swap]]),
        velocity=np.stack([velocity, -velocity[swap]]),
        body=np.stack([body, (body[swap] + 360) % 360 - 180]),
        ball_position=np.stack([ball, -ball]),
    )
    envs.task.core.sense()
    seen = envs.task.core.observe()
    np.testing.assert_allclose(seen[0], seen[1][swap], atol=1e-5)


@pytest.mark.parametrize("actions", ["commands", "skills"])
@pytest.mark.parametrize("observation", ["state", "sensed"])
def test_threads_and_company_change_nothing(actions: Any, observation: Any) -> None:
    options: dict[str, Any] = {"actions": actions, "observation": observation}

    def make(num: int, threads: int) -> Any:
        return game_vector_env(
            "Disc-Soccer-3v3", num, threads=threads, autoreset_mode="SameStep", **options
        )

    random = np.random.default_rng(0)
    shape = make(20, 1).action_space.shape
    check_company(
        make,
        lambda _: random.uniform(-1, 1, shape).astype(np.float32),
        num=20,
        env=13,
        steps=60,
    )


def test_skills_score_against_who_stands_still() -> None:
    """Go for the ball and shoot: the skills do what they are for."""
    task = DiscSoccer("2v2", agents="left", actions="skills", opponents="still")
    assert task.agents == ("left_1", "left_2")
    envs = GameVectorEnv(task, 8, autoreset_mode="Disabled")
    seen, _ = envs.reset(seed=0)
    assert seen.shape[:2] == (8, 2)
    actions = np.full((8, 2, envs.action_space.shape[-1]), -1.0, np.float32)  # type: ignore[index]
    ended = np.zeros(8, np.bool_)
    parameters = len(SKILLS)
    for _ in range(700):
        has_ball, near = seen[..., 9] == 1, np.abs(seen[..., 0] - 1) < 0.3
        actions[..., :parameters] = -1
        actions[..., SKILLS.index("intercept")] = np.where(has_ball, -1, 1)
        actions[..., SKILLS.index("dribble_to_point")] = np.where(has_ball & ~near, 1, -1)
        actions[..., SKILLS.index("shoot")] = np.where(has_ball & near, 1, -1)
        # go_to_point has three parameters, dribble_to_point two.
        actions[..., parameters + 3 : parameters + 5] = [0.9, 0.0]
        seen, _, terminated, _, info = envs.step(actions)
        ended |= terminated & (info["goals_for"] > 0)
        if terminated.any():
            seen, _ = envs.reset(options={"reset_mask": terminated})
        if ended.all():
            break
    assert ended.mean() > 0.7


@pytest.mark.parametrize("opponents", ["scripted", "random"])
def test_a_team_against_others(opponents: Any) -> None:
    envs = gym.make_vec(
        "rcssgym/Disc-Soccer-5v5-v0",
        num_envs=2,
        task=DiscSoccer("5v4", agents="left", opponents=opponents),
    )
    assert isinstance(envs.unwrapped, WorldVectorEnv)
    assert envs.single_observation_space.shape is not None
    assert envs.single_observation_space.shape[0] == 5
    envs.reset(seed=0)
    before = envs.unwrapped.worlds.position.copy()
    for _ in range(30):
        _, rewards, *_ = envs.step(np.zeros(envs.action_space.shape or (), np.float32))
    assert rewards.shape == (2,)
    moved = np.linalg.norm(envs.unwrapped.worlds.position - before, axis=-1)
    assert (moved[:, 5:] > 1).sum() > 4


def test_a_policy_and_a_pool_as_opponents() -> None:
    class Turning:
        """Turns, and does nothing else."""

        def act(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
            actions = np.zeros((len(observations), 11), np.float32)
            actions[:, 1], actions[:, 7] = 1.0, 0.5
            return actions

    task = DiscSoccer("3v3", agents="left", opponents=[Turning(), "still"])
    envs = GameVectorEnv(task, 16)
    seen, _ = envs.reset(seed=0)
    assert seen.shape[:2] == (16, 3)
    body = envs.worlds.body.copy()
    envs.step(np.zeros((16, 3, 11), np.float32))
    turned = np.abs(envs.worlds.body - body)[:, 3:].max(axis=1) > 10
    assert 2 < turned.sum() < 14


def test_environments_are_saved() -> None:
    envs = game_vector_env("Disc-Soccer-2v2", 3, observation="sensed", autoreset_mode="SameStep")
    envs.reset(seed=1)
    random = np.random.default_rng(2)
    check_copies(envs, np.stack([wild(envs, random) for _ in range(50)]), before=20)


def test_critics_know_the_state() -> None:
    sensed = game_vector_env("Disc-Soccer-2v2", 2, observation="sensed", privileged="info")
    state = game_vector_env("Disc-Soccer-2v2", 2)
    _, info = sensed.reset(seed=1)
    exact, _ = state.reset(seed=1)
    count = exact.shape[-1]
    np.testing.assert_allclose(info["privileged"][..., -count:], exact, atol=1e-6)


@pytest.mark.parametrize("name", ["Disc-Soccer-2v2", "Disc-Soccer-11v11"])
def test_pettingzoo(name: str) -> None:
    options = {"max_episode_steps": 40}
    parallel_api_test(rcssgym.parallel_env(name, **options), num_cycles=60)
    parallel_seed_test(lambda: rcssgym.parallel_env(name, **options), num_cycles=15)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_autoreset(mode: AutoresetMode) -> None:
    """As in robots' environments: returned values fit the spaces, and episodes follow."""
    options: dict[str, Any] = {"autoreset_mode": mode, "max_episode_steps": 12}
    envs = gym.make_vec("rcssgym/Disc-Soccer-2v2-v0", num_envs=3, **options)
    envs.action_space.seed(0)
    observations, infos = envs.reset(seed=0)
    assert infos == {}
    ends = []
    for _ in range(40):
        assert observations in envs.observation_space
        observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        terms = [t for n, t in infos["reward"].items() if not n.startswith("_")]
        np.testing.assert_allclose(sum(terms)[:, :2].mean(axis=1), rewards, atol=1e-12)
        ends.append(bool(truncated.all()))
        if mode is AutoresetMode.SAME_STEP and truncated.all():
            assert infos["final_obs"][0].shape == (4, 60)
        if mode is AutoresetMode.DISABLED and truncated.all():
            observations, _ = envs.reset(options={"reset_mask": truncated})
    every = 13 if mode is AutoresetMode.NEXT_STEP else 12
    assert [step for step, end in enumerate(ends, 1) if end][:2] == [12, 12 + every]


def test_the_checker_is_content() -> None:
    check_env(gym.make("rcssgym/Disc-Soccer-2v2-v0").unwrapped, skip_render_check=True)


def test_names() -> None:
    env = rcssgym.parallel_env("Disc-Soccer-2v2", actions="skills", observation="sensed")
    assert env.possible_agents == ["left_1", "left_2", "right_1", "right_2"]
    observations, _ = env.reset(seed=1)
    assert set(observations) == set(env.possible_agents)
    many = game_vector_env("Disc-Soccer-2v2", 1, actions="skills", observation="sensed")
    np.testing.assert_array_equal(many.reset(seed=1)[0][0, 3], observations["right_2"])
    for name in DISC_GAMES:
        assert f"rcssgym/{name}-v0" in gym.registry


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"teams": "12v12"}, "teams: '12v12' is none of '1v1' to '11v11'"),
        ({"teams": "3v2"}, "teams: '3v2' are not equal"),
        ({"teams": "1v2", "agents": "left"}, "teams: '1v2' has one agent"),
        ({"opponents": "still"}, "opponents: 'still' have no players: take agents='left'"),
        ({"agents": "right"}, "agents: 'right' is none of both, left"),
        ({"actions": "moves"}, "actions: 'moves' is none of commands, skills"),
        ({"actions": ("fly",)}, "actions: there is no 'fly'"),
        ({"features": ""}, "features: '' is none of low, high"),
        ({"observation": "seen"}, "observation: 'seen'"),
        ({"reward": "team"}, "reward: 'team'"),
        ({"weights": 3}, "weights: 3 does not map terms to numbers"),
        ({"server_params": 3}, "server_params: 3 is not a mapping"),
        ({"weights": {"style": 1.0}}, "weights: 'style' is none of the terms goal"),
        ({"weights": {"goal": float("nan")}}, "weights: nan of 'goal'"),
        ({"weights": {"goal": 10**400}}, "of 'goal' is not a finite number"),
    ],
)
def test_what_it_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        DiscSoccer(**options)
    with pytest.raises(rcssgym.ArgumentError, match="name: 'Disc-Soccer-4v4' is none of"):
        game_vector_env("Disc-Soccer-4v4")


def test_a_subclass_sets_defaults() -> None:
    class Eager(DiscSoccer):
        weights = MappingProxyType({"approach": 0.5})
        end_on_goal = False

    eager, plain = Eager("2v2"), DiscSoccer("2v2")
    assert eager.weights == {**plain.weights, "approach": 0.5}
    assert (plain.end_on_goal, eager.end_on_goal) == (True, False)
    assert Eager("2v2", end_on_goal=True).end_on_goal
