"""Laws that hold independently of MuJoCo: momentum of free bodies, energy of passive ones."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from benches.peers.engine import Engine
from benches.peers.poses import place, place_ball, random_rotation, random_targets, standing_targets
from benches.peers.scene import Command, Scene

GRAVITY = np.array((0.0, 0.0, -9.81))
MODELS = ("T1", "K1", "ant")


def _in_the_air(scene: Scene, rng: np.random.Generator, joint_speed: float = 0.0) -> Engine:
    """One world with the robot 2 m up, arbitrarily turned, in its standing pose."""
    robot = scene.robots[0]
    scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
    place_ball(scene, (5.0, 5.0, 1.0))
    place(scene, robot, (0.0, 0.0), 2.0, random_rotation(rng))
    scene.data.qvel[robot.joint_dof] = rng.normal(0.0, joint_speed, len(robot.motors))
    engine = Engine(scene, 1)
    engine.batch.set_state(scene.data.qpos[None].copy(), scene.data.qvel[None].copy())
    return engine


@pytest.mark.parametrize("model", MODELS)
def test_motors_do_not_move_the_centre_of_mass(model: str) -> None:
    """At rest in the air the centre of mass accelerates with g, whatever the motors do, and the
    angular momentum about it does not change: J qacc with velocities zero, hence no bias terms."""
    scene, rng = Scene((model,)), np.random.default_rng(5)
    robot = scene.robots[0]
    body = scene.model.body(robot.body).id
    for _ in range(5):
        engine = _in_the_air(scene, rng)
        engine.step(Command.hold(random_targets(scene, rng), kp=80.0, kd=1.0), substeps=0)
        qacc = engine.batch.forward()[0]
        mujoco.mj_fwdPosition(scene.model, scene.data)
        com, angular = np.zeros((3, scene.model.nv)), np.zeros((3, scene.model.nv))
        mujoco.mj_jacSubtreeCom(scene.model, scene.data, com, body)
        mujoco.mj_angmomMat(scene.model, scene.data, angular, body)
        scale = np.abs(qacc).max()
        assert np.abs(com @ qacc - GRAVITY).max() <= 1e-10 * scale
        assert np.abs(angular @ qacc).max() <= 1e-10 * scale


@pytest.mark.parametrize("model", MODELS)
def test_energy_of_a_passive_robot_does_not_grow(model: str) -> None:
    """In the air, motors off: damping, friction and drag only take energy away."""
    scene, rng = Scene((model,)), np.random.default_rng(6)
    engine = _in_the_air(scene, rng, joint_speed=1.0)
    off = Command.hold(standing_targets(scene), kp=0.0, kd=0.0)
    energies = []
    for _ in range(15):
        scene.set_state(engine.batch.qpos[0], engine.batch.qvel[0])
        mujoco.mj_fwdPosition(scene.model, scene.data)
        mujoco.mj_fwdVelocity(scene.model, scene.data)
        mujoco.mj_energyPos(scene.model, scene.data)
        mujoco.mj_energyVel(scene.model, scene.data)
        energies.append(float(scene.data.energy.sum()))
        engine.step(off, substeps=4)
    # first-order integration: a free fall in steps of h gains m g^2 h t / 2
    mass = scene.model.body_subtreemass[0]
    gained = mass * 9.81**2 * 0.005 * 0.02 / 2
    assert np.all(np.diff(energies) <= 1.5 * gained)


def test_ball_falls_by_the_discrete_law_of_fall() -> None:
    """Height after n substeps of semi-implicit Euler is z - g h^2 n (n + 1) / 2, without drag."""
    scene = Scene(())
    engine = Engine(scene, 1)
    qpos, qvel = scene.model.qpos0.copy(), np.zeros(scene.model.nv)
    qpos[:3] = 1.0, 2.0, 3.0
    engine.batch.set_state(qpos[None], qvel[None])
    engine.step(Command.hold(np.zeros((0, 0))), substeps=100)
    fallen = 3.0 - engine.batch.ball_position[0, 2]
    ideal = 9.81 * 0.005**2 * 100 * 101 / 2
    assert 0.97 * ideal < fallen < ideal
