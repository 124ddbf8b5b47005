"""Settings that were found to work well for certain tasks, better than the general defaults.

``docs/training-results.md`` has their results, and what else was tried.
"""

from __future__ import annotations

from typing import Any

from rcssgym.training.presets_2d import PRESETS_2D

Preset = dict[str, Any]

PLAIN: Preset = {"late": 0.0, "noise": 0.0, "push": 0.0}
"""No pushes, sensor errors and late actions, which make balance slower to learn."""

# A fall happens within half a second. A learner with a longer horizon stands still and does not try
# to step.
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

# A policy that can walk already has little to learn: steps are small, and episodes have full
# difficulty from the start.
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
# Whether the ball gets lost is decided by a strike seconds earlier, which only a critic that learns
# separately can tell. With episodes half as long, the starts, which take longest, count twice.
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
# Four equal legs: a sample teaches the network about all eight images.
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
"""Presets by task."""
