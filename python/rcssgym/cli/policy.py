"""The subcommands that use trained policies: ``play`` and ``evaluate``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from tqdm import tqdm

from rcssgym import policies
from rcssgym.cli.options import Commands, Help, add_web, positive, tell_where, watched
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.policy import Policy
from rcssgym.policy.agent import AgentClient, Record, Seat
from rcssgym.policy.agent.agent import Place
from rcssgym.policy.agent.schedule import Schedule, velocity
from rcssgym.policy.evaluate import evaluate
from rcssgym.startup import INTERRUPTED
from rcssgym.view.live import Pace
from rcssgym.view.monitor import ServerMonitor

SECONDS = 20.0
MONITOR_PORT = Seat.port + 1
"""Where rcsssmj's servers and ours serve monitors."""


def add_play(commands: Commands) -> None:
    """Add ``rcssgym play``."""
    play = commands.add_parser(
        "play",
        help="play a trained policy on a server",
        description="Run a trained policy as a networked agent on a server that speaks the "
        "protocol of rcsssmj. The robot beams to its place where that is allowed, stands up, and "
        "follows its policy. Ctrl-C ends early, with the report.",
        formatter_class=Help,
    )
    play.set_defaults(run=_play)
    _add_policy(play)
    play.add_argument("--host", default=Seat.host, help="of the server")
    play.add_argument("--port", type=int, default=Seat.port, help="of the server's agents")
    play.add_argument("--team", default=Seat.team, help="name of the team")
    play.add_argument("--unum", type=int, default=Seat.unum, metavar="N", help="its number")
    where = play.add_mutually_exclusive_group()
    where.add_argument(
        "--place",
        type=_place,
        metavar="X,Y,DEG",
        help="where to begin, m and degrees, as seen from the own half; 15 m before the opponents' "
        "half, in a row of its own, if not given",
    )
    where.add_argument("--stay", action="store_true", help="begin where the server puts the robot")
    walk = play.add_mutually_exclusive_group()
    _add_command(walk, "walk forwards, to the left (m/s) and turn (rad/s); stand if not given")
    walk.add_argument(
        "--commands",
        metavar="'T:VX,VY,WZ ...'",
        help="walk differently from times on, such as '0:0.5,0,0 10:0,0,0.5'",
    )
    walk.add_argument("--script", metavar="FILE", help="a file with such commands")
    play.add_argument(
        "--seconds",
        type=positive(float),
        metavar="S",
        help="end after so much time with the policy in charge; with the game if not given",
    )
    play.add_argument("--stop-on-fall", action="store_true", help="end with the first fall")
    play.add_argument(
        "--patience",
        type=positive(float),
        default=Seat.patience,
        metavar="S",
        help="for how long to try to connect, and to wait for each message",
    )
    add_web(play)
    play.add_argument(
        "--mport",
        type=int,
        default=MONITOR_PORT,
        metavar="PORT",
        help="of the server's monitors, where --web sees the game",
    )


def add_evaluate(commands: Commands) -> None:
    """Add ``rcssgym evaluate``."""
    evaluation = commands.add_parser(
        "evaluate",
        help="find out how good a trained policy is",
        description="Let a trained policy act for an episode in each of many worlds and report "
        "return, falls, distance and how well it follows its commands.",
        formatter_class=Help,
    )
    evaluation.set_defaults(run=_evaluate)
    _add_policy(evaluation)
    evaluation.add_argument("--worlds", type=positive(int), default=64, metavar="N", help="worlds")
    evaluation.add_argument(
        "--seconds", type=positive(float), default=SECONDS, metavar="S", help="longest episode"
    )
    evaluation.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the first world; the next has the next"
    )
    _add_command(evaluation, "walk so everywhere (m/s, m/s, rad/s); as the task draws if not given")
    evaluation.add_argument(
        "--threads", type=positive(int), metavar="N", help="one per core if not given"
    )
    evaluation.add_argument(
        "--precision", choices=["double", "single"], default="double", help="of the physics"
    )
    evaluation.add_argument(
        "--delay",
        type=_delay,
        default=0,
        metavar="N[,N]",
        help="control steps of 20 ms by which all that is observed is late; or fewest and most, "
        "from which each episode draws",
    )
    add_web(evaluation)
    evaluation.add_argument(
        "--json", action="store_true", help="print JSON, with the figures of every world"
    )


def _add_policy(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--policy",
        required=True,
        metavar="FILE",
        help="of a trained policy, ONNX, or the name of one that comes with rcssgym: "
        + ", ".join(policies.names()),
    )
    parser.add_argument(
        "--trust-task",
        action="store_true",
        help="import the module that the file names as its task's, and so run its code; if not "
        "given, only tasks of rcssgym's own",
    )


def _policy(options: argparse.Namespace) -> Policy:
    """Load the policy that is asked for, from a file or from those of the package."""
    if options.policy in policies.names():
        return policies.load(options.policy)
    return Policy.load(options.policy, trust_task=options.trust_task)


def _add_command(parser: argparse._ActionsContainer, text: str) -> None:
    parser.add_argument("--command", dest="velocity", metavar="VX,VY,WZ", help=text)


def _place(text: str) -> Place:
    try:
        x, y, direction = (float(number) for number in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be X,Y,DEG, not {text!r}") from None
    return x, y, direction


def _delay(text: str) -> int | tuple[int, int]:
    try:
        numbers = [int(number) for number in text.split(",")]
    except ValueError:
        numbers = []
    match numbers:
        case [steps]:
            return steps
        case [low, high]:
            return low, high
    raise argparse.ArgumentTypeError(f"must be N or N,N, not {text!r}")


def _play(options: argparse.Namespace) -> int:
    seat = Seat(options.host, options.port, options.team, options.unum, options.patience)
    policy = _policy(options)
    place = None if options.stay else options.place or _row(seat.unum)
    client = AgentClient(policy, seat, _schedule(options), place, partial(print, flush=True))
    with _watched_server(options):
        try:
            client.play(seconds=options.seconds, stop_on_fall=options.stop_on_fall)
        except KeyboardInterrupt:
            return INTERRUPTED
        finally:
            print(_report(client.record))
    return 0


@contextmanager
def _watched_server(options: argparse.Namespace) -> Iterator[None]:
    """Show the server's game in the browser if that is asked for, and the robot in it."""
    with watched(options.web) as page:
        if page is None:
            yield
            return
        with ServerMonitor(
            page,
            (options.host, options.mport),
            patience=options.patience,
            notes={"follow": [options.team, options.unum]},
            tell=partial(print, file=sys.stderr, flush=True),
        ):
            yield


def _row(unum: int) -> Place:
    """A place in the own half with its face to the other, away from the ball and the others."""
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


def _view(port: int | None, envs: WorldVectorEnv) -> None:
    if port is not None:
        tell_where(envs.view(port).url)


def _evaluate(options: argparse.Namespace) -> int:
    policy = _policy(options)
    command = None if options.velocity is None else velocity(options.velocity)
    cycle = policy.task.cycle
    pace = None if options.web is None else Pace()
    done = 0
    with tqdm(total=round(options.seconds / cycle), unit="step", disable=None) as progress:

        def tell(steps: int) -> None:
            nonlocal done
            done += steps
            progress.update(steps)
            if pace is not None:
                pace.wait(done * cycle)

        found = evaluate(
            policy,
            worlds=options.worlds,
            seconds=options.seconds,
            seed=options.seed,
            command=command,
            threads=options.threads,
            precision=options.precision,
            delay=options.delay,
            tell=tell,
            show=partial(_view, options.web),
        )
    print(found.json() if options.json else found.table())
    return 0
