"""The subcommand that trains policies: ``train``."""

from __future__ import annotations

import argparse
import os

from rcssgym.cli.options import Parser, add_web
from rcssgym.training.config import add_options


def fill(train: Parser) -> None:
    """Give ``rcssgym train`` its arguments."""
    train.description = (
        "Train a policy by proximal policy optimization: pip install 'rcssgym[train]'. "
        "The run's directory gets a checkpoint, the policy as ONNX, curves, and events for "
        "TensorBoard. Ctrl-C ends it with its files written; --resume goes on exactly there."
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
    run({name: value for name, value in given.items() if name not in ("run", "command")})
    return 0
