"""A task in one world behind Gymnasium's API: the vector environment with one env."""

from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from rcssgym.envs.checks import Precision, as_array
from rcssgym.envs.made import Made, options_of
from rcssgym.envs.options import Delay, Privileged
from rcssgym.envs.render import RENDER_METADATA, CameraChoice
from rcssgym.envs.task import Task
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.errors import ArgumentError
from rcssgym.randomization import Randomization
from rcssgym.view.window import Frame


class WorldEnv(Made, Env[NDArray[np.float32], NDArray[np.float32]]):
    """One world of a task.

    :param task: this and all other parameters are as for :class:`WorldVectorEnv`.

    Episodes are truncated by Gymnasium's ``TimeLimit``, in which ``gymnasium.make`` wraps the env.
    """

    metadata: dict[str, Any] = {**RENDER_METADATA}  # noqa: RUF012

    def __init__(
        self,
        task: type[Task] | Task | str,
        *,
        frame_skip: int = 1,
        history: int = 1,
        delay: Delay = 0,
        privileged: Privileged = None,
        clip_actions: bool = False,
        precision: Precision = "double",
        randomization: Randomization | None = None,
        randomize_fraction: float = 1.0,
        render_mode: str | None = None,
        width: int = 640,
        height: int = 480,
        camera: CameraChoice = None,
        captions: bool = False,
    ) -> None:
        self.vector = WorldVectorEnv(
            task,
            max_episode_steps=None,
            autoreset_mode=AutoresetMode.DISABLED,
            frame_skip=frame_skip,
            history=history,
            delay=delay,
            privileged=privileged,
            clip_actions=clip_actions,
            threads=1,
            precision=precision,
            randomization=randomization,
            randomize_fraction=randomize_fraction,
            render_mode=render_mode,
            width=width,
            height=height,
            camera=camera,
            captions=captions,
        )
        self.metadata = {
            **type(self).metadata,
            "render_fps": self.vector.metadata["render_fps"],
        }
        self.render_mode = render_mode
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space
        self._is_made = True

    _made_from = options_of(WorldVectorEnv.__init__) | {"step_dt", "worlds"}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin an episode; a seed makes this episode and all later ones reproducible."""
        super().reset(seed=seed)
        observations, info = self.vector.reset(seed=seed, options=options)
        return _first(observations), _of_the_only_env(info)

    def step(
        self, action: ArrayLike
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Act and step; ``info`` has every term of the reward and the measures.

        Raises what :meth:`WorldVectorEnv.step` raises.
        """
        array = as_array("action", action)
        if array.shape != self.action_space.shape:
            raise ArgumentError(f"action: shape {array.shape}, must be {self.action_space.shape}")
        observations, rewards, terminated, truncated, info = self.vector.step(array[None])
        terms = _of_the_only_env(info.pop("reward"))
        outcome = float(rewards[0]), bool(terminated[0]), bool(truncated[0])
        return _first(observations), *outcome, {"reward": terms, **_of_the_only_env(info)}

    def set_progress(self, progress: float) -> None:
        """Set the task's training progress: see :meth:`Task.advance`."""
        self.vector.set_progress(progress)

    def render(self) -> Frame | None:
        """Return a frame ``(height, width, 3)`` uint8, or ``None`` in mode ``"human"``."""
        frames = self.vector.render()
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Close the environment; may be called more than once."""
        self.vector.close()


def _first(observations: Any) -> Any:
    """Return the observation of the only env, or those of policy and critic."""
    if isinstance(observations, dict):
        return {name: array[0] for name, array in observations.items()}
    return observations[0]


def _of_the_only_env(info: dict[str, Any]) -> dict[str, Any]:
    """Return the info of the only env, without masks: numbers, or arrays if there are several."""
    plain = {name: one[0] for name, one in info.items() if not name.startswith("_")}
    return {name: one.item() if one.ndim == 0 else one for name, one in plain.items()}
