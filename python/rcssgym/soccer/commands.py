"""Orders from outside the game: from a monitor, a trainer or a script.

Lengths are in metres. Attributes may be assigned until a command is performed; the hash depends on
them.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from dataclasses import dataclass

from rcssgym.soccer.interfaces import (
    PSimCommandInterface,
    PSoccerSimCommandInterface,
    PSoccerTrainerInterface,
)

_logger = logging.getLogger(__name__)


class MonitorCommand(ABC):
    """An order to a simulation."""

    @abstractmethod
    def perform(self, ci: PSimCommandInterface) -> None:
        """Carry the order out."""


@dataclass(unsafe_hash=True)
class KillSimCommand(MonitorCommand):
    """End the simulation."""

    def perform(self, ci: PSimCommandInterface) -> None:
        """Call ``kill_sim``."""
        ci.kill_sim()


class SoccerMonitorCommand(MonitorCommand, ABC):
    """An order that only a game of soccer understands."""

    def perform(self, ci: PSimCommandInterface) -> None:
        """Carry the order out; any other simulation ignores it with a warning in the log."""
        if isinstance(ci, PSoccerSimCommandInterface):
            self._perform(ci)
        else:
            _logger.warning("%r is for games of soccer, not for %s", self, type(ci).__name__)

    @abstractmethod
    def _perform(self, sci: PSoccerSimCommandInterface) -> None:
        """Carry the order out on a game of soccer."""


@dataclass(unsafe_hash=True)
class KickOffCommand(SoccerMonitorCommand):
    """Give a team a kick-off."""

    team_id: int
    """Id of the team."""

    def _perform(self, sci: PSoccerSimCommandInterface) -> None:
        sci.request_kick_off(self.team_id)


@dataclass(unsafe_hash=True)
class DropBallCommand(SoccerMonitorCommand):
    """Drop the ball and continue play."""

    pos: tuple[float, float] | None = None
    """Where, m; ``None`` for where the ball is."""

    def _perform(self, sci: PSoccerSimCommandInterface) -> None:
        sci.request_drop_ball(self.pos)


@dataclass(unsafe_hash=True)
class SetPlayModeCommand(SoccerMonitorCommand):
    """Change the play mode."""

    play_mode: str
    """Name on the wire, such as ``PlayOn``."""

    def _perform(self, sci: PSoccerSimCommandInterface) -> None:
        sci.request_play_mode(self.play_mode)


@dataclass(unsafe_hash=True)
class PlaceBallCommand(SoccerMonitorCommand):
    """Put the ball somewhere."""

    pos: tuple[float, float, float]
    """New position of the ball, m."""
    vel: tuple[float, float, float] | None = None
    """Velocity of the ball, m/s; ``None`` for a ball at rest."""

    def _perform(self, sci: PSoccerSimCommandInterface) -> None:
        sci.request_place_ball(self.pos, self.vel)


@dataclass(unsafe_hash=True)
class PlacePlayerCommand(SoccerMonitorCommand):
    """Put a robot somewhere."""

    player_id: int
    """Number on the jersey."""
    team_name: str
    """Name of the team, or ``"Left"`` or ``"Right"``."""
    pos: tuple[float, float, float]
    """New position of the torso, m."""
    quat: tuple[float, float, float, float] | None = None
    """Orientation of the torso, ``wxyz``; ``None`` to leave that to the simulation."""

    def _perform(self, sci: PSoccerSimCommandInterface) -> None:
        sci.request_place_player(self.player_id, self.team_name, self.pos, self.quat)


class TrainerCommand(MonitorCommand, ABC):
    """An order of SimSpark's trainers, which rcsssmj does not know."""

    def perform(self, ci: PSimCommandInterface) -> None:
        """Carry the order out; other simulations ignore it with a warning in the log."""
        if isinstance(ci, PSoccerTrainerInterface):
            self._perform(ci)
        else:
            _logger.warning("%r cannot be carried out by %s", self, type(ci).__name__)

    @abstractmethod
    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        """Carry the order out on a game of soccer."""


@dataclass(unsafe_hash=True)
class SetTimeCommand(TrainerCommand):
    """Set the clock of the game."""

    play_time: float
    """Time to show, s; 0 or more."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_time(self.play_time)


@dataclass(unsafe_hash=True)
class SetScoreCommand(TrainerCommand):
    """Set the goals of both teams; the play mode stays."""

    left: int
    """Goals of the left team, 0 or more."""
    right: int
    """Goals of the right team, 0 or more."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_score(self.left, self.right)


@dataclass(unsafe_hash=True)
class MoveBallCommand(TrainerCommand):
    """Put the ball somewhere else; it keeps its velocity and its spin."""

    pos: tuple[float, float, float]
    """New position, m."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_move_ball(self.pos)


@dataclass(unsafe_hash=True)
class SetBallVelocityCommand(TrainerCommand):
    """Give the ball a velocity where it is, and no spin."""

    vel: tuple[float, float, float]
    """Velocity of the ball, m/s."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_ball_velocity(self.vel)


@dataclass(unsafe_hash=True)
class RepositionCommand(TrainerCommand):
    """Put a robot beside the pitch, in its own half, away from the ball."""

    player_id: int
    """Number on the jersey."""
    team_name: str
    """Name of the team, or ``"Left"`` or ``"Right"``."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_reposition(self.player_id, self.team_name)


@dataclass(unsafe_hash=True)
class GoalKickCommand(TrainerCommand):
    """Give a team a goal kick; the ball is put into its goalie area if it is not there."""

    team_id: int
    """Id of the team."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_goal_kick(self.team_id)


@dataclass(unsafe_hash=True)
class BeginPassCommand(TrainerCommand):
    """Continue play with a pass by a team: its opponents keep 1 m from the ball for 4 s."""

    team_id: int
    """Id of the team."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_pass(self.team_id)


@dataclass(unsafe_hash=True)
class DropBallInFieldCommand(TrainerCommand):
    """Drop the ball within the lines; all players keep the distance of a free kick."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_drop_ball_in_field()


@dataclass(unsafe_hash=True)
class MovePlayerCommand(TrainerCommand):
    """Put a robot somewhere with its current posture, all its joints at rest."""

    player_id: int
    """Number on the jersey."""
    team_name: str
    """Name of the team, or ``"Left"`` or ``"Right"``."""
    pos: tuple[float, float, float]
    """New position of the torso, m."""
    quat: tuple[float, float, float, float] | None = None
    """New orientation of the torso (w, x, y, z); ``None`` keeps the current one."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_move_player(self.player_id, self.team_name, self.pos, self.quat)


@dataclass(unsafe_hash=True)
class PushPlayerCommand(TrainerCommand):
    """Push a robot: its torso's velocity changes by ``vel``, m/s in the world."""

    player_id: int
    """Number on the jersey."""
    team_name: str
    """Name of the team, or ``"Left"`` or ``"Right"``."""
    vel: tuple[float, float, float]
    """Change of the torso's velocity, m/s."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_push_player(self.player_id, self.team_name, self.vel)


@dataclass(unsafe_hash=True)
class SendAwayCommand(TrainerCommand):
    """Move a robot towards its own goal line, farther than a free kick's distance."""

    player_id: int
    """Number on the jersey."""
    team_name: str
    """Name of the team, or ``"Left"`` or ``"Right"``."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_send_away(self.player_id, self.team_name)


@dataclass(unsafe_hash=True)
class LineUpCommand(TrainerCommand):
    """Stand a robot up at its number's place beside the touch line, away from the ball."""

    player_id: int
    """Number on the jersey."""
    team_name: str
    """Name of the team, or ``"Left"`` or ``"Right"``."""

    def _perform(self, ti: PSoccerTrainerInterface) -> None:
        ti.request_line_up(self.player_id, self.team_name)
