"""Ranges within which worlds differ from each other (domain randomization)."""

from dataclasses import dataclass, fields
from numbers import Real
from typing import TypeAlias

import numpy as np

from rcssgym._core import check_ranges
from rcssgym.errors import ArgumentError

Range: TypeAlias = tuple[float, float] | float | None
"""Lowest and highest value, one value, or ``None`` for the model's own value."""


@dataclass(frozen=True, kw_only=True)
class Randomization:
    """Properties that are drawn uniformly for a world, with their ranges.

    A range is a pair (lowest, highest), or one number for all worlds; ``None`` leaves the property
    unchanged. Names are MuJoCo's. Pass the object to :meth:`WorldBatch.randomize` or, as
    ``randomization``, to an environment, which draws anew for every episode.

    Factors multiply the models' values: 1 changes nothing. ``mass`` to ``force_range`` are drawn
    for every body or joint of every robot, ``kp`` and ``kd`` for every motor, everything else once
    per world.

    >>> import rcssgym
    >>> worlds = rcssgym.WorldBatch(num_worlds=2)
    >>> worlds.randomize(rcssgym.Randomization(friction=(0.5, 1.25), kp=0.9), worlds=[1])
    >>> sorted(worlds.variation(1)), worlds.variation(0)
    (['friction', 'kp', 'seed'], {})

    Raises :class:`ArgumentError` for a range that is empty or outside the bounds given below.
    """

    gravity: Range = None
    """Factor on gravity, 0 to 100."""
    friction: Range = None
    """Factor on the friction of all contacts, sliding, torsional and rolling, 0 to 100."""
    solref_timeconst: Range = None
    """Factor on the first number of all contacts' ``solref``, 0.01 to 100: the time constant, or
    the stiffness if the model gives that instead, as for the ball."""
    solref_dampratio: Range = None
    """Factor on the second number of all contacts' ``solref``, 0.01 to 100: the damping ratio, or
    the damping."""
    solimp_dmin: Range = None
    """Factor on ``dmin`` of all contacts' ``solimp``, 0.01 to 100. MuJoCo's bounds, 0.0001 to
    0.9999, apply to the product; likewise for ``dmax``."""
    solimp_dmax: Range = None
    """Factor on ``dmax`` of all contacts' ``solimp``, 0.01 to 100."""
    solimp_width: Range = None
    """Factor on ``width`` of all contacts' ``solimp``, 0.01 to 100."""
    mass: Range = None
    """Factor on the mass and the inertia of each body, as if its density changed, 0.01 to 100."""
    inertia: Range = None
    """Factor on the inertia of each body, on top of that of ``mass``, 0.01 to 100."""
    center_of_mass: Range = None
    """Offset of each body's centre of mass along each axis of the body's frame, m, -1 to 1."""
    joint_damping: Range = None
    """Factor on the damping of each joint, 0 to 100."""
    joint_armature: Range = None
    """Factor on the armature of each joint, 0 to 100."""
    joint_frictionloss: Range = None
    """Factor on the dry friction of each joint, 0 to 100."""
    force_range: Range = None
    """Factor on the largest torque of each joint and of its actuators, 0 to 100."""
    kp: Range = None
    """Factor on the ``kp`` of each motor's commands, 0 to 100."""
    kd: Range = None
    """Factor on the ``kd`` of each motor's commands, 0 to 100."""
    action_delay: Range = None
    """Delay of commands in substeps of 5 ms, whole numbers from 0 to 8. Until the first delayed
    command takes effect, motors keep their last command; after a reset they have none."""
    push_interval: Range = None
    """Time between two pushes of a robot, s, 0.005 to 1e6; drawn anew after each push."""
    push_velocity: Range = None
    """Size of a push: the instant change of velocity of a robot's root, m/s, 0 to 100, in a
    horizontal direction; size and direction are drawn anew for each push."""
    joint_position_noise: Range = None
    """Standard deviation of the noise on joint angles, rad, 0 to 100. Noise is Gaussian and drawn
    anew in every substep. ``WorldBatch.read(..., noise=True)`` includes it, and tasks of one robot
    observe it; games of teams do not."""
    joint_velocity_noise: Range = None
    """Standard deviation of the noise on joint speeds, rad/s, 0 to 100."""
    gyro_noise: Range = None
    """Standard deviation of the noise on each axis of gyros, rad/s, 0 to 100."""
    accelerometer_noise: Range = None
    """Standard deviation of the noise on each axis of accelerometers, m/s^2, 0 to 100. None of our
    tasks observes accelerometers: it is for :meth:`WorldBatch.read` and tasks of your own."""
    orientation_noise: Range = None
    """Standard deviation of the noise on the orientation of a root, as angles about the three axes
    of its own frame, rad, 0 to 100."""

    def __post_init__(self) -> None:
        """Check all ranges."""
        check_ranges(self.ranges())

    def ranges(self) -> dict[str, tuple[float, float]]:
        """Return the ranges that are not ``None``, as pairs."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: _pair(name, value) for name, value in given.items() if value is not None}


def _pair(name: str, value: object) -> tuple[float, float]:
    """Return a range as a pair."""
    match value:
        case [low, high]:
            return _number(name, value, low), _number(name, value, high)
        case _:
            number = _number(name, value, value)
            return number, number


def _number(name: str, value: object, number: object) -> float:
    """Return a number of the range ``value``."""
    # to numpy, its differences of times are integers
    if not isinstance(number, Real) or isinstance(number, bool | np.timedelta64):
        raise ArgumentError(f"{name}: must be a number or a pair of them, not {value!r}")
    try:
        return float(number)
    except OverflowError as error:
        # Python does not write integers of more than 4,300 digits.
        raise ArgumentError(f"{name}: a number is too large for a float") from error
