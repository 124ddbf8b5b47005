"""Behaviours of bodies, necks, eyes.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.agents import RpcVector2D
from rcssgym.playmaker.messages.enums import Side, ViewWidth
from rcssgym.playmaker.messages.message import Message, unset


@dataclass(slots=True)
class Body_GoToPoint(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    distance_threshold: float = 0.0
    max_dash_power: float = 0.0


@dataclass(slots=True)
class Body_SmartKick(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    first_speed: float = 0.0
    first_speed_threshold: float = 0.0
    max_steps: int = 0


@dataclass(slots=True)
class Bhv_BeforeKickOff(Message):
    point: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class Bhv_BodyNeckToBall(Message):
    pass


@dataclass(slots=True)
class Bhv_BodyNeckToPoint(Message):
    point: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class Bhv_Emergency(Message):
    pass


@dataclass(slots=True)
class Bhv_GoToPointLookBall(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    distance_threshold: float = 0.0
    max_dash_power: float = 0.0


@dataclass(slots=True)
class Bhv_NeckBodyToBall(Message):
    angle_buf: float = 0.0


@dataclass(slots=True)
class Bhv_NeckBodyToPoint(Message):
    point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    angle_buf: float = 0.0


@dataclass(slots=True)
class Bhv_ScanField(Message):
    pass


@dataclass(slots=True)
class Body_AdvanceBall(Message):
    pass


@dataclass(slots=True)
class Body_ClearBall(Message):
    pass


@dataclass(slots=True)
class Body_Dribble(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    distance_threshold: float = 0.0
    dash_power: float = 0.0
    dash_count: int = 0
    dodge: bool = False


@dataclass(slots=True)
class Body_GoToPointDodge(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    dash_power: float = 0.0


@dataclass(slots=True)
class Body_HoldBall(Message):
    do_turn: bool = False
    turn_target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    kick_target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class Body_Intercept(Message):
    save_recovery: bool = False
    face_point: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class Body_KickOneStep(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    first_speed: float = 0.0
    force_mode: bool = False


@dataclass(slots=True)
class Body_StopBall(Message):
    pass


@dataclass(slots=True)
class Body_StopDash(Message):
    save_recovery: bool = False


@dataclass(slots=True)
class Body_TackleToPoint(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    min_probability: float = 0.0
    min_speed: float = 0.0


@dataclass(slots=True)
class Body_TurnToAngle(Message):
    angle: float = 0.0


@dataclass(slots=True)
class Body_TurnToBall(Message):
    cycle: int = 0


@dataclass(slots=True)
class Body_TurnToPoint(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    cycle: int = 0


@dataclass(slots=True)
class Focus_MoveToPoint(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class Focus_Reset(Message):
    pass


@dataclass(slots=True)
class Neck_ScanField(Message):
    pass


@dataclass(slots=True)
class Neck_ScanPlayers(Message):
    pass


@dataclass(slots=True)
class Neck_TurnToBallAndPlayer(Message):
    side: Side = Side.UNKNOWN
    uniform_number: int = 0
    count_threshold: int = 0


@dataclass(slots=True)
class Neck_TurnToBallOrScan(Message):
    count_threshold: int = 0


@dataclass(slots=True)
class Neck_TurnToBall(Message):
    pass


@dataclass(slots=True)
class Neck_TurnToGoalieOrScan(Message):
    count_threshold: int = 0


@dataclass(slots=True)
class Neck_TurnToLowConfTeammate(Message):
    pass


@dataclass(slots=True)
class Neck_TurnToPlayerOrScan(Message):
    side: Side = Side.UNKNOWN
    uniform_number: int = 0
    count_threshold: int = 0


@dataclass(slots=True)
class Neck_TurnToPoint(Message):
    target_point: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class Neck_TurnToRelative(Message):
    angle: float = 0.0


@dataclass(slots=True)
class Neck_OffensiveInterceptNeck(Message):
    pass


@dataclass(slots=True)
class View_ChangeWidth(Message):
    view_width: ViewWidth = ViewWidth.NARROW


@dataclass(slots=True)
class View_Normal(Message):
    pass


@dataclass(slots=True)
class View_Synch(Message):
    pass


@dataclass(slots=True)
class View_Wide(Message):
    pass


@dataclass(slots=True)
class bhv_doForceKick(Message):
    pass


@dataclass(slots=True)
class bhv_doHeardPassRecieve(Message):
    pass


@dataclass(slots=True)
class bhv_goalieFreeKick(Message):
    pass
