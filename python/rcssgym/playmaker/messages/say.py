"""What players say.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.agents import RpcVector2D
from rcssgym.playmaker.messages.message import Message, unset


@dataclass(slots=True)
class BallMessage(Message):
    ball_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    ball_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class PassMessage(Message):
    receiver_uniform_number: int = 0
    receiver_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    ball_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    ball_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class InterceptMessage(Message):
    our: bool = False
    uniform_number: int = 0
    cycle: int = 0


@dataclass(slots=True)
class GoalieMessage(Message):
    goalie_uniform_number: int = 0
    goalie_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    goalie_body_direction: float = 0.0


@dataclass(slots=True)
class GoalieAndPlayerMessage(Message):
    goalie_uniform_number: int = 0
    goalie_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    goalie_body_direction: float = 0.0
    player_uniform_number: int = 0
    player_position: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class OffsideLineMessage(Message):
    offside_line_x: float = 0.0


@dataclass(slots=True)
class DefenseLineMessage(Message):
    defense_line_x: float = 0.0


@dataclass(slots=True)
class WaitRequestMessage(Message):
    pass


@dataclass(slots=True)
class SetplayMessage(Message):
    wait_step: int = 0


@dataclass(slots=True)
class PassRequestMessage(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class StaminaMessage(Message):
    stamina: float = 0.0


@dataclass(slots=True)
class RecoveryMessage(Message):
    recovery: float = 0.0


@dataclass(slots=True)
class StaminaCapacityMessage(Message):
    stamina_capacity: float = 0.0


@dataclass(slots=True)
class DribbleMessage(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    queue_count: int = 0


@dataclass(slots=True)
class BallGoalieMessage(Message):
    ball_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    ball_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    goalie_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    goalie_body_direction: float = 0.0


@dataclass(slots=True)
class OnePlayerMessage(Message):
    uniform_number: int = 0
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class TwoPlayerMessage(Message):
    first_uniform_number: int = 0
    first_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    second_uniform_number: int = 0
    second_position: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class ThreePlayerMessage(Message):
    first_uniform_number: int = 0
    first_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    second_uniform_number: int = 0
    second_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    third_uniform_number: int = 0
    third_position: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class SelfMessage(Message):
    self_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    self_body_direction: float = 0.0
    self_stamina: float = 0.0


@dataclass(slots=True)
class TeammateMessage(Message):
    uniform_number: int = 0
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    body_direction: float = 0.0


@dataclass(slots=True)
class OpponentMessage(Message):
    uniform_number: int = 0
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    body_direction: float = 0.0


@dataclass(slots=True)
class BallPlayerMessage(Message):
    ball_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    ball_velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))
    uniform_number: int = 0
    player_position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    body_direction: float = 0.0


@dataclass(slots=True)
class Say(Message):
    ball_message: BallMessage | None = None
    pass_message: PassMessage | None = None
    intercept_message: InterceptMessage | None = None
    goalie_message: GoalieMessage | None = None
    goalie_and_player_message: GoalieAndPlayerMessage | None = None
    offside_line_message: OffsideLineMessage | None = None
    defense_line_message: DefenseLineMessage | None = None
    wait_request_message: WaitRequestMessage | None = None
    setplay_message: SetplayMessage | None = None
    pass_request_message: PassRequestMessage | None = None
    stamina_message: StaminaMessage | None = None
    recovery_message: RecoveryMessage | None = None
    stamina_capacity_message: StaminaCapacityMessage | None = None
    dribble_message: DribbleMessage | None = None
    ball_goalie_message: BallGoalieMessage | None = None
    one_player_message: OnePlayerMessage | None = None
    two_player_message: TwoPlayerMessage | None = None
    three_player_message: ThreePlayerMessage | None = None
    self_message: SelfMessage | None = None
    teammate_message: TeammateMessage | None = None
    opponent_message: OpponentMessage | None = None
    ball_player_message: BallPlayerMessage | None = None
