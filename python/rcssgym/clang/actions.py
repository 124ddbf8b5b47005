"""Actions that a player can be told to execute."""

from dataclasses import dataclass
from typing import final

from rcssgym.clang.node import Node
from rcssgym.clang.regions import Player, Region


class Action(Node):
    """What a player can be told to do."""

    __slots__ = ()


@final
@dataclass(frozen=True, slots=True)
class NamedAction(Action):
    """An action that was defined before."""

    name: str


@final
@dataclass(frozen=True, slots=True)
class Position(Action):
    """``(pos REGION)``: be there."""

    region: Region


@final
@dataclass(frozen=True, slots=True)
class Home(Action):
    """``(home REGION)``: be there when there is nothing else to do."""

    region: Region


@final
@dataclass(frozen=True, slots=True)
class BallToRegion(Action):
    """``(bto REGION {pd})``: take the ball there by passing, dribbling, clearing or scoring.

    ``moves`` has the letters of ``"pdcs"`` that are allowed, in this order.
    """

    region: Region
    moves: str


@final
@dataclass(frozen=True, slots=True)
class BallToPlayers(Action):
    """``(bto {1 2})``: take the ball to one of them."""

    players: tuple[Player, ...]


@final
@dataclass(frozen=True, slots=True)
class Mark(Action):
    """``(mark {1 2})``: mark one of these opponents."""

    players: tuple[Player, ...]


@final
@dataclass(frozen=True, slots=True)
class MarkLaneToPlayers(Action):
    """``(markl {1 2})``: mark the passing lane from the ball to one of these opponents."""

    players: tuple[Player, ...]


@final
@dataclass(frozen=True, slots=True)
class MarkLaneToRegion(Action):
    """``(markl REGION)``: mark the passing lane from the ball to a region."""

    region: Region


@final
@dataclass(frozen=True, slots=True)
class OffsideLine(Action):
    """``(oline REGION)``: the line of the offside trap."""

    region: Region


@final
@dataclass(frozen=True, slots=True)
class PlayerType(Action):
    """``(htype 3)``: the player is of this type; -1 forgets it."""

    number: int


@final
@dataclass(frozen=True, slots=True)
class PassToRegion(Action):
    """``(pass REGION)``: pass to somebody there."""

    region: Region


@final
@dataclass(frozen=True, slots=True)
class PassToPlayers(Action):
    """``(pass {1 2})``: pass to one of them."""

    players: tuple[Player, ...]


@final
@dataclass(frozen=True, slots=True)
class Dribble(Action):
    """``(dribble REGION)``: take the ball there."""

    region: Region


@final
@dataclass(frozen=True, slots=True)
class Clear(Action):
    """``(clear REGION)``: kick the ball out of a region."""

    region: Region


@final
@dataclass(frozen=True, slots=True)
class Shoot(Action):
    """``(shoot)``: at the goal."""


@final
@dataclass(frozen=True, slots=True)
class Hold(Action):
    """``(hold)``: keep the ball from opponents without moving away."""


@final
@dataclass(frozen=True, slots=True)
class Intercept(Action):
    """``(intercept)``: get the ball."""


@final
@dataclass(frozen=True, slots=True)
class Tackle(Action):
    """``(tackle {1 2})``: tackle one of these players."""

    players: tuple[Player, ...]
