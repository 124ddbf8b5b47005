//! Lane tests that tell pairs of geoms of one tree apart before anything scalar looks at them.

use super::pairs::{PairTest, SelfPair};
use crate::dynamics::data::TreeData;
use crate::math::lane::{Lane, Mask};
use crate::math::vec3::{Mat3, Vec3};

/// Bounds are widened by this, m, so that rounding never hides a contact.
const SLACK: f64 = 1e-9;

/// Lanes in which the pair may touch.
#[inline(always)]
pub fn may_touch<L: Lane>(pair: &SelfPair, d: &TreeData<L>) -> L::Mask {
    let [a, b] = pair.geoms;
    let apart = d.geom_pos[b] - d.geom_pos[a];
    let near = apart.norm_squared().lt(L::splat(pair.reach_squared));
    if !near.any() {
        return near;
    }
    let (rot_a, rot_b) = (&d.geom_rot[a], &d.geom_rot[b]);
    let closer = match pair.test {
        PairTest::Segments { half_lengths, reach } => {
            segments(half_lengths, reach, rot_a.z, rot_b.z, apart)
        }
        PairTest::BoxSegment { box_first: true, half, half_length, reach } => {
            box_segment(half, half_length, reach, rot_a, rot_b.z, apart)
        }
        PairTest::BoxSegment { half, half_length, reach, .. } => {
            box_segment(half, half_length, reach, rot_b, rot_a.z, apart)
        }
        PairTest::Boxes { halves, margin } => boxes(halves, margin, rot_a, rot_b, apart),
        PairTest::None => near,
    };
    near & closer
}

/// Distance of two segments (Ericson, "Real-Time Collision Detection", 2005, section 5.1.9).
#[inline(always)]
fn segments<L: Lane>(
    half_lengths: [f64; 2],
    reach: f64,
    u: Vec3<L>,
    v: Vec3<L>,
    apart: Vec3<L>,
) -> L::Mask {
    let [first, second] = half_lengths.map(L::splat);
    let (cosine, along_u, along_v) = (u.dot(v), u.dot(apart), v.dot(apart));
    let squared_sine = cosine.neg_mul_add(cosine, L::one());
    let parallel = squared_sine.lt(L::splat(1e-12));
    let s = (along_u - cosine * along_v) / L::select(parallel, L::one(), squared_sine);
    let s = s.keep(!parallel).clamp(-first, first);
    let t = cosine.mul_add(s, -along_v).clamp(-second, second);
    let s = cosine.mul_add(t, along_u).clamp(-first, first);
    let gap = apart + v.scale(t) - u.scale(s);
    let reach = reach + SLACK;
    gap.norm_squared().lt(L::splat(reach * reach))
}

/// Are the shadows of box and segment on every axis of the box closer than `reach`?
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
    let meets = |centre: L, direction: L, half: f64| {
        let room = direction.abs().mul_add(L::splat(half_length), L::splat(half + reach + SLACK));
        centre.abs().lt(room)
    };
    meets(centre.x, direction.x, half[0])
        & meets(centre.y, direction.y, half[1])
        & meets(centre.z, direction.z, half[2])
}

/// Do the shadows of two boxes meet on the axes of both?
#[inline(always)]
fn boxes<L: Lane>(
    halves: [[f64; 3]; 2],
    margin: f64,
    a: &Mat3<L>,
    b: &Mat3<L>,
    apart: Vec3<L>,
) -> L::Mask {
    let half = halves.map(Vec3::<L>::splat);
    let bound = L::splat(margin + SLACK);
    let shadow = |axis: Vec3<L>, rot: &Mat3<L>, half: Vec3<L>| {
        let cosines = rot.tr_mul_vec(axis);
        let cosines = Vec3::new(cosines.x.abs(), cosines.y.abs(), cosines.z.abs());
        cosines.dot(half)
    };
    let meets = |axis: Vec3<L>| {
        let room = shadow(axis, a, half[0]) + shadow(axis, b, half[1]) + bound;
        axis.dot(apart).abs().lt(room)
    };
    meets(a.x) & meets(a.y) & meets(a.z) & meets(b.x) & meets(b.y) & meets(b.z)
}
