"""States of 3D games in the format of the playmaker interface."""

from __future__ import annotations

from dataclasses import fields
from math import atan2, degrees, hypot

from rcssgym.errors import ArgumentError
from rcssgym.playmaker.messages import (
    Ball,
    GameModeType,
    Player,
    RpcVector2D,
    Self,
    Side,
    State,
    WorldModel,
)
from rcssgym.playmaker.soccer_reach import (
    REACH,
    defense_line,
    intercept_table,
    offside_line,
    reach_steps,
    second_lowest,
)
from rcssgym.soccer import GameState, PlayMode, SoccerSimulation, TeamSide
from rcssgym.soccer.body import SimObject

PER_CYCLE = 5.0
"""Control steps of 20 ms in a cycle of 100 ms."""
NEVER = 1000
"""Count for what was never heard or pointed at."""
FRESH, CAPACITY = 8000.0, 130_600.0
"""Stamina and stamina capacity of fresh players of the 2D game."""

_KINDS: dict[str, GameModeType] = {
    "KICK_OFF": GameModeType.KickOff_,
    "THROW_IN": GameModeType.KickIn_,
    "CORNER_KICK": GameModeType.CornerKick_,
    "GOAL_KICK": GameModeType.GoalKick_,
    "OFFSIDE": GameModeType.OffSide_,
    "GOAL": GameModeType.AfterGoal_,
    "FREE_KICK": GameModeType.IndFreeKick_,
    "DIRECT_FREE_KICK": GameModeType.FreeKick_,
    "PENALTY_KICK": GameModeType.PenaltyKick_,
    "PENALTY_SHOOT": GameModeType.PenaltyTaken_,
}
_PLAIN = {
    PlayMode.BEFORE_KICK_OFF: GameModeType.BeforeKickOff,
    PlayMode.PLAY_ON: GameModeType.PlayOn,
    PlayMode.GAME_OVER: GameModeType.TimeOver,
}


def game_mode(mode: PlayMode) -> tuple[GameModeType, Side]:
    """Return kind and side of a 3D play mode; for offside, the side is the offender's."""
    if mode in _PLAIN:
        return _PLAIN[mode], Side.UNKNOWN
    kind, _, named = mode.name.rpartition("_")
    side = Side.LEFT if named == "LEFT" else Side.RIGHT
    if kind == "OFFSIDE":
        side = Side.RIGHT if side == Side.LEFT else Side.LEFT
    return _KINDS[kind], side


def set_play_side(kind: GameModeType, side: Side) -> Side:
    """Return the side that plays the ball first in a mode of this kind and side, if it is one's."""
    if kind in (GameModeType.AfterGoal_, GameModeType.PenaltyTaken_):
        return Side.UNKNOWN
    if kind == GameModeType.OffSide_:
        return Side.RIGHT if side == Side.LEFT else Side.LEFT
    return side


def soccer_state(simulation: SoccerSimulation, side: TeamSide | int, number: int) -> State:
    """Return the state that a player of a 3D game would send a playmaker if it knew everything.

    A cycle is 100 ms, five control steps. x is the 3D game's, y and angles are negated, and the
    right team's frame is turned by half a circle. Stamina, effort and recovery are those of a fresh
    player. The times at which players reach the ball are estimates, see
    :mod:`rcssgym.playmaker.soccer_reach`. Fields that only the 2D game has (probabilities, types,
    ways to the ball) keep their defaults.

    :param side: the player's side, or its team's id.
    :param number: the player's number.

    Raises :class:`ArgumentError` for another side, and if there is no such player.
    """
    own_side = side if isinstance(side, TeamSide) else TeamSide.from_id(side)
    if own_side is TeamSide.UNKNOWN:
        raise ArgumentError(f"side: must be TeamSide.LEFT or TeamSide.RIGHT, not {side!r}")
    is_left = own_side is TeamSide.LEFT
    ours, theirs = simulation.left_players, simulation.right_players
    if not is_left:
        ours, theirs = theirs, ours
    if number not in ours:
        raise ArgumentError(f"number: there is no player {number} on that side")
    view = _View(simulation, 1.0 if is_left else -1.0, ours[number])
    our_side, their_side = (Side.LEFT, Side.RIGHT) if is_left else (Side.RIGHT, Side.LEFT)
    mates = {
        unum: view.player(other, unum, our_side, index)
        for index, (unum, other) in enumerate(ours.items(), 1)
        if unum != number
    }
    rivals = {
        unum: view.player(other, unum, their_side, index)
        for index, (unum, other) in enumerate(theirs.items(), len(ours) + 1)
    }
    own = view.own(number, our_side)
    world = WorldModel(
        our_side=our_side,
        self=own,
        ball=view.ball(),
        teammates=sorted(mates.values(), key=lambda one: one.dist_from_self),
        opponents=sorted(rivals.values(), key=lambda one: one.dist_from_self),
        our_players_dict=dict(mates),
        their_players_dict=rivals,
        our_goalie_uniform_number=1 if 1 in ours else -1,
        their_goalie_uniform_number=1 if 1 in theirs else -1,
    )
    _tell_game(world, simulation.game_state, our_side, their_side)
    _tell_reach(world)
    world.our_players_dict[number] = _as_player(own)
    return State(world_model=world)


class _View:
    """A 3D game as a player sees it, in the frame of the player's team.

    :param sign: 1 for the left team, -1 for the right one.
    :param me: the player.
    """

    def __init__(self, simulation: SoccerSimulation, sign: float, me: SimObject) -> None:
        self._sign, self._me, self._ball = sign, me, simulation.ball
        self._at, self._ball_at = _point(me, sign), _point(simulation.ball, sign)
        self._gap = _between(self._at, self._ball_at)

    def player(self, other: SimObject, unum: int, side: Side, index: int) -> Player:
        """Return another player."""
        there, velocity = _point(other, self._sign), _velocity(other, self._sign)
        from_self, from_ball = _between(self._at, there), _between(self._ball_at, there)
        body = _facing(other, self._sign)
        return Player(
            position=there,
            seen_position=there,
            velocity=velocity,
            seen_velocity=velocity,
            heard_pos_count=NEVER,
            dist_from_self=from_self.dist,
            angle_from_self=from_self.angle,
            id=index,
            side=side,
            uniform_number=unum,
            is_goalie=unum == 1,
            body_direction=body,
            face_direction=body,
            point_to_direction_count=NEVER,
            dist_from_ball=from_ball.dist,
            angle_from_ball=from_ball.angle,
            inertia_final_point=there,
        )

    def own(self, number: int, side: Side) -> Self:
        """Return the player itself."""
        velocity, body = _velocity(self._me, self._sign), _facing(self._me, self._sign)
        return Self(
            position=self._at,
            seen_position=self._at,
            velocity=velocity,
            seen_velocity=velocity,
            heard_pos_count=NEVER,
            side=side,
            uniform_number=number,
            is_goalie=number == 1,
            body_direction=body,
            face_direction=body,
            point_to_direction_count=NEVER,
            dist_from_ball=self._gap.dist,
            angle_from_ball=_vector(-self._gap.x, -self._gap.y).angle,
            is_kickable=self._gap.dist <= REACH,
            stamina=FRESH,
            effort=1.0,
            recovery=1.0,
            stamina_capacity=CAPACITY,
            get_safety_dash_power=100.0,
        )

    def ball(self) -> Ball:
        """Return the ball."""
        velocity = _velocity(self._ball, self._sign)
        return Ball(
            position=self._ball_at,
            relative_position=self._gap,
            seen_position=self._ball_at,
            velocity=velocity,
            seen_velocity=velocity,
            heard_pos_count=NEVER,
            heard_vel_count=NEVER,
            dist_from_self=self._gap.dist,
            angle_from_self=self._gap.angle,
        )


def _tell_game(world: WorldModel, game: GameState, our_side: Side, their_side: Side) -> None:
    """Fill in teams, score, time and play mode."""
    left, right = game.left_team_score, game.right_team_score
    names = (game.left_team_name or "", game.right_team_name or "")
    first, second = (0, 1) if our_side == Side.LEFT else (1, 0)
    mode, mode_side = game_mode(game.play_mode)
    set_play = set_play_side(mode, mode_side)
    world.our_team_name, world.their_team_name = names[first], names[second]
    world.left_team_score, world.right_team_score = left, right
    world.our_team_score, world.their_team_score = (left, right)[first], (left, right)[second]
    world.cycle = int(game.play_time * 10.0 + 1e-6)
    world.game_mode_type, world.game_mode_side = mode, mode_side
    world.is_our_set_play = set_play == our_side
    world.is_their_set_play = set_play == their_side
    world.is_penalty_kick_mode = mode == GameModeType.PenaltyTaken_


def _as_player(own: Self) -> Player:
    """Return the player itself as an entry of its team's dictionary."""
    names = {field.name for field in fields(Player)} & {field.name for field in fields(Self)}
    return Player(**{name: getattr(own, name) for name in names})


def _tell_reach(world: WorldModel) -> None:
    """Fill in when players reach the ball, and the offside and defence lines."""
    own, ball = world.self, world.ball
    own.ball_reach_steps = reach_steps(ball, own)
    for player in [*world.teammates, *world.opponents]:
        player.ball_reach_steps = reach_steps(ball, player)
    world.intercept_table = intercept_table(own.ball_reach_steps, world.teammates, world.opponents)
    kickers = [
        min((one for one in players if one.dist_from_ball <= REACH), key=_from_ball, default=None)
        for players in (world.teammates, world.opponents)
    ]
    world.kickable_teammate_id, world.kickable_opponent_id = (
        0 if one is None else one.id for one in kickers
    )
    world.kickable_teammate_existance, world.kickable_opponent_existance = (
        one is not None for one in kickers
    )
    ours: list[Player | Self] = [own, *world.teammates]
    world.offside_line_x = offside_line(world.opponents, ball)
    world.our_defense_line_x = defense_line(ours, ball)
    world.their_defense_line_x = world.offside_line_x
    world.our_defense_player_line_x = second_lowest([one.position.x for one in ours])
    theirs = [-one.position.x for one in world.opponents]
    world.their_defense_player_line_x = -second_lowest(theirs)


def _from_ball(player: Player) -> float:
    return player.dist_from_ball


def _vector(x: float, y: float) -> RpcVector2D:
    return RpcVector2D(x=x, y=y, dist=hypot(x, y), angle=degrees(atan2(y, x)))


def _between(start: RpcVector2D, end: RpcVector2D) -> RpcVector2D:
    return _vector(end.x - start.x, end.y - start.y)


def _point(own: SimObject, sign: float) -> RpcVector2D:
    x, y, _ = own.xpos
    return _vector(sign * float(x), -sign * float(y))


def _velocity(own: SimObject, sign: float) -> RpcVector2D:
    """Return the velocity from the movement in the last step, m/cycle."""
    x, y, _ = (own.xpos - own.prev_xpos) * PER_CYCLE
    return _vector(sign * float(x), -sign * float(y))


def _facing(own: SimObject, sign: float) -> float:
    """Return the direction of its x axis on the pitch, degrees."""
    w, x, y, z = map(float, own.xquat)
    ahead = (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z))
    return degrees(atan2(-sign * ahead[1], sign * ahead[0]))
