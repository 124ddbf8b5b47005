"""The script's choices as actions: playing them equals playing the script."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import DiscSoccer, HalfField, ReachBall
from rcssgym.envs.discs.half_field_kinds import SKILLED
from rcssgym.errors import ArgumentError

LOW = ("dash", "turn", "kick", "tackle")


def made(task: Any, count: int = 24, threads: int = 1) -> WorldVectorEnv:
    task.teaches = True
    return WorldVectorEnv(task, count, autoreset_mode="SameStep", threads=threads)


@pytest.mark.parametrize(
    "options",
    [
        # No other player acts after this one, so the game draws the same noise in both cases.
        {"offense": 1, "defense": 0, "actions": LOW[:3]},
        {"offense": 1, "defense": 1, "actions": ("dash", "turn", "tackle"), "defends": True},
    ],
)
def test_commands_are_those_of_the_script(options: dict[str, Any]) -> None:
    by_actions = made(HalfField(**options), 128)
    scripted = made(HalfField(**{**options, "actions": ("scripted",)}), 128)
    is_same = np.ones(128, np.bool_)
    by_actions.reset(seed=5)
    scripted.reset(seed=5)
    for _ in range(80):
        actions = by_actions.task.core.scripted_actions()  # type: ignore[attr-defined]
        # With these acts, goalies cannot catch.
        is_same &= ~np.isnan(actions[:, 0])
        by_actions.step(np.nan_to_num(actions))
        scripted.step(np.zeros((128, 1), np.float32))
        for name in ("position", "velocity", "ball_position", "ball_velocity"):
            near = np.isclose(
                getattr(by_actions.task, name), getattr(scripted.task, name), atol=1e-6
            )
            is_same &= near.all(axis=1)
    # Powers are divided by a factor and later multiplied by it again. Due to rounding, a script
    # that chooses between two equally good kicks may then take the other one.
    assert is_same.mean() > 0.95


class Quiet(HalfField):
    """Without noise, so that the order in which players act does not matter."""

    server_params: Mapping[str, Any] = {
        **HalfField.server_params,
        "player_rand": 0.0,
        "ball_rand": 0.0,
        "kick_rand": 0.0,
    }


def test_passes_and_runs_are_those_of_the_script() -> None:
    """Chosen by name only, they are the script's commands, bit by bit."""
    acts = ("move", "run", "hold_ball", "clear", "pass_1", "pass_2", "pass_3")
    options: dict[str, Any] = {"offense": 3, "defense": 3, "numbers": (1, 2, 3)}
    by_actions = made(Quiet(**options, actions=acts), 64)
    scripted = made(Quiet(**options, actions=("scripted",)), 64)
    by_actions.reset(seed=5)
    scripted.reset(seed=5)
    goes_on = np.ones(64, np.bool_)
    done = np.zeros(len(acts), np.int64)
    for _ in range(80):
        actions = by_actions.task.core.scripted_actions()  # type: ignore[attr-defined]
        # None of these acts can shoot.
        goes_on &= ~np.isnan(actions[..., 0]).any(axis=1)
        chosen = actions[goes_on][..., : len(acts)].argmax(-1)
        done += np.bincount(chosen.ravel(), minlength=len(acts))
        by_actions.step(np.nan_to_num(actions))
        _, _, over, *_ = scripted.step(np.zeros((64, 3, 1), np.float32))
        goes_on &= ~over
        for name in ("position", "velocity", "ball_position", "ball_velocity"):
            worlds: list[Any] = [one.task.worlds for one in (by_actions, scripted)]
            ours, theirs = (one.read(name)[goes_on] for one in worlds)
            np.testing.assert_array_equal(ours, theirs)
    # No player clears the ball in that half.
    assert (np.delete(done, acts.index("clear")) > 20).all()


@pytest.mark.parametrize("avoid", [(), ("shoot", "pass", "dribble")])
def test_acts_and_parameters(avoid: tuple[str, ...]) -> None:
    """With acts that find their own points, and with acts that take points."""
    task = HalfField(3, 2, actions=SKILLED, numbers=(1, 2, 3))
    envs = made(task, 64)
    envs.reset(seed=0)
    count, done = len(SKILLED), set()
    points = [SKILLED.index(name) for name in ("kick_to", "dribble_to")]
    for _ in range(60):
        actions = task.scripted_actions(avoid)
        rows, masks = (one.reshape(192, -1) for one in (actions, task.action_masks()))
        assert set(np.unique(rows[:, :count])) == {-1.0, 1.0}
        assert (rows[:, :count].sum(1) == 2 - count).all()
        chosen = rows[:, :count].argmax(1)
        assert masks[np.arange(192), chosen].all()
        has_ball = masks[:, SKILLED.index("shoot")].astype(np.bool_)
        assert (chosen[~has_ball] == SKILLED.index("move")).all()
        # Parameters: three of kick_to, two of move_to, two of dribble_to, one of pass.
        has_parameter = rows[:, count:] != 0.0
        assert has_parameter[chosen == points[0], :3].any(axis=1).all()
        assert not has_parameter[chosen == points[0], 3:].any()
        assert has_parameter[chosen == points[1], 5:7].any(axis=1).all()
        assert not has_parameter[np.isin(chosen, points, invert=True), :7].any()
        done |= {SKILLED[act] for act in chosen}
        envs.step(actions)
    assert not done & set(avoid)
    assert done >= ({"move", "kick_to", "dribble_to"} if avoid else {"move", "pass", "dribble"})


def goals(envs: WorldVectorEnv, steps: int, act: Any) -> float:
    """Return the share of trials that end with a goal."""
    ended: list[bool] = []
    envs.reset(seed=1)
    for _ in range(steps):
        _, _, terminated, truncated, info = envs.step(act())
        over = terminated | truncated
        if over.any():
            ended += info["final_info"]["is_success"][over].tolist()
    return float(np.mean(ended))


def test_with_skills_it_scores_as_often_as_the_script() -> None:
    task = HalfField(1, 1, actions=SKILLED)
    by_actions, scripted = made(task, 128), made(HalfField(1, 1, actions=("scripted",)), 128)
    nothing = np.zeros((128, 1), np.float32)
    by_script = goals(scripted, 400, lambda: nothing)
    assert by_script > 0.7
    # HFO's shots and runs do a little better than the script's own.
    assert goals(by_actions, 400, task.scripted_actions) > by_script - 0.05


def test_asking_changes_nothing_and_threads_neither() -> None:
    def played(threads: int, asks: int) -> list[Any]:
        task = DiscSoccer("2v2", actions="skills")
        envs = made(task, 6, threads)
        seen, _ = envs.reset(seed=3)
        shown = [seen.copy()]
        random = np.random.default_rng(0)
        for step in range(60):
            asked = [task.scripted_actions() for _ in range(asks)]
            assert all(np.array_equal(asked[0], other, equal_nan=True) for other in asked)
            by_script = step % 2 == 0 and asks > 0
            drawn = random.uniform(-1.0, 1.0, envs.action_space.shape).astype(np.float32)
            commands = task.scripted_actions() if step % 2 == 0 or by_script else drawn
            seen, *_ = envs.step(np.nan_to_num(commands))
            shown.append(seen.copy())
        return shown

    plain = played(1, 0)
    for threads, asks in ((1, 2), (3, 1)):
        assert all(map(np.array_equal, plain, played(threads, asks)))


def test_both_teams_in_their_own_frame() -> None:
    """Both teams score; each sees and acts as if it attacked towards positive x."""
    task = DiscSoccer("1v1", actions="skills")
    envs = made(task, 48)
    envs.reset(seed=0)
    scored = np.zeros(2, np.int64)
    for _ in range(900):
        actions = task.scripted_actions()
        assert actions.shape == (48, 2, 22)
        _, _, terminated, truncated, info = envs.step(np.nan_to_num(actions))
        over = terminated | truncated
        if over.any():
            ended = info["final_info"]
            scored += [int(ended[name][over].sum()) for name in ("goals_for", "goals_against")]
    assert scored.min() > 10
    assert scored.max() < 3 * scored.min()


def test_what_does_not_teach_says_so() -> None:
    plain = HalfField(1, 0)
    WorldVectorEnv(plain, 2).reset(seed=0)
    with pytest.raises(ArgumentError, match="teaches"):
        plain.scripted_actions()
    reach = ReachBall()
    made(reach, 2).reset(seed=0)
    with pytest.raises(ArgumentError, match="acts"):
        reach.scripted_actions()
    task = HalfField(1, 0)
    made(task, 2).reset(seed=0)
    with pytest.raises(ArgumentError, match="fly"):
        task.scripted_actions(("fly",))
