"""The environment whose agent is a coach: Gymnasium's contract, the server's windows, tactics."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList
from rcssgym import ArgumentError
from rcssgym.disc import PLAY_MODES, Scripted
from rcssgym.envs.coach import TACTICS, CoachEnv, CoachVectorEnv
from rcssgym.envs.coach.pitch import SIZE, seen

NAME = "rcssgym/Disc-Coach-v0"
SHORT: dict[str, Any] = {"half_time": 20, "cycles_per_step": 50}
NOTHING = np.zeros((2, 3), np.int64)
NAMES = ("taken", "substituted", "score")


def test_the_checker_is_content() -> None:
    check_env(gym.make(NAME, **SHORT).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_what_comes_back_fits_the_spaces(mode: AutoresetMode) -> None:
    envs = gym.make_vec(NAME, num_envs=3, autoreset_mode=mode, **SHORT)
    assert envs.metadata["autoreset_mode"] is mode
    envs.action_space.seed(0)
    observations, infos = envs.reset(seed=0)
    assert infos == {}
    ended = 0
    for _ in range(25):
        assert observations in envs.observation_space
        observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
        assert rewards.dtype == np.float64
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert not truncated.any()
        ended += int(terminated.sum())
        if mode is AutoresetMode.SAME_STEP and terminated.any():
            assert (infos["_final_obs"] == terminated).all()
            assert (infos["_final_info"] == terminated).all()
            assert all(infos["final_obs"][env] in envs.single_observation_space
                       for env in np.flatnonzero(terminated))  # fmt: skip
        if mode is AutoresetMode.DISABLED and terminated.any():
            with pytest.raises(rcssgym.RcssGymError, match="are over: reset them"):
                envs.step(envs.action_space.sample())
            observations, _ = envs.reset(options={"reset_mask": terminated})
    assert ended >= 3


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_episodes_are_truncated_after_some_steps(mode: AutoresetMode) -> None:
    envs = gym.make_vec(NAME, num_envs=2, max_episode_steps=3, autoreset_mode=mode, **SHORT)
    single = gym.make(NAME, max_episode_steps=3, **SHORT)
    envs.reset(seed=5)
    single.reset(seed=6)
    for step in range(1, 4):
        observations, rewards, terminated, truncated, infos = envs.step(NOTHING)
        seen_by_one, reward, _, is_truncated, _ = single.step(np.zeros(3, np.int64))
        assert not terminated.any()
        assert truncated.tolist() == [step == 3] * 2 == [is_truncated] * 2
        assert rewards[1] == reward
        if mode is AutoresetMode.SAME_STEP and step == 3:
            observations = np.stack(infos["final_obs"])
        np.testing.assert_array_equal(observations[1], seen_by_one)
    if mode is AutoresetMode.DISABLED:
        with pytest.raises(rcssgym.RcssGymError, match=r"episodes of envs \[0, 1\] are over"):
            envs.step(NOTHING)
    else:
        assert not envs.step(NOTHING)[3].any()


def test_all_games_begin_before_the_first_step() -> None:
    envs = CoachVectorEnv(3, **SHORT)
    envs.reset(seed=1, options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(rcssgym.RcssGymError, match=r"no game has begun in envs \[1\]"):
        envs.step(np.zeros((3, 3), np.int64))
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    envs.step(np.zeros((3, 3), np.int64))


def test_infos_are_in_gymnasium_s_format() -> None:
    """Beside each entry is a mask; nothing is told of games that have just begun."""
    envs = CoachVectorEnv(2, opponent="still", **SHORT)
    envs.reset(seed=3)
    for _ in range(12):
        *_, ended, _, info = envs.step(np.array([[1, 0, 0], [0, 0, 0]]))
        assert set(info) == {*NAMES, *(f"_{name}" for name in NAMES)}
        for name in NAMES:
            assert info[f"_{name}"].tolist() == [True, True]
            assert len(info[name]) == 2
        if ended.any():
            break
    assert ended.all()
    info = envs.step(NOTHING)[4]
    assert all(info[f"_{name}"].tolist() == [False, False] for name in NAMES)
    listed = DictInfoToList(envs).step(NOTHING)[4]
    assert [set(one) for one in listed] == [set(NAMES)] * 2


def test_the_last_info_of_a_game_is_told_when_the_next_begins() -> None:
    envs = CoachVectorEnv(2, opponent="still", autoreset_mode="SameStep", **SHORT)
    twin = CoachVectorEnv(2, opponent="still", autoreset_mode="Disabled", **SHORT)
    envs.reset(seed=3)
    twin.reset(seed=3)
    twin_ended = np.zeros(2, np.bool_)
    while not twin_ended.any():
        *_, ended, _, info = envs.step(NOTHING)
        *_, twin_ended, _, expected = twin.step(NOTHING)
        assert ended.tolist() == twin_ended.tolist()
        assert ("final_info" in info) == ended.any()
    last = info["final_info"]
    assert info["_final_info"].tolist() == info["_final_obs"].tolist() == ended.tolist()
    assert set(last) == set(expected)
    for name in NAMES:
        assert last[f"_{name}"].tolist() == ended.tolist()
        assert last[name][ended].tolist() == expected[name][ended].tolist()
    assert last["score"].sum() > 0


def test_a_single_game_has_no_masks() -> None:
    single = CoachEnv(**SHORT)
    single.reset(seed=0)
    assert set(single.step(np.zeros(3, np.int64))[4]) == set(NAMES)


def test_nothing_runs_after_it_is_closed() -> None:
    many, single = CoachVectorEnv(2, **SHORT), CoachEnv(**SHORT)
    pairs: list[tuple[Any, Any, Any]] = [
        (many, NOTHING, many.batch),
        (single, NOTHING[0], single.vector.batch),
    ]
    for envs, action, batch in pairs:
        envs.reset(seed=0)
        cycle = batch.cycle.tolist()
        envs.close()
        envs.close()
        with pytest.raises(rcssgym.RcssGymError, match="this environment has been closed"):
            envs.step(action)
        with pytest.raises(rcssgym.RcssGymError, match="this environment has been closed"):
            envs.reset(seed=0)
        assert batch.cycle.tolist() == cycle


def test_a_single_env_is_one_of_many_and_seeds_repeat_it() -> None:
    single = CoachEnv(**SHORT)
    many = CoachVectorEnv(3, autoreset_mode=AutoresetMode.DISABLED, **SHORT)
    many.action_space.seed(1)
    first, _ = single.reset(seed=12)
    all_of_them, _ = many.reset(seed=10)
    np.testing.assert_array_equal(first, all_of_them[2])
    for _ in range(8):
        actions = many.action_space.sample()
        one = single.step(actions[2])
        every = many.step(actions)
        np.testing.assert_array_equal(one[0], every[0][2])
        assert one[1] == every[1][2]
        assert one[2] == every[2][2]


def test_the_reward_is_the_change_of_the_lead() -> None:
    envs = CoachVectorEnv(4, opponent="still", reward="goals", **SHORT)
    envs.reset(seed=3)
    total = np.zeros(4)
    for _ in range(8):
        _, rewards, _, _, info = envs.step(np.zeros((4, 3), np.int64))
        total += rewards
    score = info["score"]
    np.testing.assert_array_equal(total, score[:, 0] - score[:, 1])
    assert total.sum() > 0
    shots = CoachVectorEnv(4, opponent="still", reward="shots", **SHORT)
    shots.reset(seed=3)
    more = sum(shots.step(np.zeros((4, 3), np.int64))[1] for _ in range(8))
    assert (more > total).any()


def test_what_the_coach_says_goes_through_the_windows_of_the_server() -> None:
    envs = CoachVectorEnv(2, half_time=300, cycles_per_step=10)
    observed, _ = envs.reset(seed=0)
    may_say = -2
    play_on = PLAY_MODES.index("play_on")
    for _ in range(40):
        if (envs.batch.play_mode == play_on).all():
            break
        observed, *_ = envs.step(NOTHING)
    assert (observed[:, may_say] == 1.0).all()
    words = np.array([[1, 0, 0], [0, 2, 3]])
    observed, *_, info = envs.step(words)
    assert info["taken"].tolist() == [True, False]
    assert not info["substituted"].any()
    assert observed[:, may_say].tolist() == [0.0, 1.0]
    chosen = observed[:, -2 - len(TACTICS) : -2]
    assert chosen.tolist() == [[1.0] + [0.0] * (len(TACTICS) - 1), [0.0] * len(TACTICS)]
    if (envs.batch.play_mode == play_on).all():
        *_, info = envs.step(words)
        assert info["taken"].tolist() == [False, False]


def test_whether_the_server_accepts_a_message_is_known_before() -> None:
    """Also at the cycle at which a new window begins, which opens only in the next step."""
    envs = CoachVectorEnv(6, half_time=300, cycles_per_step=1)
    observed, _ = envs.reset(seed=0)
    play_on, refused = PLAY_MODES.index("play_on"), 0
    while envs.batch.cycle.max() < 320:
        may_say = observed[:, -2] == 1.0
        at_its_end = (envs.batch.cycle == 300) & (envs.batch.play_mode == play_on)
        observed, *_, info = envs.step(np.array([[1, 0, 0]] * 6))
        np.testing.assert_array_equal(info["taken"], may_say)
        refused += int((at_its_end & ~may_say).sum())
    assert refused > 0


@pytest.mark.parametrize(
    ("mode", "whose"),
    [
        ("play_on", 0),
        ("kick_in_l", 1),
        ("goal_kick_r", 2),
        ("offside_l", 2),
        ("foul_charge_r", 1),
        ("goal_l", 2),
        ("drop_ball", None),
    ],
)
def test_a_fault_is_seen_as_the_set_play_that_follows(mode: str, whose: int | None) -> None:
    batch = rcssgym.DiscBatch(1)
    batch.change_mode(mode)
    modes = np.zeros(3)
    if whose is not None:
        modes[whose] = 1.0
    np.testing.assert_array_equal(seen(batch)[0, SIZE - 3 :], modes)


def test_players_change_while_play_is_off() -> None:
    envs = CoachVectorEnv(1, half_time=300, cycles_per_step=1)
    envs.reset(seed=0)
    *_, info = envs.step(np.array([[0, 5, 16]]))
    assert info["substituted"][0]
    while envs.batch.play_mode[0] != PLAY_MODES.index("play_on"):
        envs.step(np.zeros((1, 3), np.int64))
    observed, *_, info = envs.step(np.array([[0, 5, 17]]))
    assert not info["substituted"][0]
    assert envs.batch.type_id[0, 4] == 16
    assert observed[0, -1] == 1.0


def test_tactics_change_the_game() -> None:
    def ball(action: list[int]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        tactics = {"back": "((true) (do our {2 3 4 5 6 7 8 9 10 11} (home (pt -45 0))))"}
        envs = CoachVectorEnv(2, tactics=tactics, half_time=60, cycles_per_step=100)
        envs.reset(seed=5)
        envs.step(np.array([action] * 2))
        for _ in range(3):
            envs.step(NOTHING)
        return np.asarray(envs.batch.position[:, 1:11, 0])

    assert ball([1, 0, 0]).mean() < ball([0, 0, 0]).mean() - 8.0


def test_tactics_that_do_not_fit_in_one_message_are_defined_in_several() -> None:
    body = "((true) (do our {2 3 4 5 6 7 8 9 10 11} (home (pt -45 0))))"
    envs = CoachVectorEnv(2, tactics={f"a{number}": body for number in range(150)}, half_time=60)
    envs.reset(seed=5)
    _, _, _, _, info = envs.step(np.array([[150, 0, 0], [0, 0, 0]]))
    assert info["taken"].tolist() == [True, False]
    envs.step(NOTHING)
    back, plain = envs.batch.position[:, 1:11, 0].mean(axis=1)
    assert back < plain - 8.0


def test_wrong_things_are_refused() -> None:
    for tactics, what in [
        ({}, "there are none"),
        ({"park": "((true) (do our {2} (hold)))"}, "'park' is not a rule"),
        ({"wall": "((true) (do our {2} (stand)))"}, "'wall' is not a rule"),
        ({"wall": "other"}, "not one rule with a condition"),
        # Numbers are written as ``0.5``, which makes this text longer than it is here.
        (
            {"wall": f"((true) (do our {{2}} (home (reg {'(pt .5 .5)' * 700}))))"},
            "'wall' is a message of 9",
        ),
        ({" wall": "((true) (do our {2} (hold)))"}, "' wall' is not a name of a rule"),
        ({"wall": '("far" (do our {2} (hold)))'}, 'rule wall: no condition is called "far"'),
        (5, "tactics: 5 does not map names to rules"),
        ({"wall": 5}, "tactics: 'wall': 5 is not a text"),
        ({5: "other"}, "tactics: 5: 'other' is not a text"),
    ]:
        with pytest.raises(ArgumentError, match=what):
            CoachVectorEnv(1, tactics=tactics)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="reward: must be"):
        CoachVectorEnv(1, reward="fun")
    for options in ({"team": 5}, {"team": "asleep"}, {"opponent": None}):
        with pytest.raises(ArgumentError, match=rf"^{next(iter(options))}: .* is none of"):
            CoachVectorEnv(1, **options)
    envs = CoachVectorEnv(2, **SHORT)
    with pytest.raises(rcssgym.RcssGymError, match="call reset"):
        envs.step(NOTHING)
    envs.reset(seed=0)
    wrong: list[tuple[Any, str]] = [
        (np.zeros((2, 3)), "must be integers"),
        (np.zeros((1, 3), int), "must be integers"),
        ([[0, 0, 0], [0, 0]], "actions: cannot become an array"),
        (np.array([[0, 0, 0], [0, 12, 0]]), r"of env 1 is not from 0 to \[\d+, 11, 17\]"),
    ]
    for actions, what in wrong:
        with pytest.raises(ArgumentError, match=what):
            envs.step(actions)
    sensed = CoachVectorEnv(1, team=Scripted(sensed=True), **SHORT)
    sensed.reset(seed=0)
    sensed.step(np.zeros((1, 3), np.int64))
