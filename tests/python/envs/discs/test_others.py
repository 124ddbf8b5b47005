"""The behaviour of players that the learner does not command."""

import copy
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym import DiscBatch
from rcssgym.disc import Scripted
from rcssgym.envs import Terms, WorldEnv, WorldVectorEnv
from rcssgym.envs.discs import (
    ActsByNumberVector,
    DiscSoccer,
    DiscTask,
    HalfField,
    Keepaway,
    ReachBall,
)
from rcssgym.envs.games import GameVectorEnv
from rcssgym.policies import load

from envs.discs.company import check_company, check_copies

QUANTITIES = ("ball_position", "position", "velocity", "body", "stamina", "flags")


class Still:
    """A policy whose players stand still."""

    def __init__(self, numbers: int = 7) -> None:
        self.numbers = numbers

    def act(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.zeros((len(observations), self.numbers), np.float32)


class Remembering(Still):
    """Returns a state besides its actions, as policies of Stable-Baselines3 do."""

    def act(self, observations: NDArray[np.float32]) -> Any:
        return super().act(observations), None


class Runner:
    """A policy that runs to the ball, using low-level features, and tackles there."""

    calls = 0

    def act(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        self.calls += 1
        way = np.arctan2(observations[:, 51], observations[:, 52]) / np.pi
        actions = np.zeros((len(observations), 7), np.float32)
        actions[:, 1] = np.where(abs(way) > 0.1, 1, -1)
        actions[:, 2] = np.where(observations[:, 12] > 0, 1, -1)
        actions[:, 3], actions[:, 5] = 1, way
        return actions


@pytest.mark.parametrize("size", [(2, 2), (5, 5), (1, 1)])
@pytest.mark.parametrize("defends", [False, True])
def test_scripted_players_are_those_of_a_batch(size: tuple[int, int], defends: bool) -> None:
    """A player that acts by the script forms a scripted team with its teammates."""
    task = HalfField(*size, actions=("scripted",), defends=defends)
    envs = WorldVectorEnv(task, 4, autoreset_mode="Disabled")
    envs.reset(seed=8)
    plain = WorldVectorEnv(HalfField(*size, others="still"), 4, autoreset_mode="Disabled")
    plain.reset(seed=8)
    batches = []
    for env in range(4):
        # The seed of an env's game is the first number of the env's stream.
        first = np.array([env])
        streams = rcssgym.envs.Streams(4)
        streams.seed(np.arange(4), [8, 9, 10, 11])
        seed = int(streams.uniform(first, 1)[0, 0] * 2.0**53)
        game = DiscBatch(
            1,
            *size,
            seed=seed,
            goalies=(False, True),
            player_params={"random_seed": 0},
            server_params={"use_offside": False, "back_passes": False},
            teams=("scripted", "scripted"),
        )
        game.change_mode("play_on")
        worlds: Any = plain.task.worlds
        x, y = worlds.ball_position[env].tolist()
        game.trainer(0, f"(move (ball) {x!r} {y!r} 0 0 0)")
        for player in range(sum(size)):
            x, y = worlds.position[env, player].tolist()
            body = float(worlds.body[env, player])
            left = player < size[0]
            who = f"left {player + 1}" if left else f"right {player - size[0] + 1}"
            game.trainer(0, f"(move (player {who}) {x!r} {y!r} {body!r} 0 0)")
        game.recover()
        batches.append(game)
    over, played = np.zeros(4, np.bool_), cast("Any", task.worlds)
    for _ in range(150):
        _, _, terminated, _, _ = envs.step(np.zeros((4, 1), np.float32))
        for env, game in enumerate(batches):
            if not over[env]:
                game.change_mode("play_on")
                game.advance(1)
                for name in QUANTITIES:
                    theirs = cast("Any", game).read(name)[0]
                    np.testing.assert_allclose(played.read(name)[env], theirs, atol=1e-9)
        over |= terminated
        if terminated.any():
            envs.reset(options={"reset_mask": terminated})
    assert over.sum() >= 2


def goals(task: HalfField, trials: int = 300) -> float:
    """Return the share of trials that end in a goal when players act by a script."""
    envs = WorldVectorEnv(task, 64, autoreset_mode="SameStep")
    envs.reset(seed=0)
    ends = goals = 0
    while ends < trials:
        shape = envs.action_space.shape
        _, _, terminated, _, info = envs.step(np.zeros(shape, np.float32))
        if terminated.any():
            ends += int(terminated.sum())
            goals += int(info["final_info"]["is_success"].sum())
    return goals / ends


def test_the_stronger_the_opponents_the_fewer_goals() -> None:
    def against(opponents: Any) -> float:
        return goals(HalfField(2, 3, actions=("scripted",), opponents=opponents))

    still, weak, strong = against("still"), against(Scripted(0.0)), against("scripted")
    assert still > weak + 0.1
    assert weak > strong + 0.1


def test_a_strength_can_be_told_in_words() -> None:
    def against(*opponents: Any) -> WorldVectorEnv:
        return WorldVectorEnv(HalfField(1, 1, opponents=opponents), 4, autoreset_mode="SameStep")

    by_name, made = against("still", "scripted:0.25"), against("still", Scripted(0.25))
    assert by_name.reset(seed=0)[0].tobytes() == made.reset(seed=0)[0].tobytes()
    shape: Any = by_name.action_space.shape
    actions = np.zeros(shape, np.float32)
    for _ in range(100):
        assert by_name.step(actions)[0].tobytes() == made.step(actions)[0].tobytes()


def test_a_pool_is_drawn_for_every_episode() -> None:
    pool: Any = ["still", Scripted(0.5), "random", Still()]
    task = HalfField(1, 2, opponents=pool, untouched_time=3)
    envs = WorldVectorEnv(task, 64, autoreset_mode="SameStep")
    envs.reset(seed=1)
    counts = np.zeros(4, np.int64)
    before = task.core.drawn[:, 1].copy()
    for _ in range(60):
        places = task.worlds.position[:, 1:].copy()
        _, _, terminated, _, _ = envs.step(np.zeros((64, 8), np.float32))
        drawn = task.core.drawn[:, 1]
        assert (drawn == before)[~terminated].all()
        moved = (task.worlds.position[:, 1:] != places).any((1, 2)) & ~terminated
        assert not moved[(drawn == 0) | (drawn == 3)].any()
        counts += np.bincount(drawn[terminated], minlength=4)
        before = drawn.copy()
    assert counts.sum() > 1000
    assert (abs(counts / counts.sum() - 0.25) < 0.05).all()
    assert (task.core.drawn[:, 0] == 0).all()


@pytest.mark.parametrize("copies", [True, False])
def test_policies_see_as_if_they_were_learners(copies: bool) -> None:
    """Defenders with a policy behave like learners that take the same actions."""
    policy = Runner()
    attack = HalfField(1, 3, others="still", opponents=policy)
    assert attack.observation_space.shape == (59 + 27,)
    both = WorldVectorEnv(attack, 5, autoreset_mode="SameStep", copy=copies)
    defence = HalfField(1, 3, others="still", defends=True, numbers=(1, 2, 3))
    other = WorldVectorEnv(defence, 5, autoreset_mode="SameStep")
    both.reset(seed=3)
    seen, _ = other.reset(seed=3)
    for _ in range(200):
        actions = Runner().act(seen.reshape(15, -1)).reshape(5, 3, 7)
        rows, rewards, terminated, _, _ = both.step(np.zeros((5, 8), np.float32))
        assert rows.shape == (5, 86)
        assert rewards.shape == (5,)
        # A player without a score for turn and kick dashes; here the dash has no power.
        seen, reverse, ended, _, _ = other.step(actions)
        np.testing.assert_array_equal(terminated, ended)
        np.testing.assert_array_equal(rewards, -reverse)
        np.testing.assert_array_equal(attack.worlds.position, defence.worlds.position)
    assert policy.calls == 200


class Near(HalfField):
    """Half field offense that also measures how much nearer the player has come to the ball."""

    def declare(self) -> Terms:
        terms = super().declare()
        return replace(terms, measures={**terms.measures, "nearing": "half_field_nearing"})


@pytest.mark.parametrize("defends", [False, True])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_infos_tell_of_the_learners_players_alone(mode: str, defends: bool) -> None:
    def made(opponents: Any) -> WorldVectorEnv:
        options: dict[str, Any] = {"reward": "shaped", "frames_per_trial": 3, "defends": defends}
        task = Near(2, 2, **options, others="still", opponents=opponents)
        return WorldVectorEnv(task, 3, autoreset_mode=mode)

    plain, against = made("still"), made(Still(8 if defends else 7))
    for envs in (plain, against):
        envs.reset(seed=4)
    shape: Any = plain.action_space.shape
    for one in np.random.default_rng(0).uniform(-1, 1, (7, *shape)):
        rewards, plain_infos = plain.step(one)[1::3]
        same, infos = against.step(one)[1::3]
        np.testing.assert_array_equal(rewards, same)
        for each in (infos, plain_infos):
            each.pop("final_obs", None)
        np.testing.assert_equal(dict(infos), dict(plain_infos))
        assert infos["reward"]["nearing"].shape == infos["nearing"].shape == (3,)


def test_infos_of_games_tell_of_the_agents_alone() -> None:
    games = GameVectorEnv(DiscSoccer("2v2", agents="left", opponents=Still(11)), 3)
    games.reset(seed=0)
    *_, infos = games.step(np.zeros((3, 2, 11), np.float32))
    assert infos["reward"]["goal"].shape == (3, 2)
    assert infos["goals_for"].shape == (3,)
    env = WorldEnv(HalfField(1, 1, opponents=Still()))
    env.reset(seed=0)
    assert env.step(np.zeros(8, np.float32))[4]["reward"]["goal"] == 0.0


@pytest.mark.parametrize(
    ("task", "options", "numbers"),
    [
        (Keepaway, {}, 5),
        (HalfField, {"offense": 2, "defense": 2, "actions": "high"}, 8),
        (HalfField, {"offense": 3, "defense": 3, "numbers": (1, 3), "actions": "high"}, 8),
        (HalfField, {"offense": 2, "defense": 2, "defends": True}, 8),
    ],
)
def test_a_learner_acts_alike_whoever_the_others_are(
    task: Any, options: dict[str, Any], numbers: int
) -> None:
    """Policies' players may have more numbers and acts than the learner's."""
    plain = WorldVectorEnv(task(**options, opponents="still"), 3, threads=1)
    against = WorldVectorEnv(task(**options, opponents=Still(numbers)), 3, threads=1)
    assert against.action_space == plain.action_space
    shape: Any = plain.action_space.shape
    for envs in (plain, against):
        envs.reset(seed=1)
    tasks: list[Any] = [plain.task, against.task]
    assert tasks[0].robots_cells("action").shape == tasks[1].robots_cells("action").shape == shape
    assert tasks[0].action_masks().shape == tasks[1].action_masks().shape
    for wrong in (np.zeros((1, *shape[1:])), np.zeros((4, *shape[1:])), np.zeros((3, 99))):
        with pytest.raises(rcssgym.ArgumentError, match=r"^actions: shape"):
            against.step(wrong)
    with pytest.raises(rcssgym.ArgumentError, match="cannot become an array"):
        against.step([[0.0], [0.0, 1.0], [0.0]])
    if len(shape) == 2:
        numbered = ActsByNumberVector(against)
        numbered.step(numbered.action_space.sample())
        assert numbered.action_masks().shape == (3, len(numbered.numbered.acts))


def test_a_teacher_uses_the_learners_numbers_alone() -> None:
    task = HalfField(2, 2, actions="high", opponents=Still(8))
    task.teaches = True
    WorldVectorEnv(task, 3).reset(seed=1)
    assert task.scripted_actions().shape == (3, 7)


@pytest.mark.parametrize("others", [Still(8), ["still", Still(8)]])
def test_a_policy_may_have_no_players(others: Any) -> None:
    for options in ({"teammates": others}, {"others": others}):
        task = HalfField(1, 0, **options)
        envs, plain = (
            WorldVectorEnv(task, 2, history=2),
            WorldVectorEnv(HalfField(1, 0), 2, history=2),
        )
        for each in (envs, plain):
            each.reset(seed=0)
        actions = np.full((2, 8), 0.5, np.float32)
        assert envs.step(actions)[0].shape == plain.step(actions)[0].shape == (2, 2 * 59)


@pytest.mark.parametrize("clip", [False, True])
def test_policies_do_not_act_in_steps_that_are_refused(clip: bool) -> None:
    runner = Runner()
    envs = WorldVectorEnv(HalfField(2, 1, opponents=runner), 2, clip_actions=clip)
    envs.reset(seed=0)
    actions = np.zeros((2, 8), np.float32)
    for wrong in (np.inf, np.nan) if clip else (1.5, -np.inf, np.nan):
        for dtype in (np.float32, np.float64):
            refused = actions.astype(dtype)
            refused[1, 3] = wrong
            with pytest.raises(rcssgym.ArgumentError, match=r"^actions: .* at index \(1, 3\)"):
                envs.step(refused)
    with pytest.raises(rcssgym.ArgumentError, match=r"^actions: shape"):
        envs.step(actions[:1])
    assert runner.calls == 0
    envs.step(3.0 * actions + 2.0 if clip else actions)
    assert runner.calls == 1


def test_a_policy_of_team_mates_and_of_some_episodes() -> None:
    opponent = Runner()
    task = HalfField(3, 3, teammates=[Still(8), "random"], opponents=["scripted", opponent])
    envs = WorldVectorEnv(task, 20, autoreset_mode="NextStep")
    envs.reset(seed=0)
    for _ in range(100):
        envs.step(np.zeros((20, 8), np.float32))
    assert opponent.calls > 90


def test_environments_with_others_are_saved_and_copied() -> None:
    task = HalfField(2, 2, opponents=[Scripted(0.7), "random"], untouched_time=30)
    envs = WorldVectorEnv(task, 6, autoreset_mode="SameStep", threads=1)
    envs.reset(seed=2)
    random = np.random.default_rng(0)
    actions = random.uniform(-1, 1, (120, 6, 8)).astype(np.float32)
    check_copies(envs, actions, before=40)


def test_threads_and_company_change_nothing_for_scripted_players() -> None:
    def make(num: int, threads: int) -> WorldVectorEnv:
        task = HalfField(3, 3, opponents=["scripted", Scripted(0.3)], actions="all")
        return WorldVectorEnv(task, num, autoreset_mode="SameStep", threads=threads)

    random = np.random.default_rng(0)
    shape = make(70, 1).action_space.shape
    check_company(make, lambda _: random.uniform(-1, 1, shape).astype(np.float32))


class Wrong:
    """A policy for another task."""

    def act(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.zeros((len(observations), 3), np.float32)


class Unsure:
    """A policy that has not been trained well."""

    def act(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.full((len(observations), 7), np.nan, np.float32)


class Wrapped:
    """A shipped policy that does not say what it was trained for."""

    def __init__(self, name: str) -> None:
        self.act = load(name).act


def stepped(task: HalfField, **options: Any) -> None:
    envs = WorldVectorEnv(task, 2, **options)
    envs.reset(seed=0)
    envs.step(np.zeros(envs.action_space.shape, np.float32))


def odd(**options: Any) -> dict[str, Any]:
    return options


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: HalfField(1, 1, opponents=[]), r"opponents: \[\] has nothing to choose from"),
        (lambda: HalfField(**odd(opponents=["awake"])), "opponents: 'awake' is none of 'still'"),
        (lambda: HalfField(**odd(teammates=7)), "teammates: 7 is none of"),
        (lambda: HalfField(1, 1, opponents="scripted:x"), "'x' of 'scripted:x' is not a strength"),
        (lambda: stepped(HalfField(1, 1, opponents=Scripted(sensed=True))), "sensed=True"),
        (lambda: stepped(HalfField(1, 1, opponents=Wrong())), "opponents: .* of shape .2, 3. for"),
        (lambda: stepped(HalfField(1, 1, opponents=Unsure())), "opponents: .* not all finite"),
        (lambda: stepped(HalfField(1, 1, opponents=Remembering())), "opponents: .* cannot become"),
        (
            lambda: stepped(HalfField(2, 1, teammates=Wrapped("DiscHFO1v1"))),
            r"teammates: .*: observations: shape \(2, 77\), must be \(N, 15\)",
        ),
        (lambda: HalfField(**odd(opponents=Still)), "opponents: <class .*Still'> is none of"),
        (lambda: stepped(HalfField(1, 1, opponents=Still()), history=2), "history, delay"),
        (lambda: HalfField(2, 1, numbers=(3,)), "numbers: 3 is not from 1 to 2"),
        (lambda: HalfField(2, 1, numbers=(2, 1)), r"numbers: \(2, 1\) are not different"),
        (lambda: HalfField(2, 1, numbers=()), r"numbers: \(\) is not a list of one player"),
        (
            lambda: HalfField(2, 1, features="high", opponents=Still()),
            "opponents: a policy's player would observe 18 numbers, the learner's 21",
        ),
        (
            lambda: DiscSoccer("5v3", agents="left", opponents=["still", Still()]),
            "opponents: a policy's player would observe 89 numbers, the learner's 91",
        ),
    ],
)
def test_what_others_cannot_be(make: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("opponents", "scripted"),
        ("teammates", "random"),
        ("teaches", True),
        ("is_shared", True),
        ("actions", "high"),
        ("defends", True),
        ("features", "high"),
    ],
)
def test_who_plays_cannot_change_any_more(name: str, value: Any) -> None:
    task = HalfField(2, 2, others="still")
    if name in ("actions", "defends", "features"):  # observations and actions depend on these
        with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: cannot change any more"):
            setattr(task, name, value)
    else:
        setattr(task, name, value)
        setattr(task, name, getattr(HalfField(2, 2, others="still"), name))
    envs = WorldVectorEnv(task, 2)
    before = getattr(task, name)
    with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: cannot change any more"):
        setattr(task, name, value)
    assert getattr(copy.deepcopy(envs).task, name) == getattr(task, name) == before
    task.untouched_time = 3  # a parameter


def test_tasks_without_others_draw_nothing_more() -> None:
    envs = WorldVectorEnv(ReachBall, 2)
    envs.reset(seed=0)
    assert (envs.task.core.drawn == 0).all()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"players": (3,)}, r"players: \(3,\) are not two numbers"),
        ({"players": 3}, "players: 3 are not two numbers"),
        ({"commanded": 0}, "commanded: 0 are not indices of players"),
        ({"commanded": ("0",)}, "commanded: '0' is not an integer"),
        ({"action_mode": 5}, "action_mode: 5 is neither a mode nor names of acts"),
        ({"senses": 1}, "senses: 1 is neither True nor False"),
        ({"is_shared": "no"}, "is_shared: 'no' is neither True nor False"),
        ({"teaches": "no"}, "teaches: 'no' is neither True nor False"),
        ({"keeps_play_on": None}, "keeps_play_on: None is neither True nor False"),
        ({"kicks_off": "no"}, "kicks_off: 'no' is neither True nor False"),
    ],
)
def test_what_players_of_a_task_cannot_be(attributes: dict[str, Any], message: str) -> None:
    class Own(DiscTask):
        def declare(self) -> Terms:
            return Terms(observations=("disc_self",), start=("disc_kick_off",))

    for name, value in attributes.items():
        setattr(Own, name, value)
    with pytest.raises(rcssgym.ArgumentError, match=f"^{message}"):
        WorldVectorEnv(Own, 1)
