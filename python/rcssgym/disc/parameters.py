"""Parameters of the 2D server on a command line and in configuration files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rcssgym import _core
from rcssgym.errors import ArgumentError
from rcssgym.regular import regular

Parameters = dict[str, bool | int | float | str]
"""Values by name."""

Row = tuple[str, str, bool | int | float | str]
"""Group, name and value."""

FOLDER = "~/.rcssserver"
"""Folder of rcssserver's configuration files, unless :data:`VARIABLE` names another one."""
VARIABLE = "RCSS_CONF_DIR"
FILES = ("server.conf", "player.conf", "CSVSaver.conf")
VERSION = "19."
"""Prefix of the version of a configuration file."""


@dataclass
class Read:
    """Parameters that were read."""

    server: Parameters = field(default_factory=dict)
    player: Parameters = field(default_factory=dict)
    results: Path | None = None
    """The table to which ``CSVSaver`` appends, if it does."""
    files: list[Path] = field(default_factory=list)
    """Configuration files that existed."""


def read_parameters(texts: Sequence[str], folder: Path | None = None) -> Read:
    """Return the parameters from the configuration files in a folder and from a command line.

    The command line has precedence. Missing files are skipped; nothing is written.

    Raises :class:`ArgumentError` for texts that are not parameters, and for parameters that are not
    supported.
    """
    read = Read()
    found: list[Row] = []
    for path in [] if folder is None else [folder / name for name in FILES]:
        if path.exists():
            found += _read_file(path, str(path))
            read.files.append(path)
    for text in texts:
        if text.startswith("include="):
            path = Path(os.path.expanduser(text.removeprefix("include=")))
            found += _read_file(path, f"include: {path}")
        else:
            found.append(_core.disc_option(text))
    tables: dict[str, Parameters] = {"server": read.server, "player": read.player, "CSVSaver": {}}
    for group, name, value in found:
        if name != "version":
            tables[group][name] = value
        elif not str(value).startswith(VERSION):
            raise ArgumentError(
                f"{group}::version: the configuration is one of rcssserver {value}, not of 19"
            )
    if tables["CSVSaver"].get("save", False):
        read.results = Path(str(tables["CSVSaver"].get("filename", "rcssserver.csv")))
    return read


def configuration_folder() -> Path:
    """Return the folder of rcssserver's configuration files."""
    # Unlike Path.expanduser, this raises no error for a user without a home.
    return Path(os.path.expanduser(os.environ.get(VARIABLE) or FOLDER))


def _read_file(path: Path, name: str) -> list[Row]:
    try:
        return _core.disc_options(regular(path).read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError(f"{name} cannot be read: {error}") from error
    except ArgumentError as error:
        raise ArgumentError(f"{name}: {error}") from error
