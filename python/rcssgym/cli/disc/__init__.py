"""The subcommands of the 2D league, each a module of its own."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from rcssgym.cli.disc.game import add_game
from rcssgym.cli.disc.match import add_match
from rcssgym.cli.disc.playmaker import add_playmaker
from rcssgym.cli.disc.serve import add_serve
from rcssgym.cli.options import Commands, Help, Parser

_PARAMETER = re.compile(r"(?:--?)?((?:server|player|CSVSaver)::.*|include=.*|coach(?:_w_referee)?)")
"""rcssserver's own parameters, which may have dashes in front of them."""


class _DiscParser(Parser):
    """A parser that takes rcssserver's parameters anywhere, with dashes and without."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Take dashes away from parameters, and put them behind the flags."""
        if args is not None:
            found = [(text, _PARAMETER.fullmatch(text)) for text in args]
            flags = [text for text, parameter in found if parameter is None]
            args = flags + [parameter[1] for _, parameter in found if parameter is not None]
        return super().parse_known_args(args, namespace)


def add_disc(commands: Commands) -> None:
    """Add ``rcssgym disc``."""
    disc = commands.add_parser("disc", help="the 2D league", formatter_class=Help)
    kind: type[Parser] = _DiscParser
    parts = disc.add_subparsers(dest="part", metavar="PART", required=True, parser_class=kind)
    add_game(parts)
    add_match(parts)
    add_playmaker(parts)
    add_serve(parts)
