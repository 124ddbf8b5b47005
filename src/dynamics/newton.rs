//! The accelerations of uncoupled trees: Newton's method on the convex cost of soft constraints
//! (Todorov, "Convex and analytically-invertible dynamics with contacts and constraints", 2014;
//! MuJoCo, "Computation", "Primal problem").
//!
//! The cost is quadratic wherever every row stays on its side of its kink. A full Newton step
//! that changes no row's side ends at the exact minimum; that is the stopping rule.

use super::data::TreeData;
use super::factor::{factorize, multiply, solve};
use super::ground_curvature::add_ground_curvature;
use super::ground_rows::ground_gradient;
use super::joint_rows::{joint_curvature, joint_force};
use super::line_search::line_search;
use super::params::Params;
use super::tree::Tree;
use crate::math::lane::{Lane, Mask};

/// Steps after which a lane takes what it has.
pub(super) const MAX_ITERATIONS: usize = 100;
/// Full step accepted while the slope at its end is below this part of the initial one.
pub(super) const OVERSHOOT: f64 = 0.3;
/// Relative size, squared and in the metric of the mass matrix, of a step too small to matter.
pub(super) const NEGLIGIBLE: f64 = 1e-20;
/// The same in single precision: in smaller steps rows change sides only because of rounding.
const NEGLIGIBLE_IN_SINGLE: f64 = 1e-13;

/// Minimizes the cost in the lanes of `todo`, from the warm start in `qacc`; leaves the minimizer
/// there. Lanes outside `todo` keep their value.
#[inline(always)]
pub fn newton<L: Lane>(tree: &Tree, params: &Params<L>, todo: L::Mask, d: &mut TreeData<L>) {
    let mut todo = todo;
    let negligible = L::PRECISION.choose(NEGLIGIBLE, NEGLIGIBLE_IN_SINGLE);
    d.solver.x.copy_from_slice(&d.qacc);
    let mut now = 0;
    evaluate(tree, params, now, d);
    for _ in 0..MAX_ITERATIONS {
        if !todo.any() {
            break;
        }
        let slope = newton_direction(tree, params, todo, d);
        let size = dot(&d.solver.x, &d.solver.mx[now]).abs();
        let moving = (-slope).gt(size * L::splat(negligible)) & todo;
        for (x, &step) in d.solver.x.iter_mut().zip(&d.solver.direction) {
            *x += step;
        }
        let next = 1 - now;
        let changed = evaluate(tree, params, next, d);
        let changed = L::Mask::from_bits(changed) & moving;
        let end_slope = dot(&d.solver.gradient, &d.solver.direction);
        let overshoots = end_slope.gt(-slope * L::splat(OVERSHOOT)) & changed;
        if overshoots.any() {
            shorten(tree, params, now, overshoots, slope, d);
        }
        todo = changed;
        now = next;
    }
    d.qacc.copy_from_slice(&d.solver.x);
}

/// Searches along the direction in the lanes that overshoot, and evaluates there.
#[inline(always)]
fn shorten<L: Lane>(
    tree: &Tree,
    params: &Params<L>,
    start: usize,
    lanes: L::Mask,
    slope: L,
    d: &mut TreeData<L>,
) {
    let length = line_search(params, start, slope, lanes, d);
    let back = length - L::one();
    for (x, &step) in d.solver.x.iter_mut().zip(&d.solver.direction) {
        *x = back.mul_add(step, *x);
    }
    evaluate(tree, params, 1 - start, d);
}

#[inline(always)]
fn dot<L: Lane>(a: &[L], b: &[L]) -> L {
    let mut sum = L::zero();
    for (&a, &b) in a.iter().zip(b) {
        sum = a.mul_add(b, sum);
    }
    sum
}

/// Gradient at `x`; keeps residuals in `buffer`. Returns the lanes in which a row changed sides.
#[inline(always)]
fn evaluate<L: Lane>(tree: &Tree, params: &Params<L>, buffer: usize, d: &mut TreeData<L>) -> u32 {
    let s = &mut d.solver;
    multiply(tree, &d.mass, &s.x, &mut s.mx[buffer]);
    for ((g, &mx), &smooth) in s.gradient.iter_mut().zip(&s.mx[buffer]).zip(&d.smooth) {
        *g = mx - smooth;
    }
    let mut changed = 0;
    for (joint, j) in params.joints.iter().enumerate() {
        let (force, sides) =
            joint_force(&j.friction, &d.limits[joint], d.v[6 + joint], s.x[6 + joint]);
        s.gradient[6 + joint] -= force;
        let before = &mut s.joint_rows[joint];
        changed |= (before.sliding[0] ^ sides.sliding[0])
            | (before.sliding[1] ^ sides.sliding[1])
            | (before.limited ^ sides.limited);
        *before = sides;
    }
    changed | ground_gradient(tree, &params.ground, buffer, d)
}

/// Sets `direction` to `-H^-1 gradient` in the lanes of `todo` and to zero elsewhere; returns
/// the slope along it.
#[inline(always)]
fn newton_direction<L: Lane>(
    tree: &Tree,
    params: &Params<L>,
    todo: L::Mask,
    d: &mut TreeData<L>,
) -> L {
    d.factor.copy_from_slice(&d.mass);
    for (joint, j) in params.joints.iter().enumerate() {
        let curvature = joint_curvature(&j.friction, &d.limits[joint], d.solver.joint_rows[joint]);
        let diagonal = tree.row_range(6 + joint).end - 1;
        d.factor[diagonal] += curvature;
    }
    add_ground_curvature(tree, &params.ground, d);
    factorize(tree, &mut d.factor, &mut d.inverse_diagonal);
    for (p, &g) in d.solver.direction.iter_mut().zip(&d.solver.gradient) {
        *p = (-g).keep(todo);
    }
    solve(tree, &d.factor, &d.inverse_diagonal, &mut d.solver.direction);
    dot(&d.solver.gradient, &d.solver.direction)
}
