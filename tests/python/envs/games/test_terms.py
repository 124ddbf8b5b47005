"""Games in the core agree with their numpy versions, whichever other parts are Python's."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from rcssgym import ArgumentError, SetPlayModeCommand
from rcssgym.envs import SoccerTask, SoccerVectorEnv, Terms, WorldVectorEnv, term
from rcssgym.envs.games import GameVectorEnv
from rcssgym.envs.terms import Computed

from envs import numpy_games
from envs.partly_python import equal_step, with_override
from envs.test_terms import agree

from .setups import actions, shoot

NUM, STEPS, EPISODE = 4, 90, 30
KINDS: dict[str, dict[str, Any]] = {
    "perception": {"teams": "2v2", "observation": "perception"},
    "state": {"teams": "2v2", "observation": "state"},
    "shared": {"teams": "3v3", "observation": "state", "reward": "shared"},
    "alone": {"teams": "1v1", "observation": "perception", "weights": {"goal": 5.0}},
    "others": {"teams": "3v3", "observation": "perception", "robots": ["T1", "K1", "ant"]},
    "on": {"teams": "2v2", "observation": "state", "end_on_goal": False},
    "wide": {"teams": "2v2", "observation": "perception", "field": "fifa"},
}


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("kind", KINDS)
def test_games_are_as_in_numpy(kind: str, mode: AutoresetMode) -> None:
    options = {"max_episode_steps": EPISODE, "autoreset_mode": mode, **KINDS[kind]}
    ours = SoccerVectorEnv(num_envs=NUM, **options)
    theirs = numpy_games.SoccerVectorEnv(num_envs=NUM, **options)
    assert ours.task.runs_in_core()
    first, expected = (envs.reset(seed=3)[0] for envs in (ours, theirs))
    np.testing.assert_allclose(first, expected, atol=2e-6)
    np.testing.assert_allclose(ours.worlds.qpos, theirs.worlds.qpos, atol=1e-12)
    rng, ends, goals, sights = np.random.default_rng(0), 0, 0.0, 0
    for step in range(STEPS):
        if step % 20 == 5:
            # Robots roll about, lie and are moved elsewhere; balls leave the pitch or are shot at
            # goals.
            shoot(ours, step // 20 % NUM, 1.0 if step % 40 < 20 else -1.0)
        if step % 20 == 15:
            ours.worlds.command(1, SetPlayModeCommand("free_kick_right"))
        # Start from the same state; differences in the last digits would grow with every contact.
        theirs.worlds.restore(ours.worlds.snapshot())
        theirs.task.scoring.begin()
        action = actions(ours, rng, 0.9)
        found: Any = ours.step(action)
        same: Any = theirs.step(action)
        agree(found, same)
        ends += int((found[2] | found[3]).sum())
        goals += np.abs(found[4]["reward"]["goal"]).sum()
        sights += int((found[0][..., -2] == 1.0).sum())
        assert ours._streams.state.tolist() == theirs._streams.state.tolist()
    assert ends > NUM
    assert goals > 0.0 or kind == "wide"
    assert sights > 0 or ours.task.observation == "state"


METHODS = ["reset", "start_states", "step", "rewards", "total", "measures", "terminated", "parts"]


@pytest.mark.parametrize("method", [*METHODS, "observe", "total_by_agent"])
@pytest.mark.parametrize("observation", ["perception", "state"])
def test_a_method_of_one_s_own_changes_nothing_else(method: str, observation: Any) -> None:
    """A step entirely in the core equals, bit by bit, one with a part in Python."""
    kinds = with_override(SoccerTask, method), SoccerTask
    tasks = [kind("2v2", observation=observation) for kind in kinds]
    in_python, in_core = (WorldVectorEnv(task, 3, max_episode_steps=20) for task in tasks)
    assert not in_python.task.runs_in_core()  # type: ignore[attr-defined]
    assert in_core.task.runs_in_core()  # type: ignore[attr-defined]
    assert in_python.reset(seed=5)[0].tobytes() == in_core.reset(seed=5)[0].tobytes()
    rng = np.random.default_rng(1)
    for step in range(50):
        if step % 10 == 4:
            for envs in (in_python, in_core):
                shoot(envs, 1, 1.0)  # type: ignore[arg-type]
        action = rng.uniform(-0.4, 0.4, in_core.action_space.shape).astype(np.float32)
        equal_step(in_python, in_core, action)


class Press(SoccerTask):
    """A user's own game, with terms of single robots beside those of games."""

    noise = 0.0

    def declare(self) -> Terms:
        terms = super().declare()
        return replace(
            terms,
            observations=(*terms.observations, "ball", "torso_height", term("players", sorted=1)),
            rewards={**terms.rewards, "near": "ball_near", "effort": term("effort", -1e-6)},
            ends=(*terms.ends, term("fallen", lean=0.9)),
            measures={**terms.measures, "lean": "lean"},
            processes=(
                *terms.processes,
                term("push", speed=0.3, interval=5),
                term("sense_errors", gyro=self.noise),
            ),
        )


def test_a_game_of_one_s_own_runs_in_the_core_in_any_company() -> None:
    rng = np.random.default_rng(2)
    moves = rng.uniform(-0.3, 0.3, (40, 9, 4, 23))
    rows = set()
    for num, threads in ((9, 1), (9, 2), (4, 2), (1, 1)):
        envs = WorldVectorEnv(Press("2v2"), num, threads=threads, max_episode_steps=25)
        assert envs.task.runs_in_core()  # type: ignore[attr-defined]
        found = [envs.reset(seed=3)[0][:1].tobytes()]
        ends = 0
        for step in moves:
            seen, rewards, terminated, _, info = envs.step(step[:num])
            ends += int(terminated[0])
            found += [seen[:1].tobytes(), rewards[:1].tobytes(), info["lean"][:1].tobytes()]
        assert info["lean"].shape == (num, 4)
        assert ends > 0
        rows.add(b"".join(found))
    assert len(rows) == 1


def test_who_is_nearest_comes_first() -> None:
    envs = WorldVectorEnv(Press("3v3"), 3)
    seen, _ = envs.reset(seed=0)
    players = seen[..., -45:].reshape(3, 6, 5, 9)
    distances = np.linalg.norm(players[..., :2], axis=-1)
    assert (np.diff(distances[..., :2]) > 0).all()
    assert (np.diff(distances[..., 2:]) > 0).all()
    places = envs.worlds.root_position[0, :, :2]
    nearest = np.linalg.norm(places[3:] - places[0], axis=-1).min()
    assert distances[0, 0, 2] == pytest.approx(nearest / 10.0, abs=1e-6)


def test_a_part_may_be_a_function() -> None:
    class Tall(SoccerTask):
        def declare(self) -> Terms:
            terms = super().declare()
            height = Computed(lambda task: task.worlds.root_position[..., 2:], 1)
            return replace(terms, observations=(*terms.observations, height))

    plain, tall = (SoccerVectorEnv("1v1", 2), WorldVectorEnv(Tall("1v1"), 2))
    seen, expected = tall.reset(seed=1)[0], plain.reset(seed=1)[0]
    np.testing.assert_array_equal(seen[..., :-1], expected)
    heights = tall.worlds.root_position[..., 2]
    np.testing.assert_array_equal(seen[..., -1], heights.astype(np.float32))


def test_parameters_follow_attributes() -> None:
    envs = SoccerVectorEnv("1v1", 2)
    envs.reset(seed=0)
    envs.task.weights = {**envs.task.weights, "upright": 7.0}
    upright = envs.step(np.zeros((2, 2, 23)))[4]["reward"]["upright"]
    assert (upright > 6.5).all()


@pytest.mark.parametrize("is_first", [True, False])
def test_processes_of_a_robot_and_of_a_game_keep_their_own(is_first: bool) -> None:
    class Driven(SoccerTask):
        def declare(self) -> Terms:
            terms = super().declare()
            counter, game = ("direction", "ball_way_counter"), tuple(terms.processes)
            processes = (*counter, *game) if is_first else (*game, *counter)
            return replace(terms, processes=processes, measures={"way": "ball_way"})

    envs = GameVectorEnv(Driven("1v1", observation="state"), 1)
    envs.reset(seed=0)
    envs.worlds.place_ball(0, [5.0, 3.0, 0.11], [2.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    envs.task._sense()
    for _ in range(3):
        way = envs.step(np.zeros((1, 2, 23)))[4]["way"]
    rolled = envs.worlds.ball_position[0, 0] - 5.0
    np.testing.assert_allclose(way, [[rolled, -rolled]], atol=1e-9)


def test_what_does_not_fit_a_game_is_refused() -> None:
    class Wrong(SoccerTask):
        extra: Any = None

        def declare(self) -> Terms:
            return replace(super().declare(), **self.extra)

    for extra, words in (
        ({"start": ("upright",)}, "upright: is for a robot that is alone"),
        ({"processes": ("match", "sighting_memory")}, "needs the process 'perception'"),
        ({"processes": ()}, "needs the process 'match'"),
    ):
        wrong: Any = type("Wrong", (Wrong,), {"extra": extra})
        with pytest.raises(ArgumentError, match=words):
            WorldVectorEnv(wrong("1v1", observation="state"), 1)
