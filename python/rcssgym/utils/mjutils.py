"""Of rcsssmj's helpers around MuJoCo the one that needs none."""

from __future__ import annotations

from math import cos, sin


def quat_from_axis_angle(
    axis: tuple[float, float, float], angle: float
) -> tuple[float, float, float, float]:
    """Quaternion ``wxyz`` of a turn about an axis of length 1 by an angle in rad."""
    x, y, z = axis
    share = sin(angle / 2)
    return cos(angle / 2), x * share, y * share, z * share
