"""Base class of tasks of a single robot: a declaration that the core runs, and its arrays."""

from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym._core import LARGEST_OBSERVATION, WorldBatch
from rcssgym.envs.cells import Cells
from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.returned import check_states, joined
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags
from rcssgym.envs.tasks.robots import RobotSetup
from rcssgym.envs.tasks.senses import (
    AgentView,
    Senses,
    body_observation,
    gravity_in_torso,
    heading,
    seen_along,
)
from rcssgym.envs.terms import Function, Term, Terms, check, declaration, robot, term
from rcssgym.errors import ArgumentError

TORSO = 7
"""Index of the robot's first coordinate in ``qpos``: the ball has the first seven."""
HINGES = TORSO + 7
"""Index of the first hinge in ``qpos``."""

_OF_A_STEP = (
    "reset",
    "start_states",
    "step",
    "rewards",
    "total",
    "measures",
    "terminated",
    "fallen",
    "observe",
    "parts",
)
"""Methods whose override in a subclass means that the step must run in Python."""
_UNASKED = ("applied", "senses", "gravity", "heading_velocity", "body_observation")
"""Methods whose results the core computes on its own; overriding them would have no effect."""

NOISES = {
    "joint_positions": "joint_position_noise",
    "joint_velocities": "joint_velocity_noise",
    "gyro": "gyro_noise",
    "accelerometer": "accelerometer_noise",
    **dict.fromkeys(
        (
            "gravity",
            "heading",
            "heading_velocity",
            "own_velocity",
            "ball",
            "ball_direction",
            "ball_motion",
            "ball_offset",
            "ball_velocity",
            "goal_offsets",
            "players",
        ),
        "orientation_noise",
    ),
}
"""The noise that an observation shows, by its term; other terms show none."""


class RobotTask(CoreTask):
    """One robot, whose joints follow the actions.

    :meth:`declare` returns the task's observations, rewards, end conditions and start, in terms
    that the core evaluates. A subclass may also override :meth:`rewards`, :meth:`measures`,
    :meth:`terminated`, :meth:`parts`, :meth:`observe`, :meth:`start_states`, :meth:`reset` or
    :meth:`step` with methods over arrays; these parts of a step then run in Python.

    An action is ``(J,)``, -1 to 1: the target angles of the motors are
    ``robot.nominal + robot.action_scale * action``, rad; for a robot driven by torque, actions are
    torques. Unless declared otherwise, an episode terminates when the torso is lower than
    ``robot.lowest`` or leans by more than ``steepest``.

    After :meth:`step` the arrays ``angles``, ``speeds`` ``(W, 1, J)``, ``gyro`` ``(W, 1, 3)``,
    ``position`` ``(W, 1, 3)``, ``quaternion`` ``(W, 1, 4)`` and ``velocity`` ``(W, 1, 6)`` are
    those of :class:`rcssgym.WorldBatch`; in :meth:`parts` they are as the sensors report them.
    ``action`` and ``previous_action`` are ``(W, J)``, and ``age`` ``(W,)`` counts the steps of the
    episode. All are views of the core's memory.

    Raises :class:`ArgumentError` for a subclass without a ``robot``, or with invalid terms.
    """

    robot: RobotSetup
    """The robot; subclasses set it."""
    noises = frozenset(
        ("joint_position_noise", "joint_velocity_noise", "gyro_noise", "orientation_noise")
    )
    steepest = 1.0
    """Lean of the torso beyond which the robot counts as fallen, rad."""
    extras = 0
    """Number of values that :meth:`parts` returns besides those of :meth:`body_observation`. Only
    needed if a subclass overrides it: the sizes of declared observations are known."""
    takes_command = False
    """Whether the robot follows velocity commands."""
    command: Any
    """The commands, if so ``(W, 3)``: forwards and to the left, m/s, and turning to the left,
    rad/s."""
    fixed_command: Floats | None = None
    """A command ``(3,)`` for all worlds, instead of those that the task draws."""

    age = Cells("age", "number")
    action = Cells("action")
    previous_action = Cells("previous_action")
    angles = Cells("angles", "robots", seen="seen_angles")
    speeds = Cells("speeds", "robots", seen="seen_speeds")
    gyro = Cells("gyro", "robots", seen="seen_gyro")
    quaternion = Cells("quaternion", "robots", seen="seen_quaternion")
    position = Cells("position", "robots")
    velocity = Cells("velocity", "robots")

    _of_a_step = _OF_A_STEP
    _shaping = frozenset(("extras",))

    def __init__(self) -> None:
        if not hasattr(self, "robot"):
            raise ArgumentError(f"task: {type(self).__name__} does not say which robot it is for")
        self._checked("robot", self.robot)
        joints = self.robot.joints
        self.left = (self.robot.model,)
        self.action_space = Box(-1.0, 1.0, (joints,), np.float32)
        size = 3 * joints + 3 + self.extras
        widths, more = self._widths()
        if not (self._has_own("parts") or self._has_own("observe")):
            size = sum(widths)
        if type(self).noises is RobotTask.noises:
            self.noises = self._observed_noises()
        self.observation_space = _space(size)
        if not self._has_own("observe"):
            self.privileged_space = _space(size + sum(more))

    def _checked(self, name: str, value: Any) -> Any:
        if name == "robot" and not isinstance(value, RobotSetup):
            raise ArgumentError(f"robot: {value!r} is not a RobotSetup, such as rcssgym.envs.T1")
        return super()._checked(name, value)

    def _observed_noises(self) -> frozenset[str]:
        """Return which noises of sensors the observation shows.

        A part of the task that is written in Python may look at all that :meth:`senses` returns.
        """
        seen = (getattr(use, "name", use) for use in self._terms.observations)
        noises = frozenset(NOISES[name] for name in seen if name in NOISES)
        return noises if self.runs_in_core() else noises | self.noises

    # --- declaration

    def declare(self) -> Terms:
        """Return the task's observations, rewards, end conditions and start.

        This is called again when the training progress or an attribute of the task's class
        changes. Such a change may affect parameters, but neither the terms nor the processes.
        """
        return Terms(ends=(term("fallen", lean=self.steepest),))

    def _declaration(self, *, begins: bool) -> dict[str, Any]:
        if self.robot.model not in self.left:
            raise ArgumentError(
                f"robot: cannot become {self.robot.model} any more, the task was made for "
                f"{', '.join(map(str, self.left))}: make another task"
            )
        terms = self.declare()
        check(terms)
        self._terms = _asking_who_fell(terms) if self._has_own("fallen") else terms
        asked = self.reports_privileged
        return declaration([robot(self.robot)], self._terms, begins=begins, privileged=asked)

    # --- worlds

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Take the worlds; subclasses may extend this.

        Raises :class:`ArgumentError` for methods of its own that nothing calls, and for worlds
        whose robot has another number of motors than :attr:`robot`.
        """
        for method in _UNASKED:
            if self._has_own(method):
                raise ArgumentError(
                    f"task: {type(self).__name__} has a {method}() of its own, which nothing asks: "
                    "write rewards(), parts() or terminated(), or declare() other terms"
                )
        if worlds.num_motors != self.robot.joints:
            model, motors = self.robot.model, worlds.num_motors
            raise ArgumentError(
                f"robot: {model} has {motors} motors, its setup {self.robot.joints} joints"
            )
        super().begin(worlds, streams)

    # --- an episode

    def reset(self, envs: Indices) -> None:
        """Put robots and balls at the start of their episodes, at rest."""
        states = self.start_states(envs)
        qpos_size, qvel_size = self.worlds.qpos.shape[1], self.worlds.qvel.shape[1]
        qpos = check_states(self, states, (len(envs), qpos_size), envs.tolist())
        self.worlds.set_state(qpos, np.zeros((len(envs), qvel_size)), envs)
        self.core.begin(envs, self.streams.state)
        self._is_stale = True

    def fallen(self) -> Flags:
        """Return which robots have fallen ``(W,)``."""
        low = self.position[:, 0, 2] < self.robot.lowest
        steep = -self.gravity()[:, 2] < np.cos(np.clip(self.steepest, 0.0, np.pi))
        fallen: Flags = low | steep
        return fallen

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write the parts side by side, clipped to -10 to 10."""
        if self._is_stale:
            self._sense()
        seen = self.core.observe()
        if not (self._has_own("parts") or self._terms.functions()):
            out[:] = seen
            return
        shape = len(self.worlds), self.observation_space.shape[0]
        self.is_seeing = True
        try:
            parts = joined(self, "parts", self.parts(), shape)
        finally:
            self.is_seeing = False
        np.clip(parts, -LARGEST_OBSERVATION, LARGEST_OBSERVATION, out=out, casting="same_kind")

    # --- helpers for tasks that compute terms over arrays

    def gravity(self) -> Floats:
        """Return the direction of gravity in the torso's frame ``(W, 3)``."""
        return gravity_in_torso(self.quaternion[:, 0])

    def heading_velocity(self) -> Floats:
        """Return the torso's velocity along its heading, to its left and up ``(W, 3)``, m/s."""
        return seen_along(heading(self.quaternion[:, 0]), self.velocity[:, 0, :3])

    def senses(self) -> Senses:
        """Return what the robots sense of themselves, as last observed.

        For critics it has no sensor errors.
        """
        names = ("seen_angles", "seen_speeds", "seen_gyro", "seen_quaternion")
        if self.is_knowing:
            names = ("angles", "speeds", "gyro", "quaternion")
        return Senses(*(self.cells(name) for name in names))

    def body_observation(self) -> list[Floats]:
        """Return scaled joint angles, speeds, last action and gyro: J, J, J and 3 numbers."""
        return body_observation(self.robot, self.senses(), self.action)

    # --- on a server

    def agent_parts(self, view: AgentView) -> list[Floats]:  # noqa: ARG002
        """Return :meth:`parts` computed from what agents on a server know.

        A task whose policies can be played on a server must override this; others raise
        :class:`ArgumentError`.
        """
        raise ArgumentError(f"task: {type(self).__name__} observes more than agents perceive")

    def agent_observation(self, view: AgentView) -> NDArray[np.float32]:
        """Return the observations of agents' policies, ``(N, *observation_space.shape)``."""
        found = self.agent_parts(view)
        shape = len(view.action), self.observation_space.shape[0]
        parts = joined(self, "agent_parts", found, shape)
        return np.clip(parts, -LARGEST_OBSERVATION, LARGEST_OBSERVATION).astype(np.float32)


def _space(size: int) -> Box:
    """Return the space of observations of this size."""
    return Box(-LARGEST_OBSERVATION, LARGEST_OBSERVATION, (size,), np.float32)


def _asking_who_fell(terms: Terms) -> Terms:
    """Return the terms with those for falls replaced by calls of the task's own ``fallen()``."""

    def asked(use: Any) -> Function | None:
        return _FALLS.get(use.name if isinstance(use, Term) else use)

    def reward(use: Any) -> Any:
        fell, weight = asked(use), getattr(use, "weight", 1.0)
        # Adding zero makes zeros positive, as in the core.
        return use if fell is None else lambda task: weight * fell(task) + 0.0

    return replace(
        terms,
        ends=tuple(asked(use) or use for use in terms.ends),
        rewards={name: reward(use) for name, use in terms.rewards.items()},
    )


_FALLS: dict[Any, Function] = {
    "fallen": lambda task: task.fallen(),
    "fallen_untouched": lambda task: task.fallen() & ~task.touched,
}
"""Functions that call a task's own ``fallen()``, by the names of the terms that they replace."""
