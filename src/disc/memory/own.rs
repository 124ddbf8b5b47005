//! What a player knows of themselves.

use super::{NEVER, older};
use crate::disc::Vec2;
use crate::disc::angle::normalize;
use crate::disc::pitch::Rectangle;
use crate::disc::senses::BodySense;
use serde::{Deserialize, Serialize};

/// A player's own state as they estimate it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnMemory {
    /// m.
    pub position: Vec2,
    /// m/cycle.
    pub velocity: Vec2,
    /// Direction of the body, rad.
    pub body: f64,
    /// Direction of the head from the body, rad.
    pub neck: f64,
    /// Cycles since they last located themselves by what they saw.
    pub pos_count: u16,
    /// Variances and covariances of x, y and the direction of the head: xx, xy, yy, xh, yh, hh.
    pub(super) spread: [f64; 6],
    /// How often they have been moved.
    pub(super) moves: u32,
}

impl Default for OwnMemory {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            body: 0.0,
            neck: 0.0,
            pos_count: NEVER,
            spread: [0.0; 6],
            moves: 0,
        }
    }
}

/// Variance that every cycle adds to a coordinate, m^2, because the rounded sights of a player who
/// stands still are all off by the same amount.
const DRIFT: f64 = 4e-4;
/// Variance that every cycle adds to a direction, rad^2.
const TURN_DRIFT: f64 = 3e-6;
/// Variance of a coordinate after a collision, m^2.
const BUMP: f64 = 0.1;

impl OwnMemory {
    /// Direction of the head, rad.
    pub fn heading(&self) -> f64 {
        self.body + self.neck
    }

    /// Estimated standard deviations of position, m, and of the direction of the head, rad.
    pub fn deviations(&self) -> [f64; 2] {
        [((self.spread[0] + self.spread[2]) * 0.5).max(0.0).sqrt(), self.spread[5].max(0.0).sqrt()]
    }

    /// A cycle has passed.
    pub(super) fn feel(&mut self, sense: &BodySense, turned: f64, decay: f64, rand: f64) {
        self.pos_count = older(self.pos_count);
        self.body = normalize(self.body + turned);
        self.neck = untruncated(sense.head_angle, 90.0);
        let way = self.heading() + untruncated(sense.speed_direction, 180.0);
        self.velocity = Vec2::polar(sense.speed, way);
        let felt = sense.collisions;
        let bumped = felt.ball || felt.player || felt.post;
        let step = if decay > 0.0 && !bumped { self.velocity / decay } else { Vec2::ZERO };
        self.position = on_the_field(self.position + step);
        if std::mem::replace(&mut self.moves, sense.counts.relocate) != sense.counts.relocate {
            self.pos_count = NEVER;
        }
        let speed_error = 0.01 / decay.max(0.1);
        let length2 = step.length2();
        let more = DRIFT
            + (speed_error * speed_error + length2 * 3e-4) / 12.0
            + if bumped { BUMP } else { 0.0 };
        self.spread[0] += more;
        self.spread[2] += more;
        self.spread[5] += TURN_DRIFT + turned * turned * rand * rand / 3.0;
        // The step goes in the direction derived from that of the head, and shares its error.
        self.spread[3] -= step.y * self.spread[5];
        self.spread[4] += step.x * self.spread[5];
    }
}

/// The nearest point that players may reach.
pub(super) fn on_the_field(point: Vec2) -> Vec2 {
    let field = Rectangle::surroundings();
    Vec2::new(point.x.clamp(field.left, field.right), point.y.clamp(field.top, field.bottom))
}

/// The middle of the angles that are reported as this many whole degrees, in rad. There are no
/// angles beyond `most` degrees.
fn untruncated(degrees: i32, most: f64) -> f64 {
    let middle = f64::from(degrees) + 0.5 * f64::from(degrees.signum());
    let middle = if middle.abs() > most { f64::from(degrees) } else { middle };
    middle.to_radians()
}
