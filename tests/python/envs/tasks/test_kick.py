"""Kicking: the score is the kick challenge's, and a second touch ends it."""

import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym.envs.tasks import K1Kick, T1Kick
from rcssgym.envs.tasks.kick import Kick
from rcssgym.soccer import PlayMode

from envs.tasks.scenes import ON_ITS_BACK, begun, put, still


def swing(step: int, back: int) -> NDArray[np.float64]:
    """An action of a T1 that takes the right leg back, and then swings it forward."""
    action = np.zeros((1, 23))
    if step < back:
        action[0, [17, 20]] = (0.3, 0.6)
    elif step < back + 12:
        action[0, [17, 20]] = (-0.9, -0.4)
    return action


class Challenge:
    """The league's kick challenge with a T1, after the two seconds before the challenge begins."""

    def __init__(self, qpos: NDArray[np.float64], qvel: NDArray[np.float64]) -> None:
        self.worlds = rcssgym.WorldBatch(1, rules="ssim", referee="kick_challenge")
        while self.mode() is PlayMode.BEFORE_KICK_OFF:
            self.worlds.advance()
        self.worlds.set_state(qpos, qvel)

    def mode(self) -> PlayMode:
        return list(PlayMode)[int(self.worlds.play_mode[0])]

    def step(self, action: NDArray[np.float64]) -> None:
        robot = T1Kick.robot
        targets = robot.nominal + robot.action_scale * action[:, None]
        self.worlds.step(targets, kp=robot.kp, kd=robot.kd)


@pytest.mark.parametrize("back", [3, 8, 10])
def test_an_episode_is_the_challenge(back: int) -> None:
    """The same kick ends after the same step with the same score, which is the reward."""
    envs, task = begun(T1Kick)
    # The first step is the referee's kick-off.
    envs.step(still(envs))
    put(envs, torso=(-0.3, 0.1))
    challenge = Challenge(envs.worlds.qpos, envs.worlds.qvel)
    total, terminated, step = 0.0, False, 0
    while not terminated:
        action = swing(step, back)
        _, _, ended, _, info = envs.step(action)
        challenge.step(action)
        step += 1
        total += float(info["reward"]["distance"][0])
        terminated = bool(ended[0])
        assert info["distance"][0] == challenge.worlds.score[0, 0] / 100
        assert task.is_over[0] == (challenge.mode() is PlayMode.GAME_OVER)
        assert info["touched"][0] == (challenge.mode() is not PlayMode.KICK_OFF_LEFT)
    assert info["touched"][0]
    assert total == pytest.approx(task.points * info["distance"][0])


@pytest.mark.parametrize("velocity", [(3.0, 0.0), (2.0, 1.0)])
def test_a_ball_that_comes_to_rest_ends_it_with_its_distance(velocity: tuple[float, float]) -> None:
    envs, task = begun(T1Kick)
    envs.step(still(envs))
    # The ball first touches the robot; then the robot is moved out of its way.
    put(envs, torso=(-0.3, 0.0), ball=(-0.1, 0.0, 0.11))
    envs.step(still(envs))
    put(
        envs,
        torso=(-5.0, 0.0, 0.15),
        quaternion=ON_ITS_BACK,
        ball=(0.0, 0.0, 0.11),
        ball_velocity=velocity,
    )
    terminated = False
    while not terminated:
        _, _, ended, _, info = envs.step(still(envs))
        terminated = bool(ended[0])
    x, y = envs.worlds.ball_position[0, :2]
    assert x > 1.5
    assert not task.is_over[0]
    assert info["distance"][0] == pytest.approx(x - abs(y), abs=0.01)


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


def test_who_falls_without_a_touch_is_out_and_who_has_kicked_is_not() -> None:
    envs, task = begun(T1Kick)
    put(envs, torso=(-5.0, 0.0, 0.15), quaternion=ON_ITS_BACK, ball_velocity=(1.0, 0.0))
    assert task.terminated()[0]
    assert task.rewards()["fall"].tolist() == [-task.fall]
    task.touched[:] = True
    assert not task.terminated()[0]
    assert task.rewards()["fall"].tolist() == [0.0]
