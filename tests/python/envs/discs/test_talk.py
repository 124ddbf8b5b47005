"""Players that talk: what is said and heard, against plain games and plain memories."""

import dataclasses
import math
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym import DiscBatch, say
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import (
    ActsByNumber,
    ActsByNumberVector,
    DiscSoccer,
    HalfField,
    Keepaway,
    KeepawayGame,
)
from rcssgym.envs.discs.academy import ThreeOnOne
from rcssgym.envs.games import GameVectorEnv, game_vector_env

from envs.discs.company import check_company, check_copies
from envs.say_units import KINDS, UNIT, write_units

Array = NDArray[np.float32]


def plain_text(numbers: Array, size: int, rivals: int) -> str:
    """Return the text that an action's values say."""
    units: list[Any] = []
    for row in numbers.reshape(-1, 15).astype(np.float64):
        kind = int(np.argmax(row[:11])) - 1
        if kind < 0:
            continue
        player, x, y, cycles = row[11:]
        count = rivals if KINDS[kind] in (say.OpponentHasBall, say.OpponentPos) else size
        wide, high = (2.7, 2.7) if KINDS[kind] is say.BallVelocity else (53.0, 34.0)
        given = {
            "player": 1 + min(int(0.5 * (player + 1) * count), count - 1),
            "x": wide * x,
            "y": high * y,
            "dx": wide * x,
            "dy": high * y,
            "cycles": math.floor(36 * (cycles + 1) + 0.5),
        }
        units.append(KINDS[kind](**{name: given[name] for name in fields(KINDS[kind])}))
        try:
            say.encode(units)
        except say.SayError:
            units.pop()
    return say.encode(units)


def zeros(envs: Any) -> Array:
    """Return actions of zeros."""
    return np.zeros(envs.action_space.shape, np.float32)


def fields(kind: type[Any]) -> list[str]:
    return list(kind.__dataclass_fields__)


def listened(number: float, size: int) -> int:
    """Return to whom an action's value listens: 0 for nobody in particular."""
    return min(int(0.5 * (float(number) + 1) * (size + 1)), size)


class Ears:
    """What a player last heard from each teammate, by number."""

    def __init__(self, mates: int, units: int) -> None:
        self.rows = np.zeros((mates, 2 + UNIT * units))
        self.ages = np.full(mates, math.inf)

    def step(self, heard: dict[int, tuple[int, str]]) -> None:
        """Take in a cycle in which these mates were heard, each from a direction."""
        self.ages += 0.1
        for mate, (direction, text) in heard.items():
            self.ages[mate] = 0.0
            row = self.rows[mate]
            row[1] = direction / 180
            write_units(row[2:], text)

    def seen(self) -> Any:
        rows = self.rows.copy()
        rows[:, 0] = np.minimum(self.ages / 3.0, 1.0)
        return rows.ravel()


def messages(batch: Any, world: int, listener: int, number: int, size: int) -> dict[int, Any]:
    """Return what a player heard from mates in the last cycle, by index among the mates."""
    found = {}
    for player, who, spoken, direction, text in batch.heard[world]:
        if player == listener and who == "our" and text is not None and spoken <= size:
            found[spoken - 1 - int(spoken > number)] = (direction, text)
    return found


@pytest.mark.parametrize("units", [1, 3])
def test_games_with_words_are_those_of_a_batch(units: int) -> None:
    """Texts, attention, hearing and observations, step by step, beside an equal plain batch."""
    size, worlds = 3, 3
    task = DiscSoccer(f"{size}v{size}", say=units, end_on_goal=False)
    envs = GameVectorEnv(task, worlds, autoreset_mode="Disabled", max_episode_steps=None)
    seen, _ = envs.reset(seed=4)
    real: Any = task.worlds
    plain = DiscBatch(
        worlds,
        size,
        size,
        goalies=task.goalies,
        player_params={"random_seed": 0},
        hearing=True,
    )
    plain.restore(real.snapshot())
    ears = [[Ears(size - 1, units) for _ in range(2 * size)] for _ in range(worlds)]
    random = np.random.default_rng(0)
    heard = 0
    assert envs.action_space.shape == (worlds, 2 * size, 11 + 15 * units + 1)
    for _ in range(60):
        actions = random.uniform(-1, 1, envs.action_space.shape).astype(np.float32)
        # Most players say something; dashes change the distances between them.
        actions[..., 0] = 1.0
        talk = actions[..., 11:]
        texts = [[plain_text(row[:-1], size, size) for row in rows] for rows in talk]
        attends = np.array([[listened(row[-1], size) for row in rows] for rows in talk])
        attention = np.where(attends > 0, attends - 1 + np.array([0, 0, 0, 3, 3, 3]), -1)
        power, way = actions[..., 5].astype(float), actions[..., 6].astype(float)
        dashes = np.stack([100 * power, 180 * way], axis=-1)
        plain.step(1, dashes, attentionto=attention, say=np.array(texts))
        seen, _, terminated, _, _ = envs.step(actions)
        assert not terminated.any()
        np.testing.assert_array_equal(real.position, plain.position)
        assert sorted(map(str, real.heard)) == sorted(map(str, plain.heard))
        for world in range(worlds):
            for player in range(2 * size):
                messages_heard = messages(plain, world, player, player % size + 1, size)
                ears[world][player].step(messages_heard)
                heard += len(messages_heard)
                expected = ears[world][player].seen().astype(np.float32)
                np.testing.assert_allclose(
                    seen[world, player, -len(expected) :], expected, atol=1e-6
                )
    assert heard > 300


def test_whom_he_attends_to_he_hears() -> None:
    """One message per cycle gets through: that of the mate to whom the player listens."""
    task = ThreeOnOne(numbers=(1, 2, 3), others="still", say=1)
    envs = WorldVectorEnv(task, 2, autoreset_mode="SameStep")
    envs.reset(seed=1)
    talk = task.talk()
    for mate in (2, 3, 2):
        actions = zeros(envs) - 1
        actions[:, :, 1] = 1.0
        actions[:, 1, -talk.numbers :] = talk.action([say.WantPass()])
        actions[:, 2, -talk.numbers :] = talk.action([say.PassToPlayer(1)])
        actions[:, 0, -talk.numbers :] = talk.action([], listen_to=mate)
        for _ in range(3):
            seen = envs.step(actions)[0]
        for world in range(2):
            received = talk.heard(seen[world, 0])
            now = [number for number, one in enumerate(received, 2) if one and one.age == 0.0]
            assert now == [mate]
            one = received[mate - 2]
            assert one is not None
            assert one.units == ((say.WantPass(),) if mate == 2 else (say.PassToPlayer(1),))


def test_talk_reads_what_it_writes() -> None:
    task = HalfField(4, 2, numbers=(1, 2), others="still", say=3)
    envs = WorldVectorEnv(task, 1, autoreset_mode="SameStep")
    envs.reset(seed=0)
    talk = task.talk()
    units = (say.OurPos(20, -10), say.BallVelocity(1.0, -2.0, 7), say.OpponentHasBall(2))
    actions = zeros(envs)
    actions[0, 1, -talk.numbers :] = talk.action(units)
    seen = envs.step(actions)[0]
    one = talk.heard(seen[0, 0])[0]
    assert one is not None
    assert one.age == 0.0
    position, velocity, owner = one.units
    assert isinstance(position, say.OurPos)
    assert isinstance(velocity, say.BallVelocity)
    assert math.hypot(position.x - 20, position.y + 10) < 1.0
    assert math.hypot(velocity.dx - 1, velocity.dy + 2) < 0.06
    assert (velocity.cycles, owner) == (7, say.OpponentHasBall(2))
    # The message ages; 3 s later it is as if nothing had been said.
    actions[0, 1, -talk.numbers :] = talk.action()
    for step in range(1, 30):
        seen = envs.step(actions)[0]
        one = talk.heard(seen[0, 0])[0]
        assert one is not None
        assert one.age == pytest.approx(0.1 * step, abs=1e-6)
    assert talk.heard(envs.step(actions)[0][0, 0])[0] is None
    with pytest.raises(rcssgym.ArgumentError, match="units: 4 are more than 3"):
        talk.action([say.WantPass()] * 4)
    with pytest.raises(rcssgym.ArgumentError, match="player: 5 is not from 1 to 4"):
        talk.action([say.PassToPlayer(5)])
    with pytest.raises(rcssgym.ArgumentError, match="listen_to: 5 is not from 0 to 4"):
        talk.action([], listen_to=5)
    with pytest.raises(say.SayError, match="more than the 10"):
        talk.action([say.BallPos(0, 0, 0)] * 3)


@pytest.mark.parametrize(
    ("unit", "heard"),
    [
        (say.BallPos(55.0, -36.0, 90), say.BallPos(52.27, -33.53, 72)),
        (say.BallVelocity(-3.0, 2.9, -1), say.BallVelocity(-2.66, 2.66, 0)),
    ],
)
def test_what_is_out_of_range_is_said_as_the_nearest(unit: say.Unit, heard: say.Unit) -> None:
    """As with ``say.encode``: the ball may be beside the pitch."""
    task = HalfField(2, 1, numbers=(1, 2), others="still", say=1)
    envs = WorldVectorEnv(task, 1)
    envs.reset(seed=0)
    talk, actions = task.talk(), zeros(envs)
    actions[0, 1, -talk.numbers :] = talk.action([unit])
    message = talk.heard(envs.step(actions)[0][0, 0])[0]
    assert message is not None
    (one,) = message.units
    assert type(one) is type(heard)
    np.testing.assert_allclose(dataclasses.astuple(one), dataclasses.astuple(heard), atol=0.01)


@pytest.mark.parametrize("sensed", ["state", "sensed"])
def test_threads_and_company_change_nothing(sensed: Any) -> None:
    options: dict[str, Any] = {"observation": sensed, "actions": "skills", "say": 2}

    def make(num: int, threads: int) -> Any:
        return game_vector_env(
            "Disc-Soccer-3v3", num, threads=threads, autoreset_mode="SameStep", **options
        )

    random = np.random.default_rng(0)
    shape = make(20, 1).action_space.shape
    heard = 0

    def act(seen: Array) -> Array:
        nonlocal heard
        heard += int((seen[:, :, -2 * 30] < 1).sum())
        actions: Array = random.uniform(-1, 1, shape).astype(np.float32)
        return actions

    check_company(make, act, num=20, env=13, steps=60)
    assert heard > 1000


def test_who_senses_takes_in_what_he_hears() -> None:
    """A ball that nobody sees is known from what a mate says."""
    task = DiscSoccer("2v2", observation="sensed", say=1)
    envs = GameVectorEnv(task, 1, autoreset_mode="Disabled", max_episode_steps=None)
    envs.reset(seed=5)
    talk, worlds = task.talk(), cast("Any", task.worlds)
    actions = zeros(envs)
    actions[0, 1, -talk.numbers :] = talk.action([say.OpponentPos(2, 40.0, 30.0, 0)])
    worlds.set_state(position=np.array([[[-40, 0], [-38, 0], [20, 0], [-52, -33]]]))
    for _ in range(12):
        envs.step(actions)
    known = worlds.sensed[0, 0, 2 + 11 + 1]
    assert np.hypot(*(known[:2] - (40, 30))) < 1.0 or known[6] <= 1


def test_nobody_talks_if_not_asked() -> None:
    quiet, asked = HalfField(2, 1), HalfField(2, 1, say=False)
    assert quiet.observation_space == asked.observation_space
    assert quiet.action_space == asked.action_space
    envs = WorldVectorEnv(quiet, 1)
    envs.reset(seed=0)
    with pytest.raises(rcssgym.ArgumentError, match="without sensed=True or hearing=True"):
        _ = cast("Any", quiet.worlds).heard
    with pytest.raises(rcssgym.ArgumentError, match="nobody talks"):
        quiet.talk()


def test_a_game_is_the_same_with_words_and_without() -> None:
    random = np.random.default_rng(1)
    silent = HalfField(2, 2, numbers=(1, 2), actions="all")
    loud = HalfField(2, 2, numbers=(1, 2), actions="all", say=True)
    one, other = (WorldVectorEnv(task, 6, autoreset_mode="SameStep") for task in (silent, loud))
    numbers = one.action_space.shape[-1] if one.action_space.shape else 0
    seen, other_seen = one.reset(seed=2)[0], other.reset(seed=2)[0]
    for _ in range(200):
        np.testing.assert_array_equal(seen, other_seen[..., : seen.shape[-1]])
        actions = random.uniform(-1, 1, (6, 2, numbers)).astype(np.float32)
        words = random.uniform(-1, 1, (6, 2, 16)).astype(np.float32)
        seen, rewards, *_ = one.step(actions)
        other_seen, again, *_ = other.step(np.concatenate([actions, words], axis=-1))
        np.testing.assert_array_equal(rewards, again)


def test_environments_with_words_are_saved_and_copied() -> None:
    task = HalfField(3, 2, numbers=(1, 2, 3), untouched_time=30, say=2)
    envs = WorldVectorEnv(task, 5, autoreset_mode="SameStep", threads=1)
    envs.reset(seed=2)
    random = np.random.default_rng(0)
    actions = random.uniform(-1, 1, (90, *zeros(envs).shape)).astype(np.float32)
    check_copies(envs, actions, before=40)


@pytest.mark.parametrize("steps", ["decisions", "cycles"])
def test_keepers_talk(steps: Any) -> None:
    task = KeepawayGame(3, 2, steps=steps, say=1)
    envs = GameVectorEnv(task, 3, autoreset_mode="SameStep")
    envs.reset(seed=0)
    talk = task.talk()
    # The keeper's choices come before the values of the message.
    assert envs.action_space.shape == (3, 3, 3 + 16)
    actions = zeros(envs)
    actions[:, 1, -talk.numbers :] = talk.action([say.WantPass()])
    actions[:, :, 0] = 1.0
    ages = set()
    for _ in range(20):
        seen = envs.step(actions)[0]
        for rows in seen:
            received = [
                talk.heard(row)[0 if keeper == 0 else -1] for keeper, row in enumerate(rows)
            ]
            ages |= {one.age for one in (received[0],) if one is not None}
    assert ages
    assert task.action_masks().shape == (3, 3, 3)
    with pytest.raises(TypeError, match="say"):
        Keepaway(3, 2, say=1)  # type: ignore[call-arg]


def test_other_forms_of_environments_talk_too() -> None:
    alone = gymnasium.make("rcssgym/Disc-Academy-3v1-v0", task=ThreeOnOne(say=1))
    assert alone.action_space.shape == (8 + 16,)
    by_number = ActsByNumber(alone)
    number, parameters = cast("Any", by_number.action_space).spaces
    assert (number.n, parameters.shape) == (3, (5 + 16,))
    by_number.reset(seed=0)
    by_number.step((0, np.zeros(21, np.float32)))
    keepers = ActsByNumberVector(
        WorldVectorEnv(HalfField(2, 1, actions=("move", "shoot"), say=1), 2)
    )
    keepers.reset(seed=0)
    keepers.step((np.array([0, 1]), np.zeros((2, 16), np.float32)))
    game = rcssgym.parallel_env("Disc-Soccer-2v2", say=2)
    game.reset(seed=0)
    words: Any = {agent: game.action_space(agent).sample() for agent in game.agents}
    assert words["left_1"].shape == (11 + 31,)
    game.step(words)
    games = gymnasium.make_vec(
        "rcssgym/Disc-Soccer-2v2-v0", num_envs=2, task=DiscSoccer("2v2", say=1)
    )
    games.reset(seed=0)
    games.step(games.action_space.sample())


def test_policies_talk_to_each_other() -> None:
    """Opponents with a policy hear the words of their own team."""

    class Speaker:
        def __init__(self, numbers: int) -> None:
            self.numbers, self.seen = numbers, []  # type: ignore[var-annotated]

        def act(self, observations: Array) -> Array:
            self.seen.append(observations.copy())
            actions = np.zeros((len(observations), self.numbers), np.float32)
            actions[:, -16 + 8] = 1.0
            return actions

    policy = Speaker(11 + 16)
    task = DiscSoccer("3v3", agents="left", opponents=policy, say=1)
    envs = GameVectorEnv(task, 2, autoreset_mode="Disabled", max_episode_steps=None)
    envs.reset(seed=0)
    for _ in range(4):
        envs.step(zeros(envs))
    talk = task.talk(3)
    received = [talk.heard(row) for row in policy.seen[-1]]
    assert all(any(one and one.units == (say.WantPass(),) for one in row) for row in received)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: HalfField(2, 1, say=5), "say: 5 is neither a bool nor from 0 to 4 units"),
        (lambda: HalfField(2, 1, say=-1), "say: -1 is neither"),
        (lambda: HalfField(2, 1, say=cast("Any", "yes")), "say: 'yes' is neither"),
        (lambda: HalfField(1, 2, say=1), "say: there is no teammate who could listen"),
        (lambda: DiscSoccer("1v1", say=True), "say: there is no teammate"),
    ],
)
def test_what_cannot_be_said(make: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make()
