//! How well a scripted team plays.

use crate::error::{Error, Result};

/// What holds a scripted team back. [`Strength::FULL`]: nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Age, in cycles, of what players know of opponents, and of a ball that an opponent touched
    /// last; they assume that what moved has gone on since then. A player with the ball at their
    /// feet knows it as it is.
    pub delay: u8,
    /// Standard deviation of the direction of kicks, degrees, in addition to the game's own noise.
    pub noise: f64,
    /// Share of the power of dashes, 0 to 1.
    pub effort: f64,
}

impl Strength {
    /// As well as it can.
    pub const FULL: Self = Self { delay: 0, noise: 0.0, effort: 1.0 };
    /// The longest delay, cycles.
    pub const MOST_DELAY: u8 = 20;

    /// One number for all three: 1 is the full strength, 0 a delay of 3 cycles, a noise of 15
    /// degrees and an effort of 0.7, linear between.
    ///
    /// # Errors
    /// [`Error::Argument`] for a number not between 0 and 1.
    pub fn of(strength: f64) -> Result<Self> {
        if !(0.0..=1.0).contains(&strength) {
            let message = format!("{strength} is not between 0 and 1");
            return Err(Error::argument("strength", message));
        }
        let weakness = 1.0 - strength;
        let delay = (3.0 * weakness).round() as u8;
        Self::new(delay, 15.0 * weakness, 1.0 - 0.3 * weakness)
    }

    /// Returns the strength with these three parts.
    ///
    /// # Errors
    /// [`Error::Argument`] for numbers out of range.
    pub fn new(delay: u8, noise: f64, effort: f64) -> Result<Self> {
        if delay > Self::MOST_DELAY {
            let message = format!("{delay} is not between 0 and {}", Self::MOST_DELAY);
            return Err(Error::argument("delay", message));
        }
        if !(0.0..=180.0).contains(&noise) {
            return Err(Error::argument("noise", format!("{noise} is not between 0 and 180")));
        }
        if !(0.0..=1.0).contains(&effort) {
            return Err(Error::argument("effort", format!("{effort} is not between 0 and 1")));
        }
        Ok(Self { delay, noise, effort })
    }
}
