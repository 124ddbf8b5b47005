"""``rcssgym playmaker``: playmakers that decide for agents of the 2D league."""

from __future__ import annotations

import argparse

from rcssgym import policies
from rcssgym.cli.options import Help, Parser, when_asked_to_end
from rcssgym.playmaker import serve
from rcssgym.playmaker.policy import PolicyPlaymaker
from rcssgym.playmaker.server import PORT


def fill(parser: Parser) -> None:
    """Give ``rcssgym playmaker`` its arguments."""
    parser.description = "Answer the requests of agents of the 2D league for decisions, by gRPC."
    parts = parser.add_subparsers(dest="part", metavar="PART", required=True, parser_class=Parser)
    own = parts.add_parser(
        "serve",
        help="let a trained policy decide",
        description="Let agents of the 2D league ask a policy, which was trained in the 2D game, "
        "what their players should do. Ctrl-C ends it.",
        formatter_class=Help,
    )
    own.set_defaults(run=_serve)
    own.add_argument(
        "--policy",
        required=True,
        metavar="FILE",
        help="ONNX file of the policy, or the name of one that comes with rcssgym, such as "
        "DiscHFO2v1",
    )
    own.add_argument("--host", default="127.0.0.1", help="address to listen on")
    own.add_argument("--port", type=int, default=PORT, help="port to listen on; 0: a free one")
    own.add_argument(
        "--remote", action="store_true", help="allow an address that other machines can reach"
    )


def _serve(options: argparse.Namespace) -> int:
    playmaker = PolicyPlaymaker(policies.opened(options.policy))
    with serve(playmaker, options.port, options.host, remote=options.remote) as server:
        print(f"a playmaker on {server.address}; Ctrl-C ends it", flush=True)
        when_asked_to_end(server.close)
        server.wait()
    return 0
