"""The only one of rcsssmj's helpers for MuJoCo that does not need MuJoCo."""

from __future__ import annotations

from math import cos, sin


def quat_from_axis_angle(
    axis: tuple[float, float, float], angle: float
) -> tuple[float, float, float, float]:
    """Return the quaternion ``wxyz`` of a rotation about an axis of length 1 by an angle in rad."""
    x, y, z = axis
    share = sin(angle / 2)
    return cos(angle / 2), x * share, y * share, z * share
