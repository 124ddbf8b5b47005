"""Within which ranges worlds differ from each other (domain randomization)."""

from dataclasses import dataclass, fields
from numbers import Real
from typing import TypeAlias

from rcssgym._core import check_ranges
from rcssgym.errors import ArgumentError

Range: TypeAlias = tuple[float, float] | float | None
"""Lowest and highest value, one value, or ``None`` for as the model says."""


@dataclass(frozen=True, kw_only=True)
class Randomization:
    """What is drawn for a world, uniformly, and within which ranges.

    A range is a pair (lowest, highest), or one number that all worlds get; ``None`` leaves things
    as they are. Names are MuJoCo's. Give it to :meth:`WorldBatch.randomize` or, as
    ``randomization``, to an environment, which draws anew for every episode.

    Factors on what the models say: 1 changes nothing. ``mass`` to ``force_range`` are drawn for
    every body or joint of every robot, ``kp`` and ``kd`` for every motor, all else once for a
    world.

    >>> import rcssgym
    >>> worlds = rcssgym.WorldBatch(num_worlds=2)
    >>> worlds.randomize(rcssgym.Randomization(friction=(0.5, 1.25), kp=0.9), worlds=[1])
    >>> sorted(worlds.variation(1)), worlds.variation(0)
    (['friction', 'kp', 'seed'], {})

    Raises :class:`ArgumentError` for a range that is empty or outside of the bounds given here.
    """

    gravity: Range = None
    """Factor on gravity, 0 to 100."""
    friction: Range = None
    """Factor on the friction of all contacts, sliding, torsional and rolling, 0 to 100."""
    solref_timeconst: Range = None
    """Factor on the first number of all contacts' ``solref``, 0.01 to 100: the time constant, or
    the stiffness where it is given instead, as for the ball."""
    solref_dampratio: Range = None
    """Factor on the second number of all contacts' ``solref``, 0.01 to 100: the damping ratio, or
    the damping."""
    solimp_dmin: Range = None
    """Factor on ``dmin`` of all contacts' ``solimp``, 0.01 to 100. MuJoCo's bounds apply after it,
    0.0001 to 0.9999; so for ``dmax``."""
    solimp_dmax: Range = None
    """Factor on ``dmax`` of all contacts' ``solimp``, 0.01 to 100."""
    solimp_width: Range = None
    """Factor on ``width`` of all contacts' ``solimp``, 0.01 to 100."""
    mass: Range = None
    """Factor on the mass of each body and, as for a denser body, on its inertia, 0.01 to 100."""
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
    """Substeps of 5 ms by which commands take effect late, whole numbers from 0 to 8. Until the
    first one has arrived, motors do what they were last told, after a reset nothing."""
    push_interval: Range = None
    """Time between two pushes of a robot, s, 0.005 to 1e6; drawn anew after each."""
    push_velocity: Range = None
    """Size of a push: by how much the velocity of a robot's root changes at once, m/s, 0 to 100, in
    a horizontal direction; both drawn anew for each."""
    joint_position_noise: Range = None
    """Standard deviation of the noise on joint angles, rad, 0 to 100. Noise is Gaussian and anew
    in every substep; ``WorldBatch.read(..., noise=True)`` shows it, and tasks of one robot observe
    it; games of teams do not."""
    joint_velocity_noise: Range = None
    """Standard deviation of the noise on joint speeds, rad/s, 0 to 100."""
    gyro_noise: Range = None
    """Standard deviation of the noise on each axis of gyros, rad/s, 0 to 100."""
    accelerometer_noise: Range = None
    """Standard deviation of the noise on each axis of accelerometers, m/s^2, 0 to 100. Of our tasks
    none observes accelerometers: it is for :meth:`WorldBatch.read` and tasks of your own."""
    orientation_noise: Range = None
    """Standard deviation of the angles about the three axes of its own frame by which a root seems
    turned, rad, 0 to 100."""

    def __post_init__(self) -> None:
        """Check all ranges."""
        check_ranges(self.ranges())

    def ranges(self) -> dict[str, tuple[float, float]]:
        """Return the ranges that are given, as pairs."""
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
    if not isinstance(number, Real) or isinstance(number, bool):
        raise ArgumentError(f"{name}: must be a number or a pair of them, not {value!r}")
    try:
        return float(number)
    except OverflowError as error:
        raise ArgumentError(f"{name}: {value!r} is too large") from error
