"""Games as formerly computed in numpy: the oracle for the core's terms."""

from envs.numpy_games.vector import SoccerVectorEnv

__all__ = ["SoccerVectorEnv"]
