"""A world's random factors, applied to MuJoCo's model of it."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import mujoco
import numpy as np
import rcssgym

from benches.peers.engine import Engine
from benches.peers.scene import Command, Scene


def varied_scene(scene: Scene, drawn: dict[str, Any]) -> Scene:
    """Return the scene with its own model, changed as a user of MuJoCo would do it."""
    varied = copy.copy(scene)
    varied.model = copy.copy(scene.model)
    vary_surroundings(varied.model, drawn)
    for index, robot in enumerate(scene.robots):
        ours = rcssgym.Model(robot.model)
        robot_joints = len(ours.joint_names)
        # Both number a robot's bodies and joints in the same order; some have no name.
        bodies = list(varied.model.body(robot.body).id + np.arange(len(ours.body_names)))
        joints = list(varied.model.joint(robot.prefix + "root").id + 1 + np.arange(robot_joints))
        vary_bodies(varied.model, drawn, index, bodies)
        vary_joints(varied.model, drawn, index, joints)
    mujoco.mj_setConst(varied.model, mujoco.MjData(varied.model))
    return varied


def vary_surroundings(model: mujoco.MjModel, drawn: dict[str, Any]) -> None:
    model.opt.gravity *= drawn.get("gravity", 1.0)
    model.geom_friction *= drawn.get("friction", 1.0)
    model.geom_solref[:, 0] *= drawn.get("solref_timeconst", 1.0)
    model.geom_solref[:, 1] *= drawn.get("solref_dampratio", 1.0)
    for column, name in enumerate(("solimp_dmin", "solimp_dmax", "solimp_width")):
        model.geom_solimp[:, column] *= drawn.get(name, 1.0)


def vary_bodies(
    model: mujoco.MjModel, drawn: dict[str, Any], robot: int, bodies: list[int]
) -> None:
    # If MuJoCo's compiler found two frames to be the same, MuJoCo uses one for the other: the ant's
    # geoms would move with the centres of mass.
    for same_frame in (model.body_sameframe, model.geom_sameframe, model.site_sameframe):
        same_frame[:] = 0
    for row, body in enumerate(bodies):
        mass, inertia = (
            drawn[name][robot, row] if name in drawn else 1.0 for name in ("mass", "inertia")
        )
        model.body_mass[body] *= mass
        model.body_inertia[body] *= mass * inertia
        if "center_of_mass" in drawn:
            model.body_ipos[body] += drawn["center_of_mass"][robot, row]


def vary_joints(
    model: mujoco.MjModel, drawn: dict[str, Any], robot: int, joints: list[int]
) -> None:
    fields = {
        "joint_damping": model.dof_damping,
        "joint_armature": model.dof_armature,
        "joint_frictionloss": model.dof_frictionloss,
    }
    for row, joint in enumerate(joints):
        dof = model.jnt_dofadr[joint]
        for name, field in fields.items():
            if name in drawn:
                field[dof] *= drawn[name][robot, row]
        if "force_range" in drawn:
            factor = drawn["force_range"][robot, row]
            model.jnt_actfrcrange[joint] *= factor
            model.actuator_forcerange[model.actuator_trnid[:, 0] == joint] *= factor


def varied_command(command: Command, drawn: dict[str, Any], engine: Engine) -> Command:
    """Return the command with the world's gains."""
    gains = {"kp": command.kp.copy(), "kd": command.kd.copy()}
    for name, values in gains.items():
        if name in drawn:
            for robot in range(len(values)):
                order = engine.order(robot)
                values[robot, order] *= drawn[name][robot, : len(order)]
    return replace(command, **gains)


def accelerations(scene: Scene, state: Any, command: Command) -> np.ndarray:
    """MuJoCo's accelerations, (nv,)."""
    scene.set_state(state.qpos, state.qvel, state.warmstart)
    scene.command(command)
    return scene.forward()
