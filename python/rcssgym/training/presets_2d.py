"""Settings that were found to work well for tasks of the 2D game.

``docs/disc-baselines.md`` has their results.
"""

from __future__ import annotations

import json
from typing import Any

from rcssgym.envs.registration import DISC_SOCCER, HALF_FIELD, SCENES

Preset = dict[str, Any]

# Nothing is hidden from players, and small networks are large enough for the choices.
DISC: Preset = {
    "total_steps": 1_000_000,
    "num_envs": 256,
    "num_steps": 32,
    "minibatch": 2048,
    "hidden": "64,64",
    "episode_steps": 500,
    "mirror": "none",
    "privileged": 0,
}
LONG: Preset = {**DISC, "total_steps": 2_000_000}
TWO_ON_ONE: Preset = {
    **DISC,
    "total_steps": 6_000_000,
    "initialize": "DiscHFO1v1",
    "initial_std": 0.2,
    "final_std": 0.1,
}


# From scratch, goals and captures are too rare. Reinforcement after the imitation did not help.
IMITATED: Preset = {
    **DISC,
    "imitate": "scripted",
    "imitate_steps": 300_000,
    "distribution": "hybrid",
    "num_envs": 64,
    "total_steps": 1,
    "evaluation_steps": 100,
}
# A player that has the ball from the start can improve on the script, in small steps.
PASS_AND_SHOOT: Preset = {
    **DISC,
    "imitate": "scripted",
    "imitate_steps": 200_000,
    "distribution": "hybrid",
    "critic_updates": 20,
    "initial_std": 0.05,
    "final_std": 0.03,
    "target_kl": 0.003,
    "gamma": 0.995,
}


def attack(size: int) -> Preset:
    """Return settings for learning to command this many attackers with one policy."""
    numbers = list(range(1, size + 1))
    return {**IMITATED, "task_options": json.dumps({"numbers": numbers})}


SELF_PLAY: Preset = {
    **DISC,
    "num_envs": 128,
    "episode_steps": 1000,
    "initial_std": 0.5,
    "final_std": 0.2,
    "total_steps": 700_000,
}
TEAM: Preset = {
    **SELF_PLAY,
    "task_options": (
        '{"agents":"left","opponents":["still","scripted:0","scripted:0.5","scripted"]}'
    ),
}


GAMES_REUSE = {1: 3.0, 2: 24.0, 3: 24.0, 5: 3.0, 7: 24.0, 11: 8.0}
"""Number of times that each step of a game is used for learning, by the size of teams."""


def game(size: int) -> Preset:
    """Return settings for learning to command a team in whole games as a script does.

    In most states there is nothing to choose. Many are therefore played, and the few with a choice
    are used for learning again and again.
    """
    options = json.dumps({"agents": "left", "opponents": "scripted"}) if size > 1 else ""
    return {
        **IMITATED,
        "imitate_steps": 1_000_000 if size < 5 else 1_500_000,
        "imitate_reuse": GAMES_REUSE[size],
        "hidden": "192,96",
        "num_envs": 256 // size,
        "episode_steps": 3000,
        "task_options": options,
    }


PRESETS_2D: dict[str, Preset] = {
    "Disc-ReachBall": LONG,
    "Disc-ReachBallMended": LONG,
    "Disc-HFO-1v0-Skills": DISC,
    "Disc-HFO-1v1-Skills": LONG,
    "Disc-HFO-2v1-Skills": TWO_ON_ONE,
    **{
        f"Disc-HFO-{size}-Skills": attack(int(size[0]))
        for size in ("2v2", "3v2", "3v3", "4v4", "5v5")
    },
    **{
        f"Disc-HFO-{size}-High": {**attack(int(size[0])), "imitate_reuse": 24.0, "hidden": "192,96"}
        for size in HALF_FIELD[2:]
    },
    **{f"Disc-HFO-{size}-Defence": IMITATED for size in HALF_FIELD if size != "1v0"},
    **{f"Disc-Keepaway-{size}": DISC for size in ("3v2", "4v3", "5v4")},
    **{f"Disc-Academy-{scene}-Skills": DISC for scene in SCENES},
    **{
        f"Disc-Academy-{scene}-High": {**attack(size), "imitate_reuse": 24.0, "hidden": "192,96"}
        for scene, size in {"PassAndShoot": 2, "3v1": 3, "Corner": 6, "CounterAttack": 4}.items()
    },
    "Disc-Academy-PassAndShoot-Skills": PASS_AND_SHOOT,
    "Disc-Academy-EmptyGoal-Skills": {**DISC, "total_steps": 300_000},
    "Disc-Soccer-1v1-Skills": SELF_PLAY,
    "Disc-Soccer-2v2-Skills": TEAM,
    "Disc-Soccer-3v3-Skills": {**TEAM, "num_envs": 86},
    **{f"Disc-Soccer-{size}-High": game(int(size.split("v")[0])) for size in DISC_SOCCER},
}
"""Presets by task."""
