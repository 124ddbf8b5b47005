//! When a player has last looked in a direction.

use super::older;
use crate::disc::Side;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Directions that are told apart, each as wide as [`STEP`].
pub const DIRECTIONS: usize = 72;
/// Degrees.
pub const STEP: f64 = 360.0 / DIRECTIONS as f64;
const HALF: usize = DIRECTIONS / 2;

/// Cycles since each direction on the pitch was looked in, from -180 degrees on; [`super::NEVER`]
/// for those in which nobody has looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectionAges([u16; DIRECTIONS]);

impl Default for DirectionAges {
    fn default() -> Self {
        Self([super::NEVER; DIRECTIONS])
    }
}

impl DirectionAges {
    /// A cycle has passed.
    pub fn advance(&mut self) {
        self.0 = self.0.map(older);
    }

    /// He sees, in a direction of the head and to both sides of it by half the width of his view,
    /// rad. Directions count that are seen from edge to edge.
    pub fn look(&mut self, heading: f64, half_width: f64) {
        let step = TAU / DIRECTIONS as f64;
        let first = ((heading - half_width) / step).ceil() as i64;
        let last = ((heading + half_width) / step).floor() as i64;
        for index in first..last.min(first + DIRECTIONS as i64) {
            self.0[(index + HALF as i64).rem_euclid(DIRECTIONS as i64) as usize] = 0;
        }
    }

    /// The age of a direction, degrees.
    pub fn age(&self, direction: f64) -> u16 {
        let index = ((direction + 180.0) / STEP).round() as i64;
        self.0[index.rem_euclid(DIRECTIONS as i64) as usize]
    }

    /// The same in the frame of the team that is named after a side.
    pub fn seen_from(mut self, side: Side) -> Self {
        if side == Side::Right {
            self.0.rotate_left(HALF);
        }
        self
    }
}

impl Serialize for DirectionAges {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DirectionAges {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ages = Vec::<u16>::deserialize(deserializer)?;
        let count = ages.len();
        let wrong = |_| serde::de::Error::invalid_length(count, &"the ages of 72 directions");
        ages.try_into().map(Self).map_err(wrong)
    }
}
