//! How far to go along a direction that overshoots.

use super::data::TreeData;
use super::ground::GroundContact;
use super::ground_rows::{component, friction, tangents};
use super::joint_rows::joint_force;
use super::params::{GroundParams, Params};
use crate::math::lane::{Lane, Mask};

/// Most trials.
const MAX_TRIALS: usize = 20;
/// A slope this small relative to the initial one ends the search.
const FLAT: f64 = 0.05;

/// Length in (0, 1] at which the cost along `direction` is nearly least, in `lanes`; 1 elsewhere.
/// On entry `x` and buffer `1 - start` are at the end of the full step, `slope` is the one at its
/// start.
#[inline(always)]
pub fn line_search<L: Lane>(
    params: &Params<L>,
    start: usize,
    slope: L,
    lanes: L::Mask,
    d: &TreeData<L>,
) -> L {
    let line = Line::new(start, d);
    // The slope grows along the line: negative at `low`, positive at `high`.
    let (mut low, mut low_slope) = (L::zero(), slope);
    let (mut high, mut high_slope) = (L::one(), line.slope_at(params, L::one(), d));
    let mut best = L::one();
    let mut todo = lanes;
    for _ in 0..MAX_TRIALS {
        if !todo.any() {
            break;
        }
        // Newton-like secant, kept inside the bracket.
        let span = high - low;
        let part = (-low_slope) / (high_slope - low_slope);
        let trial = part.clamp(L::splat(0.02), L::splat(0.98)).mul_add(span, low);
        let trial_slope = line.slope_at(params, trial, d);
        best = L::select(todo, trial, best);
        let falling = trial_slope.lt(L::zero());
        low = L::select(falling, trial, low);
        low_slope = L::select(falling, trial_slope, low_slope);
        high = L::select(falling, high, trial);
        high_slope = L::select(falling, high_slope, trial_slope);
        todo = todo & trial_slope.abs().gt(-slope * L::splat(FLAT));
    }
    L::select(lanes, best, L::one())
}

/// The smooth part of the slope: `constant + length * rate`.
struct Line<L> {
    start: usize,
    constant: L,
    rate: L,
}

impl<L: Lane> Line<L> {
    #[inline(always)]
    fn new(start: usize, d: &TreeData<L>) -> Self {
        let s = &d.solver;
        let (mut constant, mut rate) = (L::zero(), L::zero());
        for (dof, &p) in s.direction.iter().enumerate() {
            let (from, to) = (s.mx[start][dof], s.mx[1 - start][dof]);
            constant = p.mul_add(from - d.smooth[dof], constant);
            rate = p.mul_add(to - from, rate);
        }
        Self { start, constant, rate }
    }

    /// Derivative of the cost at `length`.
    #[inline(always)]
    fn slope_at(&self, params: &Params<L>, length: L, d: &TreeData<L>) -> L {
        let mut slope = length.mul_add(self.rate, self.constant);
        let back = length - L::one();
        for (joint, j) in params.joints.iter().enumerate() {
            let p = d.solver.direction[6 + joint];
            let x = back.mul_add(p, d.solver.x[6 + joint]);
            let (force, _) = joint_force(j, &d.limits[joint], d.v[6 + joint], x);
            slope = force.neg_mul_add(p, slope);
        }
        for contact in &d.ground[..d.ground_count] {
            slope += contact_slope(contact, &params.ground[contact.geom], self.start, length);
        }
        slope
    }
}

/// A contact's part of the slope.
#[inline(always)]
fn contact_slope<L: Lane>(
    contact: &GroundContact<L>,
    p: &GroundParams<L>,
    start: usize,
    length: L,
) -> L {
    let (from, to) = (&contact.residual[start], &contact.residual[1 - start]);
    let present = contact.d.gt(L::zero());
    let row = |from: L, to: L| {
        let rate = to - from;
        let residual = length.mul_add(rate, from);
        (contact.d * residual * rate).keep(residual.lt(L::zero()) & present)
    };
    if contact.condim == 1 {
        return row(from[0].z, to[0].z);
    }
    let mut slope = L::zero();
    for tangent in 0..tangents(contact.condim) {
        let mu = friction(p, tangent);
        let (a, b) = (mu * component(from, tangent), mu * component(to, tangent));
        slope += row(from[0].z + a, to[0].z + b) + row(from[0].z - a, to[0].z - b);
    }
    slope
}
