"""Coach and trainer.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.agents import RpcVector2D
from rcssgym.playmaker.messages.enums import GameModeType, Side
from rcssgym.playmaker.messages.message import Message, unset


@dataclass(slots=True)
class ChangePlayerType(Message):
    uniform_number: int = 0
    type: int = 0


@dataclass(slots=True)
class DoHeliosSubstitute(Message):
    pass


@dataclass(slots=True)
class DoHeliosSayPlayerTypes(Message):
    pass


@dataclass(slots=True)
class CoachAction(Message):
    change_player_types: ChangePlayerType | None = None
    do_helios_substitute: DoHeliosSubstitute | None = None
    do_helios_say_player_types: DoHeliosSayPlayerTypes | None = None


@dataclass(slots=True)
class CoachActions(Message):
    actions: list[CoachAction] = field(default_factory=list)


@dataclass(slots=True)
class DoKickOff(Message):
    pass


@dataclass(slots=True)
class DoMoveBall(Message):
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    velocity: RpcVector2D = field(default_factory=unset(RpcVector2D))


@dataclass(slots=True)
class DoMovePlayer(Message):
    our_side: bool = False
    uniform_number: int = 0
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    body_direction: float = 0.0


@dataclass(slots=True)
class DoRecover(Message):
    pass


@dataclass(slots=True)
class DoChangeMode(Message):
    game_mode_type: GameModeType = GameModeType.BeforeKickOff
    side: Side = Side.UNKNOWN


@dataclass(slots=True)
class DoChangePlayerType(Message):
    our_side: bool = False
    uniform_number: int = 0
    type: int = 0


@dataclass(slots=True)
class TrainerAction(Message):
    do_kick_off: DoKickOff | None = None
    do_move_ball: DoMoveBall | None = None
    do_move_player: DoMovePlayer | None = None
    do_recover: DoRecover | None = None
    do_change_mode: DoChangeMode | None = None
    do_change_player_type: DoChangePlayerType | None = None


@dataclass(slots=True)
class TrainerActions(Message):
    actions: list[TrainerAction] = field(default_factory=list)
