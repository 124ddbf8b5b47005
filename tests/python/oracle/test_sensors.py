"""Sensors after control steps against MuJoCo's `sensordata`."""

from __future__ import annotations

import numpy as np
import pytest

from benches.peers.engine import Engine
from benches.peers.state import stack

from .contacts import touches_exactly
from .effort import Effort
from .rollouts import Scenario, sample
from .scenarios import SCENARIOS
from .summary import Summary

SUBSTEPS = 4
# One control step from the same state; accelerations reach 1e4 m/s^2.
TOLERANCE = 1e-8


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.name)
def test_sensors_after_a_control_step(scenario: Scenario, effort: Effort, summary: Summary) -> None:
    scene, states = sample(scenario, effort.states // 2, seed=2)
    engine = Engine.at(scene, states)
    engine.step_arrays(stack(states), SUBSTEPS)
    batch = engine.batch
    scene.converge_fully()
    errors = []
    for world, state in enumerate(states):
        scene.set_state(state.qpos, state.qvel, state.warmstart)
        scene.command(state.command)
        exact = True
        for _ in range(SUBSTEPS):
            scene.step(1)
            exact = exact and touches_exactly(scene)
        if not exact:
            continue
        data = scene.data
        for index, robot in enumerate(scene.robots):
            order = engine.order(index)
            count = len(robot.motors)
            root, joints = data.qpos[robot.root_qpos], robot.joint_qpos[order]
            for name, ours, theirs in (
                ("gyro", batch.gyro, data.sensor(robot.prefix + "torso_gyro").data),
                (
                    "accelerometer",
                    batch.accelerometer,
                    data.sensor(robot.prefix + "torso_acc").data,
                ),
                ("root_position", batch.root_position, root[:3]),
                ("root_quaternion", batch.root_quaternion, root[3:]),
                ("root_velocity", batch.root_velocity, data.qvel[robot.root_dof]),
                ("joint_positions", batch.joint_positions[:, :, :count], data.qpos[joints]),
                (
                    "joint_velocities",
                    batch.joint_velocities[:, :, :count],
                    data.qvel[robot.joint_dof[order]],
                ),
            ):
                error = np.abs(ours[world, index] - theirs).max() / max(1.0, np.abs(theirs).max())
                errors.append(float(error))
                assert error <= TOLERANCE, f"{name} of state {world}: {error:.1e}"
        for ours, theirs in (
            (batch.ball_position, data.qpos[:3]),
            (batch.ball_velocity, data.qvel[:6]),
        ):
            assert np.abs(ours[world] - theirs).max() <= TOLERANCE
        assert batch.time[world] == pytest.approx(SUBSTEPS * scene.model.opt.timestep)
    summary.add(
        "state and sensors after 20 ms, relative", scenario.name, errors, "", scenario.robots
    )
