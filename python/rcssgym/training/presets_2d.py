"""Settings with which tasks of the 2D game were found to be learned.

``docs/disc-tasks.md`` tells what came of them.
"""

from __future__ import annotations

from typing import Any

from rcssgym.envs.registration import HALF_FIELD, SCENES

Preset = dict[str, Any]

# Nothing is hidden from who plays, and small networks learn what there is to choose.
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
PRESETS_2D: dict[str, Preset] = {
    "Disc-ReachBall": DISC,
    "Disc-ReachBallMended": {**DISC, "total_steps": 2_000_000},
    **{f"Disc-HFO-{size}-Skills": DISC for size in HALF_FIELD},
    "Disc-HFO-1v1-Skills": {**DISC, "total_steps": 2_000_000},
    **{f"Disc-HFO-{size}-Defence": DISC for size in HALF_FIELD if size != "1v0"},
    **{f"Disc-Keepaway-{size}": DISC for size in ("3v2", "4v3", "5v4")},
    **{f"Disc-Academy-{scene}-Skills": DISC for scene in SCENES},
}
"""By task."""
