"""``rcssgym disc playmaker``: games of teams whose agents let playmakers decide."""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path

from tqdm import tqdm

from rcssgym.cli.disc.game import GAME_BAR, WHOLE, read_team
from rcssgym.cli.options import Parser, add_web, positive, watched
from rcssgym.disc import FilmWriter, GameLogWriter, Scripted
from rcssgym.disc.report import report, report_games
from rcssgym.errors import ArgumentError
from rcssgym.playmaker import Ask, PlaymakerGame, PlaymakerResult, play_games
from rcssgym.playmaker.game import missed
from rcssgym.regular import regular
from rcssgym.startup import interrupted_code
from rcssgym.view.live import DiscLive

Team = str | Scripted | Ask
"""How a team plays."""
PLAYS = ("still", "random", "scripted")
"""Teams that play by themselves."""


def fill(parser: Parser) -> None:
    """Give ``rcssgym disc playmaker`` its arguments."""
    parser.description = (
        "Play games of the 2D league in which the players and the coach of a team ask "
        "a playmaker what to do, as the league's agents do. TEAM is HOST:PORT of a playmaker, or "
        "still, random, scripted, scripted:STRENGTH. Ctrl-C or SIGTERM stops early and still "
        "prints the report."
    )
    parser.set_defaults(run=_playmaker)
    _add_teams(parser)
    _add_games(parser)
    _add_asking(parser)
    _add_output(parser)


def _add_teams(parser: Parser) -> None:
    for side in ("left", "right"):
        parser.add_argument(f"--{side}", default="scripted", metavar="TEAM", help=f"{side} team")
        parser.add_argument(
            f"--{side}-formation",
            type=Path,
            metavar="FILE",
            help=f"file with the formations of the {side} team",
        )
    parser.add_argument(
        "--formation",
        type=Path,
        metavar="FILE",
        help="file with the formations of all teams without a file of their own",
    )


def _add_games(parser: Parser) -> None:
    parser.add_argument(
        "--games", type=positive(int), default=1, metavar="N", help="number of games to play"
    )
    parser.add_argument(
        "--parallel",
        type=positive(int),
        default=1,
        metavar="K",
        help="number of games to play at the same time",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the first game; the others have the seeds after it",
    )
    parser.add_argument(
        "--cycles",
        type=positive(int),
        metavar="N",
        help="stop after this many cycles; default: the whole game",
    )
    parser.add_argument(
        "--noise",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="whether motions and kicks have noise",
    )


def _add_asking(parser: Parser) -> None:
    knowledge = parser.add_mutually_exclusive_group()
    knowledge.add_argument(
        "--full-state",
        action="store_true",
        default=True,
        help="players who ask know the exact state of the game",
    )
    knowledge.add_argument(
        "--sensed",
        dest="full_state",
        action="store_false",
        default=argparse.SUPPRESS,
        help="players who ask know only what they have sensed",
    )
    parser.add_argument(
        "--trainer",
        choices=("left", "right"),
        help="team whose playmaker the trainer asks, if any",
    )
    parser.add_argument(
        "--timeout",
        type=positive(float),
        default=Ask("").patience,
        metavar="S",
        help="how long players wait for an answer, s; coach and trainer wait twice as long",
    )
    parser.add_argument("--remote", action="store_true", help="allow playmakers on other machines")


def _add_output(parser: Parser) -> None:
    parser.add_argument(
        "--log",
        type=Path,
        metavar="FILE.rcg",
        help="write the game's log; for several games, FILE-1.rcg, FILE-2.rcg, ...",
    )
    parser.add_argument(
        "--film",
        type=Path,
        metavar="FILE.mp4",
        help="write a film; for several games, FILE-1.mp4, ...",
    )
    add_web(parser)
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write a CSV file with a row for each game"
    )
    parser.add_argument("--json", action="store_true", help="report as JSON")


def _playmaker(options: argparse.Namespace) -> int:
    if not 0 <= options.seed < 2**64:
        raise ArgumentError(f"--seed: must be from 0 to 2**64 - 1, not {options.seed}")
    if options.seed + options.games > 2**64:
        raise ArgumentError(
            f"--seed: {options.seed} leaves no seeds for {options.games} games, up to 2**64 - 1"
        )
    teams = (_team("left", options), _team("right", options))
    if not any(isinstance(team, Ask) for team in teams):
        raise ArgumentError("--left: neither team asks a playmaker; name one as HOST:PORT")
    if options.trainer and not isinstance(teams[options.trainer == "right"], Ask):
        raise ArgumentError(f"--trainer: the {options.trainer} team asks no playmaker")
    if options.web is not None and options.games > 1:
        raise ArgumentError(f"--web: shows one game, not {options.games}")
    if options.csv is not None:
        _write_csv(options.csv, [])  # fail before the games if that is impossible
    interrupted = False
    results: list[PlaymakerResult] = []
    try:
        if options.games == 1:
            _play_one(options, teams, results)
        else:
            _play_many(options, teams, results)
    except KeyboardInterrupt:
        interrupted = True
    results.sort(key=lambda result: result.game.seed)
    _tell(options, results, interrupted)
    return interrupted_code() if interrupted else 0


def _team(side: str, options: argparse.Namespace) -> Team:
    text: str = getattr(options, side)
    own: Path | None = getattr(options, f"{side}_formation")
    formation = own or options.formation
    if text.partition(":")[0] in PLAYS:
        return read_team(side, text, formation if text.startswith("scripted") else own, False)
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdigit():
        raise ArgumentError(
            f"--{side}: must be HOST:PORT, still, random, scripted or scripted:STRENGTH, "
            f"not {text!r}"
        )
    return Ask(
        text,
        full_state=options.full_state,
        trainer=options.trainer == side,
        formation=_read(side, formation),
        patience=options.timeout,
        staff_patience=2 * options.timeout,
        remote=options.remote,
    )


def _read(side: str, path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        text = regular(path).read_text()
        Scripted(formation=text)  # refuses it before the game does, which knows no file
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError(f"--{side}-formation: cannot read {path}: {error}") from error
    except ArgumentError as error:
        raise ArgumentError(f"--{side}-formation: {path}: {error}") from error
    return text


def _play_one(
    options: argparse.Namespace, teams: tuple[Team, Team], results: list[PlaymakerResult]
) -> None:
    game = PlaymakerGame(*teams, options.seed, options.cycles, noise=options.noise)
    with ExitStack() as stack:
        watch = stack.enter_context(_watching(options, game))
        page = stack.enter_context(watched(options.web))
        live = None if page is None else DiscLive(page, game.simulation)
        bar = stack.enter_context(
            tqdm(total=options.cycles or WHOLE, disable=None, bar_format=GAME_BAR)
        )

        def after_step() -> None:
            watch()
            if live:
                live.show(game.drawings)
            cycle = game.simulation.cycle
            bar.total = max(options.cycles or WHOLE, cycle)
            bar.update(cycle - bar.n)

        try:
            game.play(after_step)
        finally:
            results.append(game.result)


def _numbered(path: Path, number: int) -> Path:
    """Return a path with a number: ``game-3.rcg.gz`` for ``game.rcg.gz`` and 3."""
    packed = ".gz" if path.suffix == ".gz" else ""
    plain = path.with_name(path.name.removesuffix(packed))
    return plain.with_name(f"{plain.stem}-{number}{plain.suffix}{packed}")


@contextmanager
def _watching(
    options: argparse.Namespace, game: PlaymakerGame, number: int | None = None
) -> Iterator[Callable[[], None]]:
    """Write log and film of a game; their names include its number, if it has one."""
    log_path, film_path = (
        path if path is None or number is None else _numbered(path, number)
        for path in (options.log, options.film)
    )
    with ExitStack() as stack:
        log = log_path and stack.enter_context(GameLogWriter(log_path, game.simulation))
        look = {"width": 800, "height": 576}
        film = film_path and stack.enter_context(FilmWriter(film_path, game.simulation, **look))

        def after_step() -> None:
            if log:
                log.step()
            if film:
                film.shoot(drawings=game.drawings)

        yield after_step


def _play_many(
    options: argparse.Namespace, teams: tuple[Team, Team], results: list[PlaymakerResult]
) -> None:
    with tqdm(total=options.games, disable=None) as bar:

        def progress(result: PlaymakerResult) -> None:
            results.append(result)
            bar.update()

        play_games(
            *teams,
            games=options.games,
            seed=options.seed,
            cycles=options.cycles,
            parallel=options.parallel,
            noise=options.noise,
            progress=progress,
            watch=partial(_watching, options),
        )


def _tell(
    options: argparse.Namespace, results: Sequence[PlaymakerResult], interrupted: bool
) -> None:
    if options.csv is not None:
        _write_csv(options.csv, results)
    if options.json:
        played = list(map(asdict, results))
        document = {"left": options.left, "right": options.right, "games": played}
        print(json.dumps({**document, "interrupted": interrupted}))
        return
    if not results:
        return
    games = [result.game for result in results]
    print(report(games[0]) if len(games) == 1 else report_games(games))
    seconds = sum(result.seconds for result in results)
    cycles = sum(game.cycles for game in games)
    print(f"\n{cycles} cycles in {seconds:.1f} s of play: {cycles / seconds:.0f} a second")
    for side, name in enumerate(("left", "right")):
        calls = sum(result.asked[side].calls for result in results)
        if calls == 0:
            continue
        waited = sum(result.asked[side].waited for result in results)
        counts = missed(results, side)
        print(f"{name}: {calls} calls, {sum(counts.values())} missed, {waited:.1f} s waited")
        for reason, count in sorted(counts.items()):
            print(f"  {reason}: {count}")


def _write_csv(path: Path, results: Sequence[PlaymakerResult]) -> None:
    names = ["seed", "cycles", "over", "left_goals", "right_goals", "left_penalties"]
    names += ["right_penalties", "left_calls", "left_missed", "right_calls", "right_missed"]
    try:
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(names)
            for result in results:
                game = result.game
                row = [game.seed, game.cycles, game.over, *game.score, *game.penalties]
                for asked in result.asked:
                    row += [asked.calls, asked.misses]
                writer.writerow(row)
    except OSError as error:
        raise ArgumentError(f"--csv: cannot write {path}: {error}") from error
