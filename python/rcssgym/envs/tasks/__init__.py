"""Tasks: small classes over the batch's arrays, to be used, derived from or copied."""

from rcssgym.envs.tasks.stand import T1Stand
from rcssgym.envs.tasks.t1 import NOMINAL, T1Task
from rcssgym.envs.tasks.walk import T1Walk

__all__ = ["NOMINAL", "T1Stand", "T1Task", "T1Walk"]
