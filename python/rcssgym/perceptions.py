"""Perceptions of robots.

Every perception has the ``name`` of its sensor and a method ``to_sexp()``, which returns its text
on the wire. Perceptions are equal if they say the same, and can be copied and pickled. Their
attributes may be assigned, with the checks of the constructor; ``to_sexp()`` uses the current
values. The hash depends on the attributes: do not change a perception that is in a set or is a key.
Derive from :class:`Perception` for perceptions of your own.
"""

from typing import Protocol

from rcssgym._core import (
    AccelerometerPerception,
    AgentDetection,
    GameStatePerception,
    GyroPerception,
    JointStatePerception,
    MicrophonePerception,
    ObjectDetection,
    OrientationPerception,
    Perception,
    PositionPerception,
    TimePerception,
    TouchPerception,
    VisionPerception,
)

__all__ = [
    "AccelerometerPerception",
    "AgentDetection",
    "GameStatePerception",
    "GyroPerception",
    "JointStatePerception",
    "MicrophonePerception",
    "ObjectDetection",
    "OrientationPerception",
    "PObjectDetection",
    "Perception",
    "PositionPerception",
    "TimePerception",
    "TouchPerception",
    "VisionPerception",
]


class PObjectDetection(Protocol):
    """Anything that a :class:`VisionPerception` can hold."""

    def to_sexp(self) -> str:
        """Return the text of the detection on the wire."""
