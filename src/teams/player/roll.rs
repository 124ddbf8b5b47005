//! A ball that is kicked somewhere: its positions over time.

use crate::disc::Vec2;
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};

/// The longest paths that are considered, cycles.
pub(super) const MOST: usize = 45;

/// A ball that rolls from a place in a direction, until it is off the pitch or [`MOST`] cycles have
/// passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roll {
    from: Vec2,
    unit: Vec2,
    /// How far it has come after each cycle, m.
    way: [f64; MOST + 1],
    /// The last cycle on the pitch.
    pub last: u32,
}

impl Roll {
    /// Returns a ball that rolls towards a point with an initial speed.
    pub fn new(from: Vec2, to: Vec2, speed: f64, decay: f64) -> Self {
        let unit = (to - from).with_length(1.0);
        let mut way = [0.0; MOST + 1];
        let (mut at, mut step, mut last) = (0.0, speed, 0);
        for (cycle, own) in way.iter_mut().enumerate() {
            *own = at;
            let spot = from + unit * at;
            if spot.x.abs() > HALF_LENGTH || spot.y.abs() > HALF_WIDTH {
                break;
            }
            last = cycle as u32;
            at += step;
            step *= decay;
        }
        Self { from, unit, way, last }
    }

    /// Where it is after some cycles, up to the last.
    pub fn at(&self, cycle: usize) -> Vec2 {
        self.from + self.unit * self.way[cycle.min(self.last as usize)]
    }
}
