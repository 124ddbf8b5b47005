//! The perceptions of each player as one message, in rcsssmj's order.

use crate::batch::Perceiver;
use crate::perception::audio::MICROPHONE;
use crate::perception::truncate::time;
use crate::perception::{Body, Detection, Locations, MarkerTable, Sensed, Sighting, sightings};
use crate::server::dialect::{Messages, Senses};
use crate::soccer::{GameState, Side};
use crate::wire::rcsssmj::perception as wire;
use std::convert::Infallible;

/// What is kept from message to message.
#[derive(Default)]
pub(super) struct PerceptionWriter {
    locations: Locations,
    seen: Vec<Detection>,
    /// The beginning of all messages of a cycle.
    common: String,
    joints: Joints,
}

/// Joints of one robot, which come after its other sensors.
#[derive(Default)]
struct Joints {
    angles: Vec<f64>,
    speeds: Vec<f64>,
    /// Places of the angles among the sensors.
    sensors: Vec<usize>,
}

impl Senses for PerceptionWriter {
    fn write(&mut self, perceiver: &mut Perceiver<'_>, mut messages: Messages<'_>) {
        let has_vision = perceiver.has_vision();
        let is_asked = has_vision || !perceiver.game.audio.is_silent();
        if is_asked {
            self.locations.update(&perceiver.view, perceiver.table, &perceiver.senses);
        }
        self.common.clear();
        wire::write_time(&mut self.common, "now", [time(perceiver.view.time)]);
        game_state(&mut self.common, &perceiver.game.game.state);
        for robot in perceiver.table.robots() {
            let Some(out) = messages.remove(&robot.player) else { continue };
            out.clear();
            out.push_str(&self.common);
            feel(out, perceiver, robot.slot, &mut self.joints);
            if is_asked {
                self.hear(out, perceiver, robot.slot);
            }
            if has_vision && perceiver.look(&self.locations, robot.slot, &mut self.seen) {
                let teams = &perceiver.game.game.state.team_names;
                see(out, perceiver.table, teams, &self.seen);
            }
        }
    }
}

impl PerceptionWriter {
    fn hear(&self, out: &mut String, perceiver: &mut Perceiver<'_>, slot: usize) {
        let Some(Some(heard)) = perceiver.hear(&self.locations).get(slot) else { return };
        let written = wire::write_microphone(out, MICROPHONE, |out| {
            for sound in heard {
                wire::write_sound(out, sound.azimuth, &sound.message);
            }
            Ok::<_, Infallible>(())
        });
        match written {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }
}

fn game_state(out: &mut String, state: &GameState) {
    let mode = state.play_mode().name();
    let teams = Side::BOTH.map(|side| state.team_name(side));
    match state.play_time_is_whole() {
        true => wire::write_game_state(out, state.play_time() as i64, mode, teams, state.score),
        false => wire::write_game_state(out, state.play_time(), mode, teams, state.score),
    }
}

fn feel(out: &mut String, perceiver: &Perceiver<'_>, slot: usize, joints: &mut Joints) {
    let model = perceiver.view.scene.model(slot);
    let Joints { angles, speeds, sensors } = joints;
    angles.clear();
    speeds.clear();
    sensors.clear();
    for (index, reading) in Body::new(model, perceiver.view.sensors(slot)).readings().enumerate() {
        match reading.value {
            Sensed::Orientation(quat) => wire::write_orientation(out, reading.name, quat),
            Sensed::Position(pos) => wire::write_position(out, reading.name, pos),
            Sensed::Gyro(rates) => wire::write_gyro(out, reading.name, rates),
            Sensed::Accelerometer(acc) => wire::write_accelerometer(out, reading.name, acc),
            Sensed::Touch(active) => wire::write_touch(out, reading.name, [active]),
            Sensed::JointAngle(angle) => {
                angles.push(angle);
                sensors.push(index);
            }
            Sensed::JointSpeed(speed) => speeds.push(speed),
        }
    }
    for ((sensor, angle), speed) in sensors.iter().zip(angles).zip(speeds) {
        wire::write_joint(out, &model.sensors[*sensor].name, *angle, *speed);
    }
}

fn see(out: &mut String, table: &MarkerTable, teams: &[Option<String>; 2], seen: &[Detection]) {
    let object = |out: &mut String, detection: &Detection| {
        let &Detection { marker, azimuth, inclination, distance } = detection;
        let name = &table.names()[marker as usize];
        wire::write_object(out, name, distance, azimuth, inclination);
    };
    let written = wire::write_vision(out, "See", |out| {
        for sighting in sightings(table, seen) {
            match sighting {
                Sighting::Object(detection) => object(out, detection),
                Sighting::Robot { player, parts, .. } => {
                    let team = teams[player.side.index()].as_deref().unwrap_or_default();
                    wire::write_agent(out, "P", team, i64::from(player.number), |out| {
                        parts.iter().for_each(|part| object(out, part));
                        Ok::<_, Infallible>(())
                    })?;
                }
            }
        }
        Ok::<_, Infallible>(())
    });
    match written {
        Ok(()) => {}
        Err(never) => match never {},
    }
}
