//! What a player knows of another player.

use super::{NEVER, older};
use crate::disc::{Side, Vec2};
use serde::{Deserialize, Serialize};

/// Another player, as estimated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerMemory {
    /// m.
    pub position: Vec2,
    /// m/cycle.
    pub velocity: Vec2,
    /// Cycles since their number was seen.
    pub unum_count: u16,
    /// Age of the position.
    pub pos_count: u16,
    /// Age of the velocity.
    pub vel_count: u16,
    /// Cycles since they were seen.
    pub seen_pos_count: u16,
    /// Cycles since their velocity was seen.
    pub seen_vel_count: u16,
    /// Age of the directions of body and head.
    pub body_count: u16,
    /// Age of the direction in which they point.
    pub pointing_count: u16,
    /// Cycles since they were first seen in their current tackle.
    pub tackle_count: u16,
    /// How often the player looked where they should have been, and they were not there.
    pub ghost_count: u16,
    /// Their side, if known.
    pub side: Option<Side>,
    /// Their number, if known.
    pub unum: Option<u8>,
    /// Whether they are known to be a goalie.
    pub goalie: bool,
    /// Whether they have kicked in the cycle in which they were last seen.
    pub kicking: bool,
    /// Where they were last seen.
    pub seen_position: Vec2,
    /// How they were last seen to move.
    pub seen_velocity: Vec2,
    /// Direction of their body, rad.
    pub body: f64,
    /// Direction of their head, rad.
    pub face: f64,
    /// Direction in which they point, rad.
    pub pointing: f64,
}

/// A position seen at most this many cycles ago is used to estimate a velocity.
pub(super) const RECENT: u16 = 2;
/// The highest speed that players are assumed to have, m/cycle.
pub(super) const FASTEST: f64 = 1.2;
/// Number of cycles for which a tackle lasts after it was first seen.
pub(super) const TACKLE: u16 = 8;

impl PlayerMemory {
    /// A player of whom nothing is known.
    pub(super) fn nobody() -> Self {
        Self {
            side: None,
            unum: None,
            unum_count: NEVER,
            goalie: false,
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            seen_position: Vec2::ZERO,
            seen_velocity: Vec2::ZERO,
            body: 0.0,
            face: 0.0,
            pointing: 0.0,
            pos_count: NEVER,
            vel_count: NEVER,
            seen_pos_count: NEVER,
            seen_vel_count: NEVER,
            body_count: NEVER,
            pointing_count: NEVER,
            tackle_count: NEVER,
            ghost_count: 0,
            kicking: false,
        }
    }

    /// Whether a position is known.
    pub fn is_known(&self) -> bool {
        self.pos_count < NEVER
    }

    /// Whether they are tackling, as far as is known.
    pub fn is_tackling(&self) -> bool {
        self.tackle_count <= TACKLE
    }

    /// A cycle has passed.
    pub(super) fn advance(&mut self, decay: f64) {
        if self.pos_count == NEVER && self.unum_count == NEVER {
            return;
        }
        self.position += self.velocity;
        self.velocity *= decay;
        for age in [
            &mut self.unum_count,
            &mut self.pos_count,
            &mut self.vel_count,
            &mut self.seen_pos_count,
            &mut self.seen_vel_count,
            &mut self.body_count,
            &mut self.pointing_count,
            &mut self.tackle_count,
        ] {
            *age = older(*age);
        }
    }
}
