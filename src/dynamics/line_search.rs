//! Line search along a direction whose full step overshoots.
//!
//! Along the line, only rows that flip before its far end change the curvature of the cost: if no
//! row flipped, the slope would fall to zero there. So the search evaluates only those rows.

use super::data::TreeData;
use super::joint_rows::turned_joint;
use super::params::Params;
use crate::math::lane::{Lane, Mask};

/// A full step is accepted if the slope at its end is at most this fraction of the initial one.
const OVERSHOOT: f64 = 0.3;

/// Maximum number of trials.
pub(super) const MAX_TRIALS: usize = 10;
/// A slope this small relative to the initial one ends the search.
pub(super) const FLAT: f64 = 0.1;

/// Returns the length in (0, 1) at which the cost along the search direction is nearly minimal, for
/// those of `lanes` whose full step overshoots, and 1 for the others. `slope` is the slope at the
/// start.
///
/// Applies Newton's method, from the far end, to the slope, which grows piecewise linearly. A trial
/// that would leave the bracket goes to its middle instead.
#[inline(always)]
pub fn line_search<L: Lane>(params: &Params<L>, slope: L, lanes: L::Mask, d: &TreeData<L>) -> L {
    let (mut low, mut high) = (L::zero(), L::one());
    let (mut length, mut todo) = (L::one(), lanes);
    for trial in 0..MAX_TRIALS {
        if !todo.any() {
            break;
        }
        let (there, curvature) = derivatives(params, slope, length, d);
        todo = match trial {
            0 => todo & there.gt(-slope * L::splat(OVERSHOOT)),
            _ => todo & there.abs().gt(-slope * L::splat(FLAT)),
        };
        let falling = there.lt(L::zero());
        low = L::select(falling, length, low);
        high = L::select(falling, high, length);
        let newton = length - there / curvature;
        let inside = newton.gt(low) & newton.lt(high);
        let middle = L::splat(0.5) * (low + high);
        length = L::select(todo, L::select(inside, newton, middle), length);
    }
    length
}

/// The same search for an island, with the derivatives of its trees added up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bracket {
    low: f64,
    high: f64,
    /// Length to try next, or the result once it is `found`.
    pub length: f64,
    /// Whether `length` is the result.
    pub found: bool,
}

impl Bracket {
    /// Begins with a full step as the first trial.
    pub fn new() -> Self {
        Self { low: 0.0, high: 1.0, length: 1.0, found: false }
    }

    /// Narrows the bracket by the cost's derivatives at `length`; `start` is the slope at the
    /// start.
    pub fn narrow(&mut self, start: f64, slope: f64, curvature: f64, trials: usize) {
        let flat =
            if trials == 0 { slope <= -start * OVERSHOOT } else { slope.abs() <= -start * FLAT };
        if flat || trials == MAX_TRIALS {
            self.found = true;
            return;
        }
        if slope < 0.0 {
            self.low = self.length;
        } else {
            self.high = self.length;
        }
        let newton = self.length - slope / curvature;
        let inside = newton > self.low && newton < self.high;
        self.length = if inside { newton } else { 0.5 * (self.low + self.high) };
    }
}

/// First and second derivative of the cost along the search direction, `length` of the way.
#[inline(always)]
pub(super) fn derivatives<L: Lane>(
    params: &Params<L>,
    start: L,
    length: L,
    d: &TreeData<L>,
) -> (L, L) {
    let s = &d.solver;
    let (mut slope, mut curvature) = ((L::one() - length) * start, -start);
    for &joint in &s.turned_joints {
        let turn = turned_joint(&params.joints[joint].friction, joint, length, d);
        slope = turn.force.neg_mul_add(s.direction[6 + joint], slope);
        curvature += turn.curvature;
    }
    for &slot in &s.turned_ground {
        let contact = &d.ground[slot];
        let (turn, _) = contact.rows.turn(contact.friction(&params.ground), length);
        slope += turn.slope;
        curvature += turn.curvature;
    }
    for &slot in &s.turned_own {
        let contact = &d.own[slot];
        let (turn, _) = contact.rows.turn(&contact.friction, length);
        slope += turn.slope;
        curvature += turn.curvature;
    }
    (slope, curvature)
}
