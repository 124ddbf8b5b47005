"""2D games of teams whose agents ask playmakers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from time import perf_counter

from rcssgym._core import PlaymakerSquad
from rcssgym.disc.drawings import Drawing
from rcssgym.disc.game import NAMES, NEWEST, WHOLE_GAME, DiscResult, TeamPlay
from rcssgym.disc.simulation import DiscSimulation, Parameter
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.drawings import drawings_of
from rcssgym.playmaker.messages import Log

NO_NOISE: dict[str, Parameter] = {"ball_rand": 0.0, "player_rand": 0.0, "kick_rand": 0.0}
"""Parameters of a game in which nothing is random but who wins a tackle."""


@dataclass(frozen=True)
class Ask:
    """A team whose players and coach ask a playmaker, as agents of the 2D league do.

    :param address: where it is, as ``"127.0.0.1:50051"``.
    :param full_state: players know everything as it is; otherwise what they have sensed.
    :param trainer: the trainer asks it, too.
    :param habits: players also do what agents do unasked: look as wide as is useful, speak, listen.
    :param formation: the text of a file of formations; ``None``: the package's.
    :param patience: for how long players wait for an answer, s.
    :param staff_patience: for how long coach and trainer do, s.
    :param remote: whether the address may be of another machine.
    """

    address: str
    full_state: bool = True
    trainer: bool = False
    habits: bool = True
    formation: str | None = None
    patience: float = 3.0
    staff_patience: float = 6.0
    remote: bool = False


@dataclass(frozen=True)
class Asked:
    """What a team's calls have come to."""

    calls: int = 0
    missed: dict[str, int] = field(default_factory=dict)
    """Calls without an answer: how many by call and reason, as ``"GetPlayerActions: late"``."""
    waited: float = 0.0
    """For how long answers were waited for, s."""

    @property
    def misses(self) -> int:
        """All calls without an answer."""
        return sum(self.missed.values())


@dataclass(frozen=True)
class PlaymakerResult:
    """A game, and what the calls of left and right have come to."""

    game: DiscResult
    asked: tuple[Asked, Asked]
    seconds: float
    """How long it took."""


Watch = Callable[["PlaymakerGame", int], AbstractContextManager[Callable[[], object]]]
"""What looks at a game while it is played."""


class PlaymakerGame:
    """A game of which at least one team asks a playmaker.

    :param left: an :class:`Ask`, or how the left team plays by itself.
    :param right: the same of the right team.
    :param seed: of everything random.
    :param cycles: of the clock, after which it is stopped; ``None``: to the end.
    :param noise: whether motions and kicks have noise.

    >>> game = rcssgym.playmaker.PlaymakerGame(Ask("127.0.0.1:50051"), "scripted")
    >>> game.play()
    >>> game.result.game.score
    (2, 1)
    """

    def __init__(
        self,
        left: TeamPlay | Ask,
        right: TeamPlay | Ask = "scripted",
        seed: int = 0,
        cycles: int | None = None,
        *,
        noise: bool = True,
    ) -> None:
        teams = (left, right)
        if not any(isinstance(team, Ask) for team in teams):
            raise ArgumentError("left: neither team asks a playmaker; one must be an Ask")
        if all(isinstance(team, Ask) and team.trainer for team in teams):
            raise ArgumentError("right: both teams have a trainer; one can")
        params = WHOLE_GAME if noise else {**WHOLE_GAME, **NO_NOISE}
        self.seed, self.cycles = seed, cycles
        # Speech needs ears also where everybody knows everything.
        self.simulation = DiscSimulation(server_params=params, seed=seed, senses=NEWEST)
        self._squads: list[tuple[int, PlaymakerSquad]] = []
        for side, (name, team) in enumerate(zip(NAMES, teams, strict=True)):
            if isinstance(team, Ask):
                for number in range(11):
                    self.simulation.add_player(name, goalie=number == 0)
                self._squads.append((side, _squad(side, name, team)))
            else:
                self.simulation.add_team(name, team)
        self._begin = perf_counter()

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self._ended or (self.cycles is not None and self.simulation.cycle >= self.cycles)

    @property
    def _ended(self) -> bool:
        return self.simulation.play_mode == "time_over"

    def step(self) -> None:
        """Ask the playmakers, and play one cycle."""
        for _, squad in self._squads:
            squad.act(self.simulation._world)
        self.simulation.step()

    def play(self, after_step: Callable[[], object] = lambda: None) -> None:
        """Play to the end, do this after every cycle, and say goodbye to the playmakers."""
        while not self.over:
            self.step()
            after_step()
        self.close()

    def close(self) -> None:
        """Say goodbye to the playmakers."""
        for _, squad in self._squads:
            squad.leave()

    @property
    def drawings(self) -> list[Drawing]:
        """What players have drawn in the last cycle, for pictures: right teams' turned back."""
        return [
            drawing
            for side, squad in self._squads
            for _, log in squad.drawings()
            for drawing in drawings_of(Log.decode(log), turned=side == 1)
        ]

    @property
    def logs(self) -> list[tuple[int, int, Log]]:
        """What players have logged in the last cycle: side (0 left), number, message."""
        return [
            (side, unum, Log.decode(log))
            for side, squad in self._squads
            for unum, log in squad.drawings()
        ]

    @property
    def result(self) -> PlaymakerResult:
        """What has come of it so far."""
        sim = self.simulation
        left, _, right, _ = sim.penalties
        result = DiscResult(
            self.seed, sim.cycle, self._ended, sim.score, (left, right), sim.statistics
        )
        asked = [Asked(), Asked()]
        for side, squad in self._squads:
            calls, missed, waited = squad.tally()
            named = {f"{call}: {reason}": count for (call, reason), count in missed.items()}
            asked[side] = Asked(calls, named, waited)
        return PlaymakerResult(result, (asked[0], asked[1]), perf_counter() - self._begin)


def _squad(side: int, name: str, team: Ask) -> PlaymakerSquad:
    return PlaymakerSquad(
        side,
        name,
        team.address,
        full_state=team.full_state,
        trainer=team.trainer,
        habits=team.habits,
        formation=team.formation,
        patience=team.patience,
        staff_patience=team.staff_patience,
        remote=team.remote,
    )


def play_games(
    left: TeamPlay | Ask,
    right: TeamPlay | Ask = "scripted",
    games: int = 1,
    seed: int = 0,
    cycles: int | None = None,
    parallel: int = 1,
    *,
    noise: bool = True,
    progress: Callable[[PlaymakerResult], object] = lambda _: None,
    watch: Watch | None = None,
) -> list[PlaymakerResult]:
    """Play games of consecutive seeds, so many at a time, and return their results.

    ``progress`` is told of every game that is over. ``watch`` is given every game and its number,
    from 1, before it begins; what it returns is entered for the game, and called after every cycle.
    With several games at a time this happens in a thread for each.
    """
    if parallel < 1:
        raise ArgumentError(f"parallel: must be at least 1, not {parallel}")

    def one(number: int) -> PlaymakerResult:
        game = PlaymakerGame(left, right, seed + number, cycles, noise=noise)
        with ExitStack() as stack:
            after_step = stack.enter_context(watch(game, number + 1)) if watch else lambda: None
            game.play(after_step)
        result = game.result
        progress(result)
        return result

    if parallel == 1:
        return [one(number) for number in range(games)]
    with ThreadPoolExecutor(parallel) as pool:
        return list(pool.map(one, range(games)))


def missed(results: Sequence[PlaymakerResult], side: int) -> dict[str, int]:
    """Return the calls of a side without an answer in all games, by call and reason."""
    counts: dict[str, int] = {}
    for result in results:
        for name, count in result.asked[side].missed.items():
            counts[name] = counts.get(name, 0) + count
    return counts
