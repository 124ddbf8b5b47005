"""Observations of agents: equal for both teams, truncated as on the network or exact."""

from typing import Literal

import numpy as np
import pytest
from rcssgym import ObjectDetection, PlayMode, SetPlayModeCommand, VisionPerception
from rcssgym.envs import SoccerVectorEnv

from envs.numpy_games.perceived import SIGHTING
from envs.numpy_games.privileged import PLAYER
from envs.numpy_games.view import MODES

from .setups import actions, quiet, shoot, turned

Observation = Literal["perception", "state"]
BOTH: tuple[Observation, ...] = ("perception", "state")
JOINTS = 23
OWN = 3 * JOINTS + 14
"""First column of the play modes."""
NUMBER = OWN + len(MODES) + 3
"""Column of the agent's own number."""
ALONE, THINGS = NUMBER + 1, NUMBER + 2
"""First columns of ball, players and goals, in teams of one and of two."""


def mirrored(observation: Observation) -> SoccerVectorEnv:
    """Return two worlds in motion, each of which is the other seen from the other side."""
    envs = SoccerVectorEnv("2v2", 2, observation=observation)
    envs.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(20):
        envs.step(actions(envs, rng, 0.8))
    worlds = envs.worlds
    worlds.command(0, SetPlayModeCommand("PlayOn"))
    worlds.place_ball(0, worlds.root_position[0, 1] + (0.9, 0.3, 0.0), (1.0, 2.0, 0, 0, 0, 0))
    qpos, qvel = worlds.qpos, worlds.qvel
    qpos[1], qvel[1] = turned(qpos[0], qvel[0], JOINTS, 2)
    worlds.set_state(qpos, qvel)
    for world, mode in enumerate(("free_kick_left", "free_kick_right")):
        worlds.command(world, SetPlayModeCommand(mode))
    if observation == "perception":
        envs.task.cells("seen_at")[:] = -np.inf
        envs.task.cells("last_sights")[:] = 0.0
    return envs


@pytest.mark.parametrize("observation", BOTH)
def test_both_teams_see_the_same_in_mirrored_worlds(observation: Observation) -> None:
    envs = mirrored(observation)
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(12):
        action = actions(envs, rng)
        action[1] = action[0, [2, 3, 0, 1]]
        observations, rewards, *_, info = envs.step(action)
        other = observations[0, [2, 3, 0, 1]]
        # A number at the edge between two truncated values may become either of them.
        np.testing.assert_allclose(observations[1], other, atol=2e-3)
        assert (np.abs(observations[1] - other) < 1e-6).mean() > 0.98
        np.testing.assert_allclose(rewards[1], rewards[0, [2, 3, 0, 1]], atol=1e-9)
        assert np.abs(observations[0] - observations[1]).max() > 0.1
        seen += int((observations[..., THINGS + 3 :: SIGHTING] == 1.0).sum())
        assert np.abs(info["reward"]["ball_progress"]).min() > 0.0
    assert observation == "state" or seen > 20


def test_play_modes_are_ours_or_theirs() -> None:
    envs = SoccerVectorEnv("1v1", 1, observation="state")
    envs.reset(seed=0)
    swap = {"left": "right", "right": "left", "Left": "Right", "Right": "Left"}
    for mode in PlayMode:
        envs.worlds.command(0, SetPlayModeCommand(mode.value))
        out = np.zeros((1, 2, envs.single_observation_space.shape[1]), np.float32)  # type: ignore[index]
        envs.task.observe(out)
        head, _, side = mode.value.rpartition("_")
        theirs = PlayMode(f"{head}_{swap[side]}" if side in swap else mode.value)
        for agent, seen in enumerate((mode, theirs)):
            one_hot = out[0, agent, OWN : OWN + len(MODES)]
            assert [MODES[index] for index in np.flatnonzero(one_hot)] == [seen]


def test_goals_are_ours_or_theirs() -> None:
    envs = SoccerVectorEnv("1v1", 1, observation="state", end_on_goal=False)
    envs.reset(seed=0)
    shoot(envs, 0, 1.0)
    for _ in range(20):
        observations = envs.step(quiet(envs))[0]
    assert envs.worlds.score.tolist() == [[1, 0]]
    time, *goals = observations[0, :, NUMBER - 3 : NUMBER].T
    np.testing.assert_allclose(goals, [[0.1, 0.0], [0.0, 0.1]])
    np.testing.assert_allclose(time, envs.worlds.play_time[0] / 300.0)


def test_perceptions_are_those_of_the_wire() -> None:
    envs = SoccerVectorEnv("2v2", 3)
    observations, _ = envs.reset(seed=1)
    rng = np.random.default_rng(2)
    balls = 0
    for step in range(30):
        for world, agent in np.ndindex(3, 4):
            found = observations[world, agent, THINGS:].reshape(-1, SIGHTING)
            expected = sightings(envs, world, agent)
            np.testing.assert_array_equal(found[:, 3], [sight is not None for sight in expected])
            for row, sight in zip(found, expected, strict=True):
                if sight is not None:
                    scaled = np.array(sight) / (10.0, 60.0, 60.0)
                    np.testing.assert_array_equal(row[:3], scaled.astype(np.float32))
                    assert row[4] == 0.0
            balls += int(found[0, 3])
        assert (observations[..., THINGS + 3 :: SIGHTING] == 1.0).any() == (step % 2 == 0)
        observations = envs.step(actions(envs, rng))[0]
    assert balls > 10


def sightings(
    envs: SoccerVectorEnv, world: int, agent: int
) -> list[tuple[float, float, float] | None]:
    """Ball, players and posts according to the objects of the perceptions."""
    things: dict[tuple[str, int, str], tuple[float, float, float]] = {}
    for perception in envs.worlds.perceptions(world, agent):
        for thing in perception.obj_detections if isinstance(perception, VisionPerception) else ():
            team, number, parts = "", 0, [thing]
            if not isinstance(thing, ObjectDetection):
                team, number, parts = thing.team_name, thing.player_no, thing.body_detections  # type: ignore[attr-defined]
            for part in parts:
                assert isinstance(part, ObjectDetection)
                things[team, number, part.name] = part.distance, part.azimuth, part.inclination
    team, other = ("left", "right") if agent < 2 else ("right", "left")
    posts = ["g_lup", "g_llp", "g_rup", "g_rlp"]
    keys = [("", 0, "B"), (team, 2 - agent % 2, "head")]
    keys += [(other, 1, "head"), (other, 2, "head")]
    keys += [("", 0, post) for post in (posts if agent < 2 else posts[::-1])]
    return [things.get(key) for key in keys]


def test_sightings_are_remembered_and_grow_old() -> None:
    envs = SoccerVectorEnv("1v1", 1, max_episode_steps=400)
    observations, _ = envs.reset(seed=4)
    ball = slice(ALONE, ALONE + SIGHTING)
    kicker = int(np.argmax(observations[0, :, ALONE + 3]))
    seen = observations[0, kicker, ball]
    assert seen[3:].tolist() == [1.0, 0.0]
    blind = envs.step(quiet(envs))[0][0, kicker, ball]
    np.testing.assert_array_equal(blind[:3], seen[:3])
    np.testing.assert_allclose(blind[3:], [0.0, 0.02 / 5.0], atol=1e-7)
    x, y, _ = envs.worlds.root_position[0, kicker]
    behind = -5.0 if kicker == 0 else 5.0
    envs.worlds.place_ball(0, (x + behind, y, 0.11))
    for _ in range(9):
        lost = envs.step(quiet(envs))[0][0, kicker, ball]
    np.testing.assert_allclose(lost[3:], [0.0, 0.2 / 5.0], atol=0.02 / 5.0)
    again, _ = envs.reset(seed=4)
    np.testing.assert_array_equal(again[0, kicker, ball], seen)
    other = again[0, 1 - kicker, ball]
    assert other[3] == 1.0 or other.tolist() == [0.0, 0.0, 0.0, 0.0, 1.0]


def test_the_exact_state_is_that_of_the_world() -> None:
    envs = SoccerVectorEnv("2v2", 1, observation="state")
    envs.reset(seed=0)
    worlds, half = envs.worlds, np.sqrt(0.5)
    # The right team's second robot looks to its right: towards positive y in the world.
    worlds.place_robot(0, 3, (5.0, -2.0, 0.7), (half, 0.0, 0.0, half))
    worlds.place_robot(0, 0, (5.0, 1.0, 0.6), (1.0, 0.0, 0.0, 0.0))
    worlds.place_ball(0, (4.0, 2.0, 0.1), (1.0, 3.0, 0, 0, 0, 0))
    out = np.zeros((1, 4, envs.single_observation_space.shape[1]), np.float32)  # type: ignore[index]
    envs.task.observe(out)
    own, things = out[0, 3, :THINGS], out[0, 3, THINGS:]
    assert own[NUMBER:].tolist() == [0.0, 1.0]
    position = slice(OWN - 5, OWN)
    np.testing.assert_allclose(own[position], [0.0, -1.0, -0.5, 0.2, 0.07], atol=1e-6)
    np.testing.assert_allclose(things[:9], [0, 0, 0, 0.4, 0.1, -0.06, 0.3, -0.1, 0], atol=1e-6)
    players = things[9:-4].reshape(3, PLAYER)
    np.testing.assert_allclose(players[1], [0.3, 0, -0.01, 0, 0, 0, 0.0, -1.0, 1.0], atol=1e-6)
    np.testing.assert_allclose(things[-4:], [0.2, -2.25, 0.2, 3.25], atol=1e-6)
