//! Constraint rows of single hinges: dry friction and limits.

use super::data::TreeData;
use super::params::{DryFriction, Params};
use super::rows::{JointRows, LimitRow};
use crate::math::lane::{Lane, Mask};

/// Fills `limits`.
#[inline(always)]
pub fn find_limits<L: Lane>(params: &Params<L>, d: &mut TreeData<L>) {
    for (joint, j) in params.joints.iter().enumerate() {
        if !j.limited {
            continue;
        }
        let (q, v) = (d.q[joint], d.v[6 + joint]);
        let (low, high) = (q - j.range[0], j.range[1] - q);
        let lower = low.le(high);
        let sign = L::select(lower, L::one(), L::splat(-1.0));
        let dist = L::select(lower, low, high);
        let (inverse, spring) = j.limit.row(dist - j.margin, j.invweight0, dist.lt(j.margin));
        let row = &mut d.limits[joint];
        row.sign = sign;
        row.d = inverse;
        row.offset = (j.limit.b * sign).mul_add(v, spring);
    }
}

/// Dry friction's force and limit's force on a hinge with acceleration `x`, and their sides.
#[inline(always)]
pub fn joint_force<L: Lane>(
    friction: &DryFriction<L>,
    limit: &LimitRow<L>,
    v: L,
    x: L,
) -> (L, JointRows) {
    let residual = friction.b.mul_add(v, x);
    let wanted = -(friction.d * residual);
    let (low, high) = (wanted.le(-friction.loss), wanted.ge(friction.loss));
    let friction = wanted.clamp(-friction.loss, friction.loss);
    let residual = limit.sign.mul_add(x, limit.offset);
    let pushes = residual.lt(L::zero()) & limit.d.gt(L::zero());
    let push = (limit.d * residual).keep(pushes);
    let sides = JointRows { sliding: [low.bits(), high.bits()], limited: pushes.bits() };
    (limit.sign.neg_mul_add(push, friction), sides)
}

/// Curvature of the cost of a hinge's rows.
#[inline(always)]
pub fn joint_curvature<L: Lane>(
    friction: &DryFriction<L>,
    limit: &LimitRow<L>,
    sides: JointRows,
) -> L {
    let sliding = L::Mask::from_bits(sides.sliding[0] | sides.sliding[1]);
    friction.d.keep(!sliding) + limit.d.keep(L::Mask::from_bits(sides.limited))
}
