//! One walk over everything that the robots of a world perceive.

use super::audio::{Hearing, Listener};
use super::truncate::time;
use super::visit::{Joints, Seen, SensorRef, Visitor};
use super::{
    Detection, Interest, Locations, MarkerTable, Reading, RobotSensors, Sensed, Sensing, Vision,
};
use crate::soccer::GameState;
use crate::world::WorldRef;

/// Frames between two looks through the cameras.
pub const VISION_INTERVAL: u64 = 2;

/// One world with everything that is needed to perceive it.
pub struct Perceiver<'a> {
    /// The world.
    pub view: WorldRef<'a>,
    /// Its game.
    pub state: &'a GameState,
    /// Number of steps made.
    pub frame: u64,
    /// What is heard in the world.
    pub hearing: Hearing<'a>,
    /// The markers that can be seen.
    pub table: &'a MarkerTable,
    /// How this world is perceived.
    pub senses: Sensing,
}

/// Buffers of walks. Keep it, so that its memory is reused.
#[derive(Debug, Default)]
pub struct Workspace {
    locations: Locations,
    seen: Vec<Detection>,
    angles: Vec<f64>,
    speeds: Vec<f64>,
    /// Indices of the sensors that measure the angles.
    sensors: Vec<usize>,
}

impl Perceiver<'_> {
    /// Whether cameras deliver in this frame. `wanted` decides; if it is `None`, they do in every
    /// second frame.
    pub fn has_vision(&self, wanted: Option<bool>) -> bool {
        wanted.unwrap_or_else(|| self.frame.is_multiple_of(VISION_INTERVAL))
    }

    /// Reports to a visitor what all robots perceive, in the order of [`MarkerTable::robots`];
    /// `has_vision`: whether cameras deliver. Positions are worked out only if they do or something
    /// is to be heard.
    ///
    /// # Errors
    /// The visitor's.
    pub fn walk<V: Visitor>(
        &mut self,
        has_vision: bool,
        workspace: &mut Workspace,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        self.walk_for(None, has_vision, workspace, visitor)
    }

    /// As [`walk`](Self::walk), but cameras show only the markers of an interest; `None`: all.
    ///
    /// # Errors
    /// The visitor's.
    pub fn walk_for<V: Visitor>(
        &mut self,
        interest: Option<&Interest>,
        has_vision: bool,
        workspace: &mut Workspace,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let is_asked = has_vision || !self.hearing.audio.is_silent();
        if is_asked {
            workspace.locations.update_for(&self.view, self.table, &self.senses, interest);
        }
        visitor.time(time(self.view.time))?;
        visitor.game_state(self.state)?;
        for robot in self.table.robots() {
            if !visitor.robot(robot)? {
                continue;
            }
            self.feel(robot.slot, workspace, visitor)?;
            if is_asked {
                self.hear(robot.slot, workspace, visitor)?;
            }
            if has_vision {
                self.see(robot.slot, interest, workspace, visitor)?;
            }
        }
        Ok(())
    }

    fn feel<V: Visitor>(
        &self,
        slot: usize,
        workspace: &mut Workspace,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let model = self.view.scene.model(slot);
        let Workspace { angles, speeds, sensors, .. } = workspace;
        angles.clear();
        speeds.clear();
        sensors.clear();
        let mut counts = Counts::default();
        let readings = RobotSensors::new(model, self.view.sensors(slot)).readings();
        for (index, Reading { name, value }) in readings.enumerate() {
            let sensor = |count: &mut usize| {
                let nth = *count;
                *count += 1;
                SensorRef { name, index, nth }
            };
            match value {
                Sensed::Orientation(quat) => {
                    visitor.orientation(sensor(&mut counts.orientation), quat)?;
                }
                Sensed::Position(pos) => visitor.position(sensor(&mut counts.position), pos)?,
                Sensed::Gyro(rates) => visitor.gyro(sensor(&mut counts.gyro), rates)?,
                Sensed::Accelerometer(acc) => {
                    visitor.accelerometer(sensor(&mut counts.accelerometer), acc)?;
                }
                Sensed::Touch(force) => visitor.touch(sensor(&mut counts.touch), force)?,
                Sensed::JointAngle(angle) => {
                    angles.push(angle);
                    sensors.push(index);
                }
                Sensed::JointSpeed(speed) => speeds.push(speed),
            }
        }
        match sensors.is_empty() && speeds.is_empty() {
            true => Ok(()),
            false => visitor.joints(Joints { model, sensors, angles, speeds }),
        }
    }

    fn hear<V: Visitor>(
        &mut self,
        slot: usize,
        workspace: &Workspace,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let listener = Listener { scene: self.view.scene, locations: &workspace.locations, slot };
        match self.hearing.hear(self.table, &listener) {
            None => Ok(()),
            Some(heard) => visitor.microphone(heard),
        }
    }

    fn see<V: Visitor>(
        &self,
        slot: usize,
        interest: Option<&Interest>,
        workspace: &mut Workspace,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let Self { senses, table, frame, .. } = self;
        let Workspace { locations, seen, .. } = workspace;
        let vision = Vision { senses, scene: self.view.scene, table, locations, frame: *frame };
        match vision.look_for(interest, slot, seen) {
            false => Ok(()),
            true => {
                let teams = &self.state.team_names;
                visitor.vision(Seen { table, teams, detections: seen })
            }
        }
    }
}

/// How many sensors of each kind one robot has reported so far.
#[derive(Default)]
struct Counts {
    orientation: usize,
    position: usize,
    gyro: usize,
    accelerometer: usize,
    touch: usize,
}
