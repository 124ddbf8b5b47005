"""What monitors are told, one object for each expression of a message."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from rcssgym import _core
from rcssgym._core import TransformNode
from rcssgym.soccer.agent_id import AgentID
from rcssgym.soccer.fields import SoccerField
from rcssgym.soccer.foul import Foul
from rcssgym.soccer.play_mode import PlayMode
from rcssgym.soccer.rules import SoccerRules

_PLAY_MODES = tuple(PlayMode)


class SimStateInformation(ABC):
    """One part of the state of a simulation."""

    def __init__(self, name: str) -> None:
        self.name: str = name
        """Which part it is."""

    @abstractmethod
    def to_sexp(self, full: bool) -> str:
        """Text for monitors: all there is to know, or what may have changed since the last one."""


class GlobalTime(SimStateInformation):
    """Simulated time."""

    def __init__(self, time: float) -> None:
        super().__init__("global-time")
        self.time: Final = time
        """Simulated time, s."""

    def to_sexp(self, full: bool) -> str:  # noqa: ARG002
        """Text ``((gt 1 0)<time>)``, the time with two digits."""
        return f"((gt 1 0){self.time:.2f})"


class SceneGraph(SimStateInformation):
    """All bodies with their shapes as they are in one frame, each in the frame of its parent.

    It keeps that frame: later steps do not change it.
    """

    def __init__(self, graph: _core.SceneGraph, node_cache: TransformNode) -> None:
        super().__init__("scene-graph")
        self._graph = graph
        self._node_cache = node_cache
        self._text: str | None = None

    def to_sexp(
        self,
        full: bool,
        node_cache: TransformNode | None = None,
        allow_cached: bool = False,
    ) -> str:
        """Text ``((sg 1 0)full (nd ...))``; without ``full``, only poses that have changed.

        A pose has changed if an element of its matrix did by more than 0.005 since it was sent.

        :param node_cache: what was sent to those who get this text; by default, what the
            simulation's graphs said to those who gave none.
        :param allow_cached: return the text of the last call if there was one, whatever it was for.
        """
        if not allow_cached or self._text is None:
            cache = self._node_cache if node_cache is None else node_cache
            self._text = self._graph.to_sexp(full, cache)
        return self._text


class SoccerEnvironmentInformation(SimStateInformation):
    """Dimensions of the pitch, and what a monitor needs to know of the rules.

    rcsssmj gives the depth of a goal as its width and the width as its depth. ``compat`` keeps
    that, for monitors made for it; ``compat=False`` tells them right.
    """

    def __init__(
        self,
        field: SoccerField,
        rules: SoccerRules,
        ball_radius: float,
        *,
        compat: bool | Literal["strict"] = True,
    ) -> None:
        super().__init__("soccer-env")
        self.field: Final = field
        """The pitch."""
        self.rules: Final = rules
        """The rule book."""
        self.ball_radius: Final = ball_radius
        """Radius of the ball, m."""
        self.compat: Final = compat
        """Whether width and depth of the goals are swapped."""

    def to_sexp(self, full: bool) -> str:
        """Text ``((ge 1 0)(FieldLength ...)...)`` if ``full``, else nothing: it never changes."""
        if not full:
            return ""
        entries = {**self._dimensions(), **self._game(), **self._markings()}
        return "((ge 1 0)" + "".join(f"({key} {value})" for key, value in entries.items()) + ")"

    def _dimensions(self) -> dict[str, object]:
        length, width, height = self.field.field_dim
        goal_depth, goal_width, goal_height = self.field.goal_dim
        if self.compat:
            goal_depth, goal_width = goal_width, goal_depth
        return {
            "FieldLength": length,
            "FieldWidth": width,
            "FieldHeight": height,
            "GoalWidth": goal_width,
            "GoalDepth": goal_depth,
            "GoalHeight": goal_height,
            "BorderSize": self.field.line_width,
        }

    def _game(self) -> dict[str, object]:
        return {
            "FreeKickDistance": 0,
            "BallRadius": self.ball_radius,
            "RuleGoalPauseTime": self.rules.goal_pause_time,
            "RuleHalfTime": self.rules.half_time,
            "play_modes": " ".join(mode.value for mode in _PLAY_MODES),
        }

    def _markings(self) -> dict[str, object]:
        """Lines on the pitch.

        rcsssmj knows a corner as a ``Corder`` only; RoboViz reads the right word.
        """
        goalie_area = self.field.goalie_area_dim
        markings: dict[str, object] = {
            "CenterCircleRadius": self.field.center_circle_radius,
            "CorderAreaRadius": self.field.corner_area_radius,
            "CornerAreaRadius": self.field.corner_area_radius,
            "GoalieAreaLength": goalie_area[0],
            "GoalieAreaWidth": goalie_area[1],
            "PenaltySpotDistance": self.field.penalty_spot_distance,
        }
        if (penalty_area := self.field.penalty_area_dim) is not None:
            markings["PenaltyAreaLength"] = penalty_area[0]
            markings["PenaltyAreaWidth"] = penalty_area[1]
        return markings


class SoccerGameInformation(SimStateInformation):
    """How the game stands.

    The fouls are copied: those of later cycles do not show up in earlier information.
    """

    def __init__(
        self,
        rules: SoccerRules,
        left_team: str,
        right_team: str,
        left_score: int,
        right_score: int,
        play_time: float,
        play_mode: PlayMode,
        fouls: Mapping[AgentID, Sequence[Foul]],
    ) -> None:
        super().__init__("soccer-game")
        self.rules: Final = rules
        """The rule book."""
        self.left_team: Final = left_team
        """Name of the left team."""
        self.right_team: Final = right_team
        """Name of the right team."""
        self.left_score: Final = left_score
        """Goals of the left team."""
        self.right_score: Final = right_score
        """Goals of the right team."""
        self.play_time: Final = play_time
        """Time played, s."""
        self.play_mode: Final = play_mode
        """The play mode."""
        self.fouls: Final = {agent: list(given) for agent, given in fouls.items()}
        """Fouls to tell of, by offender."""

    def to_sexp(self, full: bool) -> str:
        """Text ``((gs 1 0)(time ...)...(foul <foul> <team> <number>)...)``; names if ``full``."""
        half = 2 if self.play_time > self.rules.half_time else 1
        teams = f"(team_left {self.left_team})(team_right {self.right_team})" if full else ""
        fouls = "".join(
            f"(foul {int(foul)} {agent.team_id + 1} {agent.player_no})"
            for agent, given in self.fouls.items()
            for foul in given
        )
        return (
            f"((gs 1 0)(time {self.play_time})(half {half})"
            f"(score_left {self.left_score})(score_right {self.right_score})"
            f"(play_mode {_PLAY_MODES.index(self.play_mode)}){teams}{fouls})"
        )
