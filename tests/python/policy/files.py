"""Small policy files, made by hand."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from gymnasium.spaces import Box
from numpy.typing import ArrayLike, NDArray
from onnx import TensorProto, helper, numpy_helper
from rcssgym.envs import Task
from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.task import Flags
from rcssgym.envs.tasks import T1, Stand, Walk
from rcssgym.policy import metadata
from rcssgym.teams.gait import Gait

PROVENANCE: dict[str, Any] = {
    "command": "python train.py --seed 7",
    "seed": 7,
    "git_revision": "0123abc",
    "env_steps": 1000,
    "training_seconds": 2.5,
}
GAIT = Gait()


class StiffStand(Stand):
    """Gains with which a T1 stands without a policy."""

    robot = replace(T1, kp=200.0, kd=3.0, height=0.626)


class LimpStand(Stand):
    """Gains with which a T1 without a policy sags and falls."""

    robot = replace(T1, kp=25.0, kd=0.6)


class StiffWalk(Walk):
    """Gains and frequency of the walk of the players of `rcssgym game`, without disturbances."""

    robot = replace(T1, kp=200.0, kd=5.0, height=0.626)
    gait_frequency = GAIT.frequency
    push_speed = 0.0
    late = 0.0


class Ball(Task):
    """Push the ball along x, without a robot."""

    left = ()
    observation_space = Box(-10.0, 10.0, (2,), np.float32)
    action_space = Box(-1.0, 1.0, (1,), np.float32)

    def reset(self, envs: Indices) -> None:
        for world in envs.tolist():
            self.worlds.place_ball(world, (0.0, 0.0, 0.11))

    def step(self, actions: Floats) -> None:
        for world, push in enumerate(actions[:, 0].tolist()):
            x, y, z = self.worlds.ball_position[world]
            velocity = self.worlds.ball_velocity[world] + [push, 0.0, 0.0, 0.0, 0.0, 0.0]
            self.worlds.place_ball(world, (x, y, z), velocity)
        self.worlds.step(np.zeros((len(self.worlds), 0, 0)))

    def rewards(self) -> dict[str, Floats]:
        return {"speed": self.worlds.ball_velocity[:, 0]}

    def terminated(self) -> Flags:
        return self.worlds.ball_position[:, 0] > 1.0

    def observe(self, out: NDArray[np.float32]) -> None:
        out[:] = self.worlds.ball_position[:, :2]


def strings(task: type[Task] | str, **more: Any) -> dict[str, str]:
    return metadata(task, **PROVENANCE, **more)


def write(
    path: Path,
    nodes: list[Any],
    constants: Mapping[str, ArrayLike],
    props: Mapping[str, str],
    *,
    sizes: tuple[int, int],
    kind: int = TensorProto.FLOAT,
    batch: str | int = "N",
    names: tuple[str, str] = ("observation", "action"),
) -> Path:
    """Write an ONNX model from observations to actions, with metadata."""
    dtype = helper.tensor_dtype_to_np_dtype(kind)
    ends = [
        helper.make_tensor_value_info(name, kind, [batch, size])
        for name, size in zip(names, sizes, strict=True)
    ]
    tensors = [
        numpy_helper.from_array(np.asarray(value, dtype=dtype), name)
        for name, value in constants.items()
    ]
    graph = helper.make_graph(nodes, "policy", ends[:1], ends[1:], tensors)
    opsets = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    helper.set_model_props(model, dict(props))
    onnx.save(model, path)
    return path


def linear(
    path: Path,
    props: Mapping[str, str],
    weights: NDArray[np.float64],
    bias: ArrayLike = 0.0,
    **how: Any,
) -> Path:
    """Write a policy that returns ``observation @ weights + bias``."""
    names = how.get("names", ("observation", "action"))
    nodes = [helper.make_node("Gemm", [names[0], "W", "b"], [names[1]])]
    bias = np.broadcast_to(bias, weights.shape[1])
    return write(path, nodes, {"W": weights, "b": bias}, props, sizes=weights.shape, **how)


def nothing(
    path: Path,
    task: type[Task] | str,
    joints: int,
    size: int,
    props: Mapping[str, str] | None = None,
) -> Path:
    """Write a policy that always returns zeros."""
    return linear(path, props or strings(task), np.zeros((size, joints)))


def walking(path: Path, stride: float = 1.0) -> Path:
    """Write a policy for :class:`StiffWalk` that walks as players of `rcssgym game` do."""
    weights, bias = _walking_weights(stride)
    constants = {"lift": np.eye(82, 2, -75), "W": weights, "b": bias}
    nodes = [
        helper.make_node("MatMul", ["observation", "lift"], ["sines"]),
        helper.make_node("Relu", ["sines"], ["lifts"]),
        helper.make_node("Concat", ["observation", "lifts"], ["features"], axis=1),
        helper.make_node("Gemm", ["features", "W", "b"], ["action"]),
    ]
    return write(path, nodes, constants, strings(StiffWalk), sizes=(82, 23))


def _walking_weights(stride: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights ``(84, 23)`` of observation and lifted sines, and bias; see `rcssgym.teams.gait`."""
    gait = GAIT
    gyro, sines, cosines, gravity, lifts = 69, 75, 77, 79, 82
    weights, bias = np.zeros((84, 23)), np.zeros(23)
    swing = stride * gait.stride * np.array([np.cos(gait.stride_phase), np.sin(gait.stride_phase)])
    sway = gait.sway * np.array([np.cos(gait.sway_phase), np.sin(gait.sway_phase)])
    for leg in range(2):
        hip, roll, _, knee, ankle, ankle_roll = range(11 + 6 * leg, 17 + 6 * leg)
        lift, sine, cosine = lifts + leg, sines + leg, cosines + leg
        weights[lift, [hip, knee, ankle]] = gait.lift * np.array([-1.0, 2.0, -1.0])
        bias[[hip, knee, ankle]] = gait.crouch * np.array([-1.0, 2.0, -1.0])
        bias[hip] += gait.lean + stride * gait.lean_forward - gait.hip_pitch * gait.upright
        bias[ankle] -= gait.ankle_pitch * gait.upright
        weights[cosine, [hip, ankle]] = swing[0] * np.array([1.0, -1.0])
        weights[sine, [hip, ankle]] = swing[1] * np.array([-1.0, 1.0])
        weights[sines, [roll, ankle_roll]] += sway[0] * np.array([1.0, -1.0])
        weights[cosines, [roll, ankle_roll]] += sway[1] * np.array([1.0, -1.0])
        # Gravity in the torso's frame contains the sine of pitch, and that of roll with the
        # opposite sign.
        weights[gravity, [hip, ankle]] = gait.hip_pitch, gait.ankle_pitch
        weights[gravity + 1, [roll, ankle_roll]] = -gait.hip_roll, -gait.ankle_roll
        weights[gyro + 1, ankle] = 50.0 * gait.ankle_pitch_rate
        weights[gyro, ankle_roll] = 50.0 * gait.ankle_roll_rate
    bias[11:] -= T1.nominal[11:]
    return weights, bias
