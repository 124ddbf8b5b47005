"""The ant should run along x."""

import numpy as np
import pytest
from rcssgym.envs.tasks import AntRun, v1

from envs.tasks.scenes import begun, put


def test_speed_along_x_is_rewarded_whatever_the_heading() -> None:
    envs, task = begun(AntRun)
    for quaternion in ((1.0, 0.0, 0.0, 0.0), (np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))):
        put(envs, torso=(2.0, 1.0, 0.6), quaternion=quaternion)
        qvel = envs.worlds.qvel
        qvel[:, 6:8] = (1.5, -0.7)
        envs.worlds.set_state(envs.worlds.qpos, qvel)
        task._sense()
        terms = {name: term[0] for name, term in task.rewards().items()}
        assert terms == {"forward": pytest.approx(1.5), "alive": 0.5, "effort": 0.0}
        assert task.measures()["distance"][0] == pytest.approx(2.0)


def test_effort_costs() -> None:
    envs, task = begun(AntRun)
    envs.step(np.full((1, 8), 0.5))
    assert task.rewards()["effort"][0] == pytest.approx(-0.1 * 0.25)


def test_what_it_sees_beside_its_body() -> None:
    envs, task = begun(AntRun)
    put(envs, torso=(0.0, 0.0, 0.61), quaternion=(np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)))
    seen = np.zeros((1, 36), dtype=np.float32)
    task.observe(seen)
    gravity, still, looks_left = [0, 0, -1], [0, 0, 0], [0, 1]
    np.testing.assert_allclose(seen[0, 27:], [*gravity, *still, *looks_left, 0.61], atol=1e-6)


def test_nothing_is_in_the_way_of_the_second_version() -> None:
    """It flies along x past the place of the first version's goal post, and farther on."""
    ways = {}
    for kind in (AntRun, v1.AntRun):
        envs, task = begun(kind)
        joints = envs.worlds.qpos[:, 14:].copy()
        for start in (0.0, 26.5, 100.0):
            put(envs, torso=(start, 1.83, 0.6), quaternion=(1.0, 0.0, 0.0, 0.0), joints=joints)
            qvel = envs.worlds.qvel
            qvel[:, 6] = 4.0
            envs.worlds.set_state(envs.worlds.qpos, qvel)
            for _ in range(40):
                task.step(np.zeros((1, 8)))
            ways[kind, start] = float(task.measures()["distance"][0]) - start
    assert ways[v1.AntRun, 0.0] > 0.5
    for start in (26.5, 100.0):
        assert ways[v1.AntRun, start] == pytest.approx(ways[v1.AntRun, 0.0], abs=1e-3)
    assert ways[AntRun, 26.5] < ways[AntRun, 0.0] - 0.1
