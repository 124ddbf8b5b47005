"""rcsssmj's own soccer world as a compiled MuJoCo model, with rcsssmj's motor law.

Nothing here knows our engine. `Scene.qpos` order is rcsssmj's: the ball (7 numbers), then the
robots in the order in which they joined, left team first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import mujoco
import numpy as np
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation
from rcsssmj.games.soccer.soccer_fields import create_soccer_field
from rcsssmj.games.teams import TeamSide
from rcsssmj.sim.agent_id import AgentID

from .plain_robots import PlainRobots

ROBOTS = Path(__file__).parents[2] / "robots"
Field = Literal["fifa", "fifa7vs7"]


@dataclass(frozen=True)
class Robot:
    """Where one robot sits in MuJoCo's arrays; J motors in the order of rcsssmj's actuators."""

    prefix: str
    model: str
    motors: tuple[str, ...]
    root_qpos: slice
    root_dof: slice
    joint_qpos: np.ndarray  # (J,)
    joint_dof: np.ndarray  # (J,)
    joint_range: np.ndarray  # (J, 2) rad
    actuators: np.ndarray  # (3, J): torque, position and velocity actuator
    geoms: np.ndarray  # colliding geoms
    height: float  # of the torso in rcsssmj's file, m

    @property
    def body(self) -> str:
        """Name of the root body."""
        return self.prefix + "torso"


@dataclass(frozen=True)
class Command:
    """One command for all motors, every array (R, J): tau + kp (q* - q) + kd (dq* - dq)."""

    targets: np.ndarray
    velocities: np.ndarray
    kp: np.ndarray
    kd: np.ndarray
    torques: np.ndarray

    @classmethod
    def hold(cls, targets: np.ndarray, kp: float = 25.0, kd: float = 0.6) -> Command:
        """The same gains everywhere, neither velocity nor torque."""
        zero = np.zeros_like(targets)
        return cls(targets, zero, np.full_like(targets, kp), np.full_like(targets, kd), zero)


def roster(left: Sequence[str], right: Sequence[str]) -> list[tuple[AgentID, str]]:
    """Identity and model of every player in rcsssmj's numbering: left team first, from number 1."""
    return [
        (AgentID(side.value, number), model)
        for side, models in ((TeamSide.LEFT, left), (TeamSide.RIGHT, right))
        for number, model in enumerate(models, start=1)
    ]


def compile_model(
    left: Sequence[str] = ("T1",), right: Sequence[str] = (), field: Field = "fifa7vs7"
) -> mujoco.MjModel:
    """Return rcsssmj's world with these robots, built by rcsssmj.

    What is only drawn of them is replaced, which saves seconds: :class:`PlainRobots`.
    """
    simulation = SoccerSimulation(create_soccer_field(field))
    simulation.init()
    robots = PlainRobots()
    for agent_id, model in roster(left, right):
        robot_spec = robots.load_robot_spec(model)
        if robot_spec is None:
            # One of our robots that rcsssmj does not have.
            robot_spec = mujoco.MjSpec.from_file(str(ROBOTS / f"{model}.xml"))
        simulation._attach_agent(SimpleNamespace(spec=robot_spec, agent_id=agent_id))
    return simulation.mj_spec.compile()


class Scene:
    """A compiled world and one state of it."""

    def __init__(
        self, left: Sequence[str] = ("T1",), right: Sequence[str] = (), field: Field = "fifa7vs7"
    ) -> None:
        self.left, self.right = tuple(left), tuple(right)
        self.field: Field = field
        self.model = compile_model(left, right, field)
        self.data = mujoco.MjData(self.model)
        self.robots = [
            _robot(self.model, agent_id.prefix, name) for agent_id, name in roster(left, right)
        ]
        self.max_motors = max((len(robot.motors) for robot in self.robots), default=0)

    def converge_fully(self) -> None:
        """Lets MuJoCo's iterations run until rounding stops them, instead of to 1e-8."""
        options = self.model.opt
        options.tolerance, options.iterations = 0.0, 200
        options.ls_tolerance, options.ls_iterations = 1e-6, 100
        options.ccd_tolerance, options.ccd_iterations = 1e-10, 200

    def command(self, command: Command) -> None:
        """Sets controls and gains as rcsssmj's `ctrl_motor` does."""
        model, control = self.model, self.data.ctrl
        for index, robot in enumerate(self.robots):
            tau, pos, vel = robot.actuators
            count = len(robot.motors)
            control[tau] = command.torques[index, :count]
            control[pos] = command.targets[index, :count]
            control[vel] = command.velocities[index, :count]
            model.actuator_gainprm[pos, 0] = command.kp[index, :count]
            model.actuator_biasprm[pos, 1] = -command.kp[index, :count]
            model.actuator_gainprm[vel, 0] = command.kd[index, :count]
            model.actuator_biasprm[vel, 2] = -command.kd[index, :count]

    def set_state(
        self, qpos: np.ndarray, qvel: np.ndarray, warmstart: np.ndarray | None = None
    ) -> None:
        """Replaces the state; everything derived is stale until the next forward or step."""
        mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:] = qpos
        self.data.qvel[:] = qvel
        if warmstart is not None:
            self.data.qacc_warmstart[:] = warmstart

    def forward(self) -> np.ndarray:
        """Acceleration at the current state, (nv,)."""
        mujoco.mj_forward(self.model, self.data)
        return np.array(self.data.qacc)

    def step(self, substeps: int = 4) -> None:
        """Advances by 5 ms a substep."""
        mujoco.mj_step(self.model, self.data, substeps)

    def body_positions(self, qpos: np.ndarray) -> np.ndarray:
        """World positions of all bodies for another `qpos`, (nbody, 3); disturbs the state."""
        self.data.qpos[:] = qpos
        mujoco.mj_kinematics(self.model, self.data)
        return np.array(self.data.xpos)


def _robot(model: mujoco.MjModel, prefix: str, name: str) -> Robot:
    root = model.joint(prefix + "root")
    ids = range(model.nu)
    motors = tuple(
        model.actuator(i).name[len(prefix) : -len("_tau")]
        for i in ids
        if model.actuator(i).name.startswith(prefix) and model.actuator(i).name.endswith("_tau")
    )
    actuators = np.array(
        [
            [model.actuator(prefix + m + part).id for m in motors]
            for part in ("_tau", "_pos", "_vel")
        ]
    )
    joints = model.actuator_trnid[actuators[0], 0]
    tree = model.body_rootid[model.geom_bodyid] == model.body(prefix + "torso").id
    colliding = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    qpos, dof = int(root.qposadr[0]), int(root.dofadr[0])
    return Robot(
        prefix=prefix,
        model=name,
        motors=motors,
        root_qpos=slice(qpos, qpos + 7),
        root_dof=slice(dof, dof + 6),
        joint_qpos=model.jnt_qposadr[joints],
        joint_dof=model.jnt_dofadr[joints],
        joint_range=model.jnt_range[joints],
        actuators=actuators,
        geoms=np.flatnonzero(tree & colliding),
        height=float(model.body(prefix + "torso").pos[2]),
    )
