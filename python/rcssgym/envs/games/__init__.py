"""Games of two teams: one agent for each robot.

>>> import rcssgym
>>> games = rcssgym.envs.SoccerVectorEnv("2v2", num_envs=8, observation="state")
>>> observations, infos = games.reset(seed=0)
>>> observations.shape[:2]
(8, 4)
"""

from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from rcssgym.envs.games.agents import GameTask
from rcssgym.envs.games.task import WEIGHTS, SoccerTask
from rcssgym.envs.games.vector import GameVectorEnv, SoccerVectorEnv
from rcssgym.envs.registration import DISC_GAMES
from rcssgym.envs.single import WorldEnv
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.errors import ArgumentError

if TYPE_CHECKING:
    from rcssgym.envs.games.parallel import GameParallelEnv

__all__ = [
    "WEIGHTS",
    "GameTask",
    "GameVectorEnv",
    "SoccerTask",
    "SoccerVectorEnv",
    "game_vector_env",
    "make_single",
    "make_vector",
    "parallel_env",
]

_OF_THE_TASK = ("observation", "reward", "weights", "robots", "field", "end_on_goal", "say")


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


def parallel_env(teams: str = "3v3", **options: Any) -> "GameParallelEnv":
    """Make a game behind PettingZoo's parallel API.

    :param teams: ``"1v1"`` to ``"7v7"``, of robots; or a game of the 2D league, such as
        ``"Disc-Soccer-11v11"`` or ``"Disc-Keepaway-3v2"``.
    :param options: those of :class:`SoccerParallelEnv`; of the 2D game's task and of
        :class:`GameParallelEnv`.

    Raises :class:`MissingLibraryError` without PettingZoo: ``pip install rcssgym[pettingzoo]``, and
    :class:`ArgumentError` for teams that do not exist and for options that one world cannot have.
    """
    from rcssgym.envs.games.parallel import GameParallelEnv, SoccerParallelEnv

    for name in ("num_envs", "threads", "autoreset_mode"):
        if name in options:
            raise ArgumentError(f"{name}: {options[name]!r}, but there is one world without resets")
    if isinstance(teams, str) and teams.startswith("Disc-") and teams not in DISC_GAMES:
        raise ArgumentError(f"teams: {teams!r} is none of {', '.join(DISC_GAMES)}")
    if isinstance(teams, str) and teams in DISC_GAMES:
        task, others = split_game(teams, options)
        return GameParallelEnv(task, **others)
    return SoccerParallelEnv(teams, **options)


def game_vector_env(name: str, num_envs: int = 1, **options: Any) -> GameVectorEnv:
    """Make games of the 2D league for many agents, with arrays ``(worlds, agents, ...)``.

    :param name: name of the game, such as ``"Disc-Soccer-11v11"`` or ``"Disc-Keepaway-3v2"``.
    :param num_envs: number of worlds.
    :param options: those of the task and of :class:`GameVectorEnv`.

    Raises :class:`ArgumentError` for another name.
    """
    if not isinstance(name, str) or name not in DISC_GAMES:
        raise ArgumentError(f"name: {name!r} is none of {', '.join(DISC_GAMES)}")
    task, others = split_game(name, options)
    return GameVectorEnv(task, num_envs, **others)


def split_game(name: str, options: dict[str, Any]) -> tuple[GameTask, dict[str, Any]]:
    """Make a game of the 2D league; return it and the options that belong to the environment."""
    ours = signature(WorldVectorEnv.__init__).parameters
    others = {option: value for option, value in options.items() if option in ours}
    module, _, kind = DISC_GAMES[name].partition(":")
    make = getattr(import_module(module), kind)
    task: GameTask = make(
        **{option: value for option, value in options.items() if option not in ours}
    )
    return task, others


def _split(options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Separate options of the task from those of the environment."""
    task = {name: value for name, value in options.items() if name in _OF_THE_TASK}
    return task, {name: value for name, value in options.items() if name not in _OF_THE_TASK}
