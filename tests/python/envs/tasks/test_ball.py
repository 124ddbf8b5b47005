"""Touches of the ball, detected by changes that friction with the ground cannot cause."""

import numpy as np
import pytest
import rcssgym

from envs.numpy_tasks.ball import touched


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
