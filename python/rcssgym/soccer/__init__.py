"""A game of soccer: pitch, rules, teams, play modes, commands, and messages to monitors."""

from rcssgym._core import TransformNode
from rcssgym.soccer.agent import SoccerAgent
from rcssgym.soccer.agent_id import (
    AgentID,
    decode_agent_prefix,
    encode_agent_prefix,
    strip_agent_prefix,
)
from rcssgym.soccer.ball import SoccerBall
from rcssgym.soccer.commands import (
    BeginPassCommand,
    DropBallCommand,
    DropBallInFieldCommand,
    GoalKickCommand,
    KickOffCommand,
    KillSimCommand,
    LineUpCommand,
    MonitorCommand,
    MoveBallCommand,
    MovePlayerCommand,
    PlaceBallCommand,
    PlacePlayerCommand,
    PushPlayerCommand,
    RepositionCommand,
    SendAwayCommand,
    SetBallVelocityCommand,
    SetPlayModeCommand,
    SetScoreCommand,
    SetTimeCommand,
    SoccerMonitorCommand,
    TrainerCommand,
)
from rcssgym.soccer.fields import (
    FIFA7vs7SoccerField,
    FIFASoccerField,
    SoccerField,
    SoccerFieldVersions,
    create_soccer_field,
)
from rcssgym.soccer.foul import Foul
from rcssgym.soccer.game_state import GameState
from rcssgym.soccer.geometry import AABB2D, AABB3D
from rcssgym.soccer.interfaces import (
    PAgentParameter,
    PGame,
    PSimActionInterface,
    PSimCommandInterface,
    PSoccerGame,
    PSoccerSimActionInterface,
    PSoccerSimCommandInterface,
    PSoccerTrainerInterface,
)
from rcssgym.soccer.play_mode import GamePhase, PlayMode
from rcssgym.soccer.referee import FoulEvent, KickChallengeReferee, SoccerReferee
from rcssgym.soccer.rules import (
    FIFASoccerRules,
    SoccerRuleBooks,
    SoccerRules,
    SSim2026Rules,
    create_soccer_rule_book,
)
from rcssgym.soccer.simulation import SoccerSimulation
from rcssgym.soccer.state_info import (
    GlobalTime,
    SceneGraph,
    SimStateInformation,
    SoccerEnvironmentInformation,
    SoccerGameInformation,
)
from rcssgym.soccer.teams import TeamSide

__all__ = [
    "AABB2D",
    "AABB3D",
    "AgentID",
    "BeginPassCommand",
    "DropBallCommand",
    "DropBallInFieldCommand",
    "FIFA7vs7SoccerField",
    "FIFASoccerField",
    "FIFASoccerRules",
    "Foul",
    "FoulEvent",
    "GamePhase",
    "GameState",
    "GlobalTime",
    "GoalKickCommand",
    "KickChallengeReferee",
    "KickOffCommand",
    "KillSimCommand",
    "LineUpCommand",
    "MonitorCommand",
    "MoveBallCommand",
    "MovePlayerCommand",
    "PAgentParameter",
    "PGame",
    "PSimActionInterface",
    "PSimCommandInterface",
    "PSoccerGame",
    "PSoccerSimActionInterface",
    "PSoccerSimCommandInterface",
    "PSoccerTrainerInterface",
    "PlaceBallCommand",
    "PlacePlayerCommand",
    "PlayMode",
    "PushPlayerCommand",
    "RepositionCommand",
    "SSim2026Rules",
    "SceneGraph",
    "SendAwayCommand",
    "SetBallVelocityCommand",
    "SetPlayModeCommand",
    "SetScoreCommand",
    "SetTimeCommand",
    "SimStateInformation",
    "SoccerAgent",
    "SoccerBall",
    "SoccerEnvironmentInformation",
    "SoccerField",
    "SoccerFieldVersions",
    "SoccerGameInformation",
    "SoccerMonitorCommand",
    "SoccerReferee",
    "SoccerRuleBooks",
    "SoccerRules",
    "SoccerSimulation",
    "TeamSide",
    "TrainerCommand",
    "TransformNode",
    "create_soccer_field",
    "create_soccer_rule_book",
    "decode_agent_prefix",
    "encode_agent_prefix",
    "strip_agent_prefix",
]
