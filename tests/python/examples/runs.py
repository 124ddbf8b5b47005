"""Small runs of training, and what they leave."""

from pathlib import Path
from typing import Any

WALK = Path(__file__).parents[3] / "policies" / "T1Walk.onnx"
TINY = ["--num-envs", "8", "--num-steps", "6", "--minibatch", "20", "--threads", "1"]
TINY += ["--evaluation-envs", "2", "--evaluation-steps", "5", "--save-every", "2"]
TINY += ["--total-steps", "240", "--hidden", "16,8"]
PAIR = ["--task", "Disc-HFO-2v1-Skills", "--task-options"]


def checkpoint(directory: Path) -> dict[str, Any]:
    """Return the contents of a run's checkpoint."""
    import torch

    whole: dict[str, Any] = torch.load(directory / "checkpoint.pt", weights_only=False)
    return whole
