"""``rcssgym disc game``: whole games of teams that play by themselves."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from tqdm import tqdm

from rcssgym.cli.options import Parser, add_web, positive, watched
from rcssgym.disc import DiscGame, DiscResult, FilmWriter, GameLogWriter, Scripted, play_games
from rcssgym.disc.report import report, report_games
from rcssgym.errors import ArgumentError
from rcssgym.regular import regular
from rcssgym.startup import interrupted_code
from rcssgym.view.live import DiscLive

GAME_BAR = "{l_bar}{bar}| {n}/{total} cycles [{elapsed}<{remaining}]"
GAMES_BAR = "{l_bar}{bar}| {n}/{total} games [{elapsed}]{postfix}"
WHOLE = 6000
"""Cycles of a game without extra time."""


def fill(game: Parser) -> None:
    """Give ``rcssgym disc game`` its arguments."""
    game.description = (
        "Play a game of the 2D league between two built-in teams, or many games at once, and "
        "report score and statistics. TEAM is still, random, scripted, or scripted:STRENGTH with "
        "a strength from 0 to 1. Ctrl-C or SIGTERM stops early and still prints the report."
    )
    game.set_defaults(run=_game)
    for side in ("left", "right"):
        game.add_argument(f"--{side}", default="scripted", metavar="TEAM", help=f"the {side} team")
        game.add_argument(
            f"--{side}-formation",
            type=Path,
            metavar="FILE",
            help=f"file with the formations of the {side} team; default: the package's",
        )
    game.add_argument("--seed", type=int, default=0, metavar="N", help="random seed of the game")
    game.add_argument(
        "--cycles",
        type=positive(int),
        metavar="N",
        help="stop after this many cycles; default: the whole game, with extra time and penalties",
    )
    game.add_argument(
        "--games",
        type=positive(int),
        default=1,
        metavar="N",
        help="number of games to play, with consecutive seeds",
    )
    game.add_argument(
        "--threads", type=positive(int), metavar="N", help="number of threads for several games; "
        "default: one per core",
    )  # fmt: skip
    game.add_argument(
        "--sensed",
        action="store_true",
        help="let scripted players know only what they sense; slower",
    )
    game.add_argument("--log", type=Path, metavar="FILE.rcg", help="write the game's log")
    game.add_argument("--film", type=Path, metavar="FILE.mp4", help="write a film of the game")
    add_web(game)
    game.add_argument("--json", action="store_true", help="report as JSON")


def _game(options: argparse.Namespace) -> int:
    teams = (
        read_team("left", options.left, options.left_formation, options.sensed),
        read_team("right", options.right, options.right_formation, options.sensed),
    )
    if not 0 <= options.seed < 2**64:
        raise ArgumentError(f"--seed: must be from 0 to 2**64 - 1, not {options.seed}")
    if options.sensed and all(isinstance(team, str) for team in teams):
        raise ArgumentError("--sensed: only scripted teams can play by their senses")
    if options.games > 1:
        for name in ("log", "film", "web"):
            if getattr(options, name) is not None:
                raise ArgumentError(f"--{name}: takes one game, not {options.games}")
        return _play_many(options, teams)
    if options.threads is not None:
        raise ArgumentError("--threads: is for several games, --games")
    return _play_one(options, teams)


def read_team(side: str, text: str, formation: Path | None, sensed: bool) -> str | Scripted:
    """Read how a team plays.

    Raises :class:`ArgumentError` that names the option of ``side`` for another text, and for a
    formation of a team that is not scripted.
    """
    kind, colon, level = text.partition(":")
    if kind != "scripted":
        if text not in ("still", "random"):
            raise ArgumentError(
                f"--{side}: must be still, random, scripted or scripted:STRENGTH, not {text!r}"
            )
        if formation is not None:
            raise ArgumentError(f"--{side}-formation: is for a scripted team, not for {text!r}")
        return text
    try:
        team = Scripted(float(level) if colon else 1.0, sensed=sensed)
    except ArgumentError as error:
        raise ArgumentError(f"--{side}: {error}") from error
    except ValueError:
        raise ArgumentError(f"--{side}: {level!r} is not a strength from 0 to 1") from None
    if formation is None:
        return team
    try:
        text = regular(formation).read_text()
        return Scripted(float(level) if colon else 1.0, formation=text, sensed=sensed)
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError(f"--{side}-formation: cannot read {formation}: {error}") from error
    except ArgumentError as error:
        raise ArgumentError(f"--{side}-formation: {formation}: {error}") from error


def _play_one(options: argparse.Namespace, teams: tuple[str | Scripted, str | Scripted]) -> int:
    game = DiscGame(*teams, seed=options.seed, cycles=options.cycles)
    interrupted = False
    start = time.perf_counter()
    with ExitStack() as stack:
        log = options.log and stack.enter_context(GameLogWriter(options.log, game.simulation))
        look = {"width": 800, "height": 576}
        film = options.film and stack.enter_context(
            FilmWriter(options.film, game.simulation, **look)
        )
        progress = stack.enter_context(
            tqdm(total=options.cycles or WHOLE, disable=None, bar_format=GAME_BAR)
        )

        page = stack.enter_context(watched(options.web))
        live = None if page is None else DiscLive(page, game.simulation)

        def after_step() -> None:
            if live:
                live.show()
            if log:
                log.step()
            if film:
                film.shoot()
            cycle = game.simulation.cycle
            progress.total = max(options.cycles or WHOLE, cycle)
            progress.update(cycle - progress.n)

        try:
            game.play(after_step)
        except KeyboardInterrupt:
            interrupted = True
    elapsed = time.perf_counter() - start
    _tell(options, [game.result], interrupted)
    cycles = game.simulation.cycle
    print(f"{cycles} cycles in {elapsed:.1f} s: {cycles / elapsed:.0f} a second", file=sys.stderr)
    return interrupted_code() if interrupted else 0


def _play_many(options: argparse.Namespace, teams: tuple[str | Scripted, str | Scripted]) -> int:
    with tqdm(total=options.games, disable=None, bar_format=GAMES_BAR) as bar:

        def show(over: int, cycle: int) -> None:
            bar.set_postfix_str(f"cycle {cycle}", refresh=False)
            bar.update(over - bar.n)
            bar.refresh()

        results = play_games(
            *teams,
            games=options.games,
            seed=options.seed,
            cycles=options.cycles,
            threads=options.threads,
            progress=show,
        )
    last = options.cycles or float("inf")
    interrupted = any(not game.over and game.cycles < last for game in results)
    _tell(options, results, interrupted)
    return interrupted_code() if interrupted else 0


def _tell(options: argparse.Namespace, results: list[DiscResult], interrupted: bool) -> None:
    if options.json:
        games = [asdict(result) for result in results]
        document = {"left": options.left, "right": options.right, "games": games}
        print(json.dumps({**document, "interrupted": interrupted}))
    elif len(results) == 1:
        print(report(results[0]))
        print(f"\nseed {options.seed}; the same game again: {_command(options)}")
    else:
        print(report_games(results))


def _command(options: argparse.Namespace) -> str:
    """Return the command line that plays the same game again."""
    names = ("left", "right", "left_formation", "right_formation", "seed", "cycles")
    chosen = ((name.replace("_", "-"), getattr(options, name)) for name in names)
    words = [f"--{name} {shlex.quote(str(value))}" for name, value in chosen if value is not None]
    return " ".join(["rcssgym disc game", *words, *(["--sensed"] if options.sensed else [])])
