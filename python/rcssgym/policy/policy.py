"""Policies from files, run by ONNX Runtime."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.optional import needed_by
from rcssgym.policy.metadata import Control, control_of, facts_of, robot_task

Actions = NDArray[np.float32]

INPUT, OUTPUT = "observation", "action"
FLOAT = "tensor(float)"
CLOSE = 1e-6
"""By how much numbers of file and task may differ; files have all digits."""


class Policy:
    """A trained policy; make one with :meth:`load`."""

    def __init__(self, session: Any, facts: dict[str, Any], task: RobotTask, path: str) -> None:
        self._session = session
        self.path = path
        """Of the file."""
        self.facts = facts
        """What the file says about itself, such as ``"task"``, ``"seed"`` and ``"env_steps"``."""
        self.task = task
        """The task that it has been trained on; no environment has it."""
        self.control: Control = control_of(task)
        """How its actions become commands of motors."""

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Policy:
        """Load a policy and check that it fits the task it names.

        Raises :class:`ArgumentError` for a file that cannot be read, is no ONNX model or no policy
        of rcssgym, for a task that does not exist, and where the task has other sizes, another
        pose, scale or gains than the policy has been trained with; :class:`RcssGymError` without
        ONNX Runtime.
        """
        where = f"policy: {str(path)!r}"
        session = _session(path, where)
        strings = session.get_modelmeta().custom_metadata_map
        facts = facts_of(strings, where)
        if "task" not in facts:
            raise ArgumentError(f"{where}: does not name its task")
        try:
            task = robot_task(facts["task"])
        except ArgumentError as error:
            raise ArgumentError(f"{where}: {error}") from error
        _check_control(facts, control_of(task), where)
        _check_ends(session, task, where)
        return cls(session, facts, task, str(path))

    def new_task(self) -> RobotTask:
        """Return another object of the task."""
        return robot_task(self.facts["task"])

    def act(self, observations: NDArray[np.float32]) -> Actions:
        """Return the actions ``(N, m)`` for observations ``(N, n)``, clipped to the task's space.

        Raises :class:`ArgumentError` for another shape, :class:`RcssGymError` where the policy
        itself returns numbers that are not finite.
        """
        space = self.task.observation_space
        array = np.ascontiguousarray(observations, dtype=np.float32)
        if array.ndim != 2 or array.shape[1:] != space.shape:
            raise ArgumentError(f"observations: shape {array.shape}, must be (N, {space.shape[0]})")
        (actions,) = self._session.run([OUTPUT], {INPUT: array})
        if not np.isfinite(actions).all():
            row = int(np.argwhere(~np.isfinite(actions))[0, 0])
            raise RcssGymError(f"policy: {self.path!r}: action {actions[row]} is not finite")
        bounds = self.task.action_space
        clipped: Actions = np.clip(actions, bounds.low, bounds.high)
        return clipped


def _session(path: str | PathLike[str], where: str) -> Any:
    with needed_by("Policy.load", "play", "onnxruntime"):
        import onnxruntime
    try:
        model = Path(path).read_bytes()
    except OSError as error:
        raise ArgumentError(f"{where}: cannot be read: {error.strerror}") from error
    options = onnxruntime.SessionOptions()
    # Policies are small: threads cost more than they bring, and worlds want the cores.
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its exceptions have no common base and no public names
        raise ArgumentError(f"{where}: is no ONNX model: {error}") from error


def _check_control(facts: dict[str, Any], control: Control, where: str) -> None:
    """Refuse a policy whose task commands motors otherwise by now."""
    for name, now in control.facts().items():
        then = facts.get(name)
        if not _agree(then, now):
            raise ArgumentError(
                f"{where}: was trained with {name} {then}, but {facts['task']} has {now}"
            )


def _agree(then: Any, now: Any) -> bool:
    if type(then) is not type(now):
        return False
    if not isinstance(now, list) or isinstance(now[0], str):
        return bool(then == now)
    is_numeric = all(isinstance(number, int | float) for number in then)
    return is_numeric and len(then) == len(now) and np.allclose(then, now, rtol=0.0, atol=CLOSE)


def _check_ends(session: Any, task: RobotTask, where: str) -> None:
    """Check names, types and shapes of what goes in and comes out."""
    ends = (
        ("input", session.get_inputs(), INPUT, task.observation_space.shape),
        ("output", session.get_outputs(), OUTPUT, task.action_space.shape),
    )
    for what, nodes, name, shape in ends:
        names = [node.name for node in nodes]
        if names != [name]:
            raise ArgumentError(f"{where}: has {what}s {names}, must have [{name!r}]")
        (node,) = nodes
        if node.type != FLOAT:
            raise ArgumentError(f"{where}: {what} {name!r} is {node.type}, must be {FLOAT}")
        is_batch = len(node.shape) == 2 and not isinstance(node.shape[0], int)
        if not is_batch or node.shape[1:] != list(shape):
            raise ArgumentError(
                f"{where}: {what} {name!r} has shape {node.shape}, must be ['N', {shape[0]}]"
            )
