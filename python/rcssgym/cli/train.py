"""The subcommand that trains policies: ``train``."""

from __future__ import annotations

import argparse
import os

from rcssgym.cli.options import Parser, add_web
from rcssgym.cli.policy import import_from_here
from rcssgym.training.config import add_options


def fill(train: Parser) -> None:
    """Give ``rcssgym train`` its arguments."""
    train.description = (
        "Train a policy by proximal policy optimization. Needs pip install 'rcssgym[train]'. "
        "Writes a checkpoint, the policy as ONNX, curves, and events for TensorBoard to the run's "
        "folder. Ctrl-C ends the run after writing its files; --resume continues exactly there."
    )
    # The help texts of its options include the defaults.
    train.formatter_class = argparse.HelpFormatter
    train.set_defaults(run=_train)
    add_options(train)
    add_web(train)


def _train(options: argparse.Namespace) -> int:
    # Otherwise torch's threads would spin while the worlds step, and take processor time from them.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    # PyTorch takes seconds to import, which no other subcommand should wait for.
    from rcssgym.training.run import run

    given = vars(options)
    if options.trust_task or ":" in given.get("task", ""):
        import_from_here()
    run({name: value for name, value in given.items() if name not in ("run", "command", "parser")})
    return 0
