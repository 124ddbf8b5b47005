"""Information for monitors: one object for each expression of a message."""

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


class SimStateInformation(ABC):
    """One part of the state of a simulation."""

    def __init__(self, name: str) -> None:
        self.name: str = name
        """Name of the part."""

    @abstractmethod
    def to_sexp(self, full: bool) -> str:
        """Return the text for monitors: everything, or what may have changed since the last."""


class GlobalTime(SimStateInformation):
    """Simulated time."""

    def __init__(self, time: float) -> None:
        super().__init__("global-time")
        self.time: Final = time
        """Simulated time, s."""

    def to_sexp(self, full: bool) -> str:  # noqa: ARG002
        """Return ``((gt 1 0)<time>)``, the time with two digits."""
        return _core.time_text(self.time)


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
        """Return ``((sg 1 0)full (nd ...))``; without ``full``, only poses that have changed.

        A pose has changed if an element of its matrix did by more than 0.005 since it was sent.

        :param node_cache: what has been sent to the receivers of this text; by default a cache that
            all graphs of the simulation share.
        :param allow_cached: whether to return the text of the last call, if there was one, whatever
            its arguments were.
        """
        if not allow_cached or self._text is None:
            cache = self._node_cache if node_cache is None else node_cache
            self._text = self._graph.to_sexp(full, cache)
        return self._text


class SoccerEnvironmentInformation(SimStateInformation):
    """Dimensions of the pitch, and what a monitor needs to know of the rules.

    rcsssmj swaps depth and width of the goals. ``compat`` does the same, for monitors written for
    rcsssmj; ``compat=False`` reports them correctly.
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
        """Return ``((ge 1 0)(FieldLength ...)...)`` if ``full``, else nothing: it never changes."""
        if not full:
            return ""
        compat = bool(self.compat)
        return _core.environment_text(self.field, self.rules, self.ball_radius, compat=compat)


class SoccerGameInformation(SimStateInformation):
    """The state of the game.

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
        """Fouls to report, by offender."""

    def to_sexp(self, full: bool) -> str:
        """Return ``((gs 1 0)(time ...)...(foul <foul> <team> <number>)...)``; names if ``full``."""
        return _core.game_text(
            play_time=self.play_time,
            half_time=self.rules.half_time,
            score=(self.left_score, self.right_score),
            play_mode=self.play_mode.value,
            teams=(self.left_team, self.right_team) if full else None,
            fouls=[
                (int(foul), agent.team_id, agent.player_no)
                for agent, given in self.fouls.items()
                for foul in given
            ],
        )
