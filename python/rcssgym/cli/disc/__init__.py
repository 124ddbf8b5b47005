"""The subcommands of the 2D league, in one module each."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from rcssgym.cli.options import Parser, Subcommand, add_subcommands

PARTS = {
    "game": "play whole games between built-in teams",
    "match": "let two teams of the 2D league play",
    "playmaker": "play games in which playmakers decide over gRPC",
    "serve": "run the 2D server",
}

_PARAMETER = re.compile(r"(?:--?)?((?:server|player|CSVSaver)::.*|include=.*|coach(?:_w_referee)?)")
"""rcssserver's own parameters, which may have dashes in front of them."""


class _DiscPart(Subcommand):
    """A parser that takes rcssserver's parameters anywhere, with dashes and without."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Remove dashes from parameters, and move the parameters after the flags."""
        if args is not None:
            found = [(text, _PARAMETER.fullmatch(text)) for text in args]
            flags = [text for text, parameter in found if parameter is None]
            args = flags + [parameter[1] for _, parameter in found if parameter is not None]
        return super().parse_known_args(args, namespace)


def fill(disc: Parser) -> None:
    """Give ``rcssgym disc`` its subcommands."""
    disc.description = (
        "Play the game of the 2D league: between built-in teams, between networked teams, with "
        "playmakers, or as the server to which the league's teams connect."
    )
    add_subcommands(disc, "part", PARTS, __name__, _DiscPart)
