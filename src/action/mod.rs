//! What robots do: typed actions, their checks and their effects. There is no text here, and no
//! names of actuators beyond [`NamedActuator`].

use crate::error::{Error, Result};
use crate::model::Model;
use crate::perception::audio::{Audio, MAX_MESSAGE, speaker, speakers};
use crate::soccer::{PlayerId, Side, WorldPitch};
use crate::world::state::COMMAND_LEN;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// One action of one robot. It is performed before every step until another list replaces it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Command of a motor: target (rad), velocity (rad/s), kp (N m/rad), kd (N m s/rad) and
    /// torque (N m).
    Motor {
        /// Index among the model's motors.
        motor: usize,
        /// `target velocity kp kd torque`
        command: [f64; COMMAND_LEN],
    },
    /// Says something.
    Say {
        /// Site of the speaker in the model.
        speaker: usize,
        /// Share of full loudness; more than 1 counts as 1, nothing is heard at 0 or less.
        volume: f64,
        /// At most [`MAX_MESSAGE`] bytes.
        message: Vec<u8>,
    },
    /// Stands the robot up somewhere in its own half, if the referee allows it.
    Beam {
        /// Position, m; x counts from the centre line into the own half, whatever its sign, and y
        /// is that of the world.
        position: [f64; 2],
        /// Heading from the direction of play, rad.
        yaw: f64,
    },
}

/// What an actuator's name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedActuator {
    /// Index among the model's motors.
    Motor(usize),
    /// The speaker at a site of the model.
    Speaker(usize),
}

impl NamedActuator {
    /// Finds an actuator by its name in the model, without the player's prefix: `he1`, `say`.
    pub fn named(model: &Model, name: &str) -> Option<Self> {
        let motor = model.motors.iter().position(|motor| motor.name == name).map(Self::Motor);
        motor.or_else(|| speaker(model, name).map(Self::Speaker))
    }

    /// All actuators of a model, with their names.
    pub fn all(model: &Model) -> impl Iterator<Item = (&str, Self)> {
        let motors = model.motors.iter().map(|motor| motor.name.as_str());
        let names = motors.chain(speakers(model));
        names.filter_map(|name| Some((name, Self::named(model, name)?)))
    }
}

impl Action {
    /// Checks that numbers are finite and messages short enough.
    ///
    /// # Errors
    /// [`Error::Argument`] with the offending value.
    pub fn check(&self) -> Result<()> {
        match self {
            Self::Motor { command, .. } => {
                let names = ["q", "dq", "kp", "kd", "tau"];
                names.into_iter().zip(command).try_for_each(|(name, &value)| finite(name, value))
            }
            Self::Say { volume, message, .. } => {
                finite("volume", *volume)?;
                if message.len() > MAX_MESSAGE {
                    let length = message.len();
                    let problem = format!("{length} bytes, nobody hears more than {MAX_MESSAGE}");
                    return Err(Error::argument("message", problem));
                }
                Ok(())
            }
            Self::Beam { position: [x, y], yaw } => {
                let parts = [("x", *x), ("y", *y), ("theta", *yaw)];
                parts.into_iter().try_for_each(|(name, value)| finite(name, value))
            }
        }
    }

    /// Lets the robot of a slot act; `beaming` says whether it may beam.
    pub fn perform(
        &self,
        slot: usize,
        pitch: &mut WorldPitch<'_>,
        audio: &mut Audio,
        beaming: bool,
    ) {
        match self {
            Self::Motor { motor, command } => pitch.world.command_motor(slot, *motor, *command),
            Self::Say { speaker, volume, message } => {
                audio.say(slot, *speaker, *volume, message);
            }
            Self::Beam { position, yaw } => {
                if let (true, Some(player)) = (beaming, pitch.arena.player(slot)) {
                    let (position, yaw) = beam_pose(player, *position, *yaw);
                    pitch.world.stand(slot, position, yaw);
                }
            }
        }
    }
}

/// Where a beam leads: x into the own half, y as it is, the heading towards the other goal.
fn beam_pose(player: PlayerId, [x, y]: [f64; 2], yaw: f64) -> ([f64; 2], f64) {
    let turn = match player.side {
        Side::Left => 0.0,
        Side::Right => PI,
    };
    ([x.abs() * player.side.sign(), y], yaw + turn)
}

fn finite(name: &'static str, value: f64) -> Result<()> {
    if value.is_finite() {
        return Ok(());
    }
    Err(Error::argument(name, format!("{value} is not a finite number")))
}
