"""Sources of policies that have been trained before."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any
from zipfile import ZipFile, is_zipfile

from rcssgym import policies
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.regular import regular
from rcssgym.training.network import of_file

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor


def read_checkpoint(path: str | Path, option: str) -> dict[str, Any]:
    """Read what :meth:`Trainer.save` wrote, without running any code in the file.

    :param option: name of the option that names the file, for error messages.
    """
    try:
        if is_zipfile(regular(path)):
            with ZipFile(path) as parts:
                if (damaged := parts.testzip()) is not None:  # torch does not look
                    raise OSError(f"the checksum of {damaged} in it does not fit")
        whole: dict[str, Any] = torch.load(path, weights_only=True, map_location="cpu")
    except pickle.UnpicklingError as error:
        # torch's own message advises to run the code in the file.
        why = (
            "it holds more than numbers" if is_zipfile(path) else "rcssgym train has not written it"
        )
        raise ArgumentError(f"{option}: {path} is not a checkpoint: {why}") from error
    except Exception as error:  # damaged bytes make it raise nearly anything
        why = "it ends too early" if _is_cut_off(path) else str(error) or "it cannot be read"
        raise ArgumentError(f"{option}: {path} is not a checkpoint: {why}") from error
    needed = ("agent", "config")
    if not isinstance(whole, dict) or not all(isinstance(whole.get(p), dict) for p in needed):
        raise ArgumentError(f"{option}: {path} is not a checkpoint: it has no agent and config")
    return whole


def _is_cut_off(path: str | Path) -> bool:
    """Return whether a file is the beginning of one of torch's, which end with a directory."""
    try:
        with regular(path).open("rb") as file:
            return b"PK\x03\x04".startswith(file.read(4)) and not is_zipfile(path)
    except OSError:
        return False  # it cannot be read at all, which the error at hand says


def known_of(source: str, option: str, own: str) -> tuple[dict[str, Tensor], str]:
    """Return the networks of a checkpoint, ONNX file or shipped policy, and its task's name.

    :param option: name of the option that names the source, for error messages.
    :param own: the run's own task.
    """
    if source in policies.names():
        return of_file(str(policies.path(source)), option, own)
    if source.endswith(".onnx"):
        return of_file(source, option, own)
    whole = read_checkpoint(source, option)
    known = whole["agent"]
    scales = [known.get(f"observed.{name}") for name in ("mean", "variance")]
    if not all(isinstance(one, Tensor) for one in (*scales, *known.values())) or not (
        scales[0].shape == scales[1].shape == scales[0].shape[:1] != ()
    ):
        raise ArgumentError(f"{option}: {source} has no networks of a policy")
    return known, str(whole["config"].get("task"))
