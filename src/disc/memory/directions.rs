//! When a player has last looked in a direction.

use super::NEVER;
use crate::disc::Side;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Number of directions that are distinguished, each as wide as [`STEP`].
pub const DIRECTIONS: usize = 72;
/// Width of a direction, degrees.
pub const STEP: f64 = 360.0 / DIRECTIONS as f64;
/// Number of directions in half a turn.
const HALF: usize = DIRECTIONS / 2;

/// Cycles since a player looked in each direction on the pitch; [`super::NEVER`] for directions in
/// which they have not looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectionAges {
    /// Counts cycles.
    now: u32,
    /// By direction, starting at -180 degrees: the value of `now` when they last looked there.
    looked: [u32; DIRECTIONS],
}

impl Default for DirectionAges {
    fn default() -> Self {
        Self { now: NEVER.into(), looked: [0; DIRECTIONS] }
    }
}

impl DirectionAges {
    /// A cycle has passed.
    #[inline]
    pub fn advance(&mut self) {
        self.now = self.now.saturating_add(1);
    }

    /// They see in the direction of their head and to both sides of it by half the width of their
    /// view, rad. Only directions that are seen from edge to edge count.
    pub fn look(&mut self, heading: f64, half_width: f64) {
        let step = TAU / DIRECTIONS as f64;
        let first = ((heading - half_width) / step).ceil() as i64;
        let last = ((heading + half_width) / step).floor() as i64;
        let count = (last - first).clamp(0, DIRECTIONS as i64) as usize;
        let begin = (first + HALF as i64).rem_euclid(DIRECTIONS as i64) as usize;
        let end = (begin + count).min(DIRECTIONS);
        self.looked[begin..end].fill(self.now);
        self.looked[..begin + count - end].fill(self.now);
    }

    /// The age of a direction, degrees.
    pub fn age(&self, direction: f64) -> u16 {
        // Rounds half away from zero as `round` does, without its function call.
        let steps = (direction + 180.0) / STEP;
        let whole = steps as i64;
        let index = whole + (2.0 * (steps - whole as f64)) as i64;
        let looked = self.looked[index.rem_euclid(DIRECTIONS as i64) as usize];
        self.now.saturating_sub(looked).min(NEVER.into()) as u16
    }

    /// The same ages in the frame of the team that is named after a side.
    pub fn seen_from(mut self, side: Side) -> Self {
        if side == Side::Right {
            self.looked.rotate_left(HALF);
        }
        self
    }
}

impl Serialize for DirectionAges {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.now, self.looked.as_slice()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DirectionAges {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (now, looked) = <(u32, Vec<u32>)>::deserialize(deserializer)?;
        let count = looked.len();
        let wrong = |_| serde::de::Error::invalid_length(count, &"the looks in 72 directions");
        Ok(Self { now, looked: looked.try_into().map_err(wrong)? })
    }
}
