"""Sources of policies that have been trained before."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any
from zipfile import is_zipfile

from rcssgym import policies
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.training.network import of_file

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor


def read_checkpoint(path: str | Path) -> dict[str, Any]:
    """Read what :meth:`Trainer.save` wrote, without running any code in the file."""
    try:
        whole: dict[str, Any] = torch.load(path, weights_only=True, map_location="cpu")
    except pickle.UnpicklingError as error:
        # torch's own message advises to run the code in the file.
        why = (
            "it holds more than numbers" if is_zipfile(path) else "rcssgym train has not written it"
        )
        raise ArgumentError(f"{path} is not a checkpoint: {why}") from error
    except (OSError, EOFError, RuntimeError) as error:
        raise ArgumentError(f"{path} is not a checkpoint: {error}") from error
    parts = ("agent", "config")
    if not isinstance(whole, dict) or not all(isinstance(whole.get(p), dict) for p in parts):
        raise ArgumentError(f"{path} is not a checkpoint: it has no agent and config")
    return whole


def known_of(source: str, option: str, own: str) -> tuple[dict[str, Tensor], str]:
    """Return the networks of a checkpoint, ONNX file or shipped policy, and its task's name.

    :param option: name of the option that names the source, for error messages.
    :param own: the run's own task.
    """
    if source in policies.names():
        return of_file(str(policies.path(source)), option, own)
    if source.endswith(".onnx"):
        return of_file(source, option, own)
    whole = read_checkpoint(source)
    return whole["agent"], str(whole["config"].get("task"))
