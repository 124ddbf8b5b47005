"""The subcommand that plays a trained policy on a server: ``play``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from rcssgym.cli.options import Parser, add_web, port, positive, watched
from rcssgym.cli.policy import add_command, add_policy, load_policy
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.policy.agent import AgentClient, Record, Seat
from rcssgym.policy.agent.agent import Place
from rcssgym.policy.agent.schedule import Schedule
from rcssgym.startup import interrupted_code
from rcssgym.view.monitor import ServerMonitor

MONITOR_PORT = Seat.port + 1
"""Default port for monitors of rcsssmj's servers and ours."""


def fill(play: Parser) -> None:
    """Give ``rcssgym play`` its arguments."""
    play.description = (
        "Run a trained policy as a networked agent on a server that speaks the "
        "protocol of rcsssmj. The robot beams to its place where that is allowed, stands up, and "
        "follows its policy. Ctrl-C or SIGTERM stops early and still prints the "
        "report."
    )
    play.set_defaults(run=_play)
    add_policy(play)
    play.add_argument("--host", default=Seat.host, help="address of the server")
    play.add_argument(
        "--port", type=port(1), default=Seat.port, help="the server's port for agents"
    )
    play.add_argument("--team", default=Seat.team, help="name of the team")
    play.add_argument("--unum", type=int, default=Seat.unum, metavar="N", help="player number")
    where = play.add_mutually_exclusive_group()
    where.add_argument(
        "--place",
        type=_place,
        metavar="X,Y,DEG",
        help="where to begin, m and degrees, as seen from the own half; default: 15 m from the "
        "opponents' half, in a row that depends on --unum",
    )
    where.add_argument("--stay", action="store_true", help="begin where the server puts the robot")
    walk = play.add_mutually_exclusive_group()
    add_command(
        walk,
        "velocity forwards and to the left, m/s, and of turning, rad/s; default: stand still",
    )
    walk.add_argument(
        "--commands",
        metavar="'T:VX,VY,WZ ...'",
        help="velocities with their start times, s, such as '0:0.5,0,0 10:0,0,0.5'",
    )
    walk.add_argument("--script", metavar="FILE", help="file with velocities as in --commands")
    play.add_argument(
        "--seconds",
        type=positive(float),
        metavar="S",
        help="stop when the policy has been in charge for this long, s; default: at the end of the "
        "game",
    )
    play.add_argument("--stop-on-fall", action="store_true", help="stop at the first fall")
    play.add_argument(
        "--patience",
        type=positive(float),
        default=Seat.patience,
        metavar="S",
        help="how long to try to connect, and to wait for each message, s",
    )
    add_web(play)
    play.add_argument(
        "--mport",
        type=port(1),
        metavar="PORT",
        help="the server's port for monitors, from which --web gets the game; default: "
        f"{MONITOR_PORT}",
    )


def _place(text: str) -> Place:
    try:
        x, y, direction = (float(number) for number in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be X,Y,DEG, not {text!r}") from None
    return x, y, direction


def _play(options: argparse.Namespace) -> int:
    if options.mport is not None and options.web is None:
        raise ArgumentError(f"--mport: {options.mport} is for --web")
    seat = Seat(options.host, options.port, options.team, options.unum, options.patience)
    policy = load_policy(options)
    place = None if options.stay else options.place or _row(seat.unum)
    client = AgentClient(policy, seat, _schedule(options), place, partial(print, flush=True))
    code = 0
    with _watched_server(options):
        try:
            client.play(seconds=options.seconds, stop_on_fall=options.stop_on_fall)
        except KeyboardInterrupt:
            code = interrupted_code()
        except RcssGymError:
            if client.record.seconds > 0.0:
                print(_report(client.record))
            raise
        print(_report(client.record))
    return code


@contextmanager
def _watched_server(options: argparse.Namespace) -> Iterator[None]:
    """Show the server's game in the browser if wanted, following the robot."""
    with watched(options.web) as page:
        if page is None:
            yield
            return
        with ServerMonitor(
            page,
            (options.host, MONITOR_PORT if options.mport is None else options.mport),
            patience=options.patience,
            notes={"follow": [options.team, options.unum]},
            tell=partial(print, file=sys.stderr, flush=True),
        ):
            yield


def _row(unum: int) -> Place:
    """Return a place in the own half, facing the other one, away from the ball and other robots."""
    return 15.0, 4.0 * ((unum - 1) % 7) - 14.0, 0.0


def _schedule(options: argparse.Namespace) -> Schedule:
    if options.velocity is not None:
        return Schedule.constant(options.velocity)
    if options.commands is not None:
        return Schedule.script(options.commands)
    return Schedule() if options.script is None else Schedule.file(options.script)


def _report(record: Record) -> str:
    speed = record.distance / record.seconds if record.seconds > 0.0 else 0.0
    return (
        f"{record.seconds:.2f} s with the policy in charge: {record.distance:.2f} m ahead "
        f"({speed:.2f} m/s), falls: {record.falls}"
    )
