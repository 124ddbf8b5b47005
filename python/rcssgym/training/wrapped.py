"""Worlds shown to a trainer in another shape: the part that stays the same."""

from __future__ import annotations

from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.view.page import PORT, Page


class Wrapped:
    """Worlds whose ``reset`` and ``step`` a subclass defines by those of ``envs``."""

    def __init__(self, envs: WorldVectorEnv) -> None:
        self.envs = envs
        self.task, self.privileged = envs.task, envs.privileged
        self.num_envs = envs.num_envs
        """Number of rows of observations and actions."""
        self.max_episode_steps = envs.max_episode_steps

    def set_progress(self, progress: float) -> None:
        """Set the task's training progress, 0 to 1."""
        self.envs.set_progress(progress)

    def view(self, port: int = PORT) -> Page:
        """Show the worlds in browsers."""
        return self.envs.view(port)

    def close(self) -> None:
        """Close the worlds."""
        self.envs.close()
