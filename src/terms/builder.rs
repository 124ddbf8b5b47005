//! Lays out the row of an environment while terms are made.

use super::arguments::Arguments;
use super::body::{Body, Squad};
use super::row::{CellKind, Layout};
use super::view::{Dims, Quantity};
use crate::error::Result;

/// First cells of the channels that every task has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// Steps since the episode began.
    pub age: usize,
    /// The policy's last action (J).
    pub action: usize,
    /// The policy's action before that (J).
    pub previous: usize,
    /// The action that has taken effect (J).
    pub applied: usize,
    /// Whether the last action of a player of the 2D game could not be done; robots have no such
    /// cell.
    pub in_vain: usize,
    /// Joint angles (J), rad. This and the following channels are laid out as in [`Quantity`].
    pub angles: usize,
    /// Joint speeds.
    pub speeds: usize,
    /// Gyro.
    pub gyro: usize,
    /// Orientation of the torso.
    pub quaternion: usize,
    /// Position of the torso.
    pub position: usize,
    /// Velocity of the torso.
    pub velocity: usize,
    /// Position of the ball.
    pub ball: usize,
    /// Velocity of the ball.
    pub ball_velocity: usize,
    /// Joint angles as sensors show them.
    pub seen_angles: usize,
    /// Joint speeds as sensors show them.
    pub seen_speeds: usize,
    /// Gyro as sensors show it.
    pub seen_gyro: usize,
    /// Orientation of the torso as sensors show it.
    pub seen_quaternion: usize,
}

impl Base {
    /// Lays out the channels of a robot or player. Those that players of the 2D game do not have
    /// take no cells.
    fn new(body: &Body, layout: &mut Layout) -> Self {
        let (joints, numbers, in_lanes) = (body.joints(), body.numbers(), !body.is_disc);
        let of_robot = |width: usize| if body.is_disc { 0 } else { width };
        let age = layout.add("age", CellKind::Integer, 1);
        let in_vain = if body.is_disc { layout.add("in_vain", CellKind::Flag, 1) } else { age };
        let mut add = |name, width, is_wide| match is_wide && in_lanes {
            true => layout.add_wide(name, width),
            false => layout.add(name, CellKind::Real, width),
        };
        Self {
            age,
            in_vain,
            action: add("action", numbers, true),
            previous: add("previous_action", numbers, true),
            applied: add("applied_action", numbers, true),
            angles: add("angles", of_robot(joints), true),
            speeds: add("speeds", of_robot(joints), true),
            gyro: add("gyro", of_robot(3), false),
            quaternion: add("quaternion", of_robot(4), false),
            position: add("position", 3, false),
            velocity: add("velocity", 6, false),
            ball: add("ball_position", 3, false),
            ball_velocity: add("ball_velocity", 6, false),
            seen_angles: add("seen_angles", of_robot(joints), true),
            seen_speeds: add("seen_speeds", of_robot(joints), true),
            seen_gyro: add("seen_gyro", of_robot(3), false),
            seen_quaternion: add("seen_quaternion", of_robot(4), false),
        }
    }

    /// The same channels for robots whose senses do not err.
    pub(super) fn as_it_is(self) -> Self {
        let Self { angles, speeds, gyro, quaternion, .. } = self;
        Self {
            seen_angles: angles,
            seen_speeds: speeds,
            seen_gyro: gyro,
            seen_quaternion: quaternion,
            ..self
        }
    }
}

/// Lays out rows while terms are made.
pub struct Builder<'a> {
    /// The robot.
    pub body: &'a Body,
    /// All robots of its world.
    pub squad: &'a Squad,
    /// The counts that the widths of its quantities depend on.
    pub dims: Dims,
    /// The channels so far.
    pub layout: Layout,
    /// The channels that every task has.
    pub base: Base,
    /// Quantities that are read from the world, with the first cell of each.
    pub(super) senses: Vec<(Quantity, usize)>,
    /// Quantities that are observed as sensors show them, with the first cells of the true values
    /// and of the values shown.
    pub(super) seen: Vec<(Quantity, usize, usize)>,
    /// Whether the senses are those that messages report.
    pub perceives: bool,
    /// Whether terms are made for robots whose senses do not err.
    pub(super) is_exact: bool,
    /// Cell that says whether actions take effect one step late.
    pub late: Option<usize>,
    /// First cell of the errors of the senses: angles, speeds, gyro, orientation.
    pub errors: Option<usize>,
    /// Whether a process needs a referee.
    pub needs_game: bool,
    /// Whether a start needs robots whose hinges all have motors.
    pub needs_all_hinges: bool,
    /// First cell of what a robot hears from its teammates ([`Quantity::Words`]).
    pub words: Option<usize>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(body: &'a Body, squad: &'a Squad) -> Self {
        let (mut layout, joints) = (Layout::default(), body.joints());
        let base = Base::new(body, &mut layout);
        let mut senses = vec![
            (Quantity::JointAngles, base.angles),
            (Quantity::JointSpeeds, base.speeds),
            (Quantity::Gyro, base.gyro),
            (Quantity::Orientation, base.quaternion),
            (Quantity::Position, base.position),
            (Quantity::Velocity, base.velocity),
            (Quantity::BallPosition, base.ball),
            (Quantity::BallVelocity, base.ball_velocity),
        ];
        let mut seen = vec![
            (Quantity::JointAngles, base.angles, base.seen_angles),
            (Quantity::JointSpeeds, base.speeds, base.seen_speeds),
            (Quantity::Gyro, base.gyro, base.seen_gyro),
            (Quantity::Orientation, base.quaternion, base.seen_quaternion),
        ];
        if body.is_disc {
            senses.drain(..seen.len());
            seen.clear();
        }
        Self {
            body,
            squad,
            dims: match body.is_disc {
                true => {
                    let [mates, opponents] = body.company;
                    Dims { joints, mates, opponents }
                }
                false => squad.dims(joints),
            },
            layout,
            base,
            senses,
            seen,
            perceives: false,
            is_exact: false,
            late: None,
            errors: None,
            needs_game: false,
            needs_all_hinges: false,
            words: None,
        }
    }

    /// A channel of real numbers.
    pub fn real(&mut self, name: &'static str, width: usize) -> usize {
        self.layout.add(name, CellKind::Real, width)
    }

    /// Adds a channel of real numbers that is processed in lanes.
    pub fn real_wide(&mut self, name: &'static str, width: usize) -> usize {
        match self.body.is_disc {
            true => self.real(name, width),
            false => self.layout.add_wide(name, width),
        }
    }

    /// A counter.
    pub fn integer(&mut self, name: &'static str) -> usize {
        self.layout.add(name, CellKind::Integer, 1)
    }

    /// A truth value.
    pub fn flag(&mut self, name: &'static str) -> usize {
        self.layout.add(name, CellKind::Flag, 1)
    }

    /// A channel that is read from the world.
    pub fn sense(&mut self, name: &'static str, quantity: Quantity) -> usize {
        let cell = self.real(name, quantity.width(self.dims));
        if !self.senses.contains(&(quantity, cell)) {
            self.senses.push((quantity, cell));
        }
        cell
    }

    /// A channel that is observed as sensors show it; `name` is that of its true value.
    pub fn see(
        &mut self,
        name: &'static str,
        seen_name: &'static str,
        quantity: Quantity,
    ) -> usize {
        let from = self.sense(name, quantity);
        if self.is_exact {
            return from;
        }
        let to = self.real(seen_name, quantity.width(self.dims));
        if !self.seen.contains(&(quantity, from, to)) {
            self.seen.push((quantity, from, to));
        }
        to
    }

    /// A channel of a quantity as messages report it.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::error::Error::Argument) without the process `perception`.
    pub fn perceive(
        &mut self,
        arguments: &Arguments<'_>,
        name: &'static str,
        quantity: Quantity,
    ) -> Result<usize> {
        if !self.perceives {
            return Err(arguments.fail("needs the process 'perception' before it"));
        }
        let cell = self.real(name, quantity.width(self.dims));
        if !self.seen.contains(&(quantity, cell, cell)) {
            self.seen.push((quantity, cell, cell));
        }
        Ok(cell)
    }

    /// A channel that a process of the declaration keeps.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::error::Error::Argument) if no process does.
    pub fn kept(&self, arguments: &Arguments<'_>, name: &str, process: &str) -> Result<usize> {
        let channel = self.layout.find(name).map(|channel| channel.cells.start);
        channel.ok_or_else(|| arguments.fail(format!("needs the process '{process}'")))
    }
}
