//! What a task knows of its robot.

use crate::error::{Error, Result};

/// A robot as a task uses it. Everything with one number a joint is in the order of the motors.
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
    /// How many feet tasks know of.
    pub feet: usize,
    /// Which of the robot's hinges in its coordinates each motor moves (J).
    pub hinges: Vec<usize>,
    /// Are actions torques, or offsets of the target angles?
    pub has_torques: bool,
    /// What an action of 1 is: rad, or a torque in units of the motor.
    pub action_scale: f64,
    /// N m/rad
    pub kp: f64,
    /// N m s/rad
    pub kd: f64,
}

impl Body {
    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.nominal.len()
    }

    /// Checks that all numbers are finite and that the hinges are there.
    ///
    /// # Errors
    /// [`Error::Argument`] naming what is wrong.
    pub fn check(&self) -> Result<()> {
        let scalars = [self.height, self.lowest, self.sole, self.action_scale, self.kp, self.kd];
        if !scalars.iter().chain(&self.nominal).all(|number| number.is_finite()) {
            return Err(Error::argument("robot", "has a number that is not finite"));
        }
        let joints = self.joints();
        if self.hinges.len() != joints || self.hinges.iter().any(|&hinge| hinge >= joints) {
            return Err(Error::argument(
                "robot",
                format!("hinges are not those of {joints} joints"),
            ));
        }
        Ok(())
    }

    /// Command of a motor for an action that takes effect: target, velocity, kp, kd, torque.
    #[inline]
    pub fn command(&self, motor: usize, action: f64) -> [f64; 5] {
        let scaled = self.action_scale * action;
        if self.has_torques {
            [0.0, 0.0, 0.0, 0.0, scaled]
        } else {
            [self.nominal[motor] + scaled, 0.0, self.kp, self.kd, 0.0]
        }
    }
}
