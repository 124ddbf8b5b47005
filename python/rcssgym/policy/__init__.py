"""Trained policies as files: ONNX with everything that is needed to use them.

A policy file is an ONNX model with one input, ``observation`` ``(N, n)`` float32, and one output,
``action`` ``(N, m)`` float32; normalization of observations is part of the graph. Its
``metadata_props`` hold what :func:`metadata` returns.
"""

from rcssgym.policy.metadata import Control, metadata
from rcssgym.policy.network import save
from rcssgym.policy.policy import Policy

__all__ = ["Control", "Policy", "metadata", "save"]
