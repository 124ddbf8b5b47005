"""The decisions of an agent on a server: it takes its place, stands up, and follows its policy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

import numpy as np

from rcssgym._core import BEAMING_MODES, CYCLE
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.senses import AgentView, Senses, gravity_in_torso, heading
from rcssgym.errors import ArgumentError
from rcssgym.policy import Control, Policy
from rcssgym.policy.agent.body import Body, Floats
from rcssgym.policy.agent.schedule import Schedule

ARRIVAL = 4
"""Cycles after which perceptions show the effect of a beam; two answers are in transit."""
RAMP, HOLD = 25, 25
"""Cycles for moving from any pose to the nominal one, and for holding it before the policy takes
over."""
LEGS = ("lle", "rle")
"""Prefixes of the names of leg motors."""
FIRM_KP, FIRM_KD = 200.0, 3.0
"""Gains of legs meanwhile, N m/rad and N m s/rad: with those of a policy the robot would sag. Arms
keep the policy's gains: since they are light, they would vibrate with these."""
LEAP = 0.3
"""Movement of the torso in a cycle beyond which the server must have placed the robot, m."""
NAME = re.compile(r"[\w.-]+")
"""Valid names of robots on servers."""
Place = tuple[float, float, float]
"""A place to beam to: x, y, m, and direction, deg; x and direction as seen from the own half."""


class Phase(Enum):
    """The current activity of an agent."""

    ARRIVING = "takes its place"
    STANDING = "stands up"
    PLAYING = "follows its policy"


@dataclass
class Record:
    """Results of the time in which the policy was in control."""

    seconds: float = 0.0
    """Time, s."""
    distance: float = 0.0
    """Distance along the robot's heading at the time when the policy took over, m."""
    falls: int = 0


def playable(policy: Policy) -> tuple[RobotTask, Control]:
    """Return a policy's task and how it commands motors, if agents can play it.

    Raises :class:`ArgumentError` if not.
    """
    task, control = policy.task, policy.control
    name = type(task).__name__
    if not isinstance(task, RobotTask) or control is None:
        raise _unplayable(policy, f"{name} does not say how it commands a robot's motors")
    if control.drive != "position":
        raise _unplayable(policy, f"{name} commands torques, and agents target angles")
    if not NAME.fullmatch(control.robot):
        raise _unplayable(policy, f"no server knows its robot {control.robot!r} by such a name")
    return task, control


def _unplayable(policy: Policy, why: str) -> ArgumentError:
    return ArgumentError(
        f"policy: {policy.path!r} cannot be played on a server: {why} (`rcssgym evaluate` takes it)"
    )


class Agent:
    """Decides once a cycle; independent of the connection.

    :param policy: the policy that moves the robot.
    :param commands: where to walk, by the time since the policy took over.
    :param place: where to start; ``None`` to stay where the server puts the robot.

    Raises :class:`ArgumentError` for a policy that cannot be played (its task is not about one
    robot, commands torques, or observes more than agents perceive), for commands to one that takes
    none, and for a place that is not finite.
    """

    def __init__(self, policy: Policy, commands: Schedule, place: Place | None) -> None:
        self.record = Record()
        self.phase = Phase.ARRIVING
        self.is_down = False
        self._policy = policy
        self._task, self._control = playable(policy)
        self._commands = commands
        self._place = place
        self._cycles = 0  # since the phase began
        self._last: Body | None = None
        control = self._control
        self._action = np.zeros((1, len(control.motors)))
        self._check(control.nominal)
        is_leg = np.array([motor.startswith(LEGS) for motor in control.motors])
        self._firm_kp = np.where(is_leg, FIRM_KP, control.kp)
        self._firm_kd = np.where(is_leg, FIRM_KD, control.kd)
        self._from = control.nominal  # the pose at the start of standing up
        self._ahead = np.zeros(2)
        self._due = 0  # cycle of the phase in which it acts next
        self._seen: np.ndarray[tuple[int, ...], np.dtype[np.float32]] | None = None

    def _check(self, angles: Floats) -> None:
        """Refuse what would otherwise fail only when the robot is on the pitch."""
        task = type(self._task).__name__
        if not self._task.takes_command and self._commands != Schedule():
            raise ArgumentError(f"command: {task} takes none")
        if self._place is not None and not np.isfinite(self._place).all():
            raise ArgumentError(f"place: {self._place} is not finite")
        upright = np.array([[1.0, 0.0, 0.0, 0.0]])
        senses = Senses(angles[None], np.zeros((1, len(angles))), np.zeros((1, 3)), upright)
        view = AgentView(senses, self._action, np.zeros((1, 3)), np.zeros(1, dtype=np.int64))
        try:
            self._task.agent_observation(view)
        except ArgumentError as error:
            raise _unplayable(self._policy, f"{task} observes more than agents perceive") from error

    def decide(self, body: Body, cycles: int) -> str:
        """Return the message that answers a perception.

        :param cycles: number of cycles since the last call.

        Raises :class:`ArgumentError` for a robot that is not the policy's.
        """
        self._check_robot(body)
        last, self._last = self._last, body
        if last is None:
            return self._arrive(body)
        self._cycles += cycles
        if self.phase is Phase.ARRIVING:
            if self._cycles >= ARRIVAL:
                self._stand_up(body)
        elif np.linalg.norm(body.position - last.position) > LEAP:
            self._stand_up(body)
        elif self.phase is Phase.PLAYING:
            self._measure(last, body, cycles)
            if self.is_down and self._may_beam(body):
                return self._arrive(body)
        elif self._cycles >= RAMP + HOLD:
            self._take_over(body)
        return self._act(body)

    @property
    def robot(self) -> str:
        """Name of the robot that it moves."""
        return self._control.robot

    @property
    def is_new(self) -> bool:
        """Whether it has not perceived anything yet."""
        return self._last is None

    # --- phases

    def _arrive(self, body: Body) -> str:
        self._begin(Phase.ARRIVING)
        if self._place is None or not self._may_beam(body):
            return "(syn)"
        x, y, direction = self._place
        return f"(beam {x:g} {y:g} {direction:g})"

    def _stand_up(self, body: Body) -> None:
        self._begin(Phase.STANDING)
        self.is_down = False
        self._from = body.angles

    def _take_over(self, body: Body) -> None:
        self._begin(Phase.PLAYING)
        self._action[:] = 0.0
        self._due, self._seen = 0, None
        yaw = heading(body.quaternion[None])[0]
        self._ahead = np.array([np.cos(yaw), np.sin(yaw)])

    def _begin(self, phase: Phase) -> None:
        self.phase, self._cycles = phase, 0

    def _may_beam(self, body: Body) -> bool:
        return self._place is not None and body.play_mode in BEAMING_MODES

    # --- what it does

    def _act(self, body: Body) -> str:
        control = self._control
        if self.phase is Phase.ARRIVING:
            return "(syn)"
        if self.phase is Phase.PLAYING:
            if self._cycles >= self._due:
                self._action[:] = self._policy.act(self._remember(self._observe(body)))
                self._due = self._cycles + self._policy.frame_skip
            targets = control.nominal + control.action_scale * self._action[0]
            return self._command(targets, control.kp, control.kd)
        share = min(1.0, (self._cycles + 1) / RAMP)
        targets = self._from + share * (control.nominal - self._from)
        return self._command(targets, self._firm_kp, self._firm_kd)

    def _remember(
        self, observation: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        """Return the policy's input: its last observations, padded with copies of the first."""
        history = self._policy.history
        if self._seen is None:
            self._seen = np.repeat(observation, history, axis=0)
        self._seen = np.concatenate([self._seen[1:], observation])
        return self._seen.reshape(1, -1)

    def _observe(self, body: Body) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        senses = Senses(
            body.angles[None], body.speeds[None], body.gyro[None], body.quaternion[None]
        )
        command = self._commands.at(self._cycles * CYCLE)
        view = AgentView(senses, self._action, command[None], np.array([self._cycles]))
        return self._task.agent_observation(view)

    def _command(self, targets: Floats, kp: Floats, kd: Floats) -> str:
        """Return the commands of all motors: (NAME q dq kp kd tau), in degrees."""
        rows = zip(self._control.motors, np.degrees(targets), kp, kd, strict=True)
        return "".join(f"({name} {q:.4f} 0 {p:g} {d:g} 0)" for name, q, p, d in rows) + "(syn)"

    # --- what it notices

    def _check_robot(self, body: Body) -> None:
        control = self._control
        if len(body.angles) != len(control.motors):
            raise ArgumentError(
                f"policy: moves the {len(control.motors)} joints of a {control.robot}, "
                f"the robot on the server has {len(body.angles)}"
            )

    def _measure(self, last: Body, body: Body, cycles: int) -> None:
        """Keep the record."""
        self.record.seconds += cycles * CYCLE
        self.record.distance += float(self._ahead @ (body.position - last.position)[:2])
        robot = self._task.robot
        steepest = np.clip(self._task.steepest, 0.0, np.pi)
        leans = -gravity_in_torso(body.quaternion[None])[0, 2] < np.cos(steepest)
        is_down = bool(body.position[2] < robot.lowest or leans)
        self.record.falls += is_down and not self.is_down
        self.is_down = is_down
