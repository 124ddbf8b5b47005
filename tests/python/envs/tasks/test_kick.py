"""Kicking: the score is the kick challenge's, and a second touch ends it."""

import numpy as np
import pytest
import rcssgym
from rcssgym.envs.tasks import K1Kick, T1Kick
from rcssgym.envs.tasks.ball import touched
from rcssgym.envs.tasks.kick import Kick
from rcssgym.soccer import PlayMode

from envs.tasks.scenes import ON_ITS_BACK, begun, put, still


def challenge_score(velocity: tuple[float, float]) -> int:
    """What the league's kick challenge gives for a ball that leaves the centre like this."""
    worlds = rcssgym.WorldBatch(1, rules="ssim", referee="kick_challenge")
    while list(PlayMode)[worlds.play_mode[0]] is PlayMode.BEFORE_KICK_OFF:
        worlds.advance()
    spin = (-velocity[1] / 0.11, velocity[0] / 0.11, 0.0)
    worlds.place_ball(0, (0.0, 0.0, 0.11), (*velocity, 0.0, *spin))
    for _ in range(500):
        worlds.advance()
    return int(worlds.score[0, 0])


@pytest.mark.parametrize("velocity", [(3.0, 0.0), (2.0, 1.0), (2.0, -1.5)])
def test_an_episode_s_reward_is_the_score_of_the_challenge(velocity: tuple[float, float]) -> None:
    envs, task = begun(T1Kick)
    # The robot is out of the way, and lies where it cannot fall.
    put(envs, torso=(-5.0, 0.0, 0.15), quaternion=ON_ITS_BACK, ball_velocity=velocity)
    task.touched[:] = True
    total, terminated = 0.0, False
    while not terminated:
        _, _, ended, _, info = envs.step(still(envs))
        total += float(info["reward"]["distance"][0])
        terminated = bool(ended[0])
    assert info["distance"][0] == pytest.approx(total / task.points)
    assert info["distance"][0] > 0.3
    assert 100 * info["distance"][0] == pytest.approx(challenge_score(velocity), abs=1.5)


@pytest.mark.parametrize("task", [T1Kick, K1Kick])
def test_the_ball_lies_before_the_feet(task: type[Kick]) -> None:
    envs, _ = begun(task, 64)
    worlds = envs.worlds
    worlds.forward()
    for world in range(64):
        touching = [c.geoms for c in worlds.contacts(world) if "ball" in c.geoms]
        assert [set(geoms) for geoms in touching] == [{"pitch", "ball"}] or touching == []
    offset = -worlds.root_position[:, 0, :2]
    assert offset[:, 0].min() >= task.near
    assert offset[:, 0].max() <= task.far
    assert np.ptp(offset[:, 1]) > task.side
    exact, _ = begun(task, 8, progress=0.0)
    middle = (task.near + task.far) / 2
    np.testing.assert_allclose(
        exact.worlds.root_position[:, 0, :2], np.tile([-middle, 0.0], (8, 1))
    )


def test_what_is_a_touch() -> None:
    cases = [
        ((0.0, 0.0), (0.0, 0.0), False),
        ((0.0, 0.0), (0.02, 0.0), True),
        ((2.0, 0.0), (1.9, 0.0), False),
        ((2.0, 0.0), (1.7, 0.0), True),
        ((2.0, 0.0), (2.04, 0.0), False),
        ((2.0, 0.0), (2.06, 0.0), True),
        ((1.0, 1.0), (0.95, 0.9), False),
        ((1.0, 1.0), (1.1, 0.7), True),
    ]
    before, after, expected = zip(*cases, strict=True)
    assert touched(np.array(before), np.array(after)).tolist() == list(expected)


@pytest.mark.parametrize("spin", [0.0, 1.0, 1.5])
def test_rolling_and_sliding_are_no_touch(spin: float) -> None:
    worlds = rcssgym.WorldBatch(100)
    rng = np.random.default_rng(0)
    speed, angle = rng.uniform(0.0, 6.0, 100), rng.uniform(-np.pi, np.pi, 100)
    x, y = speed * np.cos(angle), speed * np.sin(angle)
    qpos, qvel = worlds.qpos, worlds.qvel
    qpos[:, 7:9] = (0.0, 40.0)
    qvel[:, :2] = np.stack([x, y], axis=-1)
    qvel[:, 3:5] = spin / 0.11 * np.stack([-y, x], axis=-1)
    worlds.set_state(qpos, qvel)
    for _ in range(200):
        before = worlds.ball_velocity[:, :2]
        worlds.advance()
        assert not touched(before, worlds.ball_velocity[:, :2]).any()


def test_a_robot_that_walks_into_the_ball_touches_it() -> None:
    envs, task = begun(T1Kick)
    put(envs, torso=(-0.36, 0.0), ball_velocity=(-1.0, 0.0))
    for _ in range(15):
        task.step(still(envs))
    assert task.touched[0]


def test_a_second_touch_ends_it() -> None:
    envs, task = begun(T1Kick)
    put(envs, torso=(-5.0, 0.0, 0.15), quaternion=ON_ITS_BACK, ball_velocity=(1.0, 0.0))

    def hit_after(steps: int) -> bool:
        for _ in range(steps):
            assert not envs.step(still(envs))[2][0]
        # Between two steps, as if the foot had hit it in the next one.
        before = envs.worlds.ball_velocity[0, :2]
        put(envs, ball_velocity=(before[0] + 0.5, 0.0))
        task.ball_velocity[:] = before
        return bool(envs.step(still(envs))[2][0])

    task.touched[:] = True
    assert not hit_after(1)
    assert not hit_after(task.apart - 1)
    assert hit_after(task.apart)


def test_who_falls_without_a_touch_is_out_and_who_has_kicked_is_not() -> None:
    for has_touched in (False, True):
        envs, task = begun(T1Kick)
        put(envs, torso=(-5.0, 0.0, 0.15), quaternion=ON_ITS_BACK, ball_velocity=(2.0, 0.0))
        task.touched[:] = has_touched
        _, _, terminated, _, info = envs.step(still(envs))
        assert terminated[0] == (not has_touched)
        assert info["reward"]["fall"][0] == (0.0 if has_touched else -task.fall)
