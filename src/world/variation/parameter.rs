//! What may differ from world to world, and within which ranges it is drawn.

use crate::error::{Error, Result};
use std::ops::RangeInclusive;

/// Maximum number of substeps by which actions can be late.
pub const MAX_DELAY: usize = 8;

/// Factors that some constraint would divide by stay away from zero.
const POSITIVE: RangeInclusive<f64> = 0.01..=100.0;
/// Other factors.
const NOT_NEGATIVE: RangeInclusive<f64> = 0.0..=100.0;

/// How many numbers a parameter has in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One.
    World,
    /// The range itself, from which the world keeps drawing.
    Range,
    /// One for each body of each tree that varies.
    Body,
    /// Three for each body of each tree that varies.
    BodyAxis,
    /// One for each hinge of each tree that varies.
    Joint,
    /// One for each motor of each tree that varies.
    Motor,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $variant:ident $name:literal $scope:ident $domain:expr;)*) => {
        /// Something that may differ from world to world.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Parameter { $($(#[$doc])* $variant,)* }

        impl Parameter {
            /// All parameters.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Name in Python.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// How many numbers it has.
            pub fn scope(self) -> Scope {
                match self { $(Self::$variant => Scope::$scope,)* }
            }

            /// The numbers between which its range must lie.
            pub fn domain(self) -> RangeInclusive<f64> {
                match self { $(Self::$variant => $domain,)* }
            }
        }
    };
}

parameters! {
    /// Factor on gravity.
    Gravity "gravity" World NOT_NEGATIVE;
    /// Factor on the friction of all contacts.
    Friction "friction" World NOT_NEGATIVE;
    /// Factor on the first number of all contacts' `solref`.
    SolrefTimeconst "solref_timeconst" World POSITIVE;
    /// Factor on the second number of all contacts' `solref`.
    SolrefDampratio "solref_dampratio" World POSITIVE;
    /// Factor on `dmin` of all contacts' `solimp`.
    SolimpDmin "solimp_dmin" World POSITIVE;
    /// Factor on `dmax` of all contacts' `solimp`.
    SolimpDmax "solimp_dmax" World POSITIVE;
    /// Factor on `width` of all contacts' `solimp`.
    SolimpWidth "solimp_width" World POSITIVE;
    /// Factor on the mass of a body and, as if it were denser, on its inertia.
    Mass "mass" Body POSITIVE;
    /// Factor on the inertia of a body.
    Inertia "inertia" Body POSITIVE;
    /// Offset of the centre of mass in the body's frame, m.
    CenterOfMass "center_of_mass" BodyAxis -1.0..=1.0;
    /// Factor on the damping of a hinge.
    JointDamping "joint_damping" Joint NOT_NEGATIVE;
    /// Factor on the armature of a hinge.
    JointArmature "joint_armature" Joint NOT_NEGATIVE;
    /// Factor on the dry friction of a hinge.
    JointFrictionloss "joint_frictionloss" Joint NOT_NEGATIVE;
    /// Factor on the ranges of the forces on a hinge: its own and its actuators'.
    ForceRange "force_range" Joint NOT_NEGATIVE;
    /// Factor on `kp` of all commands.
    Kp "kp" Motor NOT_NEGATIVE;
    /// Factor on `kd` of all commands.
    Kd "kd" Motor NOT_NEGATIVE;
    /// Substeps after which a command takes effect.
    ActionDelay "action_delay" World 0.0..=MAX_DELAY as f64;
    /// Time between two pushes of a tree, s.
    PushInterval "push_interval" Range 0.005..=1e6;
    /// Change of the root's horizontal velocity by a push, m/s.
    PushVelocity "push_velocity" Range NOT_NEGATIVE;
    /// Standard deviation of the noise on joint angles, rad.
    JointPositionNoise "joint_position_noise" World NOT_NEGATIVE;
    /// Standard deviation of the noise on joint speeds, rad/s.
    JointVelocityNoise "joint_velocity_noise" World NOT_NEGATIVE;
    /// Standard deviation of the noise on each axis of gyros, rad/s.
    GyroNoise "gyro_noise" World NOT_NEGATIVE;
    /// Standard deviation of the noise on each axis of accelerometers, m/s^2.
    AccelerometerNoise "accelerometer_noise" World NOT_NEGATIVE;
    /// Standard deviation of the angle about each axis by which roots seem turned, rad.
    OrientationNoise "orientation_noise" World NOT_NEGATIVE;
}

impl Parameter {
    /// The parameter of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|parameter| parameter.name() == name)
    }

    /// Whether it changes the constants of the dynamics.
    pub fn is_physical(self) -> bool {
        self < Self::Kp
    }
}

/// The ranges from which worlds are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Randomization {
    /// By parameter, in order; what is missing stays plain.
    ranges: Vec<(Parameter, [f64; 2])>,
}

impl Randomization {
    /// Ranges, lowest and highest value each; a parameter that is named twice has the last one.
    ///
    /// # Errors
    /// [`Error::Argument`] for a range that is empty, not finite or outside of the parameter's
    /// domain, and if only one of the two parameters of pushes is given.
    pub fn new(ranges: &[(Parameter, [f64; 2])]) -> Result<Self> {
        let mut found = Self::default();
        for &(parameter, range) in ranges {
            check_range(parameter, range)?;
            found.ranges.retain(|(other, _)| *other != parameter);
            found.ranges.push((parameter, range));
        }
        let pair = [Parameter::PushInterval, Parameter::PushVelocity];
        match pair.map(|parameter| found.range(parameter).is_some()) {
            [true, false] => Err(Error::argument("push_interval", "needs push_velocity as well")),
            [false, true] => Err(Error::argument("push_velocity", "needs push_interval as well")),
            _ => Ok(found),
        }
    }

    /// The range of a parameter; `None` if it stays plain.
    pub fn range(&self, parameter: Parameter) -> Option<[f64; 2]> {
        self.ranges.iter().find(|(other, _)| *other == parameter).map(|(_, range)| *range)
    }
}

fn check_range(parameter: Parameter, [low, high]: [f64; 2]) -> Result<()> {
    let fail = |message| Err(Error::argument(parameter.name(), message));
    // `{:?}` writes huge and tiny numbers with an exponent, as Python does.
    let domain = parameter.domain();
    if let Some(bad) = [low, high].into_iter().find(|number| !domain.contains(number)) {
        return fail(format!("{bad:?} is not from {} to {}", domain.start(), domain.end()));
    }
    if low > high {
        return fail(format!("the range from {low:?} to {high:?} is empty"));
    }
    if parameter == Parameter::ActionDelay && (low.fract() != 0.0 || high.fract() != 0.0) {
        return fail(format!("({low:?}, {high:?}) are not whole substeps"));
    }
    Ok(())
}
