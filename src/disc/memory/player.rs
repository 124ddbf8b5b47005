//! What a player knows of another one.

use super::ball::{clipped, velocity_after};
use super::{NEVER, older};
use crate::disc::senses::SeenPlayer;
use crate::disc::{Side, Vec2};
use crate::math::prefetch::prefetch_line;
use serde::{Deserialize, Serialize};

/// Another player as one estimates him. What changes in every cycle comes first, in one line of a
/// cache, and what only sights change behind it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[repr(C, align(64))]
pub struct PlayerMemory {
    /// m.
    pub position: Vec2,
    /// m/cycle.
    pub velocity: Vec2,
    /// Cycles since his number was seen.
    pub unum_count: u16,
    /// Age of the position.
    pub pos_count: u16,
    /// Age of the velocity.
    pub vel_count: u16,
    /// Cycles since he was seen.
    pub seen_pos_count: u16,
    /// Cycles since it was seen how he moves.
    pub seen_vel_count: u16,
    /// Age of the directions of body and head.
    pub body_count: u16,
    /// Age of where he points.
    pub pointing_count: u16,
    /// Cycles since he was first seen to tackle, of a tackle that lasts.
    pub tackle_count: u16,
    /// How often one looked where he should have been, and he was not there.
    pub ghost_count: u16,
    /// His side, if known.
    pub side: Option<Side>,
    /// His number, if known.
    pub unum: Option<u8>,
    /// Whether he is known to be a goalie.
    pub goalie: bool,
    /// Whether he has kicked in the cycle in which he was last seen.
    pub kicking: bool,
    /// Where he was last seen.
    pub seen_position: Vec2,
    /// How he was last seen to move.
    pub seen_velocity: Vec2,
    /// Direction of his body, rad.
    pub body: f64,
    /// Direction of his head, rad.
    pub face: f64,
    /// Where he points, rad.
    pub pointing: f64,
}

/// The first line of a cache.
const _: () = assert!(std::mem::offset_of!(PlayerMemory, seen_position) <= 64);
/// The second one.
const _: () = assert!(std::mem::offset_of!(PlayerMemory, body) / 64 == 1);

/// Positions seen not longer ago than this tell a velocity.
const RECENT: u16 = 2;
/// The fastest that players are taken to be, m/cycle.
pub(super) const FASTEST: f64 = 1.2;
/// For so many cycles a tackle lasts after it was first seen.
const TACKLE: u16 = 8;

impl PlayerMemory {
    /// Nobody, of whom nothing is known.
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

    /// Whether he tackles, as far as one knows.
    pub fn is_tackling(&self) -> bool {
        self.tackle_count <= TACKLE
    }

    /// Asks for what [`see`](Self::see) needs behind what every cycle does.
    #[inline]
    pub(super) fn prefetch_seen(&self) {
        prefetch_line(&self.body);
    }

    /// A cycle has passed.
    #[inline(always)]
    pub(super) fn advance(&mut self, decay: f64) {
        if self.pos_count == NEVER && self.unum_count == NEVER {
            return;
        }
        self.position += self.velocity;
        self.velocity *= decay;
        // All at once, and side by side in memory: compilers make vectors of these.
        let mut ages = [
            self.unum_count,
            self.pos_count,
            self.vel_count,
            self.seen_pos_count,
            self.seen_vel_count,
            self.body_count,
            self.pointing_count,
            self.tackle_count,
        ];
        for age in &mut ages {
            *age = older(*age);
        }
        [
            self.unum_count,
            self.pos_count,
            self.vel_count,
            self.seen_pos_count,
            self.seen_vel_count,
            self.body_count,
            self.pointing_count,
            self.tackle_count,
        ] = ages;
    }

    /// His place is not known any longer.
    pub(super) fn lose(&mut self) {
        (self.pos_count, self.vel_count, self.ghost_count) = (NEVER, NEVER, 0);
        self.velocity = Vec2::ZERO;
    }

    /// He is seen at a place, with a velocity if that is seen, from a head that looks so.
    pub(super) fn see(
        &mut self,
        seen: &SeenPlayer,
        place: Vec2,
        velocity: Option<Vec2>,
        heading: f64,
        decay: f64,
    ) {
        if let Some(velocity) = velocity {
            (self.velocity, self.seen_velocity) = (velocity, velocity);
            (self.vel_count, self.seen_vel_count) = (0, 0);
        } else if (1..=RECENT).contains(&self.seen_pos_count) {
            let way = place - self.seen_position;
            self.velocity = clipped(velocity_after(way, self.seen_pos_count, decay), FASTEST);
            self.vel_count = 0;
        } else {
            (self.velocity, self.vel_count) = (Vec2::ZERO, NEVER);
        }
        (self.position, self.seen_position) = (place, place);
        (self.pos_count, self.seen_pos_count, self.ghost_count) = (0, 0, 0);
        let absolute =
            |degrees: i32| crate::disc::angle::normalize(heading + f64::from(degrees).to_radians());
        if let Some([body, face]) = seen.facing {
            (self.body, self.face) = (absolute(body), absolute(face));
            self.body_count = 0;
        }
        if let Some(pointing) = seen.pointing {
            (self.pointing, self.pointing_count) = (absolute(pointing), 0);
        }
        self.side = self.side.or(seen.side);
        self.goalie |= seen.goalie;
        self.kicking = seen.kicking;
        match (seen.tackling, self.is_tackling()) {
            (true, false) => self.tackle_count = 0,
            (false, _) if seen.side.is_some() => self.tackle_count = NEVER,
            _ => {}
        }
        if seen.unum.is_some() {
            self.unum_count = 0;
        }
    }
}
