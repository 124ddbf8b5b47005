"""Perceptions as arrays, as returned by :meth:`rcssgym.WorldBatch.perceive`."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Perceptions:
    """Perceptions of all ``R`` robots of all ``W`` worlds, truncated as in messages to agents.

    Names and units are those of the objects of :mod:`rcssgym.perceptions`. If a robot has several
    sensors of one kind, the arrays hold the first (touch sensors: all). Unused places are zero. All
    arrays are fresh.
    """

    time: Floats
    """Simulated time ``(W,)``, s."""
    play_time: Floats
    """Time played ``(W,)``, s."""
    play_mode: Integers
    """Play modes ``(W,)``: indices into ``list(PlayMode)``."""
    score: Integers
    """Goals ``(W, 2)``, left and right."""
    orientation: Floats
    """Orientation in the world ``(W, R, 4)``, ``wxyz``."""
    position: Floats
    """Position in the world ``(W, R, 3)``, m."""
    gyro: Floats
    """Angular velocity in the sensor's frame ``(W, R, 3)``, deg/s."""
    accelerometer: Floats
    """Acceleration in the sensor's frame, including gravity ``(W, R, 3)``, m/s^2."""
    joint_axs: Floats
    """Joint angles ``(W, R, J)``, deg, in the order of ``joint_names``."""
    joint_vxs: Floats
    """Joint speeds ``(W, R, J)``, deg/s."""
    joint_names: list[list[str]]
    """Names of the joints of each robot."""
    touch: Integers
    """Forces on touch sensors ``(W, R, T)``, whole N."""
    has_vision: Flags
    """Whether cameras delivered an image ``(W,)``: in every second step of a world."""
    vision: Floats
    """Distance (m), azimuth and inclination (deg) of each marker ``(W, R, M, 3)``."""
    vision_mask: Flags
    """Whether a robot sees a marker ``(W, R, M)``."""
    marker_names: list[tuple[int | None, str]]
    """Markers ``(M,)``: owner (a robot's index, or ``None``) and name."""
    heard: Flags
    """Whether a robot hears another ``(W, R, R)``: listeners, then speakers."""
    azimuths: Integers
    """Directions from which messages are heard ``(W, R, R)``, deg."""
    messages: NDArray[np.uint8]
    """Messages heard ``(W, R, R, 10)``: bytes, padded with zeros."""
    message_lengths: NDArray[np.uint8]
    """Lengths of the messages ``(W, R, R)``, bytes."""
