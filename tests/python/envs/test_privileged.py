"""The critics' observations: senses without errors or delay, and the simulator's own state."""

from dataclasses import replace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym.envs import (
    TASKS,
    Computed,
    RobotTask,
    SoccerVectorEnv,
    T1Walk,
    Terms,
    WorldVectorEnv,
    term,
)
from rcssgym.envs.lookup import new_task
from rcssgym.envs.tasks import T1Stand
from rcssgym.envs.tasks.senses import heading, seen_along
from rcssgym.envs.terms import BODY, PRIVILEGED

from envs.test_past import same

RANDOMIZATION = rcssgym.Randomization(
    friction=(0.5, 1.25),
    mass=(0.8, 1.2),
    center_of_mass=(-0.02, 0.02),
    kp=(0.9, 1.1),
    kd=(0.5, 1.5),
    action_delay=(0, 4),
    joint_position_noise=0.05,
    joint_velocity_noise=0.5,
    gyro_noise=0.5,
    orientation_noise=0.1,
)


def parts(known: NDArray[np.float32], task: Any) -> dict[str, NDArray[np.float32]]:
    """Split a critic's observation into its terms, by name."""
    uses = [*task._terms.observations, *task._terms.privileged]
    widths = [width for each in task._widths() for width in each]
    ends = np.cumsum(widths)
    names = [use if isinstance(use, str) else use.name for use in uses]
    pieces = np.split(known, ends[:-1], axis=-1)
    return {name: piece for name, piece in zip(names, pieces, strict=True) if name}


@pytest.mark.parametrize("name", TASKS)
def test_every_task_tells_critics_what_only_the_simulator_knows(name: str) -> None:
    envs = WorldVectorEnv(
        name,
        4,
        privileged="info",
        delay=2,
        history=2,
        randomization=RANDOMIZATION,
        randomize_fraction=0.6,
        autoreset_mode="SameStep",
        max_episode_steps=30,
    )
    task: Any = envs.task
    assert task.runs_in_core()
    _, info = envs.reset(seed=1)
    rng, worlds, robot = np.random.default_rng(0), envs.worlds, task.robot
    ends = plain = 0
    for _ in range(50):
        known = info["privileged"]
        assert known in gym.vector.utils.batch_space(task.privileged_space, 4)
        shown = parts(known, task)
        read = {n: worlds.read(n)[:, 0] for n in ("joint_positions", "joint_velocities", "gyro")}
        joints = np.clip((read["joint_positions"] - robot.nominal) / 3.14, -10, 10)
        close(shown["joint_positions"], joints)
        close(shown["joint_velocities"], read["joint_velocities"] / 100.0)
        close(shown["gyro"], read["gyro"] / 50.0)
        yaw = heading(worlds.root_quaternion[:, 0])
        close(shown["heading_velocity"], seen_along(yaw, worlds.root_velocity[:, 0, :3]))
        close(shown["torso_height"], worlds.root_position[:, 0, 2:])
        for world in range(4):
            drawn = worlds.variation(world) or {}
            plain += not drawn
            motors = worlds.num_motors
            gains = [np.ravel(drawn.get(gain, np.ones(motors))) for gain in ("kp", "kd")]
            close(shown["friction"][world], drawn.get("friction", 1.0))
            close(shown["motor_gains"][world], np.concatenate(gains))
            close(shown["command_delay"][world], drawn.get("action_delay", 0) / 4.0)
            offset = drawn.get("center_of_mass", np.zeros((1, len(worlds.body_names[0]), 3)))
            close(shown["torso_offset"][world], np.reshape(offset, (-1, 3))[0] / 0.1)
            factors = np.ravel(drawn.get("mass", np.ones(len(worlds.body_names[0]))))
            masses = np.array(rcssgym.Model(robot.model).body_masses)
            close(shown["masses"][world], [factors @ masses / masses.sum(), factors[0]])
        actions = rng.uniform(-0.5, 0.5, envs.action_space.shape or ())
        *_, terminated, truncated, info = envs.step(actions)
        over = terminated | truncated
        ends += int(over.sum())
        assert info["_privileged"].all()
        if over.any():
            final = info["final_info"]
            assert final["_privileged"].tolist() == over.tolist()
            assert final["privileged"].any(axis=-1).tolist() == over.tolist()
            assert (final["privileged"][over] != info["privileged"][over]).any(axis=-1).all()
    assert ends > 3
    assert 0 < plain < 200


def test_critics_know_at_once_that_worlds_are_drawn_or_made_plain() -> None:
    envs = WorldVectorEnv("T1Walk", 3, privileged="info", max_episode_steps=50)
    task: Any = envs.task
    action = np.zeros(envs.action_space.shape or ())

    def friction() -> list[float]:
        shown = parts(envs.step(action)[-1]["privileged"], task)["friction"][:, 0]
        close(task.cells("physics")[:, 0], shown)
        drawn = (envs.worlds.variation(world) or {} for world in range(3))
        close(shown, [one.get("friction", 1.0) for one in drawn])
        return [float(one) for one in shown]

    envs.reset(seed=1)
    assert friction() == [1.0] * 3
    before = envs.worlds.snapshot()
    envs.worlds.randomize(RANDOMIZATION, [0, 2])
    drawn = friction()
    assert drawn[1] == 1.0
    assert 1.0 not in (drawn[0], drawn[2])
    varied = envs.worlds.snapshot()
    # Without randomization nothing is drawn any more. Snapshots restore both states.
    envs.worlds.randomize(None)
    assert friction() == friction() == [1.0] * 3
    envs.worlds.restore(varied)
    assert friction() == drawn
    envs.worlds.restore(before)
    assert friction() == friction() == [1.0] * 3


class Pushed(T1Stand):
    """Is pushed hard, and never falls."""

    robot = replace(T1Stand.robot, lowest=-1.0)
    steepest = 4.0
    push, push_interval = 2.0, 3


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, atol=1e-6, rtol=1e-5)


def test_critics_of_walkers_know_what_their_rewards_go_by() -> None:
    envs = WorldVectorEnv("T1Walk", 8, privileged="info")
    envs.reset(seed=3)
    task: Any = envs.task
    pushes = 0
    for _ in range(200):
        *_, info = envs.step(np.zeros((8, 23)))
        shown = parts(info["privileged"], task)
        close(shown["tracked_motion"], task.average)
        close(shown["sole_heights"], task.cells("soles")[:, [2, 5]])
        assert shown["late"][:, 0].tolist() == task.is_late.astype(float).tolist()
        pushed = np.any(shown["last_push"] != 0.0, axis=-1)
        pushes += int(pushed.sum())
        assert np.abs(shown["last_push"]).max() <= task.push_speed
    assert pushes > 3


def test_a_push_is_told_by_what_it_did() -> None:
    """Compared with unpushed worlds in the same state, as far as the push outlasts the step."""
    envs = WorldVectorEnv(Pushed, 8, privileged="info", max_episode_steps=None)
    others = WorldVectorEnv(Pushed, 8, privileged="info", max_episode_steps=None)
    for each in (envs, others):
        each.reset(seed=0)
    others.task.push = 0.0  # type: ignore[attr-defined]
    strong = 0
    for _ in range(20):
        others.worlds.restore(envs.worlds.snapshot())
        *_, info = envs.step(np.zeros((8, 23)))
        *_, quiet = others.step(np.zeros((8, 23)))
        last_push = parts(info["privileged"], envs.task)["last_push"]
        assert not parts(quiet["privileged"], others.task)["last_push"].any()
        change = (envs.worlds.root_velocity - others.worlds.root_velocity)[:, 0, :2]
        is_strong = np.abs(last_push) > 1.0
        strong += int(is_strong.sum())
        assert (np.sign(change[is_strong]) == np.sign(last_push[is_strong])).all()
        assert not change[~last_push.any(axis=-1)].any()
    assert strong > 20


def test_where_critics_look() -> None:
    """In ``info`` or in observations: the same numbers, and the same ones as without history."""
    options: dict[str, Any] = {"autoreset_mode": "SameStep", "max_episode_steps": 9}
    plain = WorldVectorEnv("T1Walk", 3, **options)
    infos = WorldVectorEnv("T1Walk", 3, privileged="info", **options)
    dicts = WorldVectorEnv("T1Walk", 3, privileged="dict", **options)
    size = 82 + 2 * 23 + 11 + 3 + 2 + 1 + 2
    assert infos.task.privileged_space is not None
    assert infos.task.privileged_space.shape == (size,)
    space: Any = dicts.single_observation_space
    assert {name: one.shape for name, one in space.items()} == {"policy": (82,), "critic": (size,)}
    (seen, _), (infos_seen, info), (both, none) = (e.reset(seed=0) for e in (plain, infos, dicts))
    assert none == {}
    both_of: Any = both
    rng, ends = np.random.default_rng(0), 0
    for _ in range(30):
        both_of = both
        assert both in dicts.observation_space
        assert seen.tobytes() == infos_seen.tobytes() == both_of["policy"].tobytes()
        assert info["privileged"].tobytes() == both_of["critic"].tobytes()
        actions = rng.uniform(-0.4, 0.4, (3, 23))
        seen, _, terminated, truncated, _ = plain.step(actions)
        infos_seen, _, _, _, info = infos.step(actions)
        both, _, _, _, last = dicts.step(actions)
        for env in np.flatnonzero(terminated | truncated):
            ends += 1
            final = last["final_obs"][env]
            assert final["policy"].tobytes() == info["final_obs"][env].tobytes()
            assert final["critic"].tobytes() == info["final_info"]["privileged"][env].tobytes()
    assert ends > 3


class Mine(T1Walk):
    """Functions among the observations and the privileged terms."""

    def declare(self) -> Terms:
        return replace(
            super().declare(),
            observations=(
                *BODY,
                Computed(lambda task: task.angles[:, 0, :2], 2),
                "gravity",
                "command",
            ),
            privileged=(
                "friction",
                Computed(lambda task: task.position[:, 0], 3),
                term("torso_height", 2.0),
            ),
        )


class Parts(T1Walk):
    """A subclass with its own parts."""

    extras = 3

    def parts(self) -> list[Any]:
        return [*self.body_observation(), self.gravity()]


def test_functions_and_methods_of_one_s_own_tell_critics_how_it_is() -> None:
    noise = rcssgym.Randomization(joint_position_noise=0.1, orientation_noise=0.1)
    for kind in (Mine, Parts):
        envs = WorldVectorEnv(kind, 3, privileged="info", randomization=noise)
        _, info = envs.reset(seed=0)
        task: Any = envs.task
        assert not task.runs_in_core()
        for _ in range(3):
            known = info["privileged"]
            assert known.shape == (3, *task.privileged_space.shape)
            angles = envs.worlds.joint_positions[:, 0]
            close(known[:, :23], (angles - task.robot.nominal) / 3.14)
            if kind is Mine:
                close(known[:, 72:74], angles[:, :2])
                close(known[:, 80:81], 1.0)
                close(known[:, 81:84], envs.worlds.root_position[:, 0])
                close(known[:, 84], 2.0 * envs.worlds.root_position[:, 0, 2])
            else:
                close(known[:, 72:75], task.gravity())
            observations, *_, info = envs.step(np.zeros((3, 23)))
            # The policy's observations have errors.
            assert np.abs(observations[:, :23] - info["privileged"][:, :23]).max() > 1e-3


def test_a_task_that_is_written_over_arrays_may_tell_critics() -> None:
    class Told(T1Walk):
        privileged_space = gym.spaces.Box(-1.0, 1.0, (2,), np.float32)

        def observe(self, out: NDArray[np.float32]) -> None:
            out[:] = 0.0

        def observe_privileged(self, out: NDArray[np.float32]) -> None:
            out[:] = self.age[:, None] / 100.0

    envs = WorldVectorEnv(Told, 2, privileged="dict")
    seen: Any = envs.reset(seed=0)[0]
    seen = envs.step(np.zeros((2, 23)))[0]
    close(seen["critic"], 0.01)

    class Silent(T1Walk):
        def observe(self, out: NDArray[np.float32]) -> None:
            out[:] = 0.0

    with pytest.raises(rcssgym.ArgumentError, match="privileged: Silent tells critics nothing"):
        WorldVectorEnv(Silent, 2, privileged="info")

    class Broken(Told):
        def observe_privileged(self, out: NDArray[np.float32]) -> None:
            out[:] = np.nan

    broken = WorldVectorEnv(Broken, 2, privileged="info")
    with pytest.raises(rcssgym.TaskError, match=r"observe_privileged\(\): nan in env 0"):
        broken.reset(seed=0)


def test_who_does_not_ask_pays_nothing() -> None:
    plain, asking = WorldVectorEnv("T1Walk", 2), WorldVectorEnv("T1Walk", 2, privileged="info")
    names = [name for name, _ in plain.task.core.channels]  # type: ignore[attr-defined]
    assert "privileged" not in names
    assert "privileged" in dict(asking.task.core.channels)  # type: ignore[attr-defined]


@pytest.mark.parametrize("observation", ["perception", "state"])
def test_critics_of_games_know_the_exact_state(observation: Any) -> None:
    options: dict[str, Any] = {"max_episode_steps": 8, "autoreset_mode": "SameStep"}
    games = SoccerVectorEnv("2v2", 2, observation=observation, privileged="info", **options)
    exact = SoccerVectorEnv("2v2", 2, observation="state", **options)
    _, info = games.reset(seed=0)
    seen, _ = exact.reset(seed=0)
    sizes = seen.shape[-1], info["privileged"].shape[-1]
    own = 3 * 23 + 14 + 26 + 2
    sightings = sizes[1] - sizes[0] if observation == "perception" else 0
    assert (sightings > 0) == (observation == "perception")
    rng = np.random.default_rng(0)
    for _ in range(12):
        known = info["privileged"]
        assert known.shape == (2, 4, sizes[1])
        assert known[..., :own].tobytes() == seen[..., :own].tobytes()
        assert known[..., own + sightings :].tobytes() == seen[..., own:].tobytes()
        actions = rng.uniform(-0.3, 0.3, games.action_space.shape or ())
        info = games.step(actions)[4]
        seen = exact.step(actions)[0]


def test_a_game_for_pettingzoo_tells_each_agent_s_critic() -> None:
    vector = SoccerVectorEnv("1v1", 1, observation="state", privileged="info")
    infos = rcssgym.parallel_env("1v1", observation="state", privileged="info")
    dicts = rcssgym.parallel_env("1v1", observation="state", privileged="dict")
    known = vector.reset(seed=0)[1]["privileged"]
    seen, agents_infos = infos.reset(seed=0)
    both, none = dicts.reset(seed=0)
    assert none == {agent: {} for agent in dicts.agents}
    for _ in range(3):
        for row, agent in enumerate(infos.possible_agents):
            assert agents_infos[agent]["privileged"].tobytes() == known[0, row].tobytes()
            assert both[agent]["critic"].tobytes() == known[0, row].tobytes()
            assert both[agent]["policy"].tobytes() == seen[agent].tobytes()
            assert both[agent] in dicts.observation_space(agent)
        actions = {agent: np.full(23, 0.1, np.float32) for agent in infos.agents}
        known = vector.step(np.full((1, 2, 23), 0.1, np.float32))[4]["privileged"]
        seen, _, _, _, agents_infos = infos.step(actions)
        both = dicts.step(actions)[0]


def test_defaults_fit_every_robot() -> None:
    assert [one.name for one in PRIVILEGED][:2] == ["heading_velocity", "torso_height"]
    for name in TASKS:
        task = new_task(name)
        assert isinstance(task, RobotTask)
        assert task.privileged_space is not None
        size = task.observation_space.shape[0]
        assert task.privileged_space.shape[0] >= size + 2 * task.robot.joints + 11
        same(task.observation_space.shape, (size,))
