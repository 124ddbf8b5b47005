"""Interfaces of the simulation that actions, commands and referees use.

All but :class:`PAgentParameter` work with ``isinstance``, which only checks the names of methods
and properties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rcssgym.soccer.fields import SoccerField
from rcssgym.soccer.rules import SoccerRules
from rcssgym.soccer.teams import TeamSide

if TYPE_CHECKING:
    from rcssgym.soccer.agent import SoccerAgent
    from rcssgym.soccer.ball import SoccerBall
    from rcssgym.soccer.game_state import GameState


class PAgentParameter(Protocol):
    """A request to join: robot model, team and number."""

    @property
    def model_name(self) -> str:
        """Robot model."""

    @property
    def team_name(self) -> str:
        """Team to join."""

    @property
    def player_no(self) -> int:
        """Number to play under."""


@runtime_checkable
class PSimActionInterface(Protocol):
    """A robot that motor and speaker actions can be performed on."""

    def ctrl_motor(self, name: str, q: float, dq: float, kp: float, kd: float, tau: float) -> None:
        """Let a motor apply ``kp * (q - q_now) + kd * (dq - dq_now) + tau`` from now on.

        ``q`` and ``dq`` are in rad and rad/s, ``tau`` in N m.
        """

    def say_message(self, actuator_name: str, volume: float, message: bytes | bytearray) -> None:
        """Speak through a loudspeaker; a ``volume`` of 1 is the loudest."""


@runtime_checkable
class PSoccerSimActionInterface(PSimActionInterface, Protocol):
    """A robot that can be beamed as well."""

    def beam_agent(self, actuator_name: str, beam_pose: tuple[float, float, float]) -> None:
        """Ask for a place on the pitch: x and y in m, heading in rad."""


@runtime_checkable
class PSimCommandInterface(Protocol):
    """A simulation that can be ended."""

    def kill_sim(self) -> None:
        """End the simulation."""


@runtime_checkable
class PSoccerSimCommandInterface(PSimCommandInterface, Protocol):
    """A game that can be interfered with."""

    def request_kick_off(self, team_side: TeamSide | int) -> None:
        """Give a team a kick-off."""

    def request_drop_ball(self, pos: tuple[float, float] | None = None) -> None:
        """Drop the ball at a point in m, or where it is, and continue play."""

    def request_play_mode(self, play_mode: str) -> None:
        """Change to a play mode, given by its name on the wire."""

    def request_place_ball(
        self, pos: tuple[float, float, float], vel: tuple[float, float, float] | None = None
    ) -> None:
        """Put the ball somewhere, in m, optionally with a velocity, in m/s."""

    def request_place_player(
        self,
        player_id: int,
        team_name: str,
        pos: tuple[float, float, float],
        quat: tuple[float, float, float, float] | None = None,
    ) -> None:
        """Put the torso of a robot somewhere, in m, optionally with an orientation ``wxyz``.

        The team goes by its name, or by ``"Left"`` or ``"Right"``.
        """


@runtime_checkable
class PSoccerTrainerInterface(PSoccerSimCommandInterface, Protocol):
    """A game whose clock, score and ball a trainer can set; rcsssmj has no such interface."""

    def request_time(self, play_time: float) -> None:
        """Set the clock of the game, s; the age of the play mode does not change."""

    def request_score(self, left: int, right: int) -> None:
        """Set the goals of both teams."""

    def request_move_ball(self, pos: tuple[float, float, float]) -> None:
        """Put the ball somewhere else, in m; it keeps its velocity and its spin."""

    def request_ball_velocity(self, vel: tuple[float, float, float]) -> None:
        """Give the ball a velocity where it is, in m/s, and no spin."""

    def request_reposition(self, player_id: int, team_name: str) -> None:
        """Put a robot beside the pitch, in its own half, away from the ball.

        The team goes by its name, or by ``"Left"`` or ``"Right"``.
        """

    def request_goal_kick(self, team_side: int) -> None:
        """Give a team a goal kick, with the ball in its goalie area."""

    def request_pass(self, team_side: int) -> None:
        """Continue play with a pass by a team: its opponents keep away from the ball for 4 s."""

    def request_drop_ball_in_field(self) -> None:
        """Drop the ball within the lines; all players keep the distance of a free kick."""

    def request_move_player(
        self,
        player_id: int,
        team_name: str,
        pos: tuple[float, float, float],
        quat: tuple[float, float, float, float] | None = None,
    ) -> None:
        """Put the torso of a robot somewhere, in m, with its current posture and at rest.

        It has the orientation ``quat`` (w, x, y, z) then, or the current one.
        """

    def request_push_player(
        self, player_id: int, team_name: str, vel: tuple[float, float, float]
    ) -> None:
        """Add a velocity, in m/s, to that of a robot's torso."""

    def request_send_away(self, player_id: int, team_name: str) -> None:
        """Move a robot towards its own goal line."""

    def request_line_up(self, player_id: int, team_name: str) -> None:
        """Stand a robot up at its number's place beside the touch line."""


@runtime_checkable
class PGame(Protocol):
    """Something played in simulated time."""

    @property
    def sim_time(self) -> float:
        """Simulated time, s."""

    @property
    def timestep(self) -> float:
        """Time from one perception to the next, s."""


@runtime_checkable
class PSoccerGame(PGame, Protocol):
    """A game of soccer, as a referee sees it."""

    @property
    def field(self) -> SoccerField:
        """The pitch."""

    @property
    def rules(self) -> SoccerRules:
        """The rule book."""

    @property
    def game_state(self) -> GameState:
        """Phase, play mode, play time and score."""

    @property
    def ball(self) -> SoccerBall:
        """The ball."""

    @property
    def left_players(self) -> Mapping[int, SoccerAgent]:
        """Robots of the left team by number."""

    @property
    def right_players(self) -> Mapping[int, SoccerAgent]:
        """Robots of the right team by number."""

    def get_players(self, side: TeamSide | int) -> Mapping[int, SoccerAgent]:
        """Return the robots of one team by number."""
