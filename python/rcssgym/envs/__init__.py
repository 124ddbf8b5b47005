"""Tasks behind Gymnasium's APIs.

>>> import gymnasium, rcssgym
>>> envs = gymnasium.make_vec("rcssgym/T1Walk-v0", num_envs=8)
>>> observations, infos = envs.reset(seed=0)
>>> observations.shape
(8, 82)
"""

from rcssgym.envs.asynchronous import AsyncWorldVectorEnv, make_async
from rcssgym.envs.registration import register_task
from rcssgym.envs.single import WorldEnv
from rcssgym.envs.soccer import SoccerTask, SoccerVectorEnv, parallel_env
from rcssgym.envs.streams import Streams
from rcssgym.envs.task import Task
from rcssgym.envs.tasks import T1Stand, T1Walk
from rcssgym.envs.vector import WorldVectorEnv

__all__ = [
    "AsyncWorldVectorEnv",
    "SoccerTask",
    "SoccerVectorEnv",
    "Streams",
    "T1Stand",
    "T1Walk",
    "Task",
    "WorldEnv",
    "WorldVectorEnv",
    "make_async",
    "parallel_env",
    "register_task",
]
