"""Common code of the subcommands that use a trained policy."""

from __future__ import annotations

import argparse
import os
import sys

from rcssgym import policies
from rcssgym.policy import Policy


def add_policy(parser: argparse.ArgumentParser, aim: str = "", *, required: bool = True) -> None:
    """Add the flags that select a policy; ``aim`` says what it does, if its name does not."""
    parser.add_argument(
        "--policy",
        required=required,
        metavar="FILE",
        help=f"ONNX file of a trained policy{aim}, or the name of one that comes with rcssgym: "
        + ", ".join(policies.names()),
    )
    parser.add_argument(
        "--trust-task",
        action="store_true",
        help="import the module that the file names for its task, which runs that module's code; "
        "otherwise only rcssgym's own tasks are allowed",
    )


def load_policy(options: argparse.Namespace) -> Policy:
    """Load the selected policy, from a file or from those of the package.

    Raises the errors of :meth:`Policy.load`.
    """
    if options.policy in policies.names():
        return policies.load(options.policy)
    if options.trust_task:
        import_from_here()
    return Policy.load(options.policy, trust_task=options.trust_task)


def import_from_here() -> None:
    """Let a task of the user's own be in the current folder, as with ``python -m rcssgym``.

    This folder is searched last, so that no file in it hides a module of a library.
    """
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)


def add_command(parser: argparse._ActionsContainer, text: str) -> None:
    """Add ``--command``, m/s, m/s and rad/s; ``text`` says what is done with it."""
    parser.add_argument("--command", dest="velocity", metavar="VX,VY,WZ", help=text)
