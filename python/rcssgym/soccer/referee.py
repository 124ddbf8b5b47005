"""The referee: methods for manual decisions, and the decisions that it has taken by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from rcssgym import _core
from rcssgym.errors import RcssGymError
from rcssgym.soccer.agent_id import AgentID
from rcssgym.soccer.foul import Foul
from rcssgym.soccer.hooks import Hooked, Originals, Unheard, unheard
from rcssgym.soccer.play_mode import PlayMode
from rcssgym.soccer.teams import TeamSide

if TYPE_CHECKING:
    from rcssgym.soccer.agent import SoccerAgent

_MODES = tuple(PlayMode)
_COUNTED = "the core counts times and cycles itself; override the rule that goes by them"
_Ruled = tuple[str, int | None, tuple[int, int] | None, int | None, tuple[float, float] | None]
"""A decision of the core's rules: method, team id, player, foul, place of the ball."""


class FoulEvent(NamedTuple):
    """A foul and the time at which it was given."""

    time: float
    """Simulation time, s."""
    play_time: float
    """Time played, s."""
    agent_id: AgentID
    """The player that committed it."""
    foul: Foul
    """The offence."""

    @classmethod
    def from_numbers(
        cls, time: float, play_time: float, team_id: int, player_no: int, foul: int
    ) -> FoulEvent:
        """Return an event from numbers: times in s, team and number, and the value of the foul."""
        return cls(time, play_time, AgentID(team_id, player_no), Foul(foul))


class _Fouls(dict[AgentID, list[Foul]]):
    """Fouls of a cycle as rcsssmj's own referees use them: to clear them when a cycle begins."""

    def __init__(self, fouls: Mapping[AgentID, list[Foul]], world: _core.SoccerWorld) -> None:
        super().__init__(fouls)
        self._world = world

    def clear(self) -> None:
        """Have the referee forget the fouls."""
        super().clear()
        self._world.forget_fouls()

    def __setitem__(self, agent: AgentID, fouls: list[Foul]) -> None:
        """Refuse to add fouls, since the core has them."""
        raise RcssGymError("_fouls: is a copy; SoccerReferee._log_foul() adds a foul")


class RefereedGame(Protocol):
    """The parts of a game that a referee needs."""

    _world: _core.SoccerWorld

    @property
    def timestep(self) -> float:
        """Length of a step, s."""

    def get_players(self, side: TeamSide | int) -> Mapping[int, SoccerAgent]:
        """Return the players of a side, by number."""


class SoccerReferee(Hooked):
    """Applies the rules of soccer.

    The rules themselves run in the simulation's core. A subclass may override, or other methods may
    be assigned to an object in place of, the decisions (``kick_off`` ...), the rules
    (``_check_fouls`` ...), ``_penalize``, ``_log_foul``, ``is_beaming_allowed``, or
    :meth:`referee`, which the simulation calls once a cycle. The rules are then applied one after
    the other, as in rcsssmj, and each decision is taken by its method; this is slower.

    :param game: the simulation to referee; a simulation sets it when it is given a referee. A
        referee has one game at a time, the last simulation that it was given to.
    """

    _kind = "soccer"
    _unheard: ClassVar[Unheard] = {
        **unheard("override _check_fouls()", "_SoccerReferee__check_hand_foul"),
        **unheard("override _log_foul()", "fouls _fouls"),
        **unheard(
            _COUNTED,
            "_ground_time _not_standing_time _standing_time _goalie_area_entry_time",
            "_illegal_defense_violation_steps",
        ),
    }

    def __init__(self, game: RefereedGame | None = None) -> None:
        self.game = game

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
    def _fouls(self) -> dict[AgentID, list[Foul]]:
        return _Fouls(self.fouls, self._world())

    @property
    def agent_na_touch_ball(self) -> AgentID | None:
        """The player that must not touch the ball a second time."""
        player = self._world().not_allowed_to_touch()
        return None if player is None else AgentID(*player)

    @agent_na_touch_ball.setter
    def agent_na_touch_ball(self, agent: AgentID | None) -> None:
        self._world().forbid_touching(None if agent is None else _player(agent))

    @property
    def team_na_score(self) -> TeamSide | None:
        """The side whose goals do not count until another player touches the ball."""
        side = self._world().not_allowed_to_score()
        return None if side is None else TeamSide.from_id(side)

    @team_na_score.setter
    def team_na_score(self, side: TeamSide | None) -> None:
        self._world().forbid_scoring(side)

    @property
    def reference_point(self) -> tuple[float, float]:
        """Position of the ball when a team last put it into play, m."""
        return self._world().reference_circle()[0]

    @reference_point.setter
    def reference_point(self, point: Sequence[float]) -> None:
        self._world().set_reference_circle(point, self.reference_radius)

    @property
    def reference_radius(self) -> float:
        """Distance from the reference point beyond which a goal counts, m."""
        return self._world().reference_circle()[1]

    @reference_radius.setter
    def reference_radius(self, radius: float) -> None:
        self._world().set_reference_circle(self.reference_point, radius)

    @property
    def _did_act(self) -> bool:
        """Whether a decision was taken in this cycle, so that the rules take no other one."""
        return self._world().did_act

    @_did_act.setter
    def _did_act(self, did_act: bool) -> None:
        self._world().did_act = did_act

    def reset(self) -> None:
        """Forget fouls and times of players on the ground."""
        self._world().reset_referee()

    def referee(self) -> None:
        """Apply the rules to the current situation; once a cycle."""
        if _PIECES.are_replaced(self):
            self._referee_by_pieces()
        else:
            self._world().referee(self._played().timestep)

    def _referee_by_pieces(self) -> None:
        """Apply the rules one after the other, and take each decision by its method."""
        world = self._world()
        if world.frozen:
            return
        goes_on = True
        try:
            self._carry_out(world.begin_referee())
            goes_on, rulings = world.tick()
            self._carry_out(rulings)
            if goes_on:
                self._check_fouls()
                self._check_incapable_fouls()
                self._check_illegal_defense()
                self._check_timeouts()
                self._check_location_triggers()
                self._check_contact_triggers()
                self._penalize_misplaced_players()
        finally:
            world.end_referee(not goes_on)

    def _apply(self, rule: str) -> None:
        self._carry_out(self._world().apply_rule(rule, self._played().timestep))

    def _carry_out(self, rulings: Iterable[_Ruled]) -> None:
        for method, side, player, foul, place in rulings:
            if player is not None and foul is not None:
                self._log_foul(AgentID(*player), Foul(foul))
            elif player is not None:
                team_id, number = player
                self._penalize(self._played().get_players(team_id)[number])
            elif place is not None:
                self.drop_ball(place)
            elif side is not None:
                getattr(self, method)(TeamSide(side))
            else:
                getattr(self, method)()

    def _check_fouls(self) -> None:
        """Check for hand balls and double touches, and update who may score."""
        self._apply("_check_fouls")

    def _check_incapable_fouls(self) -> None:
        """Penalize players who do not get up."""
        self._apply("_check_incapable_fouls")

    def _check_illegal_defense(self) -> None:
        """Penalize the player that entered its own team's crowded goalie area last."""
        self._apply("_check_illegal_defense")

    def _check_timeouts(self) -> None:
        """End kicks that nobody takes in time, and the pause after a goal."""
        self._apply("_check_timeouts")

    def _check_location_triggers(self) -> None:
        """Decide by the position of the ball."""
        self._apply("_check_location_triggers")

    def _check_contact_triggers(self) -> None:
        """Decide by who touches the ball."""
        self._apply("_check_contact_triggers")

    def _penalize_misplaced_players(self) -> None:
        """Penalize players who are where the play mode forbids it."""
        mode = _MODES[self._world().game_state().play_mode]
        if self._kind == "soccer" and mode in _PLACEMENTS:
            getattr(self, f"_check_placement_for_{_PLACEMENTS[mode]}")()

    def _check_placement(self, mode: PlayMode) -> None:
        self._carry_out(self._world().apply_placement(_MODES.index(mode)))

    def _check_placement_for_kick_off_left(self) -> None:
        """Penalize players misplaced at a kick-off of the left team."""
        self._check_placement(PlayMode.KICK_OFF_LEFT)

    def _check_placement_for_kick_off_right(self) -> None:
        """Penalize players misplaced at a kick-off of the right team."""
        self._check_placement(PlayMode.KICK_OFF_RIGHT)

    def _check_placement_for_goal_kick_left(self) -> None:
        """Penalize players of the right team in the left goalie area."""
        self._check_placement(PlayMode.GOAL_KICK_LEFT)

    def _check_placement_for_goal_kick_right(self) -> None:
        """Penalize players of the left team in the right goalie area."""
        self._check_placement(PlayMode.GOAL_KICK_RIGHT)

    def _check_placement_for_free_kick_left(self) -> None:
        """Penalize players of the right team near the ball."""
        self._check_placement(PlayMode.FREE_KICK_LEFT)

    def _check_placement_for_free_kick_right(self) -> None:
        """Penalize players of the left team near the ball."""
        self._check_placement(PlayMode.FREE_KICK_RIGHT)

    def _penalize(self, player: SoccerAgent) -> None:
        """Put a player beside the pitch."""
        self._world().penalize(_player(player.agent_id))

    def _log_foul(self, agent: AgentID, foul: Foul) -> None:
        """Note a foul of this cycle."""
        self._world().log_foul(_player(agent), int(foul))

    def is_beaming_allowed(self) -> bool:
        """Return whether players may beam now: before a kick-off and after goals."""
        return self._world().is_beaming_allowed()

    def _has_own_beaming(self) -> bool:
        """Return whether an override decides when players may beam."""
        own = type(self).is_beaming_allowed is not SoccerReferee.is_beaming_allowed
        return own or "is_beaming_allowed" in self.__dict__

    def _is_plain(self) -> bool:
        """Return whether the core can referee on its own, without overrides."""
        own = type(self).referee is not SoccerReferee.referee or "referee" in self.__dict__
        return not own and not _PIECES.are_replaced(self)

    def _decide(self, decision: str, team_side: TeamSide | int | None = None) -> None:
        self._world().decide(decision, team_side)

    def kick_off(self, team_side: TeamSide | int) -> None:
        """Give a team the kick-off, ball in the centre."""
        self._decide("kick_off", team_side)

    def play_on(self) -> None:
        """Let play continue."""
        self._decide("play_on")

    def throw_in(self, team_side: TeamSide) -> None:
        """Give a team a throw-in where the ball crossed the touch line.

        The unknown side is that of a ball which nobody is known to have touched: it goes back onto
        the line, or in free play to the team in whose half it left (see ``compat``).
        """
        if team_side is TeamSide.UNKNOWN:
            self._decide("throw_in_untouched_ball")
        else:
            self._decide("throw_in", team_side)

    def corner_kick(self, team_side: TeamSide) -> None:
        """Give a team a corner kick on the side where the ball left the field."""
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


_FREE_KICKS = ("THROW_IN", "CORNER_KICK", "FREE_KICK", "DIRECT_FREE_KICK")
_PLACEMENTS = {
    **{
        PlayMode[f"{kick}_{side}"]: f"{kick}_{side}".lower()
        for kick in ("KICK_OFF", "GOAL_KICK")
        for side in ("LEFT", "RIGHT")
    },
    **{
        PlayMode[f"{kick}_{side}"]: f"free_kick_{side}".lower()
        for kick in _FREE_KICKS
        for side in ("LEFT", "RIGHT")
    },
}
"""Which method penalizes misplaced players, by play mode."""

_PIECES = Originals(
    SoccerReferee,
    (
        *("kick_off", "play_on", "throw_in", "corner_kick", "goal_kick", "game_over", "goal"),
        *("free_kick", "direct_free_kick", "drop_ball", "_penalize", "_log_foul"),
        *("_check_fouls", "_check_incapable_fouls", "_check_illegal_defense", "_check_timeouts"),
        *("_check_location_triggers", "_check_contact_triggers", "_penalize_misplaced_players"),
        *(f"_check_placement_for_{kick}" for kick in sorted({*_PLACEMENTS.values()})),
    ),
)


def _player(agent: AgentID) -> tuple[int, int]:
    return agent.team_id, agent.player_no


class KickChallengeReferee(SoccerReferee):
    """Referees the kick challenge: one kick, as far as possible and straight.

    The left team gets the kick-off two seconds after its first player has joined; touching the ball
    a second time ends the game. The score is the ball's ``x - |y|`` in whole centimetres.
    """

    _kind = "kick_challenge"
    _unheard: ClassVar[Unheard] = {
        **SoccerReferee._unheard,
        **unheard(_COUNTED, "_start_time"),
    }
