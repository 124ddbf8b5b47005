"""Contacts, as reported by :meth:`rcssgym.WorldBatch.contacts`."""

from typing import NamedTuple

Vector = tuple[float, float, float]


class Contact(NamedTuple):
    """One point where two shapes touch, in the world frame."""

    geoms: tuple[str, str]
    """Names of the two shapes, e.g. ``("pitch", "ball")``."""
    position: Vector
    """Midway between the two surfaces, m."""
    normal: Vector
    """Unit vector from the first shape to the second."""
    distance: float
    """Distance between the surfaces, m; negative in penetration."""
    force: Vector
    """Force on the second shape, N."""
