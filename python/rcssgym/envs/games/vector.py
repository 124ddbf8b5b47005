"""Games for many agents at once, such as in self-play."""

from collections.abc import Mapping
from typing import Any

from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.games.agents import GameTask
from rcssgym.envs.games.lineup import Robots
from rcssgym.envs.games.task import Field, Observation, Sharing, SoccerTask
from rcssgym.envs.lookup import new_task
from rcssgym.envs.registration import SOCCER_STEPS
from rcssgym.envs.returned import checked_total_by_agent
from rcssgym.envs.streams import Floats
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.errors import ArgumentError


class GameVectorEnv(WorldVectorEnv):
    """``W`` games with ``A`` agents each, with a reward for every agent.

    Like :class:`WorldVectorEnv`, except that ``step`` returns rewards ``(W, A)``. Observations are
    ``(W, A, n)`` float32, actions ``(W, A, J)``, terminations and truncations ``(W,)``, since a
    game begins and ends for all agents together. Agents are in the order of ``agents``, the left
    team first. Both teams see the pitch as if they played towards positive x, so that one policy
    can play either side.

    :param task: a game of several agents: an object that no environment uses yet, a class, or a
        name such as ``"Disc-Soccer-2v2"``.
    :param num_envs: number of worlds.
    :param options: those of :class:`WorldVectorEnv`.

    Raises :class:`ArgumentError` for a task that is no such game.
    """

    task: GameTask

    def __init__(
        self, task: GameTask | type[GameTask] | str, num_envs: int = 1, **options: Any
    ) -> None:
        game = new_task(task)
        if not isinstance(game, GameTask):
            raise ArgumentError(f"task: {type(game).__name__} is not a game of several agents")
        super().__init__(game, num_envs, **options)
        self.agents = game.agents
        """Names of the agents, such as ``left_1``."""

    def _total(self, terms: dict[str, Floats]) -> Floats:
        return checked_total_by_agent(self.task, terms, self.num_envs, len(self.agents))

    def _paid(self, task: CoreTask) -> int | None:  # noqa: ARG002
        return 0

    def _of_robots(self, task: CoreTask, rewards: Floats) -> Floats:  # noqa: ARG002
        return rewards


class SoccerVectorEnv(GameVectorEnv):
    """``W`` games of robots with ``A`` agents each: see :class:`GameVectorEnv`.

    :param teams: this and ``observation``, ``reward``, ``weights``, ``robots``, ``field``,
        ``end_on_goal`` and ``say`` are those of :class:`SoccerTask`.
    :param num_envs: number of worlds.
    :param max_episode_steps: steps after which an episode is truncated; ``None`` for never.
    :param options: further options of :class:`WorldVectorEnv`.
    """

    task: SoccerTask

    def __init__(
        self,
        teams: str = "3v3",
        num_envs: int = 1,
        *,
        observation: Observation = "perception",
        reward: Sharing = "individual",
        weights: Mapping[str, float] | None = None,
        robots: Robots = "T1",
        field: Field = "fifa7vs7",
        end_on_goal: bool = True,
        say: bool | int = False,
        max_episode_steps: int | None = SOCCER_STEPS,
        **options: Any,
    ) -> None:
        task = SoccerTask(
            teams,
            observation=observation,
            reward=reward,
            weights=weights,
            robots=robots,
            field=field,
            end_on_goal=end_on_goal,
            say=say,
        )
        super().__init__(task, num_envs, max_episode_steps=max_episode_steps, **options)
