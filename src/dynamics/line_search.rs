//! How far to go along a direction that overshoots.

use super::data::TreeData;
use super::ground::GroundContact;
use super::ground_rows::{component, friction, tangents};
use super::joint_rows::{joint_curvature, joint_force};
use super::params::{GroundParams, Params};
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
            let (s, c) =
                contact_derivatives(contact, &params.ground[contact.geom], self.start, length);
            slope += s;
            curvature += c;
        }
        (slope, curvature)
    }
}

/// A contact's part of both derivatives.
#[inline(always)]
fn contact_derivatives<L: Lane>(
    contact: &GroundContact<L>,
    p: &GroundParams<L>,
    start: usize,
    length: L,
) -> (L, L) {
    let (from, to) = (&contact.residual[start], &contact.residual[1 - start]);
    let (normal, rate) = (from[0].z, to[0].z - from[0].z);
    let normal = length.mul_add(rate, normal);
    if contact.condim == 1 {
        return row_derivatives(contact.d, normal, rate);
    }
    let (mut slope, mut curvature) = (L::zero(), L::zero());
    for tangent in 0..tangents(contact.condim) {
        let mu = friction(p, tangent);
        let first = component(from, tangent);
        let along_rate = mu * (component(to, tangent) - first);
        let along = length.mul_add(along_rate, mu * first);
        let (s, c) = row_derivatives(contact.d, normal + along, rate + along_rate);
        slope += s;
        curvature += c;
        let (s, c) = row_derivatives(contact.d, normal - along, rate - along_rate);
        slope += s;
        curvature += c;
    }
    (slope, curvature)
}

/// One row's part, from its residual and that one's rate; none where `d` is zero.
#[inline(always)]
fn row_derivatives<L: Lane>(d: L, residual: L, rate: L) -> (L, L) {
    let pushes = residual.lt(L::zero());
    let stiff = (d * rate).keep(pushes);
    (stiff * residual, stiff * rate)
}
