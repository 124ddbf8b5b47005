//! The perceptions of each player as one message, in rcsssmj's order.

use crate::perception::audio::{Heard, MICROPHONE};
use crate::perception::{
    Detection, Joints, Perceiver, RobotMarkers, Seen, SensorRef, Sighting, Visitor, Workspace,
};
use crate::server::dialect::{Messages, Senses};
use crate::soccer::{GameState, Side};
use crate::wire::rcsssmj::perception as wire;
use std::convert::Infallible;

/// Buffers that are reused from message to message.
#[derive(Default)]
pub(super) struct PerceptionWriter {
    workspace: Workspace,
    /// The beginning of all messages of a cycle.
    common: String,
}

impl Senses for PerceptionWriter {
    fn write(&mut self, perceiver: &mut Perceiver<'_>, messages: Messages<'_>) {
        let Self { workspace, common } = self;
        common.clear();
        let mut writer = MessageWriter { messages, common, message: None };
        let Ok(()) = perceiver.walk(perceiver.has_vision(None), workspace, &mut writer);
    }
}

/// Writes messages.
struct MessageWriter<'a, 't> {
    /// Messages of the robots whose turn has not come yet.
    messages: Messages<'t>,
    /// The beginning of all messages.
    common: &'a mut String,
    /// The message of the robot whose turn it is; `None` before the first one's.
    message: Option<&'t mut String>,
}

impl MessageWriter<'_, '_> {
    fn out(&mut self) -> &mut String {
        match &mut self.message {
            Some(message) => message,
            None => self.common,
        }
    }
}

type Done<T = ()> = Result<T, Infallible>;

impl Visitor for MessageWriter<'_, '_> {
    type Error = Infallible;

    fn time(&mut self, time: f64) -> Done {
        wire::write_time(self.out(), "now", [time]);
        Ok(())
    }

    fn game_state(&mut self, state: &GameState) -> Done {
        let mode = state.play_mode().name();
        let (teams, score) = (Side::BOTH.map(|side| state.team_name(side)), state.score);
        let (out, time) = (self.out(), state.play_time());
        match state.play_time_is_whole() {
            true => wire::write_game_state(out, time as i64, mode, teams, score),
            false => wire::write_game_state(out, time, mode, teams, score),
        }
        Ok(())
    }

    fn robot(&mut self, robot: &RobotMarkers) -> Done<bool> {
        let Some(message) = self.messages.remove(&robot.player) else { return Ok(false) };
        message.clear();
        message.push_str(self.common);
        self.message = Some(message);
        Ok(true)
    }

    fn orientation(&mut self, sensor: SensorRef<'_>, quat: [f64; 4]) -> Done {
        wire::write_orientation(self.out(), sensor.name, quat);
        Ok(())
    }

    fn position(&mut self, sensor: SensorRef<'_>, pos: [f64; 3]) -> Done {
        wire::write_position(self.out(), sensor.name, pos);
        Ok(())
    }

    fn gyro(&mut self, sensor: SensorRef<'_>, rates: [f64; 3]) -> Done {
        wire::write_gyro(self.out(), sensor.name, rates);
        Ok(())
    }

    fn accelerometer(&mut self, sensor: SensorRef<'_>, acc: [f64; 3]) -> Done {
        wire::write_accelerometer(self.out(), sensor.name, acc);
        Ok(())
    }

    fn touch(&mut self, sensor: SensorRef<'_>, force: i64) -> Done {
        wire::write_touch(self.out(), sensor.name, [force]);
        Ok(())
    }

    fn joints(&mut self, joints: Joints<'_>) -> Done {
        let out = self.out();
        for ((name, &angle), &speed) in joints.names().zip(joints.angles).zip(joints.speeds) {
            wire::write_joint(out, name, angle, speed);
        }
        Ok(())
    }

    fn microphone(&mut self, heard: &[Heard]) -> Done {
        wire::write_microphone(self.out(), MICROPHONE, |out| {
            for sound in heard {
                wire::write_sound(out, sound.azimuth, &sound.message);
            }
            Ok(())
        })
    }

    fn vision(&mut self, seen: Seen<'_>) -> Done {
        let object = |out: &mut String, detection: &Detection| {
            let &Detection { azimuth, inclination, distance, .. } = detection;
            wire::write_object(out, seen.name(detection), distance, azimuth, inclination);
        };
        wire::write_vision(self.out(), "See", |out| {
            seen.sightings().try_for_each(|sighting| match sighting {
                Sighting::Object(detection) => {
                    object(out, detection);
                    Ok(())
                }
                Sighting::Robot { player, parts, .. } => {
                    let (team, number) = (seen.team(player.side), i64::from(player.number));
                    wire::write_agent(out, "P", team, number, |out| {
                        parts.iter().for_each(|part| object(out, part));
                        Ok(())
                    })
                }
            })
        })
    }
}
