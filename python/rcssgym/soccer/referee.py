"""The referee: decisions by hand, and what it has decided by itself."""

import warnings
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from rcssgym import _core
from rcssgym.errors import RcssGymError
from rcssgym.soccer.agent_id import AgentID
from rcssgym.soccer.foul import Foul
from rcssgym.soccer.teams import TeamSide

_DECISIONS = {
    "is_beaming_allowed",
    "kick_off",
    "play_on",
    "throw_in",
    "corner_kick",
    "goal_kick",
    "offsite",
    "game_over",
    "goal",
    "free_kick",
    "direct_free_kick",
    "penalty_kick",
    "penalty_shoot",
    "drop_ball",
}


class FoulEvent(NamedTuple):
    """A foul and when it was given."""

    time: float
    """Simulation time, s."""
    play_time: float
    """Time played, s."""
    agent_id: AgentID
    """Who it was given to."""
    foul: Foul
    """What for."""

    @classmethod
    def _of(cls, event: tuple[float, float, int, int, int]) -> "FoulEvent":
        time, play_time, team_id, player_no, foul = event
        return cls(time, play_time, AgentID(team_id, player_no), Foul(foul))


class RefereedGame(Protocol):
    """What a referee needs of the game that it referees."""

    _world: _core.SoccerWorld

    @property
    def timestep(self) -> float:
        """Length of a step, s."""


class SoccerReferee:
    """Applies the rules of soccer.

    The rules themselves run in the simulation's core. A subclass may override :meth:`referee`,
    which the simulation calls once a cycle, and call the decisions from there. The rules do not
    call a subclass's decisions; one that overrides them but not :meth:`referee` is warned of.

    :param game: the simulation to referee; a simulation that is given a referee sets it itself. A
        referee has one game at a time, the one that was given it last.
    """

    _kind = "soccer"

    def __init__(self, game: RefereedGame | None = None) -> None:
        self.game = game

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        unheard = sorted(_DECISIONS & cls.__dict__.keys())
        if unheard and cls.referee is SoccerReferee.referee:
            warnings.warn(
                f"the rules run in the simulation's core and do not call {cls.__name__}."
                f"{', '.join(unheard)}: override referee() and look at game_state, fouls and "
                "ball.get_most_recent_contact() there",
                stacklevel=2,
            )

    def _played(self) -> RefereedGame:
        if self.game is None:
            raise RcssGymError("this referee has no game: pass it to a SoccerSimulation")
        return self.game

    def _world(self) -> _core.SoccerWorld:
        return self._played()._world

    @property
    def fouls(self) -> dict[AgentID, list[Foul]]:
        """Fouls given in the current cycle; a fresh dictionary."""
        fouls: dict[AgentID, list[Foul]] = {}
        for team_id, player_no, foul in self._world().fouls():
            fouls.setdefault(AgentID(team_id, player_no), []).append(Foul(foul))
        return fouls

    @property
    def agent_na_touch_ball(self) -> AgentID | None:
        """Who must not touch the ball a second time."""
        player = self._world().not_allowed_to_touch()
        return None if player is None else AgentID(*player)

    @property
    def team_na_score(self) -> TeamSide | None:
        """Whose goals do not count until somebody else touches the ball."""
        side = self._world().not_allowed_to_score()
        return None if side is None else TeamSide.from_id(side)

    @property
    def reference_point(self) -> tuple[float, float]:
        """Where the ball lay when it was last put into play by a team, m."""
        return self._world().reference_circle()[0]

    @property
    def reference_radius(self) -> float:
        """Distance from the reference point beyond which a goal counts, m."""
        return self._world().reference_circle()[1]

    def reset(self) -> None:
        """Forget fouls and times of players on the ground."""
        self._world().reset_referee()

    def referee(self) -> None:
        """Apply the rules to the current situation; once a cycle."""
        self._world().referee(self._played().timestep)

    def is_beaming_allowed(self) -> bool:
        """Tell whether players may beam now: before a kick-off and after goals."""
        return self._world().is_beaming_allowed()

    def _decide(self, decision: str, team_side: TeamSide | int | None = None) -> None:
        self._world().decide(decision, team_side)

    def kick_off(self, team_side: TeamSide | int) -> None:
        """Give a team the kick-off, ball in the centre."""
        self._decide("kick_off", team_side)

    def play_on(self) -> None:
        """Let the game go on."""
        self._decide("play_on")

    def throw_in(self, team_side: TeamSide) -> None:
        """Give a team a throw-in from the touch line where the ball left."""
        self._decide("throw_in", team_side)

    def corner_kick(self, team_side: TeamSide) -> None:
        """Give a team a corner kick on the side where the ball left."""
        self._decide("corner_kick", team_side)

    def goal_kick(self, team_side: TeamSide) -> None:
        """Give a team a goal kick, ball in the middle of its goalie area."""
        self._decide("goal_kick", team_side)

    def offsite(self, team_side: TeamSide) -> None:
        """Enter a team's offside mode."""
        self._decide("offside", team_side)

    def game_over(self) -> None:
        """End the game."""
        self._decide("game_over")

    def goal(self, team_side: TeamSide) -> None:
        """Count a goal for a team."""
        self._decide("goal", team_side)

    def free_kick(self, team_side: TeamSide) -> None:
        """Give a team an indirect free kick where the ball is."""
        self._decide("free_kick", team_side)

    def direct_free_kick(self, team_side: TeamSide) -> None:
        """Give a team a direct free kick where the ball is."""
        self._decide("direct_free_kick", team_side)

    def penalty_kick(self, team_side: TeamSide) -> None:
        """Give a team a penalty kick, ball on the penalty spot (see ``compat``)."""
        self._decide("penalty_kick", team_side)

    def penalty_shoot(self, team_side: TeamSide) -> None:
        """Give a team a penalty shoot."""
        self._decide("penalty_shoot", team_side)

    def drop_ball(self, pos: Sequence[float] | None = None) -> None:
        """Drop the ball, where it is or at a point (m); players nearby are moved away."""
        self._world().drop_ball(pos)


class KickChallengeReferee(SoccerReferee):
    """Referees the kick challenge: one kick, as far as possible and straight.

    The left team gets the kick-off two seconds after its first player joined; touching the ball a
    second time ends the game. The score is the ball's ``x - |y|`` in whole centimetres.
    """

    _kind = "kick_challenge"
