"""Setups of the robots for tasks: pose, commands of the motors, mirror symmetry."""

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.checks import as_array, checked_number, is_choice
from rcssgym.envs.streams import Floats, Indices
from rcssgym.errors import ArgumentError

_ARRAYS = {"nominal": "fiu", "mirror": "iu", "mirror_sign": "fiu", "hinges": "fiu"}
"""Arrays with one number per joint, with the kinds of numbers that they may have."""


@dataclass(frozen=True, eq=False)
class RobotSetup:
    """A robot as tasks use it; :func:`dataclasses.replace` makes a modified copy.

    Arrays with one number per joint are in the order of the motors.

    Raises :class:`ArgumentError` for arrays of another length, for anything but finite numbers, for
    a torso below the ground, and for a ``mirror``, ``hinges`` or ``drive`` that cannot be.
    """

    model: str
    """Name or file of the model."""
    nominal: Floats
    """Joint angles at action 0 ``(J,)``, rad."""
    height: float
    """Height of the torso at the start, in the nominal pose, m: soles a few mm above the ground."""
    lowest: float
    """Height of the torso below which the robot counts as fallen, m."""
    feet: tuple[str, ...]
    """Names of the feet's bodies, left before right."""
    sole: float
    """Distance of the sole below the origin of a foot's body, m."""
    mirror: Indices
    """Index of the mirror counterpart of each joint ``(J,)``."""
    mirror_sign: Floats
    """Factor for the mirror counterpart's angle ``(J,)``, 1 or -1."""
    hinges: Indices
    """Index, among the robot's hinges in ``qpos``, of the hinge that each motor moves ``(J,)``.
    Hinges without motors are left out; :class:`ArgumentError` where the model has other ones."""
    drive: Literal["position", "torque"] = "position"
    """Whether an action is an offset of the target angles or a torque."""
    action_scale: float = 1.0
    """Value of an action of 1: rad, or a torque in units of the motor."""
    kp: float = 25.0
    """Proportional gain of the motors, N m/rad."""
    kd: float = 0.6
    """Derivative gain of the motors, N m s/rad."""
    joints: int = field(init=False)
    """Number of joints, J."""

    def __post_init__(self) -> None:
        joints = np.size(as_array("nominal", self.nominal))
        object.__setattr__(self, "joints", joints)
        for name, kinds in _ARRAYS.items():
            array = as_array(name, getattr(self, name)).copy()
            if array.shape != (joints,):
                raise ArgumentError(f"{name}: shape {array.shape}, must be ({joints},)")
            if array.dtype.kind not in kinds or not np.isfinite(array).all():
                words = "finite numbers" if "f" in kinds else "integers"
                raise ArgumentError(f"{name}: {array.tolist()} are not all {words}")
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        for name in ("height", "lowest", "sole", "action_scale", "kp", "kd"):
            checked_number(name, getattr(self, name))
        if self.height <= 0.0:
            raise ArgumentError(f"height: {self.height} m is not above the ground")
        mirror, hinges = self.mirror.tolist(), self.hinges.tolist()
        if sorted(mirror) != list(range(joints)):
            raise ArgumentError(f"mirror: {mirror} does not have each of {joints} once")
        if not (np.abs(self.mirror_sign) == 1.0).all():
            raise ArgumentError(f"mirror_sign: {self.mirror_sign.tolist()} are not all 1 or -1")
        if len(set(hinges)) < joints or not all(isinstance(i, int) and i >= 0 for i in hinges):
            raise ArgumentError(f"hinges: {hinges} are not {joints} different indices from 0")
        if not is_choice(self.drive, ("position", "torque")):
            raise ArgumentError(f"drive: {self.drive!r} is neither 'position' nor 'torque'")

    def mirrored(self, joints: Floats) -> Floats:
        """Swap left and right in angles, speeds or actions ``(..., J)``."""
        swapped: Floats = joints[..., self.mirror] * self.mirror_sign
        return swapped


def _humanoid_mirror(has_waist: bool) -> tuple[NDArray[np.intp], Floats]:
    """Return the mirror of head, arms, perhaps a waist, and legs.

    Their axes must be alike on the left and the right.
    """
    head, arm, leg = [-1, 1], [1, -1, 1, -1], [1, -1, -1, 1, 1, -1]
    waist = [-1] if has_waist else []
    signs = [*head, *arm, *arm, *waist, *leg, *leg]
    first_leg = 10 + len(waist)
    index = np.arange(len(signs))
    index[2:10] = [*range(6, 10), *range(2, 6)]
    index[first_leg:] = [*range(first_leg + 6, len(signs)), *range(first_leg, first_leg + 6)]
    return index, np.array(signs, dtype=np.float64)


_HEAD = [0.0, 0.0]
_ARMS = [0.0, -1.4, 0.0, -0.4, 0.0, 1.4, 0.0, 0.4]
_LEG = [-0.4, 0.0, 0.0, 0.8, -0.4, 0.0]
_FEET = ("left_foot_link", "right_foot_link")

_T1_MIRROR, _T1_SIGN = _humanoid_mirror(has_waist=True)
T1 = RobotSetup(
    model="T1",
    nominal=np.array([*_HEAD, *_ARMS, 0.0, *_LEG, *_LEG]),
    height=0.645,
    lowest=0.45,
    feet=_FEET,
    sole=0.03,
    mirror=_T1_MIRROR,
    mirror_sign=_T1_SIGN,
    hinges=np.arange(23),
)
"""Booster T1, 23 joints: head, arms, waist, legs. Pose and gains are those of the league's public
locomotion policies (RL-X ``robocup_soccer``): a crouch, 25 N m/rad and 0.6 N m s/rad. Their actions
are in units of 0.5 rad and have no bounds; ours are in units of 1 rad, from -1 to 1."""

_K1_MIRROR, _K1_SIGN = _humanoid_mirror(has_waist=False)
K1 = RobotSetup(
    model="K1",
    nominal=np.array([*_HEAD, *_ARMS, *_LEG, *_LEG]),
    height=0.525,
    lowest=0.36,
    feet=_FEET,
    sole=0.038,
    mirror=_K1_MIRROR,
    mirror_sign=_K1_SIGN,
    hinges=np.arange(22),
)
"""Booster K1, 22 joints: head, arms, legs, in the T1's crouch and with its gains."""

FIRM_T1 = replace(T1, kp=60.0, kd=2.0)
"""T1 with firmer motors: it stands for more than a second in the nominal pose; with the gains of
:data:`T1` it sags at once. Agents may send any gains."""

FIRM_K1 = replace(K1, kp=40.0, kd=0.6)
"""K1 with the firmest useful motors: with larger gains, the light arms begin to vibrate."""

_NAO_LEG = [0.0, 0.0, 0.4, -0.8, 0.4, 0.0]
NAO = RobotSetup(
    model="nao",
    nominal=np.array([*_HEAD, -1.4, 0.0, 0.0, -0.3, -1.4, 0.0, 0.0, 0.3, *_NAO_LEG, *_NAO_LEG]),
    height=0.369,
    lowest=0.24,
    feet=("lfoot", "rfoot"),
    sole=0.01,
    mirror=_K1_MIRROR,
    mirror_sign=np.array([-1.0, 1.0, *2 * [1.0, -1.0, -1.0, -1.0], *2 * [1, -1, 1, 1, 1, -1]]),
    hinges=np.arange(22),
    kp=20.0,
    kd=0.5,
)
"""SimSpark's Nao, 22 joints: head, arms, legs, in a crouch with its arms down. With these gains it
stands by itself. The first joint of each leg both turns and tilts the leg: its axis is at 45
degrees."""

ANT = RobotSetup(
    model="ant",
    nominal=np.array([0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, -1.0]),
    height=0.6,
    lowest=0.3,
    feet=(),
    sole=0.0,
    mirror=np.array([2, 3, 0, 1, 6, 7, 4, 5]),
    mirror_sign=np.array([-1.0, 1.0] * 4),
    hinges=np.array([6, 7, 0, 1, 2, 3, 4, 5]),
    drive="torque",
)
"""Ant, 8 joints: hip and ankle of the front right, front left, back left and back right leg. Its
motors are torques as in Gymnasium's ``Ant``: an action of 1 is 150 N m."""
