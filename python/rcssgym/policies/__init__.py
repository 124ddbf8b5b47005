"""Trained policies that come with the package.

>>> from rcssgym import policies
>>> "T1Walk" in policies.names()
True
>>> policies.path("T1Walk").name
'T1Walk.onnx'
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from rcssgym.errors import ArgumentError
from rcssgym.policy import Policy

SUFFIX = ".onnx"


def names() -> list[str]:
    """Return the names of all policies of the package."""
    shipped = (Path(str(one)) for one in files(__name__).iterdir())
    return sorted(one.stem for one in shipped if one.suffix == SUFFIX)


def path(name: str) -> Path:
    """Return the path of a policy's file.

    Raises :class:`ArgumentError` for an unknown name.
    """
    if name not in names():
        raise ArgumentError(f"policy: there is no {name!r} here, but {', '.join(names())}")
    return Path(str(files(__name__).joinpath(name + SUFFIX)))


def opened(source: str) -> Policy:
    """Return the policy of this name, otherwise that of the file at this path.

    Raises the errors of :meth:`Policy.load`.
    """
    return load(source) if source in names() else Policy.load(source)


def load(name: str) -> Policy:
    """Load a policy of the package by its name, as :meth:`Policy.load` does.

    Raises :class:`ArgumentError` for an unknown name, :class:`MissingLibraryError` without ONNX
    Runtime.
    """
    return Policy.load(path(name))
