"""The contents of ``info`` after a step: made into arrays only when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import InfoBuilder, add_step_info
from rcssgym.envs.frames import only

if TYPE_CHECKING:
    from typing_extensions import Self

Flags = NDArray[np.bool_]


class LazyTerms:
    """Terms of the reward, which are made into a dictionary when they are asked for.

    ``_core.InfoBuilder`` makes these, with the attributes below.
    """

    __slots__ = ("_mask", "_names", "_rows")
    _names: Sequence[str]
    _rows: NDArray[Any]
    """One row per term; no other code may write to it."""
    _mask: Flags
    """Mask of which each term gets a copy, ``"_name"``."""

    def made(self) -> dict[str, NDArray[Any]]:
        """Return the terms by name, then their masks."""
        terms: dict[str, NDArray[Any]] = dict(zip(self._names, self._rows, strict=False))
        terms.update({f"_{name}": self._mask.copy() for name in self._names})
        return terms


class Info(MutableMapping[str, Any]):
    """The ``info`` of a step that ran entirely in the core, in the format of Gymnasium.

    It is filled when it is read: during training, most steps' infos never are, and making some
    thirty arrays takes as long as everything else that Python does in a step. Tests for a name,
    such as that of an episode's end, and assignments do not fill it.

    :param info_builder: fills the dictionary.
    :param rows: the core's rows, ``(T + M, W)``, in games ``(T + M, W, A)``; no other code may
        write to them.
    :param mask: bool ``(W,)``, of which each entry gets a copy.
    """

    # Gymnasium's wrappers insist on a dictionary, so this claims to be one. It does not derive from
    # ``dict``, because C code such as that of json and orjson reads the memory of a derived
    # dictionary without calling its methods, and would find it empty. As it is, such code raises a
    # TypeError, or calls its ``default`` function, which may be ``dict``. Dictionaries inside this
    # one are plain.

    __slots__ = ("_builder", "_entries", "_mask", "_rows", "_unread")
    _builder: InfoBuilder
    _rows: NDArray[Any] | None
    """What to fill it from; ``None`` once anything has been read or assigned."""
    _mask: Flags
    _entries: dict[str, Any]
    """Everything, or what has been assigned so far; set when ``_rows`` becomes ``None``."""
    _unread: NDArray[Any] | None
    """What to fill it from after assignments; ``None`` once it is filled."""

    def __init__(self, info_builder: InfoBuilder, rows: NDArray[Any], mask: Flags) -> None:
        # ``_core.InfoBuilder`` sets these three without calling this.
        self._builder, self._rows, self._mask = info_builder, rows, mask

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """What ``isinstance`` takes it for, besides what it is."""
        return dict

    def __contains__(self, name: object) -> bool:
        """Return whether there is an entry of this name."""
        if self._rows is not None:
            return name in self._builder.names
        return name in self._entries or (self._unread is not None and name in self._builder.names)

    def __getitem__(self, name: str) -> Any:
        """Return an entry."""
        entries = self._filled()
        found = entries[name]
        if type(found) is LazyTerms:
            found = entries[name] = found.made()
        return found

    def __setitem__(self, name: str, value: Any) -> None:
        """Set an entry."""
        self._assigned()[name] = value

    def __delitem__(self, name: str) -> None:
        """Delete an entry."""
        del self._filled()[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._filled())

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._filled())

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        """Become an ordinary dictionary when pickled or copied."""
        return dict, (self._plain(),)

    def __ior__(self, other: Any) -> Self:
        """Assign all entries of another mapping."""
        self.update(other)
        return self

    def _assigned(self) -> dict[str, Any]:
        """Return the entries that exist so far, for assignments."""
        if self._rows is not None:
            self._entries, self._unread, self._rows = {}, self._rows, None
        return self._entries

    def _filled(self) -> dict[str, Any]:
        """Return the entries, of which terms of the reward may not have been made yet."""
        assigned = self._assigned()
        if self._unread is not None:
            entries: dict[str, Any] = {}
            self._builder.fill(entries, self._unread, self._mask)
            entries.update(assigned)
            self._entries, self._unread = entries, None
        return self._entries

    def _plain(self) -> dict[str, Any]:
        """Return all entries as they are for readers, without a copy."""
        entries = self._filled()
        for name, one in entries.items():
            if type(one) is LazyTerms:
                entries[name] = one.made()
        return entries


def _as_of_a_dictionary(method: Callable[..., Any]) -> Callable[..., Any]:
    def ask(self: Info, *arguments: Any) -> Any:
        return method(self._plain(), *arguments)

    return ask


for _name in ("__or__", "__repr__", "__reversed__", "__ror__", "copy", "items", "keys", "values"):
    setattr(Info, _name, _as_of_a_dictionary(getattr(dict, _name)))


class FinalState(NamedTuple):
    """Observations and critics' knowledge at the end of episodes."""

    observations: NDArray[np.float32]
    known: NDArray[np.float32] | None
    privileged: str | None
    """Where critics find what they know: ``"info"``, ``"dict"`` or ``None``."""


def add_final_info(
    info: MutableMapping[str, Any],
    over: Flags,
    last: FinalState,
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
    add_step_info(final_info, last_terms, last_measures, over)
    if last.known is not None and last.privileged == "info":
        final_info["privileged"], final_info["_privileged"] = only(over, last.known), over.copy()
    info["final_info"], info["_final_info"] = final_info, over.copy()
