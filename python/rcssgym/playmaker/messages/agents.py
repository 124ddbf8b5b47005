"""Who speaks to whom.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.enums import AgentType, RpcServerLanguageType
from rcssgym.playmaker.messages.message import Message, unset


@dataclass(slots=True)
class RpcVector2D(Message):
    x: float = 0.0
    y: float = 0.0
    dist: float = 0.0
    angle: float = 0.0


@dataclass(slots=True)
class RegisterRequest(Message):
    agent_type: AgentType = AgentType.PlayerT
    team_name: str = ""
    uniform_number: int = 0
    rpc_version: int = 0


@dataclass(slots=True)
class RegisterResponse(Message):
    client_id: int = 0
    agent_type: AgentType = AgentType.PlayerT
    team_name: str = ""
    uniform_number: int = 0
    rpc_server_language_type: RpcServerLanguageType = RpcServerLanguageType.UNKNOWN_LANGUAGE


@dataclass(slots=True)
class InitMessage(Message):
    register_response: RegisterResponse = field(default_factory=unset(RegisterResponse))
    debug_mode: bool = False


@dataclass(slots=True)
class Empty(Message):
    pass
