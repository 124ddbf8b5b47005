"""Behaviours of whole players.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.evaluation import PlannerEvaluation
from rcssgym.playmaker.messages.message import Message, unset


@dataclass(slots=True)
class HeliosGoalie(Message):
    pass


@dataclass(slots=True)
class HeliosGoalieMove(Message):
    pass


@dataclass(slots=True)
class HeliosGoalieKick(Message):
    pass


@dataclass(slots=True)
class HeliosShoot(Message):
    pass


@dataclass(slots=True)
class HeliosOffensivePlanner(Message):
    direct_pass: bool = False
    lead_pass: bool = False
    through_pass: bool = False
    short_dribble: bool = False
    long_dribble: bool = False
    cross: bool = False
    simple_pass: bool = False
    simple_dribble: bool = False
    simple_shoot: bool = False
    server_side_decision: bool = False
    max_depth: int = 0
    max_nodes: int = 0
    evaluation: PlannerEvaluation = field(default_factory=unset(PlannerEvaluation))


@dataclass(slots=True)
class HeliosBasicOffensive(Message):
    pass


@dataclass(slots=True)
class HeliosBasicMove(Message):
    pass


@dataclass(slots=True)
class HeliosSetPlay(Message):
    pass


@dataclass(slots=True)
class HeliosPenalty(Message):
    pass


@dataclass(slots=True)
class HeliosCommunicaion(Message):
    pass


@dataclass(slots=True)
class HeliosBasicTackle(Message):
    min_prob: float = 0.0
    body_thr: float = 0.0
