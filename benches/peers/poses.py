"""Poses and targets: how the tests and the benchmarks place robots."""

from __future__ import annotations

import mujoco
import numpy as np

from .scene import Command, Robot, Scene

_ARMS = (0.0, -1.4, 0.0, -0.4, 0.0, 1.4, 0.0, 0.4)
_LEG = (-0.4, 0.0, 0.0, 0.8, -0.4, 0.0)

STANDING = {
    "T1": np.array((0.0, 0.0, *_ARMS, 0.0, *_LEG, *_LEG)),
    "K1": np.array((0.0, 0.0, *_ARMS, *_LEG, *_LEG)),
}

# Gains with which the T1 holds that pose indefinitely.
STANDING_KP, STANDING_KD = 200.0, 5.0


def standing_pose(robot: Robot) -> np.ndarray:
    """Joint angles in which the robot stands, rad, (J,); the middle of each range if unknown."""
    pose = STANDING.get(robot.model)
    return robot.joint_range.mean(axis=1) if pose is None else pose


def standing_targets(scene: Scene) -> np.ndarray:
    """Standing pose of every robot, padded with zeros to (R, J)."""
    targets = np.zeros((len(scene.robots), scene.max_motors))
    for row, robot in zip(targets, scene.robots, strict=True):
        row[: len(robot.motors)] = standing_pose(robot)
    return targets


def hold(scene: Scene, kp: float, kd: float, targets: np.ndarray | None = None) -> Command:
    """Holds a pose; ants, whose motors have a gear of 150 and take torques, are left limp."""
    command = Command.hold(standing_targets(scene) if targets is None else targets, kp, kd)
    for index, robot in enumerate(scene.robots):
        if robot.model == "ant":
            command.kp[index] = command.kd[index] = 0.0
    return command


def random_targets(
    scene: Scene, rng: np.random.Generator, spread: float = 1.0, margin: float = 0.0
) -> np.ndarray:
    """Targets uniform in the joint ranges, (R, J).

    `spread` shrinks them towards the standing pose, `margin` (rad) lets them leave the ranges.
    """
    targets = standing_targets(scene)
    for row, robot in zip(targets, scene.robots, strict=True):
        low, high = robot.joint_range.T
        drawn = rng.uniform(low - margin, high + margin)
        count = len(robot.motors)
        row[:count] += spread * (drawn - row[:count])
    return targets


def rotation(axis: tuple[float, float, float], angle: float) -> np.ndarray:
    """Unit quaternion, w first."""
    quat = np.zeros(4)
    direction = np.asarray(axis, dtype=float)
    mujoco.mju_axisAngle2Quat(quat, direction / np.linalg.norm(direction), angle)
    return quat


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """Uniform over all orientations, w first."""
    quat: np.ndarray = rng.normal(size=4)
    quat /= np.linalg.norm(quat)
    return quat


def lowest_point(scene: Scene, robot: Robot) -> float:
    """Height of the lowest colliding point of a robot, m (meshes by their bounding box)."""
    model, data = scene.model, scene.data
    mujoco.mj_kinematics(model, data)
    lowest = np.inf
    for geom in robot.geoms:
        down = data.geom_xmat[geom].reshape(3, 3)[2]
        center = data.geom_xpos[geom, 2]
        size = model.geom_size[geom]
        match model.geom_type[geom]:
            case mujoco.mjtGeom.mjGEOM_SPHERE:
                reach = size[0]
            case mujoco.mjtGeom.mjGEOM_CAPSULE:
                reach = size[0] + abs(down[2]) * size[1]
            case mujoco.mjtGeom.mjGEOM_CYLINDER:
                reach = np.hypot(down[0], down[1]) * size[0] + abs(down[2]) * size[1]
            case _:
                bounds = model.geom_aabb[geom]
                center += down @ bounds[:3]
                reach = np.abs(down) @ bounds[3:]
        lowest = min(lowest, center - reach)
    return float(lowest)


def place(
    scene: Scene,
    robot: Robot,
    xy: tuple[float, float] = (0.0, 0.0),
    clearance: float = 0.0,
    quat: np.ndarray | None = None,
    joints: np.ndarray | None = None,
) -> None:
    """Puts a robot at rest so that its lowest point is `clearance` above the pitch, m."""
    data = scene.data
    data.qpos[robot.joint_qpos] = standing_pose(robot) if joints is None else joints
    data.qpos[robot.root_qpos] = (*xy, 2.0, *((1, 0, 0, 0) if quat is None else quat))
    data.qvel[robot.root_dof] = 0.0
    data.qvel[robot.joint_dof] = 0.0
    data.qpos[robot.root_qpos][2] += clearance - lowest_point(scene, robot)


def place_ball(
    scene: Scene,
    position: tuple[float, float, float] | np.ndarray,
    velocity: tuple[float, float, float] | np.ndarray = (0.0, 0.0, 0.0),
    spin: tuple[float, float, float] | np.ndarray = (0.0, 0.0, 0.0),
) -> None:
    """Puts the ball somewhere, with linear (m/s) and angular (rad/s) velocity."""
    scene.data.qpos[:7] = (*position, 1.0, 0.0, 0.0, 0.0)
    scene.data.qvel[:6] = (*velocity, *spin)
