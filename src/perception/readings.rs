//! What a robot feels of itself: the sensors of its model, truncated as agents get them.

use super::truncate::{degrees, three_digits, two_digits};
use crate::model::{Model, SensorKind};

/// What one sensor reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading<'a> {
    /// Name of the sensor in the model.
    pub name: &'a str,
    /// The value.
    pub value: Sensed,
}

/// A value of a sensor, truncated to the number of decimal digits given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sensed {
    /// Orientation in the world, wxyz; three digits.
    Orientation([f64; 4]),
    /// Position in the world, m; three digits.
    Position([f64; 3]),
    /// Angular velocity in the sensor's frame, deg/s; two digits.
    Gyro([f64; 3]),
    /// Acceleration in the sensor's frame, gravity included, m/s^2; two digits.
    Accelerometer([f64; 3]),
    /// Force on a touch sensor, whole N; not zero while it is in contact.
    Touch(i64),
    /// Angle of a hinge, deg; two digits.
    JointAngle(f64),
    /// Speed of a hinge, deg/s; two digits.
    JointSpeed(f64),
}

/// The sensors of one robot.
#[derive(Clone, Copy, Debug)]
pub struct RobotSensors<'a> {
    model: &'a Model,
    sensors: &'a [f64],
}

impl<'a> RobotSensors<'a> {
    /// Returns the sensors of a robot of this model; `sensors` are their values in the model's
    /// order ([`WorldRef::sensors`](crate::world::WorldRef::sensors)).
    pub fn new(model: &'a Model, sensors: &'a [f64]) -> Self {
        Self { model, sensors }
    }

    /// All sensors in the model's order.
    pub fn readings(&self) -> impl Iterator<Item = Reading<'a>> + use<'a> {
        let mut rest = self.sensors;
        self.model.sensors.iter().map_while(move |sensor| {
            let (values, after) = rest.split_at_checked(sensor.kind.dim())?;
            rest = after;
            Some(Reading { name: &sensor.name, value: sensed(sensor.kind, values)? })
        })
    }
}

fn sensed(kind: SensorKind, values: &[f64]) -> Option<Sensed> {
    Some(match (kind, values) {
        (SensorKind::FrameQuat(_), &[w, x, y, z]) => {
            Sensed::Orientation([w, x, y, z].map(three_digits))
        }
        (SensorKind::FramePos(_), &[x, y, z]) => Sensed::Position([x, y, z].map(three_digits)),
        (SensorKind::Gyro(_), &[x, y, z]) => {
            Sensed::Gyro([x, y, z].map(|rate| two_digits(degrees(rate))))
        }
        (SensorKind::Accelerometer(_), &[x, y, z]) => {
            Sensed::Accelerometer([x, y, z].map(two_digits))
        }
        (SensorKind::Touch(_), &[force]) => Sensed::Touch(force as i64),
        (SensorKind::JointPos(_), &[angle]) => Sensed::JointAngle(two_digits(degrees(angle))),
        (SensorKind::JointVel(_), &[speed]) => Sensed::JointSpeed(two_digits(degrees(speed))),
        _ => return None,
    })
}
