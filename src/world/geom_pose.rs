//! The pose of a geom, taken out of the lanes, as collisions need it.

use crate::collision::{Collider, Pose};
use crate::dynamics::data::TreeData;
use crate::math::lane::Lane;
use crate::math::point::{add, orthonormal};
use crate::math::precision::Precision;

/// The pose of a tree's geom relative to the tree's root, which lies at `offset`, m; for a
/// collision of these two shapes.
///
/// In single precision, axes are some 1e-7 off right angles. Where edges of two boxes are parallel
/// but for that, their contacts would be hidden or far too deep, so boxes' axes are made orthogonal
/// again.
#[inline(always)]
pub(super) fn geom_pose<L: Lane>(
    d: &TreeData<L>,
    geom: usize,
    lane: usize,
    offset: [f64; 3],
    shapes: [&Collider; 2],
) -> Pose {
    let mat = d.geom_rot[geom].lane(lane);
    let are_boxes = || shapes.iter().all(|shape| matches!(shape, Collider::Box { .. }));
    let mat = if L::PRECISION == Precision::F32 && are_boxes() { orthonormal(&mat) } else { mat };
    Pose { pos: add(d.geom_pos[geom].lane(lane), offset), mat }
}
