//! The accelerations of uncoupled trees: Newton's method on the convex cost of soft constraints
//! (Todorov, "Convex and analytically-invertible dynamics with contacts and constraints", 2014;
//! MuJoCo, "Computation", "Primal problem").
//!
//! The cost is quadratic wherever every row stays on its side of its kink. A full Newton step
//! that changes no row's side ends at the exact minimum; that is the stopping rule.
//!
//! As long as no row flips, the gradient shrinks linearly along the search direction. So it is
//! computed once, at the warm start. After each step it is scaled, and the change in force due to
//! flipped rows is subtracted. In single precision it is computed anew after each step, as rounding
//! errors would otherwise stay in it.
//!
//! From substep to substep most rows stay on their sides, but accelerations jump, and with them the
//! sides at the warm start. So the first step minimizes the quadratic cost for the sides on which
//! the rows ended in the previous substep, and is taken in full. After it, sides are those of the
//! iterate, except for hinges whose sliding direction a step would reverse: where dry friction at
//! its other bound would turn them back, they are [assumed to stick](super::joint_rows), and the
//! next step is taken in full, too.

use super::data::TreeData;
use super::factor::{Matrix, factorize, multiply, solve_down, solve_up};
use super::ground_curvature::add_ground_curvature;
use super::ground_rows::{
    ground_rates, ground_residuals, mark_paths, take_ground_forces, turn_ground_rows,
};
use super::joint_rows::{
    find_turned_joints, set_joint_curvature, take_joint_forces, turn_joint_rows,
};
use super::line_search::line_search;
use super::own_rows::{
    add_own_curvature, own_rates, own_residuals, take_own_forces, turn_own_rows,
};
use super::params::Params;
use super::tree::Tree;
use crate::math::lane::{Lane, Mask};
use crate::math::precision::Precision;

/// Maximum number of steps; after these, a lane keeps the iterate that it has.
pub(super) const MAX_ITERATIONS: usize = 100;
/// See [`negligible`].
const NEGLIGIBLE: f64 = 1e-20;
/// The same in single precision: in smaller steps rows change sides only because of rounding.
const NEGLIGIBLE_IN_SINGLE: f64 = 1e-13;

/// See [`wants_another`]. In single precision the factor is off by up to a few thousandths, and so
/// is a step along which there is little stiffness.
const LONG_IN_SINGLE: f64 = 1e-4;

/// The largest acceleration at which a warm start may begin: further away, rounding leaves too few
/// digits for the solver to find its way back.
pub const fn furthest_start(precision: Precision) -> f64 {
    precision.choose(1e8, 1e5)
}

/// Minimizes the cost in the lanes of `todo`, from the warm start in `qacc`; leaves the minimizer
/// there. Lanes outside `todo` keep their value.
#[inline(always)]
pub fn newton<L: Lane>(tree: &Tree, params: &Params<L>, todo: L::Mask, d: &mut TreeData<L>) {
    let mut todo = todo;
    let mut size = begin(tree, params, todo, d);
    for iteration in 0..MAX_ITERATIONS {
        let is_first = iteration == 0;
        if is_first || d.solver.bent & todo.bits() != 0 {
            factorize_matrix(tree, params, todo, d);
        }
        reduce(tree, todo, d);
        let slope = direct(tree, d);
        if is_first {
            size -= slope;
        }
        let moving = still_moving(slope, size, d) & todo;
        let flips = L::Mask::from_bits(find_turns(params, moving.bits(), d));
        todo = flips | moving & wants_another(slope, size, is_first);
        if !todo.any() {
            advance(L::one(), d);
            break;
        }
        let length = choose_length(params, slope, todo, d);
        turn(tree, params, todo, length, d);
    }
    finish(d);
}

/// Relative size, squared and in the metric of the cost, of a step too small to matter.
pub(super) const fn negligible(precision: Precision) -> f64 {
    precision.choose(NEGLIGIBLE, NEGLIGIBLE_IN_SINGLE)
}

/// Lanes whose step is not too small to matter, measured against `size`, which is the sum of two
/// squares at the warm start: the iterate's, in the metric of the mass matrix, and the gradient's,
/// in that of the cost. Lanes whose sides are assumed are included: their slope does not say how
/// far away the minimum is.
#[inline(always)]
pub(super) fn still_moving<L: Lane>(slope: L, size: L, d: &TreeData<L>) -> L::Mask {
    let assumed = L::Mask::from_bits(d.solver.assumed);
    (-slope).gt(size * L::splat(const { negligible(L::PRECISION) })) | assumed
}

/// Relative size, squared and in the metric of the cost, of a last step that is too long to be
/// exact.
pub(super) const fn long(precision: Precision) -> f64 {
    precision.choose(f64::INFINITY, LONG_IN_SINGLE)
}

/// Lanes whose step is followed by another although no row flips; the same factor yields that step
/// from a gradient computed anew. After the first step another would change nothing: accelerations
/// are then as exact as the state.
#[inline(always)]
pub(super) fn wants_another<L: Lane>(slope: L, size: L, is_first: bool) -> L::Mask {
    let long = (-slope).gt(size * L::splat(const { long(L::PRECISION) }));
    if is_first { L::Mask::splat(false) } else { long }
}

/// Returns the step length of the lanes of `todo` along the search direction. Other lanes take the
/// full step, and so do those whose sides are assumed, as their slope is not that of the cost.
#[inline(always)]
pub(super) fn choose_length<L: Lane>(
    params: &Params<L>,
    slope: L,
    todo: L::Mask,
    d: &TreeData<L>,
) -> L {
    line_search(params, slope, todo & !L::Mask::from_bits(d.solver.assumed), d)
}

/// Computes residuals, sides and gradient at the warm start; returns the warm start's square in the
/// metric of the mass matrix.
#[inline(always)]
pub(super) fn begin<L: Lane>(
    tree: &Tree,
    params: &Params<L>,
    todo: L::Mask,
    d: &mut TreeData<L>,
) -> L {
    watch(tree, todo, d);
    d.solver.stale.fill(true);
    d.solver.x.copy_from_slice(&d.qacc);
    d.solver.steps = 0;
    d.solver.assumed = d.memory.lanes;
    evaluate(tree, params, todo, true, d)
}

/// Assembles the matrix of the lanes of `todo` and factorizes it.
#[inline(always)]
pub(super) fn factorize_matrix<L: Lane>(
    tree: &Tree,
    params: &Params<L>,
    todo: L::Mask,
    d: &mut TreeData<L>,
) {
    set_joint_curvature(params, d);
    add_ground_curvature(tree, &params.ground, d);
    add_own_curvature(tree, todo.bits(), d);
    let s = &mut d.solver;
    let (ground, diagonal, places) = (&s.ground_matrix, &s.diagonal, &s.places);
    let matrix = Matrix { mass: &d.mass, ground, diagonal, places };
    factorize(tree, matrix, &mut d.factor, &mut d.inverse_diagonal, &mut d.fill);
}

/// Writes the first half of the solution to `direction`: for `-gradient` in the lanes of `todo`,
/// and for zero elsewhere.
#[inline(always)]
pub(super) fn reduce<L: Lane>(tree: &Tree, todo: L::Mask, d: &mut TreeData<L>) {
    let s = &mut d.solver;
    for (p, &g) in s.direction.iter_mut().zip(&s.gradient) {
        *p = (-g).keep(todo);
    }
    let (direction, scaled) = (&mut s.direction, &mut s.scaled);
    solve_down(tree, &d.factor, &d.inverse_diagonal, &d.fill, direction, scaled);
}

/// Completes the search direction and sets the rates of all contacts; returns the slope along it.
#[inline(always)]
pub(super) fn direct<L: Lane>(tree: &Tree, d: &mut TreeData<L>) -> L {
    let s = &mut d.solver;
    solve_up(tree, &d.factor, &d.inverse_diagonal, &d.fill, &mut s.direction);
    let slope = dot(&s.gradient, &s.direction);
    ground_rates(tree, d);
    own_rates(tree, d);
    slope
}

/// Goes `length` of the way along the search direction. The lanes of `todo` continue from there:
/// notes in which of them this changes the matrix, and in which sides are assumed.
#[inline(always)]
pub(super) fn turn<L: Lane>(
    tree: &Tree,
    params: &Params<L>,
    todo: L::Mask,
    length: L,
    d: &mut TreeData<L>,
) {
    d.solver.bent = 0;
    d.solver.assumed = 0;
    d.solver.steps += 1;
    if L::PRECISION == Precision::F32 {
        advance(length, d);
        watch(tree, todo, d);
        evaluate(tree, params, todo, false, d);
        return;
    }
    let rest = L::one() - length;
    for g in &mut d.solver.gradient {
        *g = *g * rest;
    }
    turn_joint_rows(params, todo.bits(), length, d);
    turn_ground_rows(tree, &params.ground, todo.bits(), length, d);
    turn_own_rows(tree, todo.bits(), length, d);
    advance(length, d);
    watch(tree, todo, d);
}

/// Leaves the iterate in `qacc`.
#[inline(always)]
pub(super) fn finish<L: Lane>(d: &mut TreeData<L>) {
    // A zero's sign may depend on the contacts of other lanes; adding zero makes it positive.
    for (qacc, &x) in d.qacc.iter_mut().zip(&d.solver.x) {
        *qacc = x + L::zero();
    }
}

/// Lists the contacts that an unfinished lane has.
#[inline(always)]
fn watch<L: Lane>(tree: &Tree, todo: L::Mask, d: &mut TreeData<L>) {
    let (todo, s) = (todo.bits(), &mut d.solver);
    s.ground_slots.clear();
    for (slot, contact) in d.ground[..d.ground_count].iter().enumerate() {
        if contact.rows.lanes & todo != 0 {
            s.ground_slots.push(slot);
        }
    }
    mark_paths(tree, &d.ground, &s.ground_slots, &mut s.grounded);
    s.own_slots.clear();
    for (slot, contact) in d.own.iter().enumerate() {
        if contact.rows.lanes & todo != 0 {
            s.own_slots.push(slot);
        }
    }
}

/// Computes residuals, sides (at the `start` those of the previous substep, where they are known)
/// and gradient at the iterate; returns the iterate's square in the metric of the mass matrix.
#[inline(always)]
fn evaluate<L: Lane>(
    tree: &Tree,
    params: &Params<L>,
    todo: L::Mask,
    start: bool,
    d: &mut TreeData<L>,
) -> L {
    let todo = todo.bits();
    let s = &mut d.solver;
    multiply(tree, &d.mass, &s.x, &mut s.gradient);
    let size = dot(&s.x, &s.gradient).abs();
    for (g, &smooth) in s.gradient.iter_mut().zip(&d.smooth) {
        *g -= smooth;
    }
    take_joint_forces(params, todo, start, d);
    ground_residuals(tree, d);
    take_ground_forces(tree, &params.ground, todo, start, d);
    own_residuals(tree, d);
    take_own_forces(tree, todo, start, d);
    size
}

/// Lists the hinges and contacts that have a row that flips within a full step, in any of `lanes`;
/// returns the lanes in which one does.
#[inline(always)]
pub(super) fn find_turns<L: Lane>(params: &Params<L>, lanes: u32, d: &mut TreeData<L>) -> u32 {
    let mut found = find_turned_joints(params, lanes, d);
    let s = &mut d.solver;
    s.turned_ground.clear();
    for &slot in &s.ground_slots {
        let contact = &d.ground[slot];
        let flips = contact.rows.flips(contact.friction(&params.ground)) & lanes;
        if flips != 0 {
            s.turned_ground.push(slot);
        }
        found |= flips;
    }
    s.turned_own.clear();
    for &slot in &s.own_slots {
        let contact = &d.own[slot];
        let flips = contact.rows.flips(&contact.friction) & lanes;
        if flips != 0 {
            s.turned_own.push(slot);
        }
        found |= flips;
    }
    found
}

/// Moves the iterate.
#[inline(always)]
pub(super) fn advance<L: Lane>(length: L, d: &mut TreeData<L>) {
    for (x, &step) in d.solver.x.iter_mut().zip(&d.solver.direction) {
        *x = length.mul_add(step, *x);
    }
}

#[inline(always)]
fn dot<L: Lane>(a: &[L], b: &[L]) -> L {
    // Two sums side by side: a single one would wait for each of its products.
    let half = a.len() / 2;
    partial_dot(&a[..half], &b[..half]) + partial_dot(&a[half..], &b[half..])
}

#[inline(always)]
fn partial_dot<L: Lane>(a: &[L], b: &[L]) -> L {
    let mut sum = L::zero();
    for (&a, &b) in a.iter().zip(b) {
        sum = a.mul_add(b, sum);
    }
    sum
}
