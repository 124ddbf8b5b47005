//! What a player knows of the ball.

use super::view::View;
use super::{Memory, NEVER, Stand, older};
use crate::disc::{Rules, Vec2};
use serde::{Deserialize, Serialize};

/// The ball as a player estimates it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BallMemory {
    /// m.
    pub position: Vec2,
    /// m/cycle.
    pub velocity: Vec2,
    /// Where they last saw it.
    pub seen_position: Vec2,
    /// How they last saw it move.
    pub seen_velocity: Vec2,
    /// Age of the position.
    pub pos_count: u16,
    /// Age of the velocity.
    pub vel_count: u16,
    /// Cycles since they saw it.
    pub seen_pos_count: u16,
    /// Cycles since they saw how it moves.
    pub seen_vel_count: u16,
    /// How often they looked where it should have been, and it was not there.
    pub ghost_count: u16,
}

impl Default for BallMemory {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            seen_position: Vec2::ZERO,
            seen_velocity: Vec2::ZERO,
            pos_count: NEVER,
            vel_count: NEVER,
            seen_pos_count: NEVER,
            seen_vel_count: NEVER,
            ghost_count: 0,
        }
    }
}

/// After the player has looked this many times where the ball should be and not seen it, its place
/// is lost.
const GHOSTS: u16 = 2;
/// A position seen at most this many cycles ago is used to estimate a velocity.
const RECENT: u16 = 3;

impl BallMemory {
    /// A cycle has passed.
    pub(super) fn advance(&mut self, decay: f64) {
        self.position += self.velocity;
        self.velocity *= decay;
        for age in [
            &mut self.pos_count,
            &mut self.vel_count,
            &mut self.seen_pos_count,
            &mut self.seen_vel_count,
        ] {
            *age = older(*age);
        }
    }
}

/// The current velocity of something that has come this far in this many cycles while slowing down.
pub(super) fn velocity_after(way: Vec2, cycles: u16, decay: f64) -> Vec2 {
    // With a first velocity v, it went v + v d + ... and now has the velocity v d^n.
    let (mut sum, mut power) = (0.0, 1.0);
    for _ in 0..cycles {
        sum += power;
        power *= decay;
    }
    if sum > 0.0 { way * (power / sum) } else { Vec2::ZERO }
}

/// The vector, shortened to the length `most` if it is longer.
pub(super) fn clipped(vector: Vec2, most: f64) -> Vec2 {
    if vector.length2() > most * most { vector.with_length(most) } else { vector }
}

impl Memory {
    /// Takes in where the ball is seen, or that it is not where it should be.
    pub(super) fn see_ball(&mut self, rules: &Rules, view: &mut impl View, stand: &Stand) {
        let Some((seen, distance)) = view.ball().and_then(|seen| Some((seen, seen.distance?)))
        else {
            if self.ball.pos_count < NEVER && stand.should_see(self.ball.position) {
                self.ball.ghost_count += 1;
                if self.ball.ghost_count >= GHOSTS {
                    self.ball.pos_count = NEVER;
                    self.ball.vel_count = NEVER;
                }
            }
            return;
        };
        let spot = stand.position_of(distance, seen.direction);
        let (decay, most) = (rules.server.ball_decay, rules.server.ball_speed_max);
        let recent = (1..=RECENT).contains(&self.ball.seen_pos_count);
        if let Some(change) = seen.change {
            let velocity = clipped(stand.velocity_of(distance, seen.direction, change), most);
            self.ball.velocity = velocity;
            self.ball.seen_velocity = velocity;
            (self.ball.vel_count, self.ball.seen_vel_count) = (0, 0);
        } else if recent && self.ball.vel_count > 0 {
            let way = spot - self.ball.seen_position;
            let velocity = velocity_after(way, self.ball.seen_pos_count, decay);
            self.ball.velocity = clipped(velocity, most);
            self.ball.vel_count = 0;
        }
        let ball = &mut self.ball;
        (ball.position, ball.seen_position) = (spot, spot);
        (ball.pos_count, ball.seen_pos_count, ball.ghost_count) = (0, 0, 0);
    }
}
