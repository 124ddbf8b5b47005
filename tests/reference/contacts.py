"""MuJoCo's contacts as plain objects, their classification, and matching with another list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import mujoco
import numpy as np

from .rcsssmj_scene import Scene

_PLANE = mujoco.mjtGeom.mjGEOM_PLANE
_SPHERE = mujoco.mjtGeom.mjGEOM_SPHERE
_CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE
_CYLINDER = mujoco.mjtGeom.mjGEOM_CYLINDER
_BOX = mujoco.mjtGeom.mjGEOM_BOX

# Pairs for which MuJoCo has a formula without iteration, so that an exact answer exists.
CLOSED_FORM_PAIRS = frozenset(
    frozenset(pair)
    for pair in (
        (_PLANE, _SPHERE),
        (_PLANE, _CAPSULE),
        (_PLANE, _BOX),
        (_PLANE, _CYLINDER),
        (_SPHERE, _SPHERE),
        (_SPHERE, _CAPSULE),
        (_SPHERE, _BOX),
        (_SPHERE, _CYLINDER),
        (_CAPSULE, _CAPSULE),
    )
)


class Contact(Protocol):
    """What both engines report for one contact point, world frame."""

    @property
    def geoms(self) -> tuple[str, str]:
        """Names."""

    @property
    def position(self) -> np.ndarray:
        """(3,) m"""

    @property
    def normal(self) -> np.ndarray:
        """(3,) from the first geom to the second."""

    @property
    def distance(self) -> float:
        """m, negative in penetration."""

    @property
    def force(self) -> np.ndarray:
        """(3,) N, on the second geom."""


AnyContact = TypeVar("AnyContact", bound=Contact)


@dataclass(frozen=True)
class ReferenceContact:
    """A `Contact` of MuJoCo. Geoms without a name in rcsssmj's files have the name ''."""

    geoms: tuple[str, str]
    types: tuple[int, int]
    position: np.ndarray
    normal: np.ndarray
    distance: float
    force: np.ndarray

    @property
    def closed_form(self) -> bool:
        """Whether the pair has an exact answer."""
        return frozenset(self.types) in CLOSED_FORM_PAIRS

    @property
    def has_mesh(self) -> bool:
        """Whether one of the geoms is a mesh."""
        return mujoco.mjtGeom.mjGEOM_MESH in self.types


def contacts_of(scene: Scene) -> list[ReferenceContact]:
    """MuJoCo's contacts of the last forward or step."""
    model, data = scene.model, scene.data
    found = []
    for index, contact in enumerate(data.contact):
        frame = contact.frame.reshape(3, 3)
        wrench = np.zeros(6)
        mujoco.mj_contactForce(model, data, index, wrench)
        first, second = (int(geom) for geom in contact.geom)
        found.append(
            ReferenceContact(
                geoms=(model.geom(first).name, model.geom(second).name),
                types=(int(model.geom_type[first]), int(model.geom_type[second])),
                position=contact.pos.copy(),
                normal=frame[0].copy(),
                distance=float(contact.dist),
                force=frame.T @ wrench[:3],
            )
        )
    return found


def touches_exactly(scene: Scene) -> bool:
    """Whether every contact of MuJoCo's last forward or step has an exact answer."""
    pairs = np.unique(scene.model.geom_type[scene.data.contact.geom], axis=0)
    return all(frozenset(pair) in CLOSED_FORM_PAIRS for pair in pairs.tolist())


def same_pair(reference: ReferenceContact, other: Contact) -> bool:
    """Whether two contacts are of the same geoms, in either order; unnamed geoms match any name."""
    first, second = reference.geoms

    def fits(name: str, candidate: str) -> bool:
        return name in ("", candidate)

    a, b = other.geoms
    return (fits(first, a) and fits(second, b)) or (fits(first, b) and fits(second, a))


def oriented(reference: ReferenceContact, other: Contact) -> tuple[np.ndarray, np.ndarray]:
    """Normal and force of `other` as if its geoms came in the order of `reference`."""
    flipped = reference.geoms[0] not in ("", other.geoms[0])
    sign = -1.0 if flipped else 1.0
    return sign * np.asarray(other.normal), sign * np.asarray(other.force)


def match(
    reference: Sequence[ReferenceContact], others: Sequence[Contact]
) -> tuple[list[tuple[ReferenceContact, Contact]], list[ReferenceContact], list[Contact]]:
    """Pairs every reference contact with the nearest unused one of the same geoms.

    Returns the pairs, what is missing in `others`, and what only `others` has.
    """
    rest, pairs, missing = list(others), [], []
    for contact in reference:
        candidates = [other for other in rest if same_pair(contact, other)]
        if not candidates:
            missing.append(contact)
            continue
        distances = [float(np.linalg.norm(c.position - contact.position)) for c in candidates]
        nearest = candidates[int(np.argmin(distances))]
        rest = [other for other in rest if other is not nearest]
        pairs.append((contact, nearest))
    return pairs, missing, rest


def deepest_by_pair(contacts: Sequence[AnyContact]) -> dict[frozenset[str], AnyContact]:
    """The deepest contact of every pair of geoms."""
    deepest: dict[frozenset[str], AnyContact] = {}
    for contact in contacts:
        pair = frozenset(contact.geoms)
        if pair not in deepest or contact.distance < deepest[pair].distance:
            deepest[pair] = contact
    return deepest
