"""The planner's tree, decided by the playmaker.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.agents import RegisterResponse, RpcVector2D
from rcssgym.playmaker.messages.enums import RpcActionCategory
from rcssgym.playmaker.messages.message import Message, unset
from rcssgym.playmaker.messages.world import State


@dataclass(slots=True)
class RpcCooperativeAction(Message):
    category: RpcActionCategory = RpcActionCategory.AC_Hold
    index: int = 0
    sender_unum: int = 0
    target_unum: int = 0
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    first_ball_speed: float = 0.0
    first_turn_moment: float = 0.0
    first_dash_power: float = 0.0
    first_dash_angle_relative: float = 0.0
    duration_step: int = 0
    kick_count: int = 0
    turn_count: int = 0
    dash_count: int = 0
    final_action: bool = False
    description: str = ""
    parent_index: int = 0


@dataclass(slots=True)
class RpcPredictState(Message):
    spend_time: int = 0
    ball_holder_unum: int = 0
    ball_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    ball_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    our_defense_line_x: float = 0.0
    our_offense_line_x: float = 0.0


@dataclass(slots=True)
class RpcActionState(Message):
    action: RpcCooperativeAction = field(default_factory=unset(RpcCooperativeAction))
    predict_state: RpcPredictState = field(default_factory=unset(RpcPredictState))
    evaluation: float = 0.0


@dataclass(slots=True)
class BestPlannerActionRequest(Message):
    register_response: RegisterResponse = field(default_factory=unset(RegisterResponse))
    pairs: dict[int, RpcActionState] = field(default_factory=dict)
    state: State = field(default_factory=unset(State))


@dataclass(slots=True)
class BestPlannerActionResponse(Message):
    index: int = 0
