"""Randomized episodes: a vector is a loop, some episodes are plain, sensors have errors."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from rcssgym import ArgumentError, Randomization
from rcssgym.envs import T1, RobotTask, SoccerVectorEnv, Terms, WorldVectorEnv, term
from rcssgym.envs.saved import unpickled
from rcssgym.envs.tasks.robot import NOISES

NUM, STEPS, EPISODE = 4, 70, 25
RANDOMIZATION = Randomization(
    friction=(0.5, 1.25),
    mass=(0.9, 1.1),
    kp=(0.9, 1.1),
    action_delay=(0, 4),
    push_interval=(0.1, 0.5),
    push_velocity=(0.0, 0.5),
    joint_position_noise=0.01,
    gyro_noise=(0.0, 0.1),
    orientation_noise=0.02,
)
OPTIONS: dict[str, Any] = {"randomization": RANDOMIZATION, "randomize_fraction": 0.7}


@pytest.mark.parametrize("name", ["rcssgym/T1Walk-v0", "rcssgym/T1Stand-v0"])
def test_a_vector_is_a_loop(name: str) -> None:
    mode = AutoresetMode.SAME_STEP
    envs = gym.make_vec(name, NUM, autoreset_mode=mode, max_episode_steps=EPISODE, **OPTIONS)
    loop = [gym.make(name, max_episode_steps=EPISODE, **OPTIONS) for _ in range(NUM)]
    found = [envs.reset(seed=5)[0]]
    expected = [np.stack([env.reset(seed=5 + i)[0] for i, env in enumerate(loop)])]
    rng = np.random.default_rng(0)
    for _ in range(STEPS):
        actions = rng.uniform(-0.3, 0.3, envs.action_space.shape).astype(np.float32)
        found.append(envs.step(actions)[0])
        row = []
        for env, action in zip(loop, actions, strict=True):
            observation, _, terminated, truncated, _ = env.step(action)
            row.append(env.reset()[0] if terminated or truncated else observation)
        expected.append(np.stack(row))
    assert np.array(found).tobytes() == np.array(expected).tobytes()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_copies_go_on_to_draw_every_episode(mode: str) -> None:
    """Also those read from pickles: with them a run that resumes is one that never stopped."""
    envs = WorldVectorEnv("T1Stand", NUM, max_episode_steps=9, autoreset_mode=mode, **OPTIONS)
    envs.reset(seed=5)
    still = np.zeros((NUM, 23), dtype=np.float32)
    envs.step(still)
    data = pickle.dumps(envs)
    copies = [copy.deepcopy(envs), pickle.loads(data), unpickled(data)]
    for _ in range(30):
        seen = envs.step(still)[0].tobytes()
        assert [other.step(still)[0].tobytes() for other in copies] == [seen] * 3
    drawn = [envs.worlds.variation(world) for world in range(NUM)]
    assert any(drawn)
    for other in copies:
        assert [other.worlds.variation(world).keys() for world in range(NUM)] == [
            variation.keys() for variation in drawn
        ]


def test_every_episode_is_drawn_anew_and_some_are_plain() -> None:
    envs = WorldVectorEnv("T1Stand", 50, max_episode_steps=2, **OPTIONS)
    drawn: list[dict[str, Any]] = []
    envs.reset(seed=0)
    for _ in range(4):
        drawn += [envs.worlds.variation(world) for world in range(50)]
        envs.reset()
    seeds = [variation["seed"] for variation in drawn if variation]
    assert len(set(seeds)) == len(seeds)
    assert 0.58 < len(seeds) / len(drawn) < 0.82


def test_plain_envs_draw_nothing() -> None:
    """Thus training without randomization stays as it was."""
    plain = WorldVectorEnv("T1Walk", 3)
    unchanged = WorldVectorEnv("T1Walk", 3, randomization=None, randomize_fraction=0.5)
    assert (plain.reset(seed=1)[0] == unchanged.reset(seed=1)[0]).all()
    assert plain.worlds.variation(0) == {}


def test_observations_have_noise_and_rewards_have_not() -> None:
    noise = Randomization(joint_position_noise=0.05, gyro_noise=0.5, orientation_noise=0.1)
    # With factors of 1, so that both make the same draws.
    nothing = Randomization(friction=1.0)
    envs = [WorldVectorEnv("T1Walk", 3, randomization=r) for r in (noise, nothing)]
    observations = [env.reset(seed=1)[0] for env in envs]
    for _ in range(10):
        assert (observations[0] != observations[1]).any(axis=-1).all()
        # A policy's senses: angles (0-23), speeds, last action, gyro (69-72), and gravity at the
        # end.
        differs = (observations[0] != observations[1]).all(axis=0)
        assert differs[[0, 22, 69, 71, 79, 81]].all()
        assert not differs[23:69].any()
        results = [env.step(np.full((3, 23), 0.1, np.float32)) for env in envs]
        observations = [result[0] for result in results]
        assert (results[0][1] == results[1][1]).all()


class Shaken(RobotTask):
    """Observes its acceleration, as sensors show it and as it is."""

    robot = T1

    def declare(self) -> Terms:
        return Terms(observations=("accelerometer",), privileged=())


def test_the_accelerometer_has_its_noise() -> None:
    noise = Randomization(accelerometer_noise=5.0)
    envs = WorldVectorEnv(Shaken, 3, randomization=noise, privileged="info")
    envs.reset(seed=1)
    for _ in range(3):
        seen, *_, info = envs.step(np.zeros((3, 23)))
        shown, true = (
            envs.worlds.read("accelerometer", noise=is_noisy)[:, 0] / 50.0
            for is_noisy in (True, False)
        )
        assert (shown != true).all()
        np.testing.assert_allclose(seen, shown, rtol=1e-6)
        np.testing.assert_allclose(info["privileged"], true, rtol=1e-6)


class Looking(RobotTask):
    """Observes whatever needs no referee."""

    robot = T1
    observes: tuple[str, ...] = (
        "last_action", "torso_velocity", "torso_height", "own_position", *NOISES,
    )  # fmt: skip

    def declare(self) -> Terms:
        parts = (
            term(name, **({"length": 9.0} if "goal" in name else {})) for name in self.observes
        )
        return Terms(observations=tuple(parts), processes=("direction",))


@pytest.mark.parametrize("noise", sorted(set(NOISES.values())))
def test_noise_is_refused_exactly_where_no_term_shows_it(noise: str) -> None:
    ranges: dict[str, float] = {noise: 0.5}
    seen = []
    for given in ({"gravity": 1.0}, ranges):
        envs = WorldVectorEnv(Looking, 1, randomization=Randomization(**given))
        envs.reset(seed=0)
        envs.worlds.place_ball(0, [0.5, 0.5, 0.11], [1.0, 1.0, 0.0, 0.0, 0.0, 0.0])
        seen.append(envs.step(np.zeros((1, 23)))[0][0])
    task, first = Looking(), 0
    for name, width in zip(Looking.observes, task._widths()[0], strict=True):
        shows = (seen[0] != seen[1])[first : first + width].any()
        first += width
        assert shows == (NOISES.get(name) == noise) or name == "players", name

    class Without(Looking):
        observes = tuple(name for name in Looking.observes if NOISES.get(name) != noise)

    with pytest.raises(ArgumentError, match=f"^randomization: Without does not observe {noise}$"):
        WorldVectorEnv(Without, 1, randomization=Randomization(**ranges))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"randomization": 3}, "randomization: must be a Randomization or None, not int"),
        (
            {"randomization": Randomization(accelerometer_noise=0.1)},
            "randomization: T1Stand does not observe accelerometer_noise",
        ),
        ({"randomize_fraction": "half"}, "randomize_fraction: must be a number, not str"),
        ({"randomize_fraction": 1.5}, "randomize_fraction: 1.5 is not from 0 to 1"),
        ({"randomize_fraction": np.nan}, "randomize_fraction: nan is not from 0 to 1"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    for make in (WorldVectorEnv, lambda task, **o: gym.make(f"rcssgym/{task}-v0", **o)):
        with pytest.raises(ArgumentError, match=message):
            make("T1Stand", **options)


def test_games_refuse_noise_that_they_do_not_show() -> None:
    with pytest.raises(ArgumentError, match="SoccerTask does not observe gyro_noise"):
        SoccerVectorEnv("1v1", 2, randomization=Randomization(gyro_noise=0.1))
