"""Games as they were computed in numpy: the oracle of what the core's terms compute."""

from envs.numpy_games.vector import SoccerVectorEnv

__all__ = ["SoccerVectorEnv"]
