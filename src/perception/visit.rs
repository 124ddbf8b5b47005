//! Receivers of robots' perceptions, with one method for each kind.

use super::audio::Heard;
use super::table::{MarkerTable, RobotMarkers};
use super::vision::{Detection, Sighting, sightings};
use crate::model::Model;
use crate::soccer::{GameState, Side};

/// Receives what robots perceive, from [`Perceiver::walk`](super::Perceiver::walk), in rcsssmj's
/// order: first what is the same for everybody, then each robot and its own perceptions. A method
/// that is not implemented ignores its perception; an error ends the walk. Numbers are truncated to
/// the number of decimal digits given.
#[expect(unused_variables, reason = "whoever ignores a perception ignores its values")]
pub trait Visitor {
    /// What can go wrong.
    type Error;

    /// Time of the simulation, s; two digits.
    fn time(&mut self, time: f64) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Clock, play mode, teams and score.
    fn game_state(&mut self, state: &GameState) -> Result<(), Self::Error> {
        Ok(())
    }

    /// What follows is this robot's. Returns false if nobody needs it; the walk then goes on to the
    /// next robot.
    fn robot(&mut self, robot: &RobotMarkers) -> Result<bool, Self::Error>;

    /// Orientation in the world, wxyz.
    fn orientation(&mut self, sensor: SensorRef<'_>, quat: [f64; 4]) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Position in the world, m.
    fn position(&mut self, sensor: SensorRef<'_>, pos: [f64; 3]) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Angular velocity in the sensor's frame, deg/s.
    fn gyro(&mut self, sensor: SensorRef<'_>, rates: [f64; 3]) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Acceleration in the sensor's frame with gravity, m/s^2.
    fn accelerometer(&mut self, sensor: SensorRef<'_>, acc: [f64; 3]) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Force on a touch sensor, whole N.
    fn touch(&mut self, sensor: SensorRef<'_>, force: i64) -> Result<(), Self::Error> {
        Ok(())
    }

    /// All joints, after the other sensors; not called if no sensor measures one.
    fn joints(&mut self, joints: Joints<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Everything heard; not called if no microphone reports.
    fn microphone(&mut self, heard: &[Heard]) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Everything seen; not called without a camera or if it does not deliver.
    fn vision(&mut self, seen: Seen<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Which sensor of a robot's model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorRef<'a> {
    /// Its name in the model.
    pub name: &'a str,
    /// Its index among all sensors of the model.
    pub index: usize,
    /// Its index among the model's sensors of its kind.
    pub nth: usize,
}

/// Angles and speeds of a robot's joints, in the order of its sensors.
#[derive(Clone, Copy, Debug)]
pub struct Joints<'a> {
    pub(super) model: &'a Model,
    /// Indices of the sensors that measure the angles.
    pub(super) sensors: &'a [usize],
    /// deg; two digits
    pub angles: &'a [f64],
    /// deg/s; two digits. One for each sensor of a speed.
    pub speeds: &'a [f64],
}

impl<'a> Joints<'a> {
    /// Names of the sensors that measure the angles.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let model = self.model;
        self.sensors.iter().map(|&sensor| model.sensors[sensor].name.as_str())
    }
}

/// What a camera sees.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub(super) table: &'a MarkerTable,
    pub(super) teams: &'a [Option<String>; 2],
    /// In the order of the table.
    pub detections: &'a [Detection],
}

impl<'a> Seen<'a> {
    /// The markers of one robot together, in the same order.
    pub fn sightings(&self) -> impl Iterator<Item = Sighting<'a>> + use<'a> {
        sightings(self.table, self.detections)
    }

    /// The name of a marker.
    pub fn name(&self, detection: &Detection) -> &'a str {
        &self.table.names()[detection.marker as usize]
    }

    /// The name of a team; empty if it has none.
    pub fn team(&self, side: Side) -> &'a str {
        self.teams[side.index()].as_deref().unwrap_or_default()
    }
}
