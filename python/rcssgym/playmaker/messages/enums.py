"""Enumerations.

Written by ``proto/make_messages.py``.
"""

from enum import IntEnum


class ViewWidth(IntEnum):
    NARROW = 0
    NORMAL = 1
    WIDE = 2


class RpcServerLanguageType(IntEnum):
    UNKNOWN_LANGUAGE = 0
    PYThON = 1
    JAVA = 2
    CPP = 3
    CSHARP = 4
    RUBY = 5
    JAVE_SCRIPT = 6
    GO = 7


class Side(IntEnum):
    UNKNOWN = 0
    LEFT = 1
    RIGHT = 2


class LoggerLevel(IntEnum):
    NoneLevel = 0
    SYSTEM = 1
    SENSOR = 2
    WORLD = 4
    ACTION = 8
    INTERCEPT = 16
    KICK = 32
    HOLD = 64
    DRIBBLE = 128
    PASS = 256
    CROSS = 512
    SHOOT = 1024
    CLEAR = 2048
    BLOCK = 4096
    MARK = 8192
    POSITIONING = 16384
    ROLE = 32768
    TEAM = 65536
    COMMUNICATION = 131072
    ANALYZER = 262144
    ACTION_CHAIN = 524288
    PLAN = 1048576


class CardType(IntEnum):
    NO_CARD = 0
    YELLOW = 1
    RED = 2


class InterceptActionType(IntEnum):
    UNKNOWN_Intercept_Action_Type = 0
    OMNI_DASH = 1
    TURN_FORWARD_DASH = 2
    TURN_BACKWARD_DASH = 3


class GameModeType(IntEnum):
    BeforeKickOff = 0
    TimeOver = 1
    PlayOn = 2
    KickOff_ = 3
    KickIn_ = 4
    FreeKick_ = 5
    CornerKick_ = 6
    GoalKick_ = 7
    AfterGoal_ = 8
    OffSide_ = 9
    PenaltyKick_ = 10
    FirstHalfOver = 11
    Pause = 12
    Human = 13
    FoulCharge_ = 14
    FoulPush_ = 15
    FoulMultipleAttacker_ = 16
    FoulBallOut_ = 17
    BackPass_ = 18
    FreeKickFault_ = 19
    CatchFault_ = 20
    IndFreeKick_ = 21
    PenaltySetup_ = 22
    PenaltyReady_ = 23
    PenaltyTaken_ = 24
    PenaltyMiss_ = 25
    PenaltyScore_ = 26
    IllegalDefense_ = 27
    PenaltyOnfield_ = 28
    PenaltyFoul_ = 29
    GoalieCatch_ = 30
    ExtendHalf = 31
    MODE_MAX = 32


class AgentType(IntEnum):
    PlayerT = 0
    CoachT = 1
    TrainerT = 2


class RpcActionCategory(IntEnum):
    AC_Hold = 0
    AC_Dribble = 1
    AC_Pass = 2
    AC_Shoot = 3
    AC_Clear = 4
    AC_Move = 5
    AC_NoAction = 6
