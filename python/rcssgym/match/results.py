"""Results of games and matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rcssgym.soccer import Foul

FOULS = tuple(foul.name.lower() for foul in Foul)
"""Kinds of fouls, at their numbers in messages to monitors."""


@dataclass(frozen=True)
class Loss:
    """Players that have left a team during a half, for whatever reason."""

    half: int
    """1 or 2."""
    play_time: float
    """Play time at which it was first seen, s."""
    players: int
    """Number of players that left at the same time."""
    remaining: int
    """Number of players that remained."""


@dataclass
class Tally:
    """Result of one team in a half or a game."""

    goals: int = 0
    fouls: Counter[str] = field(default_factory=Counter)
    """Fouls by kind. ``incapable``: a robot was taken off the pitch after lying there too long."""
    fewest_players: int | None = None
    """Smallest number of players on the pitch after the kick-off; ``None`` without a kick-off."""
    first_players: int | None = None
    """Number of players on the pitch at the kick-off; ``None`` without a kick-off."""
    last_players: int | None = None
    """Number of players on the pitch at the end, including those that leave because of the end."""
    losses: list[Loss] = field(default_factory=list)
    """Losses of players between the two, in order; some players may have come back."""
    counts: Counter[str] = field(default_factory=Counter)
    """Other counts: :data:`rcssgym.disc.STATISTICS` in games of the 2D league."""
    penalties: int = 0
    """Kicks of a shoot-out that went in, in games of the 2D league."""
    shoot_outs_won: int = 0
    """Shoot-outs that the referee said it won, by kicks or by a toss: 0 or 1 in a game."""

    def __add__(self, other: Tally) -> Tally:
        numbers = [n for n in (self.fewest_players, other.fewest_players) if n is not None]
        first = other.first_players if self.first_players is None else self.first_players
        last = self.last_players if other.last_players is None else other.last_players
        return Tally(
            self.goals + other.goals,
            self.fouls + other.fouls,
            min(numbers, default=None),
            first,
            last,
            self.losses + other.losses,
            self.counts + other.counts,
            self.penalties + other.penalties,
            self.shoot_outs_won + other.shoot_outs_won,
        )

    @property
    def lost_players(self) -> int:
        """Number of players that were lost, including those that came back."""
        return sum(loss.players for loss in self.losses)


@dataclass
class HalfResult:
    """One half."""

    half: int
    """1 or 2."""
    left: int
    """Which team played on the left and kicked off: 0 or 1."""
    tallies: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))
    """Tallies of the first and the second team."""
    play_time: float = 0.0
    """Play time of this half, s."""
    wall_time: float = 0.0
    """Wall time from the start of its server to the end of all processes, s."""
    error: str | None = None
    """Why it was not played to its end."""
    notes: list[str] = field(default_factory=list)
    """Other irregularities."""


@dataclass
class GameResult:
    """One game: two halves, or fewer if it was broken off."""

    number: int
    """Number of the game, counted from 1."""
    halves: list[HalfResult]

    @property
    def error(self) -> str | None:
        """Why it was not played to its end."""
        return next((half.error for half in self.halves if half.error is not None), None)

    @property
    def is_complete(self) -> bool:
        """Whether both halves were played to their ends."""
        return len(self.halves) == 2 and self.error is None

    def tally(self, team: int) -> Tally:
        """Return what a team did in the whole game."""
        return sum((half.tallies[team] for half in self.halves), Tally())

    @property
    def goals(self) -> tuple[int, int]:
        """Goals of the first and the second team."""
        return self.tally(0).goals, self.tally(1).goals

    @property
    def difference(self) -> int:
        """Goals of the first team minus goals of the second."""
        return self.goals[0] - self.goals[1]

    @property
    def penalties(self) -> tuple[int, int]:
        """Kicks of a shoot-out that went in, of the first and the second team."""
        return self.tally(0).penalties, self.tally(1).penalties

    @property
    def shoot_out_winner(self) -> int | None:
        """Which team has won a shoot-out: 0 or 1; ``None`` if nobody has, or if there was none."""
        won = self.tally(0).shoot_outs_won, self.tally(1).shoot_outs_won
        return won.index(1) if any(won) else None

    @property
    def winner(self) -> int | None:
        """Which team has won, by goals or by a shoot-out: 0 or 1; ``None`` for a draw."""
        return int(self.difference < 0) if self.difference else self.shoot_out_winner


@dataclass
class Results:
    """All games of a match."""

    names: tuple[str, str]
    """Names of the first and the second team."""
    games: list[GameResult] = field(default_factory=list)
    """Games that were started, in order of their numbers."""

    def add(self, game: GameResult) -> None:
        """Insert a game in order of numbers."""
        self.games.append(game)
        self.games.sort(key=lambda other: other.number)

    @property
    def complete(self) -> list[GameResult]:
        """Games that count: those played to their ends."""
        return [game for game in self.games if game.is_complete]

    @property
    def broken_off(self) -> list[GameResult]:
        """Games that were not played to their ends."""
        return [game for game in self.games if not game.is_complete]

    @property
    def outcomes(self) -> tuple[int, int, int]:
        """Games that the first team has won, drawn and lost, shoot-outs included."""
        winners = [game.winner for game in self.complete]
        return winners.count(0), winners.count(None), winners.count(1)

    @property
    def differences(self) -> list[int]:
        """Goal difference of every game that counts, for the first team."""
        return [game.difference for game in self.complete]

    def goals(self, team: int) -> list[int]:
        """Return the goals of a team in every game that counts."""
        return [game.goals[team] for game in self.complete]

    @property
    def with_losses(self) -> list[GameResult]:
        """Games, counted or not, in which a team lost players."""
        return [g for g in self.games if any(g.tally(team).losses for team in (0, 1))]

    def fouls(self, team: int) -> list[int]:
        """Return the number of fouls of a team in every game that counts."""
        return [game.tally(team).fouls.total() for game in self.complete]

    def counts(self, what: str, team: int) -> list[int]:
        """Return a team's count of something else in every game that counts."""
        return [game.tally(team).counts[what] for game in self.complete]

    def falls(self, team: int) -> list[int]:
        """Return how often a team's robots lay down too long, in every game that counts."""
        return [game.tally(team).fouls["incapable"] for game in self.complete]


def foul_name(kind: int) -> str:
    """Return the name of a kind of fouls by its number."""
    return FOULS[kind] if 0 <= kind < len(FOULS) else f"foul_{kind}"


def clock(seconds: float) -> str:
    """Return seconds as minutes and seconds, such as ``1:05.20``."""
    minutes, rest = divmod(seconds, 60.0)
    return f"{int(minutes)}:{rest:05.2f}"


def score(goals: Sequence[int]) -> str:
    """Return the goals of both teams as text, such as ``2 : 1``."""
    return f"{goals[0]} : {goals[1]}"
