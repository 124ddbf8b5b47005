//! Constraint rows of single hinges: dry friction and limits.
//!
//! While a hinge slides, dry friction is at one of its bounds. While it sticks, dry friction is in
//! between, as stiff as the row's regularizer allows. A step of Newton's method from a sliding
//! hinge knows only the bound: at its end the hinge slides the other way, and the next step takes
//! it back. A line search that stops where the hinge sticks stops everything else as well. So where
//! friction at the other bound would by itself turn the hinge back, it is assumed to stick. The end
//! of the next step shows whether it does.

use super::data::TreeData;
use super::params::{DryFriction, Params};
use super::rows::{JointRows, LimitRow};
use crate::math::lane::{Lane, Mask};
use crate::model::ROOT_DOFS;

/// Number of steps after which no hinge is assumed to stick any more: from then on, every step
/// lowers the cost.
const MAX_ASSUMING: usize = 5;
/// Approximate factor by which a force moves a hinge farther than it would if the hinge's parent
/// stood still.
const COMPLIANCE: f64 = 1.5;

/// Fills `limits`.
#[inline(always)]
pub fn find_limits<L: Lane>(params: &Params<L>, d: &mut TreeData<L>) {
    for (joint, j) in params.joints.iter().enumerate() {
        if !j.limited {
            continue;
        }
        let (q, v) = (d.q[joint], d.v[ROOT_DOFS + joint]);
        let (low, high) = (q - j.range[0].lanes(), j.range[1].lanes() - q);
        let lower = low.le(high);
        let sign = L::select(lower, L::one(), L::splat(-1.0));
        let dist = L::select(lower, low, high);
        let active = dist.lt(j.margin.lanes());
        let row = &mut d.limits[joint];
        row.lanes = active.bits();
        if row.lanes == 0 {
            row.d = L::zero();
            continue;
        }
        let (inverse, spring) = j.limit.row(dist - j.margin.lanes(), j.invweight0, active);
        row.sign = sign;
        row.d = inverse;
        row.offset = (j.limit.b * sign).mul_add(v, spring);
    }
}

/// Dry friction's force and limit's force on a hinge with acceleration `x`, and their sides.
#[inline(always)]
fn joint_force<L: Lane>(
    friction: &DryFriction<L>,
    limit: &LimitRow<L>,
    v: L,
    x: L,
) -> (L, JointRows) {
    let wanted = sticking_force(friction, v, x);
    let (low, high) = (wanted.le(-friction.loss), wanted.ge(friction.loss));
    let friction = wanted.clamp(-friction.loss, friction.loss);
    let sliding = [low.bits(), high.bits()];
    if limit.lanes == 0 {
        return (friction, JointRows { sliding, limited: 0 });
    }
    let residual = limit.sign.mul_add(x, limit.offset);
    let limited = residual.lt(L::zero()).bits() & limit.lanes;
    let push = (limit.d * residual).keep(L::Mask::from_bits(limited));
    (limit.sign.neg_mul_add(push, friction), JointRows { sliding, limited })
}

/// Dry friction's force on a hinge that sticks, if it had no bounds.
#[inline(always)]
fn sticking_force<L: Lane>(friction: &DryFriction<L>, v: L, x: L) -> L {
    -(friction.d * friction.b.lanes().mul_add(v, x))
}

/// Assumes that a hinge with acceleration `x` that slides the other way `now` than `before` sticks,
/// in the lanes of `todo` in which friction at its other bound would turn it back; returns these
/// lanes. `inverse` is one over the inertia of what hangs from the hinge, in the matrix as it was
/// `before`.
#[inline(always)]
fn assume_sticking<L: Lane>(
    friction: &DryFriction<L>,
    inverse: L,
    (v, x): (L, L),
    todo: u32,
    before: &JointRows,
    now: &mut JointRows,
) -> u32 {
    let reversed = (now.sliding[0] & before.sliding[1]) | (now.sliding[1] & before.sliding[0]);
    if reversed & todo == 0 {
        return 0;
    }
    // From bound to bound the force changes by twice the loss.
    let stiffness = L::splat(2.0 * COMPLIANCE) * friction.d * inverse;
    let bound = stiffness.mul_add(friction.loss, friction.loss);
    let stuck = reversed & todo & sticking_force(friction, v, x).abs().lt(bound).bits();
    now.stick(stuck);
    stuck
}

/// The force on a hinge with acceleration `x` of rows that are on these sides.
#[inline(always)]
fn joint_force_of<L: Lane>(
    friction: &DryFriction<L>,
    limit: &LimitRow<L>,
    v: L,
    x: L,
    sides: JointRows,
) -> L {
    let low = L::Mask::from_bits(sides.sliding[0]);
    let high = L::Mask::from_bits(sides.sliding[1]);
    let sticking = sticking_force(friction, v, x);
    let friction = L::select(low, -friction.loss, L::select(high, friction.loss, sticking));
    if sides.limited == 0 {
        return friction;
    }
    let push =
        (limit.d * limit.sign.mul_add(x, limit.offset)).keep(L::Mask::from_bits(sides.limited));
    limit.sign.neg_mul_add(push, friction)
}

/// Curvature of the cost of a hinge's rows.
#[inline(always)]
fn joint_curvature<L: Lane>(friction: &DryFriction<L>, limit: &LimitRow<L>, sides: JointRows) -> L {
    let sliding = L::Mask::from_bits(sides.sliding[0] | sides.sliding[1]);
    let curvature = friction.d.keep(!sliding);
    if sides.limited == 0 {
        return curvature;
    }
    curvature + limit.d.keep(L::Mask::from_bits(sides.limited))
}

/// Fills `diagonal` with the curvature of all hinges' rows.
#[inline(always)]
pub fn set_joint_curvature<L: Lane>(params: &Params<L>, d: &mut TreeData<L>) {
    let s = &mut d.solver;
    s.diagonal[..ROOT_DOFS].fill(L::zero());
    for (joint, j) in params.joints.iter().enumerate() {
        s.diagonal[ROOT_DOFS + joint] =
            joint_curvature(&j.friction, &d.limits[joint], s.joint_rows[joint]);
    }
}

/// Subtracts the forces of all hinges' rows from the gradient, and records their sides in the lanes
/// of `todo`. These are the sides at the iterate, with two exceptions: at the `start`, those of the
/// previous substep where known; later, hinges that are assumed to stick.
#[inline(always)]
pub fn take_joint_forces<L: Lane>(params: &Params<L>, todo: u32, start: bool, d: &mut TreeData<L>) {
    let s = &mut d.solver;
    let known = if start { d.memory.lanes } else { 0 };
    for (joint, j) in params.joints.iter().enumerate() {
        let dof = ROOT_DOFS + joint;
        let (limit, rows) = (&d.limits[joint], &mut s.joint_rows[joint]);
        let (_, mut sides) = joint_force(&j.friction, limit, d.v[dof], s.x[dof]);
        sides.replace(known, &d.memory.hinges[joint]);
        sides.limited &= limit.lanes;
        if !start && s.steps <= MAX_ASSUMING {
            let (inverse, motion) = (d.inverse_diagonal[dof], (d.v[dof], s.x[dof]));
            s.assumed |= assume_sticking(&j.friction, inverse, motion, todo, rows, &mut sides);
        }
        s.bent |= rows.replace(todo, &sides);
        s.gradient[dof] -= joint_force_of(&j.friction, limit, d.v[dof], s.x[dof], *rows);
    }
}

/// Lists the hinges that have a row that flips within a full step, in any of `lanes`; returns the
/// lanes in which one does.
#[inline(always)]
pub fn find_turned_joints<L: Lane>(params: &Params<L>, lanes: u32, d: &mut TreeData<L>) -> u32 {
    let s = &mut d.solver;
    s.turned_joints.clear();
    let mut found = 0;
    for (joint, j) in params.joints.iter().enumerate() {
        let dof = ROOT_DOFS + joint;
        let x = s.x[dof] + s.direction[dof];
        let (_, sides) = joint_force(&j.friction, &d.limits[joint], d.v[dof], x);
        let flips = sides.differs(&s.joint_rows[joint]) & lanes;
        if flips != 0 {
            s.turned_joints.push(joint);
        }
        found |= flips;
    }
    found
}

/// Change due to rows of a hinge that have flipped.
#[derive(Clone, Copy)]
pub struct JointTurn<L> {
    /// Additional force on the hinge.
    pub force: L,
    /// Change in the cost's curvature along the search direction.
    pub curvature: L,
    /// The sides that its rows are on.
    pub sides: JointRows,
}

/// Change due to rows of a hinge that have flipped, `length` of the way along the search direction
/// `p` from `x`, compared with a cost in which every row stays on its side.
#[inline(always)]
fn joint_turn<L: Lane>(
    friction: &DryFriction<L>,
    limit: &LimitRow<L>,
    v: L,
    (x, p): (L, L),
    length: L,
    before: JointRows,
) -> JointTurn<L> {
    let from = joint_force_of(friction, limit, v, x, before);
    let (to, now) = joint_force(friction, limit, v, length.mul_add(p, x));
    let flipped = L::Mask::from_bits(now.differs(&before));
    let stiffness = joint_curvature(friction, limit, before);
    let unbent = (stiffness * length).neg_mul_add(p, from);
    let bend = (joint_curvature(friction, limit, now) - stiffness) * p * p;
    JointTurn { force: (to - unbent).keep(flipped), curvature: bend.keep(flipped), sides: now }
}

/// The same for a hinge of a lane group.
#[inline(always)]
pub fn turned_joint<L: Lane>(
    friction: &DryFriction<L>,
    joint: usize,
    length: L,
    d: &TreeData<L>,
) -> JointTurn<L> {
    let dof = ROOT_DOFS + joint;
    let way = (d.solver.x[dof], d.solver.direction[dof]);
    joint_turn(friction, &d.limits[joint], d.v[dof], way, length, d.solver.joint_rows[joint])
}

/// Goes `length` of the way along the search direction: subtracts from the gradient the change in
/// force due to rows that have flipped, and records their sides in the lanes of `todo`, or that
/// they are assumed to stick. `x` has not moved yet.
#[inline(always)]
pub fn turn_joint_rows<L: Lane>(params: &Params<L>, todo: u32, length: L, d: &mut TreeData<L>) {
    for index in 0..d.solver.turned_joints.len() {
        let joint = d.solver.turned_joints[index];
        let (dof, friction) = (ROOT_DOFS + joint, &params.joints[joint].friction);
        let mut turn = turned_joint(friction, joint, length, d);
        let s = &mut d.solver;
        if s.steps <= MAX_ASSUMING {
            let (v, x) = (d.v[dof], length.mul_add(s.direction[dof], s.x[dof]));
            let (inverse, before) = (d.inverse_diagonal[dof], &s.joint_rows[joint]);
            let sides = &mut turn.sides;
            let stuck = assume_sticking(friction, inverse, (v, x), todo, before, sides);
            if stuck != 0 {
                let sticking = sticking_force(friction, v, x);
                let beyond = sticking - sticking.clamp(-friction.loss, friction.loss);
                turn.force += beyond.keep(L::Mask::from_bits(stuck));
                s.assumed |= stuck;
            }
        }
        s.gradient[dof] -= turn.force;
        s.bent |= s.joint_rows[joint].replace(todo, &turn.sides);
    }
}
