"""What an agent knows. Metres, metres a cycle, degrees; unseen counts are 1000.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.agents import RegisterResponse, RpcVector2D
from rcssgym.playmaker.messages.enums import (
    CardType,
    GameModeType,
    InterceptActionType,
    Side,
    ViewWidth,
)
from rcssgym.playmaker.messages.message import Message, unset


@dataclass(slots=True)
class Ball(Message):
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    relative_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    seen_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    heard_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    seen_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    heard_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    pos_count: int = 0
    seen_pos_count: int = 0
    heard_pos_count: int = 0
    vel_count: int = 0
    seen_vel_count: int = 0
    heard_vel_count: int = 0
    lost_count: int = 0
    ghost_count: int = 0
    dist_from_self: float = 0.0
    angle_from_self: float = 0.0


@dataclass(slots=True)
class PenaltyKickState(Message):
    on_field_side: Side = Side.UNKNOWN
    current_taker_side: Side = Side.UNKNOWN
    our_taker_counter: int = 0
    their_taker_counter: int = 0
    our_score: int = 0
    their_score: int = 0
    is_kick_taker: bool = False
    cycle: int = 0


@dataclass(slots=True)
class Player(Message):
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    seen_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    heard_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    seen_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    pos_count: int = 0
    seen_pos_count: int = 0
    heard_pos_count: int = 0
    vel_count: int = 0
    seen_vel_count: int = 0
    ghost_count: int = 0
    dist_from_self: float = 0.0
    angle_from_self: float = 0.0
    id: int = 0
    side: Side = Side.UNKNOWN
    uniform_number: int = 0
    uniform_number_count: int = 0
    is_goalie: bool = False
    body_direction: float = 0.0
    body_direction_count: int = 0
    face_direction: float = 0.0
    face_direction_count: int = 0
    point_to_direction: float = 0.0
    point_to_direction_count: int = 0
    is_kicking: bool = False
    dist_from_ball: float = 0.0
    angle_from_ball: float = 0.0
    ball_reach_steps: int = 0
    is_tackling: bool = False
    type_id: int = 0
    inertia_final_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    body_count: int = 0


@dataclass(slots=True)
class Self(Message):
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    seen_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    heard_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    seen_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    pos_count: int = 0
    seen_pos_count: int = 0
    heard_pos_count: int = 0
    vel_count: int = 0
    seen_vel_count: int = 0
    ghost_count: int = 0
    id: int = 0
    side: Side = Side.UNKNOWN
    uniform_number: int = 0
    uniform_number_count: int = 0
    is_goalie: bool = False
    body_direction: float = 0.0
    body_direction_count: int = 0
    face_direction: float = 0.0
    face_direction_count: int = 0
    point_to_direction: float = 0.0
    point_to_direction_count: int = 0
    is_kicking: bool = False
    dist_from_ball: float = 0.0
    angle_from_ball: float = 0.0
    ball_reach_steps: int = 0
    is_tackling: bool = False
    relative_neck_direction: float = 0.0
    stamina: float = 0.0
    is_kickable: bool = False
    catch_probability: float = 0.0
    tackle_probability: float = 0.0
    foul_probability: float = 0.0
    view_width: ViewWidth = ViewWidth.NARROW
    type_id: int = 0
    kick_rate: float = 0.0
    recovery: float = 0.0
    stamina_capacity: float = 0.0
    card: CardType = CardType.NO_CARD
    catch_time: int = 0
    effort: float = 0.0
    get_safety_dash_power: float = 0.0


@dataclass(slots=True)
class InterceptInfo(Message):
    action_type: InterceptActionType = InterceptActionType.UNKNOWN_Intercept_Action_Type
    turn_steps: int = 0
    turn_angle: float = 0.0
    dash_steps: int = 0
    dash_power: float = 0.0
    dash_dir: float = 0.0
    final_self_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    final_ball_dist: float = 0.0
    final_stamina: float = 0.0
    value: float = 0.0


@dataclass(slots=True)
class InterceptTable(Message):
    self_reach_steps: int = 0
    first_teammate_reach_steps: int = 0
    second_teammate_reach_steps: int = 0
    first_opponent_reach_steps: int = 0
    second_opponent_reach_steps: int = 0
    first_teammate_id: int = 0
    second_teammate_id: int = 0
    first_opponent_id: int = 0
    second_opponent_id: int = 0
    self_intercept_info: list[InterceptInfo] = field(default_factory=list)


@dataclass(slots=True)
class WorldModel(Message):
    intercept_table: InterceptTable = field(default_factory=unset(InterceptTable))
    our_team_name: str = ""
    their_team_name: str = ""
    our_side: Side = Side.UNKNOWN
    last_set_play_start_time: int = 0
    self: Self = field(default_factory=unset(Self))
    ball: Ball = field(default_factory=unset(Ball))
    teammates: list[Player] = field(default_factory=list)
    opponents: list[Player] = field(default_factory=list)
    unknowns: list[Player] = field(default_factory=list)
    our_players_dict: dict[int, Player] = field(default_factory=dict)
    their_players_dict: dict[int, Player] = field(default_factory=dict)
    our_goalie_uniform_number: int = 0
    their_goalie_uniform_number: int = 0
    offside_line_x: float = 0.0
    ofside_line_x_count: int = 0
    kickable_teammate_id: int = 0
    kickable_opponent_id: int = 0
    last_kick_side: Side = Side.UNKNOWN
    last_kicker_uniform_number: int = 0
    cycle: int = 0
    game_mode_type: GameModeType = GameModeType.BeforeKickOff
    left_team_score: int = 0
    right_team_score: int = 0
    is_our_set_play: bool = False
    is_their_set_play: bool = False
    stoped_cycle: int = 0
    our_team_score: int = 0
    their_team_score: int = 0
    is_penalty_kick_mode: bool = False
    helios_home_positions: dict[int, RpcVector2D] = field(default_factory=dict)
    our_defense_line_x: float = 0.0
    their_defense_line_x: float = 0.0
    our_defense_player_line_x: float = 0.0
    their_defense_player_line_x: float = 0.0
    kickable_teammate_existance: bool = False
    kickable_opponent_existance: bool = False
    penalty_kick_state: PenaltyKickState = field(default_factory=unset(PenaltyKickState))
    see_time: int = 0
    time_stopped: int = 0
    set_play_count: int = 0
    game_mode_side: Side = Side.UNKNOWN


@dataclass(slots=True)
class State(Message):
    register_response: RegisterResponse = field(default_factory=unset(RegisterResponse))
    world_model: WorldModel = field(default_factory=unset(WorldModel))
    full_world_model: WorldModel = field(default_factory=unset(WorldModel))
    need_preprocess: bool = False
