"""Senses of players of a 2D game: sight, hearing and body, and the knowledge from them."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from rcssgym import _core

SENSED_COLUMNS: tuple[str, ...] = tuple(_core.DISC_SENSED_COLUMNS)
"""Columns of ``DiscBatch.sensed``: m, m/cycle, degrees; ages in cycles, 1000 for never; ``side`` is
1 for left, -1 for right, 0 if unknown."""

Side: TypeAlias = Literal["l", "r"]
"""A team, by its side in the first half."""


class Seen(NamedTuple):
    """Visual information about any object."""

    near: bool
    """Whether the object is outside the view, and only felt to be near."""
    distance: float | None
    """Distance, m; None in low quality."""
    direction: int
    """Direction from the head, degrees."""
    change: tuple[float, float] | None
    """Changes of distance, m/cycle, and direction, degrees/cycle; None if not reported."""


class SeenLandmark(NamedTuple):
    """A flag or goal in sight."""

    name: str
    """Name, such as ``"f c t"`` or ``"g r"``."""
    seen: Seen
    """Where it is seen."""


class SeenPlayer(NamedTuple):
    """A player in sight; what cannot be recognized is None."""

    seen: Seen
    """Where the player is, and how it moves."""
    side: Side | None
    """The player's side."""
    team: str | None
    """Name of the player's team."""
    unum: int | None
    """The player's number."""
    goalie: bool
    """Whether the player is known to be a goalie, which is recognized together with the number."""
    body: int | None
    """Direction of the player's body relative to the observer's head, degrees."""
    head: int | None
    """Direction of the player's head relative to the observer's head, degrees."""
    pointing: int | None
    """Where the player points, relative to the observer's head, degrees."""
    tackling: bool
    """Whether the player tackles."""
    kicking: bool
    """Whether the player has kicked."""


class SeenLine(NamedTuple):
    """A line in the middle of the view."""

    name: Literal["l", "r", "t", "b"]
    """Left, right, top or bottom."""
    distance: float | None
    """Distance along the line of sight, m; None in low quality."""
    direction: int
    """Angle between line and line of sight, degrees."""


class Sight(NamedTuple):
    """A player's view at one moment."""

    landmarks: tuple[SeenLandmark, ...]
    """Flags and goals."""
    ball: Seen | None
    """The ball."""
    players: tuple[SeenPlayer, ...]
    """Other players: left 1 to 11 before right 1 to 11, whether or not they are recognized."""
    lines: tuple[SeenLine, ...]
    """Lines: one for a player on the pitch, up to two for a player beside it."""


class Heard(NamedTuple):
    """A message that a player hears from another one or from itself."""

    speaker: Literal["self", "our", "opp"]
    """The speaker: the player itself, a teammate, an opponent."""
    unum: int | None
    """Number of the speaker, if a teammate."""
    direction: int | None
    """Direction of the speaker from the hearer's body, degrees."""
    text: str | None
    """The message; None if it exceeded the hearer's capacity."""


@dataclass(frozen=True)
class BodySense:
    """A player's body senses: ``sense_body``."""

    cycle: int
    """Game clock, cycles."""
    high_quality: bool
    """Whether the player sees in high quality."""
    view_width: Literal["narrow", "normal", "wide"]
    """Width of the player's view."""
    stamina: float
    """Stamina, 0 to 8000."""
    effort: float
    """Share of a dash's power that takes effect."""
    capacity: float
    """Amount of stamina that can still be recovered in this half."""
    speed: float
    """Speed, m/cycle, rounded to 0.01."""
    speed_direction: int
    """Direction of the velocity from the head, degrees, truncated."""
    head_angle: int
    """Direction of the head from the body, degrees, truncated."""
    counts: dict[str, int]
    """Commands that have taken effect, by name."""
    arm_movable: int
    """Cycles until the arm may be moved."""
    arm_expires: int
    """Cycles for which the arm still points."""
    arm_target: tuple[float, int]
    """Where the arm points: m, degrees from the head."""
    attention: tuple[Side, int] | None
    """The player listened to: side and number."""
    tackle_expires: int
    """Cycles for which the player is still tackling."""
    collisions: tuple[bool, bool, bool]
    """Whether the player has collided with ball, player or post since the last message."""
    charged: int
    """Cycles for which the player is still frozen by a foul."""
    card: Literal["none", "yellow", "red"]
    """The worst card so far."""
    focus: tuple[float, float]
    """The focus of the player's eyes: m, degrees from the head."""


@dataclass(frozen=True)
class OwnMemory:
    """A player's own state as it estimates it; m, m/cycle, degrees."""

    position: tuple[float, float]
    """Position on the pitch."""
    velocity: tuple[float, float]
    """Velocity in the frame of the pitch."""
    body: float
    """Direction of the body."""
    neck: float
    """Direction of the head from the body."""
    pos_count: int
    """Cycles since the player last found its position by what it saw; 1000 for never."""
    deviations: tuple[float, float]
    """Estimated standard deviations of position, m, and of the direction of the head, degrees."""


@dataclass(frozen=True)
class BallMemory:
    """The ball as a player estimates it; ages in cycles, 1000 for never."""

    position: tuple[float, float]
    """Estimated position, m."""
    velocity: tuple[float, float]
    """Estimated velocity, m/cycle."""
    seen_position: tuple[float, float]
    """Position when the player last saw the ball, m."""
    seen_velocity: tuple[float, float]
    """Velocity when the player last saw the ball move, m/cycle."""
    pos_count: int
    """Age of the position."""
    vel_count: int
    """Age of the velocity."""
    seen_pos_count: int
    """Cycles since the player saw the ball."""
    seen_vel_count: int
    """Cycles since the player saw how the ball moves."""
    ghost_count: int
    """How often the player looked where the ball should have been and did not see it; it is
    forgotten at 2."""


@dataclass(frozen=True)
class PlayerMemory:
    """Another player as the observer estimates it; ages in cycles, 1000 for never."""

    side: Side | None
    """The player's side, if known."""
    unum: int | None
    """The player's number, if known."""
    unum_count: int
    """Cycles since the number was seen."""
    goalie: bool
    """Whether the player is known to be a goalie."""
    position: tuple[float, float]
    """Estimated position, m."""
    velocity: tuple[float, float]
    """Estimated velocity, m/cycle."""
    seen_position: tuple[float, float]
    """Position when the player was last seen, m."""
    seen_velocity: tuple[float, float]
    """Velocity when the player was last seen to move, m/cycle."""
    body: float
    """Direction of the body, degrees."""
    face: float
    """Direction of the head, degrees."""
    pointing: float
    """Where the player points, degrees."""
    pos_count: int
    """Age of the position."""
    vel_count: int
    """Age of the velocity."""
    seen_pos_count: int
    """Cycles since the player was seen."""
    seen_vel_count: int
    """Cycles since the velocity was seen."""
    body_count: int
    """Age of the directions of body and head."""
    pointing_count: int
    """Age of the direction in which the player points."""
    ghost_count: int
    """How often the observer looked where the player should have been and did not see it; it is
    forgotten at 2."""
    kicking: bool
    """Whether the player had kicked when it was last seen."""
    tackling: bool
    """Whether the player tackles, as far as the observer knows."""


@dataclass(frozen=True)
class Memory:
    """What a player knows from its senses, in absolute coordinates on the pitch."""

    own: OwnMemory
    """The player itself."""
    ball: BallMemory
    """The ball."""
    players: tuple[PlayerMemory, ...]
    """Players with known side and number, if their position is known."""
    unknown: tuple[PlayerMemory, ...]
    """Players whose number is not known."""
    offside_line: tuple[float, int]
    """x of the offside line for the player's team, m, and its age."""


def read_sight(world: _core.DiscWorld, place: int) -> Sight | None:
    """Return what a player saw in the last step; None if no sight was due."""
    sight = world.sight(place)
    if sight is None:
        return None
    landmarks, ball, players, lines = sight
    return Sight(
        tuple(SeenLandmark(name, Seen(*seen)) for name, seen in landmarks),
        None if ball is None else Seen(*ball),
        tuple(_player(*player) for player in players),
        tuple(SeenLine(*line) for line in lines),
    )


def _player(
    seen: tuple[Any, ...],
    who: tuple[Any, ...],
    facing: tuple[int, int] | None,
    pointing: int | None,
    acting: tuple[bool, bool],
) -> SeenPlayer:
    body, head = facing or (None, None)
    side, team, unum, goalie = who
    tackling, kicking = acting
    return SeenPlayer(
        Seen(*seen), side, team, unum, goalie, body, head, pointing, tackling, kicking
    )


def read_memory(world: _core.DiscWorld, place: int) -> Memory:
    """Return what a player knows."""
    own, ball, known, unknown, offside_line = world.memory(place)
    return Memory(
        OwnMemory(**own),
        BallMemory(**ball),
        tuple(PlayerMemory(**player) for player in known),
        tuple(PlayerMemory(**player) for player in unknown),
        offside_line,
    )
