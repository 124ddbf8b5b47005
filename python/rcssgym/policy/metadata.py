"""Metadata of a policy file: strings that ONNX stores beside the graph, each in JSON."""

from __future__ import annotations

import json
import platform
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym._core import Model
from rcssgym.envs.discs.task import DiscTask
from rcssgym.envs.lookup import new_task
from rcssgym.envs.options import checked_options
from rcssgym.envs.registration import DISC_GAMES, DISC_TASKS, TASKS, TASKS_V1, place_of
from rcssgym.envs.task import Task
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.errors import ArgumentError
from rcssgym.policy.checksum import CHECKSUM, PREFIX

FORMAT = 1
"""Version of the format of policy files."""
LONGEST = 2**20
"""Maximum number of characters in all strings of a file."""
LIBRARIES = ("rcssgym", "numpy", "gymnasium", "torch", "onnx", "onnxruntime")


@dataclass(frozen=True, eq=False)
class Control:
    """How a task turns actions into commands of motors.

    If ``drive`` is ``"position"``, target = nominal + action_scale * action, and an agent on a
    server sends the same numbers to its motors. If it is ``"torque"``, torque = action_scale *
    action, and the other numbers are not used.
    """

    robot: str
    """Name of the model."""
    motors: tuple[str, ...]
    """Names of the motors, in the order of the action."""
    nominal: NDArray[np.float64]
    """Target angles of the action 0 ``(J,)``, rad."""
    action_scale: NDArray[np.float64]
    """Value of an action of 1 ``(J,)``, rad, or torque in units of the motor."""
    kp: NDArray[np.float64]
    """Proportional gains ``(J,)``, N m/rad."""
    kd: NDArray[np.float64]
    """Derivative gains ``(J,)``, N m s/rad."""
    drive: str
    """``"position"`` or ``"torque"``."""

    def facts(self) -> dict[str, Any]:
        """Return the values in a form for JSON."""
        facts = {name: getattr(self, name).tolist() for name in _CONTROL_ARRAYS}
        return {
            "robot": self.robot,
            "motors": list(self.motors),
            "drive": self.drive,
            **facts,
        }


_CONTROL_ARRAYS = ("nominal", "action_scale", "kp", "kd")


def policy_task(task: type[Task] | Task | str) -> Task:
    """Return a task as :func:`rcssgym.envs.lookup.new_task` does, if it can have policy files.

    In a game of the 2D league a policy commands each agent by that agent's observation.

    Raises :class:`ArgumentError` for a task whose observations or actions are not vectors, such as
    games of robots.
    """
    task = new_task(task)
    axes = (1, 2) if isinstance(task, DiscTask) else (1,)
    for what in ("observation_space", "action_space"):
        space = getattr(task, what, None)
        if not isinstance(space, Box) or len(space.shape) not in axes:
            raise ArgumentError(
                f"task: {name_of(task)} has {what} {space}, must be a Box of one axis"
            )
    return task


def control_of(task: Task) -> Control | None:
    """Return how a task commands its robot; ``None`` if it does not say."""
    if not isinstance(task, RobotTask):
        return None
    robot = task.robot
    motors = Model(robot.model).motor_names
    return Control(
        robot=robot.model,
        motors=motors,
        nominal=_for_each_motor(robot.nominal, motors),
        action_scale=_for_each_motor(robot.action_scale, motors),
        kp=_for_each_motor(robot.kp, motors),
        kd=_for_each_motor(robot.kd, motors),
        drive=robot.drive,
    )


def _for_each_motor(value: Any, motors: tuple[str, ...]) -> NDArray[np.float64]:
    return np.broadcast_to(np.asarray(value, dtype=np.float64), len(motors))


def name_of(task: Task) -> str:
    """Return a task's name: ``"T1Walk"``, or ``"module:Class"`` for a task that is not ours."""
    place = place_of(type(task))
    known = TASKS | TASKS_V1 | DISC_TASKS | DISC_GAMES
    return {ours: name for name, ours in known.items()}.get(place, place)


def metadata(
    task: type[Task] | Task | str,
    *,
    command: str,
    seed: int,
    git_revision: str,
    env_steps: int,
    training_seconds: float,
    frame_skip: int = 1,
    history: int = 1,
    **more: Any,
) -> dict[str, str]:
    """Return what to write into the ``metadata_props`` of a policy's ONNX file.

    :param task: task that the policy was trained on, as for :class:`rcssgym.envs.WorldVectorEnv`.
    :param command: command line that trained the policy.
    :param seed: seed of the training.
    :param git_revision: revision of the sources that trained the policy.
    :param env_steps: steps of 20 ms of all worlds together.
    :param training_seconds: wall time of the training, s.
    :param frame_skip: control steps of 20 ms between two actions, as for the environment.
    :param history: number of observations that the policy sees side by side, as for the
        environment.
    :param more: anything else that JSON can represent, by names of your own.

    Task, robot, motors, drive, nominal pose, scale and gains come from ``task`` (all but the first
    only if it is a :class:`RobotTask`); versions are those of the installed libraries.

    Raises :class:`ArgumentError` for a task whose observations or actions are not vectors, for a
    ``frame_skip`` or ``history`` that is not at least 1, and for values that JSON cannot represent.
    """
    task = policy_task(task)
    options = checked_options(frame_skip, history, 0, None)
    control = control_of(task)
    facts = {
        "format": FORMAT,
        "task": name_of(task),
        **({} if control is None else control.facts()),
        "frame_skip": options.frame_skip,
        "history": options.history,
        "observation_size": options.history * _size(task, "observation_space"),
        "action_size": _size(task, "action_space"),
        "command": command,
        "seed": seed,
        "git_revision": git_revision,
        "env_steps": env_steps,
        "training_seconds": training_seconds,
        "library_versions": library_versions(),
    }
    if taken := (facts.keys() | {CHECKSUM.removeprefix(PREFIX)}) & more.keys():
        raise ArgumentError(f"more: {sorted(taken)[0]!r} is a name that policy files use already")
    return {f"{PREFIX}{name}": _json(name, fact) for name, fact in {**facts, **more}.items()}


def _size(task: Task, space: str) -> int:
    """Return the size of an agent's observation or action."""
    return int(getattr(task, space).shape[-1])


def library_versions() -> dict[str, str]:
    """Return versions of Python and of the installed libraries that matter for a policy."""
    versions = {"python": platform.python_version()}
    for library in LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            continue
    return versions


def _json(name: str, fact: Any) -> str:
    try:
        return json.dumps(fact, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"{name}: {fact!r} cannot be written as JSON: {error}") from error


def facts_of(strings: Mapping[str, str], where: str) -> dict[str, Any]:
    """Read back what :func:`metadata` returned, without the prefix.

    :param strings: strings of a file; those without our prefix are ignored.
    :param where: the file, for error messages.

    Raises :class:`ArgumentError` for strings that are too long or not JSON and for a missing or
    unknown format.
    """
    if (length := sum(map(len, strings.values()))) > LONGEST:
        raise ArgumentError(f"{where}: has metadata of {length} letters, more than {LONGEST}")
    facts = {}
    for name, text in strings.items():
        if name.startswith(PREFIX):
            try:
                facts[name.removeprefix(PREFIX)] = json.loads(text, parse_constant=_no_constant)
            except (ValueError, RecursionError) as error:
                shown = reprlib.repr(text)
                raise ArgumentError(f"{where}: metadata {name} = {shown} is not JSON") from error
    if "format" not in facts:
        raise ArgumentError(f"{where}: has no metadata {PREFIX}format: not a policy of rcssgym")
    if facts["format"] != FORMAT:
        shown = reprlib.repr(facts["format"])
        raise ArgumentError(f"{where}: format {shown}, this rcssgym reads {FORMAT}")
    return facts


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
