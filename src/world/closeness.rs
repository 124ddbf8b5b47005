//! Lane tests that exclude pairs of geoms of one tree before scalar code checks them.

use super::pairs::{PairTest, SelfPair};
use crate::dynamics::data::TreeData;
use crate::math::lane::{Lane, Mask};
use crate::math::precision::Precision;
use crate::math::vec3::{Mat3, Vec3};

/// Bounds are widened by this, m, so that rounding never hides a contact.
const fn slack(precision: Precision) -> f64 {
    precision.choose(1e-9, 1e-5)
}

/// Squared reaches are widened by this factor for the same reason.
const fn widening(precision: Precision) -> f64 {
    precision.choose(1.0, 1.0001)
}

/// Squared sine of the angle below which axes count as parallel, since rounding hides smaller
/// angles.
const fn parallel(precision: Precision) -> f64 {
    precision.choose(1e-12, 1e-5)
}

/// Lanes in which the pair may touch.
#[inline(always)]
pub fn may_touch<L: Lane>(pair: &SelfPair, d: &TreeData<L>) -> L::Mask {
    let [a, b] = pair.geoms;
    let apart = d.geom_pos[b] - d.geom_pos[a];
    let near = apart.norm_squared().lt(L::splat(pair.reach_squared * widening(L::PRECISION)));
    if !near.any() {
        return near;
    }
    let (rot_a, rot_b) = (&d.geom_rot[a], &d.geom_rot[b]);
    let closer = match pair.test {
        PairTest::Segments { half_lengths, reach } => {
            let half_lengths = half_lengths.map(L::splat);
            segments(half_lengths, L::splat(reach), [rot_a.z, rot_b.z], apart)
        }
        PairTest::BoxSegment { box_first: true, half, half_length, reach } => {
            box_segment(half, half_length, reach, rot_a, rot_b.z, apart)
        }
        PairTest::BoxSegment { half, half_length, reach, .. } => {
            box_segment(half, half_length, reach, rot_b, rot_a.z, apart)
        }
        PairTest::Boxes { boxes: [first, second], margin } => {
            let from = rot_a.mul_vec(Vec3::splat(first.centre));
            let apart = rot_b.mul_vec_add(Vec3::splat(second.centre), apart - from);
            boxes([first.half, second.half], margin, rot_a, rot_b, apart)
        }
    };
    near & closer
}

/// Lanes in which two segments are not farther apart than `reach`, m, given half their lengths, m,
/// their axes, of unit length, and the vector from the middle of the first to that of the second, m
/// (Ericson, "Real-Time Collision Detection", 2005, section 5.1.9).
#[inline(always)]
pub fn segments<L: Lane>(
    [first, second]: [L; 2],
    reach: L,
    [u, v]: [Vec3<L>; 2],
    apart: Vec3<L>,
) -> L::Mask {
    let (cosine, along_u, along_v) = (u.dot(v), u.dot(apart), v.dot(apart));
    let squared_sine = cosine.neg_mul_add(cosine, L::one());
    let parallel = squared_sine.lt(L::splat(parallel(L::PRECISION)));
    let s = (along_u - cosine * along_v) / L::select(parallel, L::one(), squared_sine);
    let s = s.keep(!parallel).clamp(-first, first);
    let t = cosine.mul_add(s, -along_v).clamp(-second, second);
    let s = cosine.mul_add(t, along_u).clamp(-first, first);
    let gap = apart + v.scale(t) - u.scale(s);
    let reach = reach + L::splat(slack(L::PRECISION));
    let near = gap.norm_squared().lt(reach * reach);
    // In single precision, the distance of axes that are so nearly parallel is not known.
    if L::PRECISION == Precision::F32 { near | parallel } else { near }
}

/// Whether the projections of box and segment onto every axis of the box are closer than `reach`.
#[inline(always)]
fn box_segment<L: Lane>(
    half: [f64; 3],
    half_length: f64,
    reach: f64,
    rot: &Mat3<L>,
    direction: Vec3<L>,
    apart: Vec3<L>,
) -> L::Mask {
    let (centre, direction) = (rot.tr_mul_vec(apart), rot.tr_mul_vec(direction));
    let (half_length, reach) = (L::splat(half_length), reach + slack(L::PRECISION));
    let room_x = direction.x.abs().mul_add(half_length, L::splat(half[0] + reach));
    let room_y = direction.y.abs().mul_add(half_length, L::splat(half[1] + reach));
    let room_z = direction.z.abs().mul_add(half_length, L::splat(half[2] + reach));
    centre.x.abs().lt(room_x) & centre.y.abs().lt(room_y) & centre.z.abs().lt(room_z)
}

/// Whether the projections of two boxes meet on the axes of both, and on those across an edge of
/// each (Gottschalk, Lin and Manocha, "OBBTree", 1996).
#[inline(always)]
fn boxes<L: Lane>(
    halves: [[f64; 3]; 2],
    margin: f64,
    a: &Mat3<L>,
    b: &Mat3<L>,
    apart: Vec3<L>,
) -> L::Mask {
    let [half_a, half_b] = halves.map(|[x, y, z]| [L::splat(x), L::splat(y), L::splat(z)]);
    let bound = L::splat(margin + slack(L::PRECISION));
    // In the frame of the first box: the axes of the second, and the vector to its centre.
    let (x, y, z) = (a.tr_mul_vec(b.x), a.tr_mul_vec(b.y), a.tr_mul_vec(b.z));
    let axes = [[x.x, x.y, x.z], [y.x, y.y, y.z], [z.x, z.y, z.z]];
    let apart = a.tr_mul_vec(apart);
    let apart = [apart.x, apart.y, apart.z];
    let mut touching = L::Mask::splat(true);
    for i in 0..3 {
        let mut room = half_a[i] + bound;
        for j in 0..3 {
            room = axes[j][i].abs().mul_add(half_b[j], room);
        }
        touching = touching & apart[i].abs().lt(room);
    }
    for j in 0..3 {
        let (mut room, mut projection) = (half_b[j] + bound, L::zero());
        for i in 0..3 {
            room = axes[j][i].abs().mul_add(half_a[i], room);
            projection = axes[j][i].mul_add(apart[i], projection);
        }
        touching = touching & projection.abs().lt(room);
    }
    if !touching.any() {
        return touching;
    }
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let projection = apart[i1].neg_mul_add(axes[j][i2], apart[i2] * axes[j][i1]);
            let room = half_a[i1].mul_add(axes[j][i2].abs(), half_a[i2] * axes[j][i1].abs());
            let room = half_b[j1].mul_add(axes[j2][i].abs(), room + bound);
            let room = half_b[j2].mul_add(axes[j1][i].abs(), room);
            touching = touching & projection.abs().lt(room);
        }
    }
    touching
}
