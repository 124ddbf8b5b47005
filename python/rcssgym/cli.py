"""The command ``rcssgym``."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from rcssgym import RcssGymError, ServerError, WorldBatch, __version__, simd_level
from rcssgym.game import Match, report
from rcssgym.match_command import add_match
from rcssgym.options import USAGE_ERROR, Commands, Help, Parser, positive
from rcssgym.policy_commands import add_evaluate, add_play
from rcssgym.replay_command import add_replay
from rcssgym.server_commands import add_serve
from rcssgym.startup import INTERRUPTED, interrupts_raise

SUBSTEPS = 4
STEPS = 500
NEW_TARGETS_EVERY = 25
SERVER_ERROR = 1
GAME_BAR = "{l_bar}{bar}| {n:.0f}/{total:.0f} s of play [{elapsed}<{remaining}]"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    try:
        interrupts_raise()
        return _command(_parser(), argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _command(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> int:
    options = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except RcssGymError as error:
        print(f"{parser.prog} {options.command}: error: {error}", file=sys.stderr)
        return SERVER_ERROR if isinstance(error, ServerError) else USAGE_ERROR


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="rcssgym", description="RoboCup humanoid soccer: many worlds at once.")
    parser.add_argument("--version", action="version", version=f"rcssgym {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_run(commands)
    _add_game(commands)
    add_serve(commands)
    add_replay(commands)
    add_match(commands)
    add_play(commands)
    add_evaluate(commands)
    return parser


def _add_run(commands: Commands) -> None:
    run = commands.add_parser(
        "run",
        help="step worlds and report the speed",
        description="Step many worlds of robots and a ball and report the speed. "
        "Ctrl-C ends early, with the report.",
        formatter_class=Help,
    )
    run.set_defaults(run=_run)
    run.add_argument("--worlds", type=positive(int), default=256, metavar="N", help="worlds")
    run.add_argument(
        "--left", nargs="*", default=["T1"], metavar="MODEL", help="robots of the left team"
    )
    run.add_argument(
        "--right", nargs="*", default=[], metavar="MODEL", help="robots of the right team"
    )
    run.add_argument("--field", choices=["fifa", "fifa7vs7"], default="fifa7vs7", help="pitch")
    run.add_argument(
        "--motion",
        choices=["random", "stand"],
        default="random",
        help="random joint targets twice a second, or hold the initial pose",
    )
    length = run.add_mutually_exclusive_group()
    length.add_argument(
        "--steps", type=positive(int), default=STEPS, metavar="N", help="control steps of 20 ms"
    )
    length.add_argument(
        "--seconds",
        type=positive(float),
        default=argparse.SUPPRESS,
        metavar="S",
        help="simulated seconds, instead of --steps",
    )
    run.add_argument("--threads", type=positive(int), metavar="N", help="one per core if not given")
    run.add_argument("--seed", type=int, default=0, metavar="N", help="seed of worlds and targets")


def _add_game(commands: Commands) -> None:
    game = commands.add_parser(
        "game",
        help="play a whole game of soccer",
        description="Play a game between two teams of simple players under the league's rules and "
        "report score and events. Ctrl-C ends early, with the report.",
        formatter_class=Help,
    )
    game.set_defaults(run=_game)
    game.add_argument("--seed", type=int, default=0, metavar="N", help="another seed, another game")
    game.add_argument(
        "--seconds",
        type=positive(int),
        metavar="S",
        help="play time of a half; what the rules say if not given",
    )
    game.add_argument(
        "--robots",
        type=positive(int),
        metavar="N",
        help="players a team; the most that the rules allow if not given",
    )
    game.add_argument("--left", default="T1", metavar="MODEL", help="robots of the left team")
    game.add_argument("--right", default="T1", metavar="MODEL", help="robots of the right team")
    game.add_argument("--field", choices=["fifa", "fifa7vs7"], default="fifa7vs7", help="pitch")
    game.add_argument("--rules", choices=["fifa", "ssim", "ssim26"], default="ssim", help="rules")


def _run(options: argparse.Namespace) -> int:
    worlds = WorldBatch(
        options.worlds,
        left=options.left,
        right=options.right,
        field=options.field,
        threads=options.threads,
        seed=options.seed,
    )
    control_step = SUBSTEPS * worlds.timestep
    steps = options.steps
    if hasattr(options, "seconds"):
        steps = max(1, round(options.seconds / control_step))
    print(f"{worlds!r}, simd {simd_level()}")

    targets = worlds.joint_positions
    rng = np.random.default_rng(options.seed)
    done = 0
    interrupted = False
    start = time.perf_counter()
    with tqdm(total=steps, unit="step", disable=None) as progress:
        try:
            for done in range(steps):
                if options.motion == "random" and done % NEW_TARGETS_EVERY == 0:
                    targets = _random_targets(rng, worlds)
                worlds.step(targets, substeps=SUBSTEPS)
                progress.update()
            done = steps
        except KeyboardInterrupt:
            interrupted = True
    _report(worlds, done, control_step, time.perf_counter() - start)
    return INTERRUPTED if interrupted else 0


def _game(options: argparse.Namespace) -> int:
    match = Match(
        robots=options.robots,
        models=(options.left, options.right),
        field=options.field,
        rules=options.rules,
        half=options.seconds,
        seed=options.seed,
    )
    interrupted = False
    start = time.perf_counter()
    with tqdm(total=match.length, unit="s", disable=None, bar_format=GAME_BAR) as progress:
        try:
            match.play(lambda play_time: _show(progress, play_time))
        except KeyboardInterrupt:
            interrupted = True
    elapsed = time.perf_counter() - start
    simulated = match.simulation.sim_time
    print(report(match, _game_command(options)))
    speed = f"{simulated / elapsed:.1f} times real time"
    print(f"{simulated:.1f} s simulated in {elapsed:.1f} s: {speed}", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _show(progress: "tqdm[NoReturn]", play_time: float) -> None:
    if play_time - progress.n >= 0.1:
        progress.update(round(play_time - progress.n, 2))


def _game_command(options: argparse.Namespace) -> str:
    """Command line of this very game, with all that was chosen."""
    names = ("seed", "seconds", "robots", "left", "right", "field", "rules")
    chosen = ((name, getattr(options, name)) for name in names)
    return " ".join(
        ["rcssgym game", *(f"--{name} {value}" for name, value in chosen if value is not None)]
    )


def _random_targets(rng: np.random.Generator, worlds: WorldBatch) -> NDArray[np.float64]:
    """Angles from the middle half of every joint's range, (W, R, J)."""
    low, high = np.clip(worlds.joint_ranges, -np.pi, np.pi).transpose(2, 0, 1)
    share = rng.uniform(0.25, 0.75, size=(len(worlds), *low.shape))
    targets: NDArray[np.float64] = low + share * (high - low)
    return targets


def _report(worlds: WorldBatch, steps: int, control_step: float, elapsed: float) -> None:
    per_second = steps / elapsed
    world_steps = per_second * len(worlds)
    print(f"worlds            {len(worlds):>12,}  (a ball and robots in each: {worlds.num_robots})")
    print(f"control steps     {steps:>12,}  ({steps * control_step:.2f} s simulated)")
    print(f"control steps/s   {per_second:>12,.1f}")
    print(f"world-steps/s     {world_steps:>12,.0f}")
    print(f"real-time factor  {world_steps * control_step:>12,.0f}  (all worlds together)")
    if frozen := int(worlds.frozen.sum()):
        print(f"frozen worlds     {frozen:>12,}")
