"""Methods of a simulation that actions and commands call."""

from __future__ import annotations

from collections.abc import Sequence

from rcssgym import _core
from rcssgym.soccer.ball import SoccerBall
from rcssgym.soccer.hooks import Hooked
from rcssgym.soccer.play_mode import PlayMode
from rcssgym.soccer.referee import SoccerReferee
from rcssgym.soccer.teams import TeamSide


class Orders(Hooked):
    """The half of a simulation that actions and commands call."""

    ball: SoccerBall
    _referee: SoccerReferee
    _world: _core.SoccerWorld

    def _ready(self) -> _core.SoccerWorld:
        raise NotImplementedError

    def ctrl_motor(self, name: str, q: float, dq: float, kp: float, kd: float, tau: float) -> None:
        """Command a motor: ``tau + kp (q - angle) + kd (dq - speed)``, rad, rad/s, N m."""
        self._ready().ctrl_motor(name, q, dq, kp, kd, tau)

    def say_message(self, actuator_name: str, volume: float, message: bytes | bytearray) -> None:
        """Say something with a loudspeaker; the volume is a share of the loudest."""
        self._ready().say_message(actuator_name, volume, message)

    def beam_agent(self, actuator_name: str, beam_pose: Sequence[float]) -> None:
        """Beam the player named by the actuator's prefix to (x, y, theta): m, rad."""
        referee = self._referee
        is_allowed = referee.is_beaming_allowed() if referee._has_own_beaming() else None
        self._ready().beam_agent(actuator_name, beam_pose, is_allowed)

    def request_kick_off(self, team_side: TeamSide | int) -> None:
        """Give a team the kick-off."""
        self._referee.kick_off(team_side)

    def request_drop_ball(self, pos: Sequence[float] | None = None) -> None:
        """Drop the ball, where it is or at a point (m), and play on."""
        self._referee.drop_ball(pos)

    def request_place_ball(self, pos: Sequence[float], vel: Sequence[float] | None = None) -> None:
        """Place the ball (m), at rest or with a velocity (m/s)."""
        self.ball.place_at(pos, vel=vel)

    def request_place_player(
        self,
        player_id: int,
        team_name: str,
        pos: Sequence[float],
        quat: Sequence[float] | None = None,
    ) -> None:
        """Place a player (m, ``wxyz``) with its hinges at zero.

        :param team_name: a team's name, ``"Left"`` or ``"Right"``.
        """
        self._ready().place_player(player_id, team_name, pos, quat)

    def request_play_mode(self, play_mode: PlayMode | str) -> None:
        """Enter a play mode, given as a :class:`PlayMode` or by its wire name (``"PlayOn"``)."""
        self._ready().set_play_mode(play_mode)

    def request_time(self, play_time: float) -> None:
        """Set the clock of the game (s, 0 or more); the age of the play mode does not change."""
        self._ready().set_time(play_time)

    def request_score(self, left: int, right: int) -> None:
        """Set the goals of both teams, 0 or more."""
        self._ready().set_score(left, right)

    def request_move_ball(self, pos: Sequence[float]) -> None:
        """Put the ball somewhere else (m); it keeps its velocity and its spin."""
        self._ready().move_ball(pos)

    def request_ball_velocity(self, vel: Sequence[float]) -> None:
        """Give the ball a velocity (m/s) where it is, and no spin."""
        self._ready().set_ball_velocity(vel)

    def request_reposition(self, player_id: int, team_name: str) -> None:
        """Put a player beside the pitch, in its own half, away from the ball.

        :param team_name: a team's name, ``"Left"`` or ``"Right"``.
        """
        self._ready().reposition(player_id, team_name)

    def request_goal_kick(self, team_side: TeamSide | int) -> None:
        """Give a team a goal kick; the ball is put into its goalie area if it is not there."""
        self._ready().goal_kick(team_side)

    def request_pass(self, team_side: TeamSide | int) -> None:
        """Continue play with a pass by a team: its opponents keep away from the ball for 4 s."""
        self._ready().begin_pass(team_side)

    def request_drop_ball_in_field(self) -> None:
        """Drop the ball where it is or where it left the field, and play on.

        All players keep as far from it as opponents at a free kick.
        """
        self._ready().drop_ball_in_field()

    def request_move_player(
        self,
        player_id: int,
        team_name: str,
        pos: Sequence[float],
        quat: Sequence[float] | None = None,
    ) -> None:
        """Place a player (m) with its current posture, at rest.

        :param quat: orientation of its torso (w, x, y, z); ``None`` keeps the current one.
        """
        self._ready().move_player(player_id, team_name, pos, quat)

    def request_push_player(self, player_id: int, team_name: str, vel: Sequence[float]) -> None:
        """Push a player: add a velocity (m/s) to that of its torso."""
        self._ready().push_player(player_id, team_name, vel)

    def request_send_away(self, player_id: int, team_name: str) -> None:
        """Move a player towards its own goal line, farther than a free kick's distance."""
        self._ready().send_away(player_id, team_name)

    def request_line_up(self, player_id: int, team_name: str) -> None:
        """Stand a player up at its number's place beside the touch line, away from the ball."""
        self._ready().line_up(player_id, team_name)

    def kill_sim(self) -> None:
        """Ask to end the simulation: :attr:`killed` becomes true."""
        self._world.kill()
