"""Games of two teams: one agent for each robot.

>>> import rcssgym
>>> games = rcssgym.envs.SoccerVectorEnv("2v2", num_envs=8, observation="state")
>>> observations, infos = games.reset(seed=0)
>>> observations.shape[:2]
(8, 4)
"""

from typing import TYPE_CHECKING, Any

from rcssgym.envs.games.task import WEIGHTS, SoccerTask
from rcssgym.envs.games.vector import SoccerVectorEnv
from rcssgym.envs.single import WorldEnv
from rcssgym.envs.vector import WorldVectorEnv

if TYPE_CHECKING:
    from rcssgym.envs.games.parallel import SoccerParallelEnv

__all__ = [
    "WEIGHTS",
    "SoccerTask",
    "SoccerVectorEnv",
    "make_single",
    "make_vector",
    "parallel_env",
]

_OF_THE_TASK = ("observation", "reward", "weights", "robots", "field", "end_on_goal")


def make_single(teams: str = "3v3", **options: Any) -> WorldEnv:
    """Make the left team's game behind Gymnasium's API: see :func:`make_vector`."""
    task, others = _split(options)
    return WorldEnv(SoccerTask(teams, **task), **others)


def make_vector(teams: str = "3v3", num_envs: int = 1, **options: Any) -> WorldVectorEnv:
    """Make games behind Gymnasium's vector API, as ``make_vec("rcssgym/Soccer-3v3-v0")`` does.

    :param options: those of :class:`SoccerTask` and of :class:`WorldVectorEnv`.

    An env is a whole game: observations ``(A, n)``, actions ``(A, J)``; its reward is the mean of
    the left team's. ``info["reward"]`` has every term for every agent ``(W, A)``.
    """
    task, others = _split(options)
    return WorldVectorEnv(SoccerTask(teams, **task), num_envs, **others)


def parallel_env(teams: str = "3v3", **options: Any) -> "SoccerParallelEnv":
    """Make a game behind PettingZoo's parallel API.

    :param teams: ``"1v1"`` to ``"7v7"``.
    :param options: those of :class:`SoccerParallelEnv`.

    Raises :class:`MissingLibraryError` without PettingZoo: ``pip install rcssgym[pettingzoo]``.
    """
    from rcssgym.envs.games.parallel import SoccerParallelEnv

    return SoccerParallelEnv(teams, **options)


def _split(options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Tell options of the task from those of the environment."""
    task = {name: value for name, value in options.items() if name in _OF_THE_TASK}
    return task, {name: value for name, value in options.items() if name not in _OF_THE_TASK}
