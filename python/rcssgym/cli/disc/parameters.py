"""Parameters of the 2D server on a command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rcssgym import _core
from rcssgym.errors import ArgumentError

Parameters = dict[str, bool | int | float | str]
"""Values by name."""


def read_parameters(texts: Sequence[str]) -> tuple[Parameters, Parameters]:
    """Return parameters of server and players that a command line names.

    Raises :class:`ArgumentError` for what is no parameter, or one that is not supported.
    """
    found: list[tuple[str, str, bool | int | float | str]] = []
    for text in texts:
        if not text.startswith("include="):
            found.append(_core.disc_option(text))
            continue
        path = Path(text.removeprefix("include=")).expanduser()
        try:
            found += _core.disc_options(path.read_text())
        except (OSError, UnicodeDecodeError) as error:
            raise ArgumentError(f"include: {path} cannot be read: {error}") from error
        except ArgumentError as error:
            raise ArgumentError(f"include: {path}: {error}") from error
    if any(row == ("CSVSaver", "save", True) for row in found):
        raise ArgumentError("parameters: CSVSaver::save is not supported")
    tables: dict[str, Parameters] = {"server": {}, "player": {}, "CSVSaver": {}}
    for group, name, value in found:
        tables[group][name] = value
    return tables["server"], tables["player"]
