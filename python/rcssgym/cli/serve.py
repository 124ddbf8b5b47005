"""The subcommand that runs the networked server: ``serve``."""

from __future__ import annotations

import argparse
import logging
from typing import NoReturn

from rcssgym._core import MAX_PER_ADDRESS
from rcssgym.cli.options import (
    Parser,
    add_access,
    add_web,
    positive,
    when_asked_to_end,
)
from rcssgym.server import SoccerSimServer
from rcssgym.server.server import SIMSPARK_AGENT_PORT, SIMSPARK_MONITOR_PORT
from rcssgym.soccer import (
    GamePhase,
    SoccerRuleBooks,
    SoccerSimulation,
    create_soccer_field,
    create_soccer_rule_book,
)
from rcssgym.soccer.fields import FIELD_NAMES
from rcssgym.soccer.rules import RULE_BOOK_NAMES

AGENT_PORT = 60000
MONITOR_PORT = 60001
LOG_FILE = "rcssservermj_monitor.log"
"""File of ``--logfile`` without a name, the same as rcsssmj's."""
FLAGS = {
    "agent_port": "--aport",
    "monitor_port": "--mport",
    "simspark_agent_port": "--simspark-aport",
    "simspark_monitor_port": "--simspark-mport",
    "websocket_port": "--wsport",
    "monitor_host": "--mhost",
    "monitor_step": "--mstep",
    "log_file": "--logfile",
    "websocket_origins": "--wsorigin",
    "initial_game_phase": "--phase",
    "initial_play_time": "--time",
}
"""Flags of arguments of the server and of the simulation that have other names there."""


def fill(serve: Parser) -> None:
    """Give ``rcssgym serve`` its arguments."""
    serve.description = (
        "Let the league's agents and monitors connect and play, with the protocol, flags and "
        "defaults of rcssservermj. Ctrl-C ends it."
    )
    serve.set_defaults(run=_serve)
    serve.names = FLAGS
    _add_agents_and_monitors(serve)
    serve.add_argument(
        "--mstep",
        type=positive(float),
        default=0.04,
        metavar="S",
        help="time between two messages to a monitor, a multiple of 0.02 s",
    )
    serve.add_argument(
        "--sequential",
        action="store_true",
        help="send perceptions right after the step, and wait for all agents",
    )
    serve.add_argument(
        "--sync", action="store_true", help="wait for a message from every agent before each step"
    )
    _add_switch(
        serve,
        "realtime",
        "make a step every 20 ms; otherwise as fast as possible, which implies --sync",
    )
    _add_switch(serve, "render", "show the game in a window, if there is a display")
    serve.add_argument(
        "--logfile",
        nargs="?",
        const=LOG_FILE,
        metavar="FILE",
        help=f"append all messages to monitors to this file; without a name, to {LOG_FILE}",
    )
    serve.add_argument(
        "--log-protocol",
        choices=("rcsssmj", "simspark"),
        help="protocol of the messages in the log file; default: rcsssmj if its clients may "
        "connect, otherwise simspark",
    )
    serve.add_argument(
        "--mhost", metavar="HOST", help="address for monitors; default: that for agents"
    )
    serve.add_argument(
        "--wsport", type=int, metavar="PORT", help="port for monitors that connect by WebSocket"
    )
    add_web(serve)
    _add_switch(
        serve, "mcommands", "let monitors send commands: kick-off, drop ball, move players, ..."
    )
    serve.add_argument(
        "--lift-placed",
        action="store_true",
        help="lift objects that monitors place below the ground until they stand on it; otherwise "
        "the ground throws them out",
    )
    add_access(serve, "send commands", MAX_PER_ADDRESS)
    _add_game(serve)


def _add_agents_and_monitors(serve: Parser) -> None:
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on")
    serve.add_argument(
        "--protocol",
        choices=("rcsssmj", "simspark", "both"),
        default="rcsssmj",
        help="who may connect: rcsssmj's agents and monitors, SimSpark's, or both",
    )
    serve.add_argument(
        "--aport", type=int, metavar="PORT", help=f"port for agents; default: {AGENT_PORT}"
    )
    serve.add_argument(
        "--mport", type=int, metavar="PORT", help=f"port for monitors; default: {MONITOR_PORT}"
    )
    serve.add_argument(
        "--simspark-aport",
        type=int,
        metavar="PORT",
        help=f"port for SimSpark's agents; default: {SIMSPARK_AGENT_PORT}",
    )
    serve.add_argument(
        "--simspark-mport",
        type=int,
        metavar="PORT",
        help=f"port for SimSpark's monitors; default: {SIMSPARK_MONITOR_PORT}",
    )


def _add_switch(parser: argparse.ArgumentParser, name: str, text: str) -> None:
    action = argparse.BooleanOptionalAction
    parser.add_argument(f"--{name}", action=action, default=True, help=text)


def _add_game(parser: argparse.ArgumentParser) -> None:
    text = "pitch; default: that of the rules"
    parser.add_argument("--field", choices=FIELD_NAMES, help=text)
    parser.add_argument(
        "--rules", choices=RULE_BOOK_NAMES, default=SoccerRuleBooks.SSIM.value, help="rule book"
    )
    parser.add_argument(
        "--phase",
        type=int,
        choices=[phase.value for phase in GamePhase],
        default=0,
        help="phase to begin with: 0 first half, 1 second half, 2 and 3 extra time, 4 penalties",
    )
    parser.add_argument(
        "--time",
        type=float,
        metavar="S",
        help="play time to begin with, s; default: that at the start of the phase",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="seed of all random draws; default: a fresh one"
    )


def _serve(options: argparse.Namespace) -> int:
    _check_ports(options)
    if options.log_protocol is not None and options.logfile is None:
        options.parser.error("--log-protocol needs --logfile")
    when_asked_to_end(_end_at_once)
    logging.basicConfig(format="[%(levelname)s] %(message)s", level=logging.INFO)
    rules = create_soccer_rule_book(options.rules)
    field = create_soccer_field(options.field or rules.default_field_version.value)
    simulation = SoccerSimulation(
        field,
        rules,
        initial_game_phase=GamePhase.from_value(options.phase),
        initial_play_time=options.time,
        seed=options.seed,
    )
    server = SoccerSimServer(
        simulation,
        options.host,
        AGENT_PORT if options.aport is None else options.aport,
        MONITOR_PORT if options.mport is None else options.mport,
        log_file=options.logfile,
        sequential_mode=options.sequential,
        sync_mode=options.sync,
        real_time=options.realtime,
        render=options.render,
        monitor_host=options.mhost,
        websocket_port=options.wsport,
        monitor_commands=options.mcommands,
        websocket_origins=options.wsorigin or (),
        lift_placed=options.lift_placed,
        max_per_address=options.max_per_address,
        exempt_loopback=options.exempt_loopback,
        protocol=options.protocol,
        simspark_agent_port=(
            SIMSPARK_AGENT_PORT if options.simspark_aport is None else options.simspark_aport
        ),
        simspark_monitor_port=(
            SIMSPARK_MONITOR_PORT if options.simspark_mport is None else options.simspark_mport
        ),
        monitor_step=options.mstep,
        log_protocol=options.log_protocol,
        web_port=options.web,
    )
    when_asked_to_end(server.shutdown)
    server.run()
    return 0


def _check_ports(options: argparse.Namespace) -> None:
    """Refuse ports that the chosen protocol would not use."""
    if options.protocol == "rcsssmj":
        given = {
            "--simspark-aport": options.simspark_aport,
            "--simspark-mport": options.simspark_mport,
        }
        for flag, port in given.items():
            if port is not None:
                options.parser.error(f"{flag} needs --protocol simspark or both")
    if options.protocol == "simspark":
        given = {"--aport": options.aport, "--mport": options.mport, "--wsport": options.wsport}
        for flag, port in given.items():
            if port is not None:
                options.parser.error(f"{flag} needs --protocol rcsssmj or both")


def _end_at_once() -> NoReturn:
    """Exit before the server exists."""
    raise SystemExit(0)
