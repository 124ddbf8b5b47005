"""Settings with which tasks were found to be learned, where those for all tasks are not the best.

``docs/training.md`` tells what came of them, and what was tried besides.
"""

from __future__ import annotations

from typing import Any

from rcssgym.training.presets_2d import PRESETS_2D

Preset = dict[str, Any]

PLAIN: Preset = {"late": 0.0, "noise": 0.0, "push": 0.0}
"""Without pushes, errors of senses and late actions, with which balance takes longer to learn."""

# A fall is half a second ahead: who looks further than that stands still rather than try to step.
WALK: Preset = {
    "total_steps": 30_000_000,
    "num_envs": 256,
    "gamma": 0.95,
    "gae_lambda": 0.9,
    "initial_std": 0.25,
    "final_std": 0.1,
    "mirror": "loss",
    **PLAIN,
}
GET_UP: Preset = {
    "total_steps": 20_000_000,
    "num_envs": 256,
    "gamma": 0.97,
    "gae_lambda": 0.9,
    "mirror": "loss",
    **PLAIN,
}
STAND: Preset = {"total_steps": 5_000_000, "num_envs": 1024, "minibatch": 6144}

# Who can walk already has little to learn: steps are small, and episodes as hard as they get.
WALKING: Preset = {"initialize": "T1Walk", "curriculum_steps": 1}
GO_TO_BALL: Preset = {
    **WALKING,
    "total_steps": 1_000_000,
    "num_envs": 1024,
    "minibatch": 6144,
    "initial_std": 0.1,
    "target_kl": 0.005,
}
MANY: Preset = {**WALKING, "num_envs": 2048, "minibatch": 12288, "critic_updates": 10}
KICK: Preset = {
    **MANY,
    "total_steps": 6_000_000,
    "initial_std": 0.25,
    "final_std": 0.1,
    "episode_steps": 100,
}
# A lost ball is decided by a strike, seconds before: only a critic that learns by itself tells. In
# episodes half as long, starts, which take longest, count twice.
DRIBBLE: Preset = {
    **WALKING,
    "task_options": '{"reward": "way"}',
    "total_steps": 5_000_000,
    "episode_steps": 500,
    "num_envs": 1024,
    "num_steps": 48,
    "minibatch": 8192,
    "gamma": 0.995,
    "gae_lambda": 0.9,
    "critic_epochs": 2,
    "critic_updates": 3,
    "initial_std": 0.1,
    "final_std": 0.05,
    "noise_steps": 4,
    "target_kl": 0.025,
    "final_kl": 0.003,
    "mirror": "loss",
    "late": 0.45,
    "noise": 0.0,
    "push": 0.0,
}
# Four equal legs: what one of eight images teaches holds for all of them.
RUN: Preset = {"total_steps": 5_000_000, "privileged": 0, "mirror": "exact"}

PRESETS: dict[str, Preset] = {
    "AntRun-v1": RUN,
    "T1Stand-v1": STAND,
    "K1Stand-v1": STAND,
    "NaoStand-v1": {"total_steps": 700_000},
    "T1Walk-v1": WALK,
    "K1Walk-v1": WALK,
    "NaoWalk-v1": WALK,
    "T1GetUp-v1": GET_UP,
    "K1GetUp-v1": GET_UP,
    "NaoGetUp-v1": GET_UP,
    "T1GoToBall-v1": GO_TO_BALL,
    "T1Kick-v1": KICK,
    "T1Dribble-v1": DRIBBLE,
    **PRESETS_2D,
}
"""By task."""
