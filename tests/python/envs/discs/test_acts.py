"""Acts of players, against plain Python on skills, and which of them are applicable."""

from collections import Counter
from typing import Any, Literal, cast

import numpy as np
import pytest
import rcssgym
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import ACTS, HalfField
from rcssgym.envs.discs.half_field import ATTACK, DEFENCE

from envs.discs.plain_acts import PARAMETERS, PlainActs
from envs.discs.plain_half_field import PlainHalfField

NOT_PLAIN = ("move", "scripted", "dribble")
"""Acts that use a script or the planner; other tests cover them."""
SKILLS = (
    "go_to_point",
    "turn_to_angle",
    "turn_to_point",
    "turn_to_ball",
    "stop_dash",
    "smart_kick",
    "one_step_kick",
    "stop_ball",
    "hold_ball",
    "dribble_to_point",
    "advance_ball",
    "clear_ball",
    "tackle_to_point",
    "plan",
)


def plain(*levels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for level in levels for name in level if name not in NOT_PLAIN)


CASES: dict[str, dict[str, Any]] = {
    "attack": {"actions": plain(*ATTACK.values()), "on_ball": 1},
    "all of the attack": {"actions": plain(*ATTACK.values()), "on_ball": 2, "numbers": (1, 2)},
    "skills": {"actions": SKILLS, "on_ball": 1},
    "goalie": {"actions": plain(*DEFENCE.values()), "defends": True},
    "defender": {"actions": plain(*DEFENCE.values()), "defends": True, "numbers": (2,)},
    "all of the defence": {
        "actions": (*plain(*DEFENCE.values()), "noop", "tackle_to_point"),
        "defends": True,
        "numbers": (1, 2),
    },
}
"""Options of games of two against two. Teammates that are not commanded stand still."""


# In the short form opponents play where all the acts are.
@pytest.mark.parametrize(
    ("name", "others"),
    [
        *((name, "still") for name in CASES),
        *(
            pytest.param(name, "scripted", marks=[pytest.mark.long] * (name[:3] != "all"))
            for name in CASES
        ),
    ],
)
def test_every_act_is_plain_pythons(name: str, others: Literal["still", "scripted"]) -> None:
    options = dict(CASES[name])
    task = HalfField(2, 2, **options, teammates="still", opponents=others)
    acts: tuple[str, ...] = options["actions"]
    assert task.acts == acts
    envs = WorldVectorEnv(task, 4, autoreset_mode="SameStep", threads=2)
    oracles = [PlainHalfField(40 + env, 2, 2, others=others, **options) for env in range(4)]
    seen, _ = envs.reset(seed=40)
    random = np.random.default_rng(2)
    shape = envs.action_space.shape
    assert shape is not None
    done: Counter[str] = Counter()
    actions = random.uniform(-1, 1, shape).astype(np.float32)
    for step in range(500):
        again = random.random(4) < 0.25
        actions[again] = random.uniform(-1, 1, shape)[again]
        masks = task.action_masks().reshape(4, -1, len(acts))
        for env, oracle in enumerate(oracles):
            for place, player in enumerate(oracle.commanded):
                one = PlainActs(oracle.game, player)
                expected = [one.applicable(act) for act in acts]
                # Low-level commands may always be tried; masks show whether they are useful.
                assert masks[env, place].tolist() == expected, step
                if random.random() < 0.8 and any(expected):
                    row = actions[env] if len(oracle.commanded) == 1 else actions[env, place]
                    row[: len(acts)][~masks[env, place]] = -1
                    done[one.chosen(acts, row)[0]] += 1
        seen, rewards, terminated, _, _ = envs.step(actions)
        for env, oracle in enumerate(oracles):
            expected_seen, reward, status = oracle.step(actions[env])
            assert rewards[env] == pytest.approx(reward, abs=1e-9)
            assert terminated[env] == (status != 0)
            if status:
                expected_seen = oracle.begin()
            np.testing.assert_allclose(seen[env], expected_seen, atol=3e-6)
    assert {act for act in acts if done[act] < 3} <= {"catch"} if others == "still" else True


def test_parameters_are_those_of_the_table() -> None:
    assert {name: count for name, count in ACTS.items() if count} == PARAMETERS
    levels = (*ATTACK.values(), *DEFENCE.values())
    own = {"run", "clear", *(f"pass_{number + 1}" for number in range(11))}
    assert own | {"noop", *NOT_PLAIN, *SKILLS, *(name for one in levels for name in one)} == set(
        ACTS
    )


def test_who_moves_does_what_a_script_does_without_the_ball() -> None:
    moving, scripted = (
        WorldVectorEnv(HalfField(3, 2, actions=(act,), numbers=(2,)), 8, autoreset_mode="SameStep")
        for act in ("move", "scripted")
    )
    moving.reset(seed=5)
    scripted.reset(seed=5)
    same = 0
    alike = np.ones(8, np.bool_)
    for _ in range(60):
        masks = moving.task.action_masks()[:, 0]  # type: ignore[attr-defined]
        alike &= masks
        moving.step(np.zeros((8, 1), np.float32))
        scripted.step(np.zeros((8, 1), np.float32))
        for name in ("position", "body"):
            both = (cast("Any", one.task.worlds).read(name)[alike] for one in (moving, scripted))
            ours, theirs = both
            np.testing.assert_array_equal(ours, theirs)
        same += int(alike.sum())
    assert same > 150


def test_who_dribbles_brings_the_ball_to_the_goal() -> None:
    task = HalfField(1, 0, actions=("go_to_ball", "dribble", "shoot"), on_ball=1)
    envs = WorldVectorEnv(task, 32, autoreset_mode="SameStep")
    envs.reset(seed=0)
    ends, goals = 0, 0
    for step in range(500):
        actions = np.full((32, 3), -1.0, np.float32)
        masks = task.action_masks()
        actions[:, 0] = np.where(masks[:, 0], 1, -1)
        actions[:, 1 + step % 2] = np.where(masks[:, 1], 1, -1)
        _, _, terminated, _, info = envs.step(actions)
        ends += int(terminated.sum())
        if terminated.any():
            goals += int(info["final_info"]["is_success"].sum())
    assert ends > 32
    assert goals > 0.85 * ends


def odd(**options: Any) -> dict[str, Any]:
    return options


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: HalfField(1, 1, actions=("dash", "tackle")), "'tackle' is not for attackers"),
        (lambda: HalfField(1, 1, actions=("shoot",), defends=True), "'shoot' is not for defenders"),
        (lambda: HalfField(**odd(actions="lower")), "actions: 'lower' is none of low, mid, high"),
        (lambda: HalfField(**odd(actions=3)), "actions: 3 is neither a level nor a tuple"),
        (lambda: HalfField(**odd(actions=("fly",))), "actions: there is no 'fly', only dash"),
        (
            lambda: WorldVectorEnv(HalfField(**odd(actions=("dash", "dash")))),
            'actions: "dash" is listed twice',
        ),
        (
            lambda: WorldVectorEnv(HalfField(**odd(actions=()))),
            "actions: there must be at least one",
        ),
        (lambda: HalfField(1, 0, defends=True), "defense: 0 players are not from 1 to 11"),
    ],
)
def test_what_actions_cannot_be(make: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make()
