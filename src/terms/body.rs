//! What a task knows of its robot.

use super::view::Dims;
use crate::error::{Error, Result};

/// A robot as a task uses it. Everything with one number per joint is in the order of the motors.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Joint angles from which actions are counted (J), rad.
    pub nominal: Vec<f64>,
    /// Height of the torso at the start, m.
    pub height: f64,
    /// Height of the torso below which the robot counts as fallen, m.
    pub lowest: f64,
    /// How far below the origin of a foot's body its sole is, m.
    pub sole: f64,
    /// Names of the bodies that are feet, left before right.
    pub feet: Vec<String>,
    /// The hinge, as an index into the robot's hinges in its coordinates, that each motor moves. In
    /// a game there may be fewer than J of them, if another robot has more motors; the rest is
    /// padding.
    pub hinges: Vec<usize>,
    /// Whether actions are torques, not offsets of the target angles.
    pub has_torques: bool,
    /// What an action of 1 is: rad, or a torque in units of the motor.
    pub action_scale: f64,
    /// Position gain of the motors, N m/rad.
    pub kp: f64,
    /// Velocity gain of the motors, N m s/rad.
    pub kd: f64,
    /// Numbers of an action that encode what it says, which come after those of the joints.
    pub words: usize,
    /// Whether it is a player of the 2D game. If so, J numbers are the commands that it is given in
    /// a step, and it has neither joints nor the senses of a robot.
    pub is_disc: bool,
    /// Who else plays in its 2D game: teammates and opponents.
    pub company: [usize; 2],
    /// Whether it plays in the right team of its 2D game.
    pub is_right: bool,
}

impl Body {
    /// Places for joints, J.
    pub fn joints(&self) -> usize {
        self.nominal.len()
    }

    /// Numbers of an action: of all joints, then of what it says.
    pub fn numbers(&self) -> usize {
        self.joints() + self.words
    }

    /// Motors that it has.
    pub fn motors(&self) -> usize {
        self.hinges.len()
    }

    /// Numbers of an action, without what it says, that have an effect.
    pub fn actions(&self) -> usize {
        if self.is_disc { self.joints() } else { self.motors() }
    }

    /// Checks that all numbers are finite and that there are places for all motors.
    ///
    /// # Errors
    /// [`Error::Argument`] naming what is wrong.
    pub fn check(&self) -> Result<()> {
        let scalars = [self.height, self.lowest, self.sole, self.action_scale, self.kp, self.kd];
        if !scalars.iter().chain(&self.nominal).all(|number| number.is_finite()) {
            return Err(Error::argument("robot", "has a number that is not finite"));
        }
        let (joints, motors) = (self.joints(), self.motors());
        if motors > joints {
            let message = format!("hinges of {motors} motors do not fit in {joints} places");
            return Err(Error::argument("robot", message));
        }
        Ok(())
    }

    /// Writes the motors' commands for an action that takes effect: target, velocity, kp, kd,
    /// torque.
    #[inline(always)]
    pub fn command(&self, action: &[f64], commands: &mut [[f64; 5]]) {
        let motors = commands.iter_mut().zip(action).zip(&self.nominal);
        if self.has_torques {
            motors.for_each(|((command, action), _)| {
                *command = [0.0, 0.0, 0.0, 0.0, self.action_scale * action];
            });
        } else {
            motors.for_each(|((command, action), nominal)| {
                *command = [nominal + self.action_scale * action, 0.0, self.kp, self.kd, 0.0];
            });
        }
    }
}

/// All robots of a world: both teams, the left one first, by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Squad {
    /// All robots; empty if the robot is alone.
    pub bodies: Vec<Body>,
    /// Robots of the left team; the others are of the right one.
    pub left: usize,
    /// Which of them the task is declared for.
    pub index: usize,
}

impl Squad {
    /// Its place in its own team.
    pub fn number(&self) -> usize {
        if self.index < self.left { self.index } else { self.index - self.left }
    }

    /// Robots of the own team, and of the other.
    pub fn teams(&self) -> (usize, usize) {
        let (left, right) = (self.left, self.bodies.len() - self.left);
        if self.index < left { (left, right) } else { (right, left) }
    }

    /// Returns the counts that the widths of the robot's quantities depend on.
    pub fn dims(&self, joints: usize) -> Dims {
        if self.bodies.is_empty() {
            return Dims { joints, ..Dims::default() };
        }
        let (ours, opponents) = self.teams();
        Dims { joints, mates: ours - 1, opponents }
    }

    /// Checks all robots.
    ///
    /// # Errors
    /// [`Error::Argument`] naming what is wrong.
    pub fn check(&self, body: &Body) -> Result<()> {
        self.bodies.iter().try_for_each(Body::check)?;
        let is_there = self.bodies.is_empty() || self.bodies.get(self.index) == Some(body);
        if !is_there || self.left > self.bodies.len() {
            return Err(Error::argument("robot", "is not the one of its place in the squad"));
        }
        let sizes = |one: &Body| (one.joints(), one.words);
        if self.bodies.iter().any(|other| sizes(other) != sizes(body)) {
            return Err(Error::argument("robot", "robots of a world have different numbers of J"));
        }
        Ok(())
    }
}
