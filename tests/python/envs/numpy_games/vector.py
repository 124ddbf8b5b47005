"""Games for many agents at once, such as in self-play."""

from collections.abc import Mapping
from typing import Any

from rcssgym.envs.registration import SOCCER_STEPS
from rcssgym.envs.streams import Floats
from rcssgym.envs.vector import WorldVectorEnv

from envs.numpy_games.lineup import Robots
from envs.numpy_games.scoring import Sharing
from envs.numpy_games.task import Field, Observation, SoccerTask


class SoccerVectorEnv(WorldVectorEnv):
    """``W`` games with ``A`` agents each, with a reward for every agent.

    Like :class:`WorldVectorEnv`, except that ``step`` returns rewards ``(W, A)``: observations are
    ``(W, A, n)`` float32, actions ``(W, A, J)``, terminations and truncations ``(W,)``, since a
    game begins and ends for all. Agents are in the order of ``agents``, the left team first. Both
    teams see the pitch as if they played towards positive x, so that one policy can play either
    team.

    :param teams: and ``observation``, ``reward``, ``weights``, ``robots``, ``field`` and
        ``end_on_goal``: see :class:`SoccerTask`.
    :param num_envs: number of worlds.
    :param max_episode_steps: steps after which an episode is truncated; ``None`` for never.
    :param options: further ones of :class:`WorldVectorEnv`.
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
        )
        super().__init__(task, num_envs, max_episode_steps=max_episode_steps, **options)
        self.agents = task.agents
        """Names of the agents, such as ``left_1``."""

    def _total(self, terms: dict[str, Floats]) -> Floats:
        return self.task.total_by_agent(terms)
