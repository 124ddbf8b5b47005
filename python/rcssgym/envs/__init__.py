"""Tasks behind Gymnasium's APIs.

>>> import gymnasium, rcssgym
>>> envs = gymnasium.make_vec("rcssgym/T1Walk-v0", num_envs=8)
>>> observations, infos = envs.reset(seed=0)
>>> observations.shape
(8, 82)
"""

from rcssgym.envs.asynchronous import AsyncWorldVectorEnv, make_async
from rcssgym.envs.games import SoccerTask, SoccerVectorEnv, parallel_env
from rcssgym.envs.registration import STEPS, STEPS_V1, TASKS, TASKS_V1, register_task
from rcssgym.envs.single import WorldEnv
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags, Task
from rcssgym.envs.tasks import (
    ANT,
    FIRM_K1,
    FIRM_T1,
    K1,
    T1,
    AgentView,
    BallTask,
    RobotSetup,
    RobotTask,
    Senses,
    T1Stand,
    T1Walk,
    ball_observation,
    body_observation,
    gait_phase,
    gravity_in_torso,
    heading,
    seen_along,
)
from rcssgym.envs.terms import BODY, PRIVILEGED, Computed, Term, Terms, term, term_table
from rcssgym.envs.vector import WorldVectorEnv

__all__ = [
    "ANT",
    "BODY",
    "FIRM_K1",
    "FIRM_T1",
    "K1",
    "PRIVILEGED",
    "STEPS",
    "STEPS_V1",
    "T1",
    "TASKS",
    "TASKS_V1",
    "AgentView",
    "AsyncWorldVectorEnv",
    "BallTask",
    "Computed",
    "Flags",
    "Floats",
    "Indices",
    "RobotSetup",
    "RobotTask",
    "Senses",
    "SoccerTask",
    "SoccerVectorEnv",
    "Streams",
    "T1Stand",
    "T1Walk",
    "Task",
    "Term",
    "Terms",
    "WorldEnv",
    "WorldVectorEnv",
    "ball_observation",
    "body_observation",
    "gait_phase",
    "gravity_in_torso",
    "heading",
    "make_async",
    "parallel_env",
    "register_task",
    "seen_along",
    "term",
    "term_table",
]
