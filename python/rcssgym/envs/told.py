"""The contents of ``info`` after a step, made into arrays only when they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import Teller, tell_step
from rcssgym.envs.frames import only

Flags = NDArray[np.bool_]


class Deferred(dict[str, Any]):
    """A dictionary that is filled on first use.

    During training, most steps' infos are never read, and making some thirty arrays takes as long
    as everything else that Python does in a step.
    """

    __slots__ = ("_rows",)
    _rows: NDArray[Any] | None
    """Data to fill the dictionary from; ``None`` once it is filled."""

    def _fill(self, rows: NDArray[Any]) -> None:
        """Fill the dictionary with methods of ``dict``, which do not trigger filling."""
        raise NotImplementedError

    def _make(self) -> None:
        if self._rows is not None:
            rows, self._rows = self._rows, None
            self._fill(rows)

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        """Become an ordinary dictionary when pickled or copied."""
        return dict, (dict(self),)


def _when_made(method: Callable[..., Any]) -> Callable[..., Any]:
    def ask(self: Deferred, *arguments: Any, **options: Any) -> Any:
        self._make()
        return method(self, *arguments, **options)

    return ask


_ASKED = """
    __contains__ __delitem__ __eq__ __ge__ __getitem__ __gt__ __ior__ __iter__ __le__ __len__
    __lt__ __ne__ __or__ __repr__ __reversed__ __ror__ __setitem__ clear copy get items keys pop
    popitem setdefault update values
"""
"""All methods of a dictionary that need its contents."""
for _name in _ASKED.split():
    setattr(Deferred, _name, _when_made(getattr(dict, _name)))


class Told(Deferred):
    """Terms of the reward by name, each with a mask beside it if a mask is given.

    :param names: names of the terms.
    :param rows: one row per term; no other code may write to it.
    :param mask: mask of which each term gets a copy, ``"_name"``, as in Gymnasium's vector
        environments.
    """

    __slots__ = ("_mask", "_names")

    def __init__(
        self, names: Sequence[str], rows: NDArray[Any], mask: NDArray[np.bool_] | None = None
    ) -> None:
        super().__init__()
        self._names, self._mask, self._rows = names, mask, rows

    def masked(self, mask: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
        """Return the same terms with masks; this dictionary must not be used afterwards."""
        if self._rows is not None:
            return Told(self._names, self._rows, mask)
        return {**self, **{f"_{name}": mask.copy() for name in self}}

    def _fill(self, rows: NDArray[Any]) -> None:
        dict.update(self, zip(self._names, rows, strict=False))
        if self._mask is not None:
            for name in self._names:
                dict.__setitem__(self, f"_{name}", self._mask.copy())


class Info(Deferred):
    """The ``info`` of a step that ran entirely in the core, in the format of Gymnasium.

    Tests for a name, such as that of an episode's end, do not fill it.

    :param teller: fills the dictionary.
    :param rows: the core's rows, ``(T + M, W)``, in games ``(T + M, W, A)``; no other code may
        write to them.
    :param mask: bool ``(W,)``, of which each entry gets a copy.
    """

    __slots__ = ("_mask", "_teller")

    def __init__(self, teller: Teller, rows: NDArray[Any], mask: Flags) -> None:
        super().__init__()
        self._teller, self._mask, self._rows = teller, mask, rows

    def _fill(self, rows: NDArray[Any]) -> None:
        self._teller.tell(self, rows, self._mask)

    def __contains__(self, name: object) -> bool:
        """Return whether there is an entry of this name."""
        if self._rows is not None:
            return name in self._teller.names
        return dict.__contains__(self, name)


def tell(
    info: dict[str, Any],
    terms: dict[str, NDArray[Any]],
    measures: Mapping[str, NDArray[Any]],
    mask: Flags,
) -> None:
    """Add terms of the reward and measures to ``info`` in Gymnasium's format, with masks."""
    if isinstance(terms, Told):
        info["reward"], info["_reward"] = terms.masked(mask), mask.copy()
        for name, measure in measures.items():
            info[name], info[f"_{name}"] = measure, mask.copy()
    else:
        tell_step(info, terms, dict(measures), mask)


class Last(NamedTuple):
    """Observations and critics' knowledge at the end of episodes."""

    observations: NDArray[np.float32]
    known: NDArray[np.float32] | None
    privileged: str | None
    """Where critics find what they know: ``"info"``, ``"dict"`` or ``None``."""


def tell_last(
    info: dict[str, Any],
    over: Flags,
    last: Last,
    terms: Mapping[str, NDArray[Any]],
    measures: Mapping[str, NDArray[Any]],
) -> None:
    """Put last observations and infos of envs whose episode is over into ``info``."""
    final = np.full(len(over), None, dtype=object)
    for env in np.flatnonzero(over):
        final[env] = last.observations[env].copy()
        if last.known is not None and last.privileged == "dict":
            final[env] = {"policy": final[env], "critic": last.known[env].copy()}
    info["final_obs"], info["_final_obs"] = final, over
    last_terms = {name: only(over, term) for name, term in terms.items()}
    last_measures = {name: only(over, one) for name, one in measures.items()}
    final_info: dict[str, Any] = {}
    tell(final_info, last_terms, last_measures, over)
    if last.known is not None and last.privileged == "info":
        final_info["privileged"], final_info["_privileged"] = only(over, last.known), over.copy()
    info["final_info"], info["_final_info"] = final_info, over.copy()
