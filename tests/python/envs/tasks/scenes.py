"""States that tests set in worlds."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks import RobotTask

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
ON_ITS_BACK = (np.sqrt(0.5), 0.0, -np.sqrt(0.5), 0.0)


def begun(task: type[RobotTask], num: int = 1, progress: float = 1.0) -> tuple[WorldVectorEnv, Any]:
    """Return environments whose first episodes have begun, and their task."""
    envs = WorldVectorEnv(task, num, autoreset_mode="Disabled")
    envs.set_progress(progress)
    envs.reset(seed=0)
    return envs, envs.task


def put(
    envs: WorldVectorEnv,
    *,
    torso: tuple[float, ...] | None = None,
    quaternion: tuple[float, ...] | None = None,
    joints: Floats | None = None,
    ball: tuple[float, ...] | None = None,
    ball_velocity: tuple[float, float] | None = None,
) -> None:
    """Change the state of all worlds; robots are at rest afterwards."""
    worlds = envs.worlds
    qpos, qvel = worlds.qpos, worlds.qvel
    qvel[:, 6:] = 0.0
    if torso is not None:
        qpos[:, 7 : 7 + len(torso)] = torso
    if quaternion is not None:
        qpos[:, 10:14] = quaternion
    if joints is not None:
        qpos[:, 14:] = joints
    if ball is not None:
        qpos[:, : len(ball)] = ball
    if ball_velocity is not None:
        qvel[:, :2] = ball_velocity
        # Rolling without slipping.
        qvel[:, 3:6] = np.array([-ball_velocity[1], ball_velocity[0], 0.0]) / 0.11
    worlds.set_state(qpos, qvel)
    assert isinstance(envs.task, RobotTask)
    envs.task._sense()


def still(envs: WorldVectorEnv) -> NDArray[np.float64]:
    """The action that holds the nominal pose."""
    return np.zeros(envs.action_space.shape or ())
