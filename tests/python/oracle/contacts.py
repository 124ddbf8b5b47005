"""MuJoCo's contacts as plain objects, their classification, and matching with another list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import mujoco
import numpy as np

from benches.peers.scene import Scene

_PLANE = mujoco.mjtGeom.mjGEOM_PLANE
_SPHERE = mujoco.mjtGeom.mjGEOM_SPHERE
_CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE
_CYLINDER = mujoco.mjtGeom.mjGEOM_CYLINDER
_BOX = mujoco.mjtGeom.mjGEOM_BOX
_MESH = mujoco.mjtGeom.mjGEOM_MESH

# Pairs for which MuJoCo has a formula without iteration, so that an exact answer exists.
CLOSED_FORM_PAIRS = frozenset(
    frozenset(pair)
    for pair in (
        (_PLANE, _SPHERE),
        (_PLANE, _CAPSULE),
        (_PLANE, _BOX),
        (_PLANE, _CYLINDER),
        (_PLANE, _MESH),
        (_SPHERE, _SPHERE),
        (_SPHERE, _CAPSULE),
        (_SPHERE, _BOX),
        (_SPHERE, _CYLINDER),
        (_CAPSULE, _CAPSULE),
        (_CAPSULE, _BOX),
        (_BOX, _BOX),
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
    """A `Contact` of MuJoCo. Geoms unnamed in rcsssmj's files are named by their robot's prefix."""

    ids: tuple[int, int]
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
    def hull_on_ground(self) -> bool:
        """Whether a convex hull lies on the plane."""
        return frozenset(self.types) == {_PLANE, _MESH}


def contacts_of(scene: Scene) -> list[ReferenceContact]:
    """MuJoCo's contacts after the last forward or step."""
    model, data = scene.model, scene.data
    found = []
    for index, contact in enumerate(data.contact):
        frame = contact.frame.reshape(3, 3)
        wrench = np.zeros(6)
        mujoco.mj_contactForce(model, data, index, wrench)
        first, second = (int(geom) for geom in contact.geom)
        found.append(
            ReferenceContact(
                ids=(first, second),
                geoms=(_name(scene, first), _name(scene, second)),
                types=(int(model.geom_type[first]), int(model.geom_type[second])),
                position=contact.pos.copy(),
                normal=frame[0].copy(),
                distance=float(contact.dist),
                force=frame.T @ wrench[:3],
            )
        )
    return found


def _name(scene: Scene, geom: int) -> str:
    if name := scene.model.geom(geom).name:
        return str(name)
    return next(robot.prefix for robot in scene.robots if geom in robot.geoms)


def touches_exactly(scene: Scene) -> bool:
    """Whether every contact of MuJoCo's last forward or step has an exact answer."""
    pairs = np.unique(scene.model.geom_type[scene.data.contact.geom], axis=0)
    return all(frozenset(pair) in CLOSED_FORM_PAIRS for pair in pairs.tolist())


def same_pair(reference: ReferenceContact, other: Contact) -> bool:
    """Whether two contacts are of the same geoms, in either order."""
    return frozenset(reference.geoms) == frozenset(other.geoms)


def oriented(reference: ReferenceContact, other: Contact) -> tuple[np.ndarray, np.ndarray]:
    """Normal and force of `other` as if its geoms came in the order of `reference`."""
    sign = 1.0 if reference.geoms[0] == other.geoms[0] else -1.0
    return sign * np.asarray(other.normal), sign * np.asarray(other.force)


def match(
    reference: Sequence[ReferenceContact], others: Sequence[AnyContact]
) -> tuple[list[tuple[ReferenceContact, AnyContact]], list[ReferenceContact], list[AnyContact]]:
    """Pairs every reference contact with the nearest unused one of the same geoms.

    Returns the pairs, the contacts missing in `others`, and those that only `others` has.
    """
    rest = list(others)
    pairs: list[tuple[ReferenceContact, AnyContact]] = []
    missing: list[ReferenceContact] = []
    for contact in reference:
        partner = nearest(contact, rest)
        if partner is None:
            missing.append(contact)
            continue
        rest = [other for other in rest if other is not partner]
        pairs.append((contact, partner))
    return pairs, missing, rest


def deepest_by_pair(contacts: Sequence[ReferenceContact]) -> list[ReferenceContact]:
    """The deepest contact of every pair of geoms."""
    deepest: dict[tuple[int, int], ReferenceContact] = {}
    for contact in contacts:
        known = deepest.setdefault(contact.ids, contact)
        if contact.distance < known.distance:
            deepest[contact.ids] = contact
    return list(deepest.values())


def nearest(reference: ReferenceContact, others: Sequence[AnyContact]) -> AnyContact | None:
    """The contact of the same geoms whose point is nearest."""
    candidates = [other for other in others if same_pair(reference, other)]
    if not candidates:
        return None
    distances = [float(np.linalg.norm(c.position - reference.position)) for c in candidates]
    return candidates[int(np.argmin(distances))]
