"""Tasks declared in terms that the core evaluates."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import (
    LARGEST_OBSERVATION,
    Episodes,
    InfoBuilder,
    Stepper,
    WorldBatch,
    observation_widths,
)
from rcssgym.envs.cells import Cells
from rcssgym.envs.checks import checked_progress
from rcssgym.envs.infos import Info, LazyTerms
from rcssgym.envs.options import known_space
from rcssgym.envs.returned import (
    checked_computed,
    checked_end,
    checked_measure,
    joined,
    team_means,
)
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags, Task
from rcssgym.envs.terms import CONDITIONS, Computed, Function, Term, Terms, listed_privileged
from rcssgym.errors import ArgumentError

_PLAIN = frozenset(
    (
        "is_knowing",
        "is_seeing",
        "senses_err",
        "reports_privileged",
        "_is_changed",
        "_asked",
        "_plan",
        "stepper",
    )
)
"""Attributes of the class that are not parameters of a declaration."""


@cache
def _getter(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return a function that looks up all these attributes in one call."""
    return attrgetter(*names) if names else lambda _: ()


class Plan(NamedTuple):
    """How ``info`` reports a step."""

    terms: tuple[str, ...]
    """Names of the terms of the reward, in the order of the core's rows."""
    info_builder: InfoBuilder
    """Makes ``info`` and the measures in it."""


class CoreTask(Task):
    """A task that declares terms; derive from :class:`RobotTask` or :class:`SoccerTask`."""

    _of_a_step: ClassVar[tuple[str, ...]] = ()
    """Methods whose override in a subclass means that the step must run in Python."""
    largest_observation: ClassVar[float] = LARGEST_OBSERVATION
    """Observations are clipped to plus or minus this."""
    _fixed: ClassVar[frozenset[str]] = frozenset(
        ("left", "right", "field", "rules", "referee", "max_episode_steps")
    )
    """Attributes that say how the worlds were made, so that they cannot change afterwards."""
    _shaping: ClassVar[frozenset[str]] = frozenset()
    """Attributes on which the spaces depend, so that they cannot change once there are spaces."""
    _is_changed = False
    _asked: tuple[tuple[bool, Any], Terms, bool] | None = None
    _plan: tuple[Terms, Plan] | None = None
    _measured: Mapping[str, NDArray[Any]] = {}
    """What :meth:`measures` has found last, before it is reduced to the first robot's."""
    _counts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Measures reported as whole numbers, with the first robot's values; by name, the declared
    measures of which each consists."""
    _of_first: ClassVar[bool] = False
    """Whether all measures are reported with the values of a world's first robot."""
    stepper: Stepper | None = None
    """Makes the environment's steps for as long as nothing about them changes."""
    _is_stale: bool
    is_seeing = False
    """Whether angles, speeds, gyro and quaternion are as the sensors report them."""
    is_knowing = False
    """Whether :meth:`parts` are for critics, which see without sensor errors."""

    def _or_default(self, name: str, given: Any) -> Any:
        """Return an argument of the constructor, or the class's attribute if it is ``None``."""
        return getattr(type(self), name) if given is None else given

    @abstractmethod
    def declare(self) -> Terms:
        """Return the task's observations, rewards, end conditions and start.

        This is called again when the training progress or an attribute of the task's class
        changes. Such a change may affect parameters, but neither the terms nor the processes.
        """

    @abstractmethod
    def _declaration(self, *, begins: bool) -> dict[str, Any]:
        """Return the declaration in the core's format, and set ``_terms``."""

    _terms: Terms
    _episodes: Episodes

    def runs_in_core(self) -> bool:
        """Return whether the whole step runs in the core, with no part in Python."""
        kind, asked = type(self), self.reports_privileged
        # Called in every step: the result is cached until the methods or the terms change.
        now = asked, _getter(self._of_a_step)(kind)
        if self._asked is None or self._asked[0] != now or self._asked[1] is not self._terms:
            own = any(map(self._has_own, self._of_a_step))
            own = own or (asked and self._has_own("observe_privileged"))
            self._asked = now, self._terms, not (own or self._terms.functions(privileged=asked))
        return self._asked[2]

    def _widths(self) -> tuple[list[int], list[int]]:
        """Return the widths of the observation's parts, and of the critics' further parts."""
        declared = self._declaration(begins=False)
        terms = self._terms
        _, widths = observation_widths({**declared, "privileged": listed_privileged(terms)})
        core = iter(widths)
        found = [
            [one.width if isinstance(one, Computed) else next(core) for one in parts]
            for parts in (terms.observations, terms.privileged)
        ]
        return found[0], found[1]

    def _has_own(self, method: str) -> bool:
        """Return whether a method is overridden outside this package."""
        owner = next(one for one in type(self).__mro__ if "_of_a_step" in vars(one))
        mine = getattr(owner, method, None)
        return getattr(type(self), method, None) is not mine or method in vars(self)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; a class attribute may be a parameter of the declaration.

        Raises :class:`ArgumentError` for one that could only change before there were worlds, or
        spaces, and for a value that it cannot have.
        """
        if name in self._shaping and "observation_space" in vars(self):
            raise ArgumentError(f"{name}: cannot change any more: make another task")
        if name in self._fixed and "_episodes" in vars(self):
            raise ArgumentError(f"{name}: cannot change any more: make another environment")
        super().__setattr__(name, self._checked(name, value))
        if self.stepper is not None and name != "stepper":
            self.stepper.retire()
        if name in self._of_a_step:
            vars(self)["_asked"] = None
        kind = type(self)
        is_running = "_episodes" in vars(self) and name not in _PLAIN
        if is_running and hasattr(kind, name) and not isinstance(getattr(kind, name), Cells):
            vars(self)["_is_changed"] = True

    def _checked(self, name: str, value: Any) -> Any:
        """Return a value to which an attribute is set, checked as the constructor checks it.

        Subclasses extend this. Raises :class:`ArgumentError` for a value that it cannot have.
        """
        return checked_progress(value) if name == "progress" else value

    # --- worlds

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Take the worlds; subclasses may extend this."""
        self._check_sizes()
        super().begin(worlds, streams)
        self._is_stale = True
        self._episodes = Episodes(worlds, self._declaration(begins=True), self.progress)

    def _check_sizes(self) -> None:
        """Refuse a declaration that has changed since it gave the spaces their sizes.

        Raises :class:`ArgumentError`.
        """
        if self._has_own("parts") or self._has_own("observe"):
            return
        widths, more = (sum(each) for each in self._widths())
        sizes = [("observe", widths, self.observation_space)]
        if self.reports_privileged and not self._has_own("observe_privileged"):
            sizes.append(("tell critics", widths + more, known_space(self)))
        for what, size, space in sizes:
            if size != space.shape[-1]:
                raise ArgumentError(
                    f"task: the terms of {type(self).__name__} {what} {size} numbers, but "
                    f"{space.shape[-1]} when it was made: make another task"
                )

    @property
    def core(self) -> Episodes:
        """The episodes in the core, with the declaration up to date.

        Raises :class:`ArgumentError`, each time, while the declaration has other terms or processes
        than those with which the episodes began.
        """
        if self._is_changed:
            self._declare_again()
        return self._episodes

    def _declare_again(self) -> None:
        was_changed, terms = self._is_changed, self._terms
        self._is_changed = False
        try:
            self._episodes.declare(self._declaration(begins=True), self.progress)
        except BaseException:
            self._is_changed, self._terms = was_changed, terms
            raise

    def cells(self, channel: str) -> NDArray[Any]:
        """Return a channel of the core: an array ``(W, n)`` that is a view of its memory."""
        return self._episodes.cells(channel)

    def advance(self, progress: float) -> None:
        """Set the training progress, 0 to 1, for episodes that begin after this call.

        Asks :meth:`declare` again, whose parameters may depend on :attr:`progress`; they change at
        once. Raises :class:`ArgumentError`, and changes nothing, for a declaration of other terms
        or processes.
        """
        before, was_changed = self.progress, self._is_changed
        super().advance(progress)
        if "_episodes" not in vars(self):
            return
        try:
            self._declare_again()
        except BaseException:
            vars(self).update(progress=before, _is_changed=was_changed)
            raise

    def __getstate__(self) -> dict[str, Any]:
        """Return the state, for pickle and copy."""
        kept = {"_terms", "_asked", "_plan", "_measured", "stepper"}
        state = {name: one for name, one in vars(self).items() if name not in kept}
        if "_episodes" in state:
            state["_episodes"] = state["_episodes"].save()
        return state

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Restore the task from its state."""
        vars(self).update(state)
        saved = vars(self).pop("_episodes", None)
        declared = self._declaration(begins=saved is not None)
        if saved is not None:
            self._episodes = Episodes(self.worlds, declared, self.progress)
            self._episodes.restore(saved)

    # --- an episode

    def start_states(self, envs: Indices) -> Floats:
        """Return states ``(len(envs), nq)`` in which episodes begin, as declared."""
        return self.core.start_states(envs, self.streams.state)

    def step(self, actions: Floats) -> None:
        """Command the motors, step the worlds and read them."""
        self.core.step(actions.reshape(len(actions), -1), self.streams.state)
        self._is_stale = False

    def _sense(self) -> None:
        """Read from the worlds what observations and rewards depend on."""
        self.core.sense()
        self._is_stale = False

    def rewards(self) -> dict[str, Floats]:
        """Return the declared terms of the reward, ``(W,)`` each, in games ``(W, A)``."""
        rows, _ = self.core.judge()
        found, left = self._named(self._terms.rewards, iter(rows)), self._sharing()
        if left is not None:
            for name, use in self._terms.rewards.items():
                if not isinstance(use, Term | str):
                    found[name] = team_means(found[name], left)
        return found

    def _sharing(self) -> int | None:
        """Return how many agents the left team has if rewards are teams' means, else ``None``."""
        return None

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return the declared measures, ``(W,)`` each, in games ``(W, A)``."""
        rows, _ = self.core.judge()
        rewards = sum(not callable(one) for one in self._terms.rewards.values())
        uses = self._terms.measures
        found = self._named(uses, iter(rows[rewards:]), of_conditions=np.bool_)
        num = len(self.worlds)
        named = {name: checked_measure(self, name, one, num) for name, one in found.items()}
        vars(self)["_measured"] = named
        return {name: self._of_world(one) for name, one in named.items()}

    def by_name(self, rows: Floats) -> tuple[dict[str, Floats], dict[str, NDArray[Any]]]:
        """Return terms and measures by name, from the core's rows.

        :param rows: ``(T + M, W)`` for T terms and M measures, in games ``(T + M, W, A)``.
        """
        plan = self._planned()
        return dict(zip(plan.terms, rows, strict=False)), plan.info_builder.measures(rows)

    @property
    def info_builder(self) -> InfoBuilder | None:
        """Makes ``info`` from the core's rows, as :meth:`by_name` does; ``None`` if overridden."""
        has_own = type(self).by_name is not CoreTask.by_name
        return None if has_own else self._planned().info_builder

    def methods_of_a_step(self) -> tuple[str, ...]:
        """Return names of the methods whose override means that the step must run in Python."""
        return self._of_a_step

    def _planned(self) -> Plan:
        """Return how terms and measures are reported."""
        if self._plan is not None and self._plan[0] is self._terms:
            return self._plan[1]
        terms, declared = tuple(self._terms.rewards), self._terms.measures
        rows = {name: index for index, name in enumerate(declared, len(terms))}
        measures: list[tuple[str, list[int], str]] = []
        counted = {one for many in self._counts.values() for one in many}
        if counted and counted <= rows.keys():
            for name, many in self._counts.items():
                measures.append((name, [rows.pop(one) for one in many], "count"))
        for name, index in rows.items():
            one = declared[name]
            kind = one if isinstance(one, str) else getattr(one, "name", "")
            measures.append((name, [index], "flag" if kind in CONDITIONS else "number"))
        plan = Plan(terms, InfoBuilder(Info, LazyTerms, terms, measures, self._of_first))
        self._plan = self._terms, plan
        return plan

    def _of_world(self, measure: NDArray[Any]) -> NDArray[Any]:
        """Return a measure as it is reported, given its values ``(W,)`` or ``(W, A)``."""
        return measure[:, 0] if self._of_first and measure.ndim > 1 else measure

    def of_robots(self, rewards: Floats) -> Floats:
        """Return the rewards of envs ``(W,)``, given those of their robots."""
        return rewards

    @property
    def paid(self) -> int | None:
        """Number of robots, counted from the first, over which :meth:`of_robots` takes the mean.

        0 if it returns its argument unchanged, ``None`` if it does something else.
        """
        return 0 if type(self).of_robots is CoreTask.of_robots else None

    def _named(
        self,
        uses: Mapping[str, Term | Function | str],
        rows: Iterator[Floats],
        of_conditions: type[np.generic] = np.float64,
    ) -> dict[str, NDArray[Any]]:
        found: dict[str, NDArray[Any]] = {}
        for name, use in uses.items():
            if isinstance(use, Term | str):
                row = next(rows)
                is_condition = (use if isinstance(use, str) else use.name) in CONDITIONS
                found[name] = row.astype(of_conditions) if is_condition else row
            else:
                found[name] = use(self)
        return found

    def terminated(self) -> Flags:
        """Return which episodes end by the declared conditions ``(W,)``."""
        _, ends = self.core.judge()
        own = [
            checked_end(self, index, one(self), len(self.worlds))
            for index, one in enumerate(self._terms.ends)
            if not isinstance(one, Term | str)
        ]
        over: Flags = np.logical_or.reduce([ends, *own])
        return over

    # --- observations

    def robots_cells(self, channel: str) -> NDArray[Any]:
        """Return a channel, shaped like observations, ``(W, n)``: a view of the core's memory."""
        return self.cells(channel)

    def parts(self) -> list[Floats]:
        """Return the parts of the observation, ``(W, n)`` each, before they are clipped."""
        if not self.is_knowing:
            self.core.observe()
        uses = self._terms.observations
        channel = "privileged" if self.is_knowing else "observation"
        return self._side_by_side(uses, self._widths()[0], channel)

    def _side_by_side(
        self, uses: Sequence[Any], widths: Sequence[int], channel: str, first: int = 0
    ) -> list[Floats]:
        """Return the parts of an observation: computed ones, and the core's from its channel."""
        found, agents = [], self.robots_cells("action").shape[1:-1]
        for use, width in zip(uses, widths, strict=True):
            if isinstance(use, Computed):
                found.append(checked_computed(self, use.function, (*agents, width)))
            else:
                found.append(self.robots_cells(channel)[..., first : first + width].copy())
                first += width
        return found

    def observe_privileged(self, out: NDArray[np.float32]) -> None:
        """Write what critics know, clipped as observations are: those without errors, and more."""
        if self._is_stale:
            self._sense()
        known, terms = self.core.observe_privileged(), self._terms
        uses = (*terms.observations, *terms.privileged)
        if not (self._has_own("parts") or any(isinstance(use, Computed) for use in uses)):
            out[:] = known
            return
        widths, more = self._widths()
        pairs = zip(terms.observations, widths, strict=True)
        first = sum(width for use, width in pairs if not isinstance(use, Computed))
        self.is_knowing = True
        try:
            parts = [
                *self.parts(),
                *self._side_by_side(terms.privileged, more, "privileged", first),
            ]
        finally:
            self.is_knowing = False
        together = joined(self, "observe_privileged", parts, out.shape)
        largest = self.largest_observation
        np.clip(together, -largest, largest, out=out, casting="same_kind")
