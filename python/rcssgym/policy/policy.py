"""Policies from files, run by ONNX Runtime."""

from __future__ import annotations

import math
import reprlib
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.checks import as_array
from rcssgym.envs.options import Options, checked_options
from rcssgym.envs.registration import is_registered
from rcssgym.envs.task import Task
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.optional import needed_by
from rcssgym.policy import cost, onnx_file
from rcssgym.policy.checksum import CHECKSUM, checksum
from rcssgym.policy.metadata import Control, control_of, facts_of, policy_task
from rcssgym.policy.onnx_file import End, Graph
from rcssgym.regular import as_path, regular

Actions = NDArray[np.float32]

INPUT, OUTPUT = "observation", "action"
FLOAT = "tensor(float)"
CLOSE = 1e-6
"""Largest difference between numbers of file and task; files have all digits."""
LONGEST = 1000
"""Maximum number of characters of a file's numbers in an error message."""
LARGEST_FILE = 2**28
"""Maximum size of a policy file, bytes."""
TRIED = (1, 2)
"""Batch sizes for which a graph is checked before it is loaded."""


class Policy:
    """A trained policy; make one with :meth:`load`."""

    def __init__(
        self, session: Any, graph: Graph, facts: dict[str, Any], task: Task, path: str
    ) -> None:
        self._session = session
        self._graph = graph
        self._sizes = _sizes(facts, task, path)
        self._fits = set(TRIED)  # batch sizes for which the graph was checked
        self.path = path
        """Path of the file."""
        self.facts = facts
        """Metadata of the file, such as ``"task"``, ``"seed"`` and ``"env_steps"``."""
        self.task = task
        """The task that it was trained on; no environment uses this object."""
        self.control: Control | None = control_of(task)
        """Conversion of actions to motor commands; ``None`` for a task that does not define it."""
        options = _options(facts, path)
        self.frame_skip = options.frame_skip
        """Control steps of 20 ms between two of its actions."""
        self.history = options.history
        """Number of the task's observations in one input, side by side, the newest last."""

    @classmethod
    def load(cls, path: str | PathLike[str], *, trust_task: bool = False) -> Policy:
        """Load a policy and check that it fits the task it names.

        :param trust_task: whether a task that the file names as ``"module:Class"`` may be imported,
            which runs that module. Without it, the task must be one of rcssgym's own, or
            registered before with :func:`rcssgym.envs.register_task`.

        Apart from that, files from untrusted sources are safe to load: the graph may only use the
        operators in ``docs/policies.md``, no data in other files, and limited memory and work.

        Raises :class:`ArgumentError` for a file that cannot be read, is damaged, is not an ONNX
        model or not a policy of rcssgym, for a task that does not exist or may not be imported, and
        if the task's sizes, pose, scale or gains differ from those that the policy was trained
        with; :class:`MissingLibraryError` without ONNX Runtime.
        """
        where = f"policy: {str(path)!r}"
        data = _content(path, where)
        with needed_by("Policy.load", "play", "onnxruntime"):
            import onnxruntime
        graph, facts = _read(data, where)
        task = _task(facts, trust_task, where)
        _check_control(facts, control_of(task), where)
        sizes = _sizes(facts, task, where)
        _check_ends(graph, sizes, where)
        for rows in TRIED:
            _check_cost(graph, sizes, rows, where)
        session = _session(onnxruntime, data, where)
        return cls(session, graph, facts, task, str(path))

    def new_task(self) -> Task:
        """Return a new object of the task."""
        return policy_task(self.facts["task"])

    def act(self, observations: NDArray[np.float32]) -> Actions:
        """Return the actions ``(N, m)`` for observations ``(N, n)``, clipped to the task's space.

        With a :attr:`history`, an observation is that many of the task's observations, side by
        side. If a world has several agents, observations ``(W, A, n)`` give actions ``(W, A, m)``.

        Raises :class:`ArgumentError` for another shape, and for so many observations that the graph
        would take too much memory or work; :class:`RcssGymError` if the policy fails or returns
        numbers that are not finite.
        """
        where = f"policy: {self.path!r}"
        given = as_array("observations", observations)
        if given.dtype.kind not in "biuf":
            raise ArgumentError(f"observations: dtype {given.dtype}, must be of real numbers")
        array = np.ascontiguousarray(given, dtype=np.float32)
        size = self._sizes.observation
        axes = (2, len(self.task.observation_space.shape) + 1)
        if array.ndim not in axes or array.shape[-1] != size:
            raise ArgumentError(f"observations: shape {array.shape}, must be (N, {size})")
        *leading, _ = array.shape
        array = array.reshape(math.prod(leading), size)
        if len(array) not in self._fits:
            _check_cost(self._graph, self._sizes, len(array), where)
            self._fits.add(len(array))
        try:
            (actions,) = self._session.run([OUTPUT], {INPUT: array})
        except Exception as error:  # its exceptions have no common base and no public names
            raise RcssGymError(f"{where}: fails: {error}") from error
        if not np.isfinite(actions).all():
            row = int(np.argwhere(~np.isfinite(actions))[0, 0])
            raise RcssGymError(f"{where}: action {actions[row]} is not finite")
        bounds = self.task.action_space
        # All agents of a world have the same bounds.
        low, high = (one.reshape(-1, self._sizes.action)[0] for one in (bounds.low, bounds.high))
        clipped: Actions = np.clip(actions, low, high)
        return clipped.reshape(*leading, self._sizes.action)


def _content(path: str | PathLike[str], where: str) -> bytes:
    """Read a file, if it is a regular file and not too large."""
    try:
        with regular(as_path("policy", path)).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ArgumentError(f"{where}: cannot be read: {error.strerror}") from error
    if len(data) > LARGEST_FILE:
        raise ArgumentError(f"{where}: has more than {LARGEST_FILE} bytes")
    return data


def task_named(path: str | PathLike[str]) -> str:
    """Return the name of a file's task, which is not imported.

    Raises :class:`ArgumentError` for a file that cannot be read or is not an ONNX model.
    """
    where = f"policy: {str(path)!r}"
    _, facts = _read(_content(path, where), where)
    return str(facts.get("task"))


def _read(data: bytes, where: str) -> tuple[onnx_file.Graph, dict[str, Any]]:
    """Return the graph in a file and what it tells about itself."""
    try:
        graph = onnx_file.read(data)
    except ArgumentError as error:
        raise ArgumentError(f"{where}: {error}") from error
    facts = facts_of(graph.strings, where)
    # Files that our functions have not written, and older ones, have none.
    if CHECKSUM in graph.strings and facts["checksum"] != checksum(graph.digest, graph.strings):
        raise ArgumentError(
            f"{where}: was damaged or changed after it was written: its checksum does not fit "
            f"(remove {CHECKSUM} from its metadata if the change is intended)"
        )
    return graph, facts


def _task(facts: dict[str, Any], trust_task: bool, where: str) -> Task:
    """Return the task that a file names, if it may be imported."""
    if "task" not in facts:
        raise ArgumentError(f"{where}: does not name its task")
    name = facts["task"]
    if not isinstance(name, str):
        raise ArgumentError(f"{where}: task: {reprlib.repr(name)} is not a name")
    if ":" in name and not trust_task and not is_registered(name):
        raise ArgumentError(
            f"{where}: its task {name!r} is not one of rcssgym's own, and loading it would run "
            "code: if you trust it, pass trust_task=True (--trust-task on the command line), or "
            "register it first with rcssgym.envs.register_task"
        )
    try:
        return policy_task(name)
    except ArgumentError as error:
        raise ArgumentError(f"{where}: {error}") from error


@dataclass(frozen=True)
class _Sizes:
    """Sizes of an observation and an action."""

    observation: int
    action: int


def _sizes(facts: dict[str, Any], task: Task, where: str) -> _Sizes:
    size, actions = task.observation_space.shape[-1], task.action_space.shape[-1]
    return _Sizes(_options(facts, where).history * size, actions)


def _options(facts: dict[str, Any], where: str) -> Options:
    """Return the environment's options that matter to a policy; older files do not have them."""
    try:
        return checked_options(facts.get("frame_skip", 1), facts.get("history", 1), 0, None)
    except ArgumentError as error:
        raise ArgumentError(f"{where}: {error}") from error


def _session(onnxruntime: Any, data: bytes, where: str) -> Any:
    options = onnxruntime.SessionOptions()
    # Policies are small: threads cost more than they gain, and the worlds need the cores.
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    # The file was checked as ONNX, but the runtime also accepts a format of its own.
    options.add_session_config_entry("session.load_model_format", "ONNX")
    try:
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its exceptions have no common base and no public names
        raise ArgumentError(f"{where}: is not an ONNX model: {error}") from error


def _check_control(facts: dict[str, Any], control: Control | None, where: str) -> None:
    """Refuse a policy whose task now commands motors in another way."""
    for name, now in ({} if control is None else control.facts()).items():
        # Older files do not name the drive, since there was only one.
        then = facts.get(name, "position" if name == "drive" else None)
        if not _agree(then, now):
            raise ArgumentError(
                f"{where}: was trained with {name} {str(then)[:LONGEST]}, but {facts['task']} has "
                f"{now}"
            )


def _agree(then: Any, now: Any) -> bool:
    if type(then) is not type(now):
        return False
    if not isinstance(now, list) or isinstance(now[0], str):
        return bool(then == now)
    if len(then) != len(now) or any(type(number) not in (int, float) for number in then):
        return False
    # Integers in JSON may be too large for a float, so they are not subtracted.
    return all(b - CLOSE <= a <= b + CLOSE for a, b in zip(then, now, strict=True))


def _check_ends(graph: Graph, sizes: _Sizes, where: str) -> None:
    """Check names, types and shapes of inputs and outputs."""
    ends: tuple[tuple[str, tuple[End, ...], str, int], ...] = (
        ("input", graph.inputs, INPUT, sizes.observation),
        ("output", graph.outputs, OUTPUT, sizes.action),
    )
    for what, found, name, size in ends:
        names = [end.name for end in found]
        if names != [name]:
            raise ArgumentError(f"{where}: has {what}s {names}, must have [{name!r}]")
        (end,) = found
        if end.kind != FLOAT:
            raise ArgumentError(f"{where}: {what} {name!r} is {end.kind}, must be {FLOAT}")
        is_batch = len(end.shape) == 2 and not isinstance(end.shape[0], int)
        # A size that the file leaves open is checked when all shapes are computed.
        if not is_batch or (isinstance(end.shape[1], int) and end.shape[1] != size):
            raise ArgumentError(
                f"{where}: {what} {name!r} has shape {list(end.shape)}, must be ['N', {size}]"
            )


def _check_cost(graph: Graph, sizes: _Sizes, rows: int, where: str) -> None:
    """Check that a graph can act on this many observations, within its limits of cost."""
    try:
        shape = cost.check(graph, INPUT, sizes.observation, rows)[OUTPUT]
    except ArgumentError as error:
        raise ArgumentError(f"{where}: {error}") from error
    if shape != (wanted := (rows, sizes.action)):
        raise ArgumentError(
            f"{where}: returns shape {shape} for {rows} observations, must be {wanted}"
        )
