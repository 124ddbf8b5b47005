"""Dimensions of the pitch.

The origin is the kick-off spot; x points to the right team's goal, y to the left as seen along x,
z up. Lengths are in metres.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar
from weakref import WeakValueDictionary

from rcssgym import _core
from rcssgym.soccer.geometry import AABB2D, AABB3D
from rcssgym.soccer.hooks import Hooked, Unheard, unheard

_logger = logging.getLogger(__name__)
_IN_USE: WeakValueDictionary[int, SoccerField] = WeakValueDictionary()
"""Fields that simulations play on, by identity: they are not hashable, and copies do not count."""
_NEVER_WHOLE = ("field_border",)
"""Sizes that rcsssmj always writes with a decimal point."""


class SoccerFieldVersions(Enum):
    """Names of the known pitches."""

    UNKNOWN = "unknown"
    """No pitch: what :meth:`from_value` returns for an unknown name."""
    FIFA = "fifa"
    """The pitch of a game of eleven a side."""
    FIFA_7_VS_7 = "fifa7vs7"
    """The pitch of a game of seven a side."""

    @staticmethod
    def from_value(version: str) -> SoccerFieldVersions:
        """Return the version with this name; log an unknown one and return ``UNKNOWN``."""
        try:
            return SoccerFieldVersions(version)
        except ValueError:
            _logger.warning("unknown field version %r", version)
            return SoccerFieldVersions.UNKNOWN


FIELD_NAMES = tuple(
    version.value for version in SoccerFieldVersions if version is not SoccerFieldVersions.UNKNOWN
)
"""Names of the known pitches, as options take them."""


@dataclass
class SoccerField(Hooked):
    """A pitch: its dimensions, m, and the areas that follow from them.

    The constructor computes the areas once. The referee uses the areas that the field has when a
    simulation is made, even if they were assigned by hand.
    """

    _read_once: ClassVar[Unheard] = unheard(
        "a simulation has read it already; change the field before, and make another simulation",
        "field_dim line_width field_border goal_dim goal_post_radius goalie_area_dim",
        "penalty_area_dim corner_area_radius penalty_spot_distance center_circle_radius",
        "field_area left_goal_box right_goal_box left_goalie_area right_goalie_area",
        "left_penalty_area right_penalty_area",
    )
    field_dim: tuple[float, float, float]
    """Length, width and height of the field of play; the height bounds where the ball may fly."""
    line_width: float
    """Width of the lines."""
    field_border: float
    """Width of the strip around the field of play."""
    goal_dim: tuple[float, float, float]
    """Depth, width and height of a goal, measured inside its frame."""
    goal_post_radius: float
    """Radius of posts and crossbar; the posts are as wide as the goal line."""
    goalie_area_dim: tuple[float, float]
    """Extent of a goalie area along x and y."""
    penalty_area_dim: tuple[float, float] | None
    """Extent of a penalty area along x and y; ``None`` on a pitch without one."""
    corner_area_radius: float
    """Radius of a corner arc."""
    penalty_spot_distance: float
    """Distance between a penalty spot and its goal line."""
    center_circle_radius: float
    """Radius of the centre circle."""
    field_area: AABB2D = field(init=False)
    """The field of play."""
    left_goal_box: AABB3D = field(init=False)
    """Inside of the left goal."""
    right_goal_box: AABB3D = field(init=False)
    """Inside of the right goal."""
    left_goalie_area: AABB2D = field(init=False)
    """Goalie area in front of the left goal."""
    right_goalie_area: AABB2D = field(init=False)
    """Goalie area in front of the right goal."""
    left_penalty_area: AABB2D | None = field(init=False)
    """Penalty area in front of the left goal."""
    right_penalty_area: AABB2D | None = field(init=False)
    """Penalty area in front of the right goal."""

    def __post_init__(self) -> None:
        end, side = self.field_dim[0] / 2, self.field_dim[1] / 2
        depth, width, height = self.goal_dim
        self.field_area = AABB2D(-end, end, -side, side)
        self.left_goal_box = AABB3D(-end - depth, -end, -width / 2, width / 2, 0, height)
        self.right_goal_box = AABB3D(end, end + depth, -width / 2, width / 2, 0, height)
        areas = self._areas_at_goals(self.goalie_area_dim)
        self.left_goalie_area, self.right_goalie_area = areas
        self.left_penalty_area = self.right_penalty_area = None
        if self.penalty_area_dim is not None:
            areas = self._areas_at_goals(self.penalty_area_dim)
            self.left_penalty_area, self.right_penalty_area = areas

    def _note_use(self) -> None:
        """Note that a simulation plays on this field."""
        _IN_USE[id(self)] = self

    def _has_been_read(self, name: str) -> bool:  # noqa: ARG002
        return _IN_USE.get(id(self)) is self

    def _areas_at_goals(self, dim: tuple[float, float]) -> tuple[AABB2D, AABB2D]:
        """Return the rectangles of this size at the middle of each goal line, left one first."""
        end, side = self.field_dim[0] / 2, dim[1] / 2
        left = AABB2D(-end, -end + dim[0], -side, side)
        right = AABB2D(end - dim[0], end, -side, side)
        return left, right


@dataclass
class FIFASoccerField(SoccerField):
    """The pitch of eleven a side: 105 m x 68 m, as FIFA's Law 1 recommends.

    Law 1 says nothing about the depth of a goal, the height of the field or the border.
    """

    def __init__(self) -> None:
        super().__init__(**_sizes(SoccerFieldVersions.FIFA))


@dataclass
class FIFA7vs7SoccerField(SoccerField):
    """The pitch of seven a side: 55 m x 36 m."""

    def __init__(self) -> None:
        super().__init__(**_sizes(SoccerFieldVersions.FIFA_7_VS_7))


def _sizes(version: SoccerFieldVersions) -> dict[str, Any]:
    """Return the dimensions of a known pitch by attribute name, as ``int`` where rcsssmj's are."""
    sizes = _core.field_sizes(version.value)
    return {name: size if name in _NEVER_WHOLE else _whole(size) for name, size in sizes.items()}


def _whole(size: Any) -> Any:
    if isinstance(size, tuple):
        return tuple(map(_whole, size))
    return int(size) if isinstance(size, float) and size.is_integer() else size


def create_soccer_field(version: str) -> SoccerField:
    """Return the pitch with this name; log an unknown one and return that of eleven a side."""
    if SoccerFieldVersions.from_value(version) is SoccerFieldVersions.FIFA_7_VS_7:
        return FIFA7vs7SoccerField()
    return FIFASoccerField()
