"""Declarations of tasks: terms of a library that the core evaluates, by name.

The core evaluates them in the thread that steps a world, so that no part of a step waits for
Python. :func:`term_table` lists the library; ``docs/terms.md`` has the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from rcssgym._core import term_library
from rcssgym.envs.checks import checked_count
from rcssgym.envs.returned import RESERVED
from rcssgym.envs.streams import Floats
from rcssgym.errors import ArgumentError

if TYPE_CHECKING:
    from rcssgym.envs.tasks.robots import RobotSetup

Parameter: TypeAlias = float | Sequence[float] | Floats | Callable[[], Any]
"""A number, several numbers, or a function that returns them, called when the worlds exist."""
Function: TypeAlias = Callable[[Any], Any]
"""A custom term: called with the task after each step, it returns an array ``(W,)``."""


@dataclass(frozen=True)
class Term:
    """A term of the library, as a task uses it."""

    name: str
    """Name of the term in the library."""
    weight: float = 1.0
    """Factor for the term's values."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    """Parameters by name; all others have their defaults."""


@dataclass(frozen=True)
class Computed:
    """A part of the observation that a function computes."""

    function: Function
    """Called with the task, it returns an array ``(W, width)``."""
    width: int
    """Number of columns."""


def term(name: str, weight: float = 1.0, /, **parameters: Parameter) -> Term:
    """Use a term of the library.

    :param name: name of the term.
    :param weight: factor for the term's values.
    :param parameters: parameters of the term; see :func:`term_table`.

    Raises :class:`ArgumentError` for a weight that is not a number; the name and the parameters are
    checked when the task declares the term.
    """
    if isinstance(weight, str):
        raise ArgumentError(f"terms: {name}: weight: {weight!r} is not a number")
    try:
        return Term(name, float(weight), parameters)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"terms: {name}: weight: {weight!r} is not a number") from error
    except OverflowError as error:
        raise ArgumentError(f"terms: {name}: weight: {error}") from error


CONDITIONS = frozenset(one["name"] for one in term_library() if one["kind"] == "condition")
"""Names of the terms that are true or false."""

BODY = (term("joint_positions"), term("joint_velocities"), term("last_action"), term("gyro"))
"""Terms with which all observations begin: ``3 J + 3`` numbers."""

PRIVILEGED = (
    term("heading_velocity"),
    term("torso_height"),
    term("friction"),
    term("masses"),
    term("torso_offset"),
    term("motor_gains"),
    term("command_delay"),
)
"""Terms for what critics know of any robot besides its observation: ``2 J + 11`` numbers."""


@dataclass(frozen=True)
class Terms:
    """A task's observations, rewards, end conditions and start.

    Terms of the library are given by name or as :func:`term` returns them. If a function is given
    instead, that part of the step runs in Python, on one thread; everything else stays in the core.
    """

    observations: Sequence[Term | Computed | str] = BODY
    """Parts of the observation, side by side."""
    rewards: Mapping[str, Term | Function | str] = field(default_factory=dict)
    """Terms of the reward by the names that ``info["reward"]`` has: values, or conditions, which
    are 1 where they hold."""
    ends: Sequence[Term | Function | str] = ()
    """Conditions, any of which ends the episode."""
    measures: Mapping[str, Term | Function | str] = field(default_factory=dict)
    """Further entries of ``info``: values, or conditions as bool."""
    processes: Sequence[Term | str] = ()
    """Processes that run during an episode, in this order."""
    start: Sequence[Term | str] = ("upright",)
    """How episodes begin; each term changes the state that the terms before it have made."""
    privileged: Sequence[Term | Computed | str] = PRIVILEGED
    """What critics know besides the observations; they get those too, without sensor errors, delay
    and history."""

    def functions(self, *, privileged: bool = False) -> bool:
        """Return whether any part is a Python function.

        :param privileged: whether to include what critics know.
        """
        kept = (*self.rewards.values(), *self.ends, *self.measures.values(), *self.observations)
        if privileged:
            kept = (*kept, *self.privileged)
        return not all(isinstance(one, Term | str) for one in kept)


def declaration(
    robots: Sequence[Mapping[str, Any]],
    terms: Terms,
    *,
    begins: bool,
    privileged: bool = False,
    left: int | None = None,
    is_shared: bool = False,
) -> dict[str, Any]:
    """Return a declaration in the core's format.

    :param robots: all robots of a world, as :func:`robot` returns them.
    :param terms: terms that have been checked.
    :param begins: whether worlds exist; if not, only what makes up the observation is returned,
        because functions that return parameters may need worlds.
    :param privileged: whether to include what critics know.
    :param left: how many of the robots play in the left team; ``None`` for a single robot.
    :param is_shared: whether a robot is rewarded with its team's mean of each term.

    Raises :class:`ArgumentError` for parameters that are not numbers.
    """

    def named(uses: Mapping[str, Any]) -> list[Any]:
        return [_use(label, use) for label, use in uses.items() if isinstance(use, Term | str)]

    return {
        "robots": list(robots),
        "left": left,
        "is_shared": is_shared,
        "observations": _listed(terms.observations),
        "privileged": listed_privileged(terms) if privileged else [],
        "rewards": named(terms.rewards) if begins else [],
        "ends": _listed(terms.ends) if begins else [],
        "measures": named(terms.measures) if begins else [],
        "processes": _listed(terms.processes),
        "start": _listed(terms.start) if begins else [],
    }


def listed_privileged(terms: Terms) -> list[Any]:
    """Return all that critics know, in the core's format."""
    return _listed((*terms.observations, *terms.privileged))


def _listed(uses: Sequence[Any]) -> list[Any]:
    return [_use("", use) for use in uses if isinstance(use, Term | str)]


def check(terms: Any) -> None:
    """Refuse anything but a valid declaration, before the core looks terms up.

    Raises :class:`ArgumentError`.
    """
    if not isinstance(terms, Terms):
        raise ArgumentError(f"terms: declare() returned a {type(terms).__name__}, must be Terms")
    _check_all("observations", terms.observations, Computed)
    _check_all("privileged", terms.privileged, Computed)
    _check_all("ends", terms.ends, Callable)
    _check_all("processes", terms.processes, None)
    _check_all("start", terms.start, None)
    for where in ("ends", "processes", "start"):
        _check_unweighted(where, getattr(terms, where))
    for field_name, named in (("rewards", terms.rewards), ("measures", terms.measures)):
        if not isinstance(named, Mapping) or not all(isinstance(name, str) for name in named):
            raise ArgumentError(
                f"terms: {field_name}: {named!r} is not a mapping of names to terms"
            )
        _check_all(field_name, tuple(named.values()), Callable)
    flags = (use for use in terms.measures.values() if getattr(use, "name", use) in CONDITIONS)
    _check_unweighted("measures", flags)
    for name in terms.rewards:
        if name.startswith("_"):
            raise ArgumentError(f"terms: rewards: the name {name!r} is that of a mask in info")
    for name in terms.measures:
        if name in RESERVED or name.startswith("_"):
            raise ArgumentError(f"terms: measures: the name {name!r} has another use in info")


def _check_unweighted(where: str, uses: Iterable[Any]) -> None:
    for use in uses:
        if isinstance(use, Term) and use.weight != 1.0:
            raise ArgumentError(
                f"terms: {where}: {use.name}: weight {use.weight!r}, but has no number to weigh"
            )


def _check_all(where: str, uses: Any, other: Any) -> None:
    """Refuse anything but terms, or objects of the ``other`` kind if that is not ``None``."""
    if isinstance(uses, str) or not isinstance(uses, Sequence):
        raise ArgumentError(f"terms: {where}: {uses!r} is not a sequence of terms")
    for use in uses:
        is_term = isinstance(use, str) or (isinstance(use, Term) and isinstance(use.name, str))
        if isinstance(use, Computed) and other is Computed:
            _check_computed(use)
        elif not is_term and (other in (None, Computed) or not callable(use)):
            raise ArgumentError(
                f"terms: {where}: {use!r} is neither a term nor the name of one"
                f"{_OTHERS.get(other, '')}"
            )


_OTHERS = {Computed: ", nor Computed", Callable: ", nor a function"}


def _check_computed(use: Computed) -> None:
    if not callable(use.function):
        raise ArgumentError(
            f"terms: observations: {use.function!r} of a Computed is not a function"
        )
    checked_count("terms: observations: width of a Computed", use.width)


def robot(robot: RobotSetup) -> dict[str, Any]:
    """Return a robot in the core's format."""
    return {
        "nominal": robot.nominal.tolist(),
        "height": float(robot.height),
        "lowest": float(robot.lowest),
        "sole": float(robot.sole),
        "feet": list(robot.feet),
        "hinges": robot.hinges.tolist(),
        "has_torques": robot.drive == "torque",
        "action_scale": float(robot.action_scale),
        "kp": float(robot.kp),
        "kd": float(robot.kd),
        "is_disc": False,
        "company": [0, 0],
        "is_right": False,
    }


def _use(label: str, use: Term | str) -> tuple[str, str, float, dict[str, Any]]:
    used = term(use) if isinstance(use, str) else use
    given = {name: _numbers(name, value) for name, value in used.parameters.items()}
    return label, used.name, float(used.weight), given


def _numbers(name: str, value: Any) -> Any:
    given = value() if callable(value) else value
    try:
        numbers = np.asarray(given)
        # Integers beyond 64 bits are objects.
        is_large = numbers.dtype == np.object_ and all(type(one) is int for one in numbers.flat)
        if is_large or numbers.dtype.kind in "fiub":
            reals = numbers.astype(np.float64)
            return reals.ravel().tolist() if reals.ndim else float(reals)
    except OverflowError as error:
        raise ArgumentError(f"terms: {name}: {error}") from error
    except ValueError:
        pass  # rows of different lengths
    raise ArgumentError(f"terms: {name} is {given!r}, must be a number or several")


def term_table(kind: str | None = None) -> str:
    """Return the library as a table in Markdown.

    :param kind: ``"observation"``, ``"value"``, ``"condition"``, ``"process"`` or ``"start"``;
        ``None`` for all.
    :raises ArgumentError: the library has no terms of this kind.
    """
    kinds = list(dict.fromkeys(entry["kind"] for entry in term_library()))
    if kind is not None and kind not in kinds:
        raise ArgumentError(f"kind is {kind!r}, must be one of {kinds}, or None for all")
    rows = ["| term | kind | what it is | shape | unit | parameters |", "|---|---|---|---|---|---|"]
    for entry in term_library():
        if kind in (None, entry["kind"]):
            parameters = ", ".join(_parameter(*one) for one in entry["parameters"])
            cells = (entry["kind"], entry["formula"], entry["shape"], entry["unit"], parameters)
            text = " | ".join(str(cell).replace("|", "\\|") for cell in cells)
            rows.append(f"| `{entry['name']}` | {text} |")
    return "\n".join(rows)


def _parameter(name: str, default: float | None, about: str) -> str:
    return f"`{name}` {about}" if default is None else f"`{name}` = {default:g} {about}"
