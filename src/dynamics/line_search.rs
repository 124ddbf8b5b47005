//! How far to go along a direction that overshoots.

use super::data::TreeData;
use super::joint_rows::{joint_curvature, joint_force};
use super::params::Params;
use crate::math::lane::{Lane, Mask};

/// Most trials.
pub(super) const MAX_TRIALS: usize = 10;
/// A slope this small relative to the initial one ends the search.
pub(super) const FLAT: f64 = 0.1;

/// Length in (0, 1) at which the cost along `direction` is nearly least, in `lanes`; 1 elsewhere.
/// On entry `x` and buffer `1 - start` are at the end of the full step, `slope` is the one at its
/// start.
///
/// Newton's method on the slope, which grows piecewise linearly, from the far end; a trial that
/// leaves the bracket goes to its middle.
#[inline(always)]
pub fn line_search<L: Lane>(
    params: &Params<L>,
    start: usize,
    slope: L,
    lanes: L::Mask,
    d: &TreeData<L>,
) -> L {
    let line = Line::new(start, d);
    let (mut low, mut high) = (L::zero(), L::one());
    let mut length = L::one();
    let mut todo = lanes;
    for _ in 0..MAX_TRIALS {
        let (trial_slope, curvature) = line.derivatives(params, length, d);
        todo = todo & trial_slope.abs().gt(-slope * L::splat(FLAT));
        if !todo.any() {
            break;
        }
        let falling = trial_slope.lt(L::zero());
        low = L::select(falling, length, low);
        high = L::select(falling, high, length);
        let newton = length - trial_slope / curvature;
        let inside = newton.gt(low) & newton.lt(high);
        let middle = L::splat(0.5) * (low + high);
        length = L::select(todo, L::select(inside, newton, middle), length);
    }
    L::select(lanes, length, L::one())
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

    /// First and second derivative of the cost at `length`.
    #[inline(always)]
    fn derivatives(&self, params: &Params<L>, length: L, d: &TreeData<L>) -> (L, L) {
        let mut slope = length.mul_add(self.rate, self.constant);
        let mut curvature = self.rate;
        let back = length - L::one();
        for (joint, j) in params.joints.iter().enumerate() {
            let p = d.solver.direction[6 + joint];
            let x = back.mul_add(p, d.solver.x[6 + joint]);
            let limit = &d.limits[joint];
            let (force, sides) = joint_force(&j.friction, limit, d.v[6 + joint], x);
            slope = force.neg_mul_add(p, slope);
            curvature = joint_curvature(&j.friction, limit, sides).mul_add(p * p, curvature);
        }
        for contact in &d.ground[..d.ground_count] {
            let (from, to) = (&contact.residual[self.start], &contact.residual[1 - self.start]);
            let law = contact.law(&params.ground[contact.geom]);
            let (s, c) = law.derivatives(from, to, length);
            slope += s;
            curvature += c;
        }
        (slope, curvature)
    }
}
