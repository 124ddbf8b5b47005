"""Command lines with placeholders for values of each game: ``team.sh {port} {team}``."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from string import Formatter

from rcssgym.errors import ArgumentError


@dataclass(frozen=True)
class CommandLine:
    """Words of a command, run without a shell.

    A placeholder such as ``{port}`` may stand anywhere in a word; ``{{`` and ``}}`` are braces.
    """

    words: tuple[str, ...]

    @classmethod
    def parse(cls, name: str, text: str, known: Collection[str]) -> CommandLine:
        """Split a line as a shell would.

        :param name: name of the argument, for error messages.
        :param known: names that placeholders may have.

        Raises :class:`ArgumentError` for quotes that are left open, for a line without words, and
        for unknown placeholders.
        """
        try:
            words = tuple(shlex.split(text))
        except ValueError as error:
            raise ArgumentError(f"{name}: {text!r}: {error}") from error
        if not words:
            raise ArgumentError(f"{name}: {text!r} has no command")
        for word in words:
            if unknown := _places(name, word) - set(known):
                places = ", ".join(f"{{{place}}}" for place in sorted(known))
                raise ArgumentError(
                    f"{name}: {{{min(unknown)}}} in {word!r} is none of {places}"
                    " (write {{ and }} for braces)"
                )
        return cls(words)

    @property
    def places(self) -> set[str]:
        """Names of the placeholders in the words."""
        return set().union(*(_places("command", word) for word in self.words))

    def fill(self, values: Mapping[str, object]) -> list[str]:
        """Return the words with values in place of the placeholders."""
        return [word.format_map(values) for word in self.words]


def _places(name: str, word: str) -> set[str]:
    try:
        fields = list(Formatter().parse(word))
    except ValueError as error:
        raise ArgumentError(
            f"{name}: {word!r}: {error} (write {{{{ and }}}} for braces)"
        ) from error
    for _, place, form, conversion in fields:
        if form or conversion:
            raise ArgumentError(f"{name}: {word!r}: a place is a name alone, such as {{{place}}}")
    return {place for _, place, _, _ in fields if place is not None}
