//! Contacts of a lane group with the ground, the plane z = 0.
//!
//! The closed forms give the points that MuJoCo's plane collisions give; each geom has fixed
//! slots, and a slot that no lane uses costs nothing further.

use super::contact_law::{Pushing, offset};
use super::data::TreeData;
use super::ground_params::GroundParams;
use super::params::Params;
use super::tree::{GroundGeom, Tree};
use crate::math::MIN_VALUE;
use crate::math::lane::{Lane, Mask};
use crate::math::precision::Precision;
use crate::math::vec3::{Mat3, Vec3};
use crate::model::{Model, Shape};

/// A geom's index in `Params::ground`, and the slot of one of its contacts.
type GeomSlot = (usize, usize);

/// A candidate point, its distance, and the lanes in which it touches.
type Candidate<L> = (Vec3<L>, L, <L as Lane>::Mask);

/// First tangent of all shapes but capsules.
#[inline(always)]
fn ahead<L: Lane>() -> [L; 2] {
    [L::one(), L::zero()]
}

/// Direction of an axis on the ground.
#[inline(always)]
fn heading<L: Lane>(axis: Vec3<L>) -> [L; 2] {
    let length = axis.x.mul_add(axis.x, axis.y * axis.y).sqrt();
    let upright = length.lt(L::splat(MIN_VALUE));
    let scale = L::one() / L::select(upright, L::one(), length);
    [L::select(upright, L::one(), axis.x * scale), (axis.y * scale).keep(!upright)]
}

/// Finds all contacts; fills `ground` and `ground_count`. `live` marks lanes in use.
#[inline(always)]
pub fn find_ground_contacts<L: Lane>(
    model: &Model,
    tree: &Tree,
    params: &Params<L>,
    live: L::Mask,
    d: &mut TreeData<L>,
) {
    d.ground_count = 0;
    for (index, GroundGeom { geom, slots }) in tree.ground_geoms.iter().enumerate() {
        let p = &params.ground[index];
        let centre = d.geom_pos[*geom];
        let height = d.root_pos.z + centre.z;
        let near = (height - p.radius.lanes()).lt(p.margin.lanes()) & live;
        if !p.enabled || !near.any() {
            continue;
        }
        let rot = d.geom_rot[*geom];
        match model.geoms[*geom].shape {
            Shape::Sphere { .. } => {
                let point = sphere(centre, height, p);
                add((index, slots.start), p, near, point, ahead(), d);
            }
            Shape::Capsule { .. } => {
                for (number, side) in [1.0, -1.0].into_iter().enumerate() {
                    let arm = rot.z.scale(p.size.y.lanes() * L::splat(side));
                    let end = sphere(centre + arm, height + arm.z, p);
                    add((index, slots.start + number), p, near, end, heading(rot.z), d);
                }
            }
            Shape::Box { .. } => {
                for number in 0..4 {
                    let corner = box_corner(number, centre, height, &rot, p);
                    add((index, slots.start + number), p, near, corner, ahead(), d);
                }
            }
            Shape::Cylinder { .. } => {
                for (number, candidate) in cylinder(centre, height, &rot, p).into_iter().enumerate()
                {
                    add((index, slots.start + number), p, near, candidate, ahead(), d);
                }
            }
            Shape::Plane { .. } | Shape::Convex { .. } => {}
        }
    }
}

/// A vector's components along first tangent, second tangent and normal.
#[inline(always)]
pub fn turned<L: Lane>(v: Vec3<L>, [cos, sin]: [L; 2]) -> Vec3<L> {
    Vec3::new(v.x.mul_add(cos, v.y * sin), v.x.neg_mul_add(sin, v.y * cos), v.z)
}

/// The vector with these components.
#[inline(always)]
pub fn turned_back<L: Lane>(v: Vec3<L>, [cos, sin]: [L; 2]) -> Vec3<L> {
    Vec3::new(v.y.neg_mul_add(sin, v.x * cos), v.x.mul_add(sin, v.y * cos), v.z)
}

/// Writes a contact if any lane has it.
#[inline(always)]
fn add<L: Lane>(
    (geom, slot): GeomSlot,
    p: &GroundParams<L>,
    near: L::Mask,
    (point, dist, touching): Candidate<L>,
    heading: [L; 2],
    d: &mut TreeData<L>,
) {
    let active = touching & near;
    if !active.any() {
        return;
    }
    let (inverse, spring) = p.impedance.row(dist - p.margin.lanes(), p.regularizer, active);
    let velocity = d.vel[p.body];
    let (lin, ang) = (turned(velocity.at(point), heading), turned(velocity.ang, heading));
    let velocity = [lin.z, lin.x, lin.y, ang.z, ang.x, ang.y];
    let contact = &mut d.ground[d.ground_count];
    contact.geom = geom;
    contact.slot = slot;
    contact.rows.before = d.memory.ground[slot];
    contact.rows.pushing = Pushing::default();
    contact.body = p.body;
    contact.point = point;
    contact.dist = dist;
    contact.spring = spring;
    contact.heading = heading;
    contact.rows.condim = p.condim;
    contact.rows.lanes = active.bits();
    contact.rows.d = inverse;
    contact.rows.offset = offset(velocity, p.impedance.b, spring);
    d.ground_count += 1;
}

#[inline(always)]
fn sphere<L: Lane>(centre: Vec3<L>, height: L, p: &GroundParams<L>) -> Candidate<L> {
    let radius = p.size.x.lanes();
    let dist = height - radius;
    (lowered(centre, radius, dist), dist, dist.le(p.margin.lanes()))
}

/// The point midway between a surface at `depth` below `from` and the ground.
#[inline(always)]
fn lowered<L: Lane>(from: Vec3<L>, depth: L, dist: L) -> Vec3<L> {
    Vec3::new(from.x, from.y, from.z - L::splat(0.5).mul_add(dist, depth))
}

/// The lower one of a pair of opposite corners.
#[inline(always)]
fn box_corner<L: Lane>(
    corner: usize,
    centre: Vec3<L>,
    height: L,
    rot: &Mat3<L>,
    p: &GroundParams<L>,
) -> Candidate<L> {
    let half = p.size.lanes();
    let x = if corner & 1 == 1 { half.x } else { -half.x };
    let y = if corner & 2 == 2 { half.y } else { -half.y };
    let arm = rot.x.scale(x) + rot.y.scale(y) - rot.z.scale(half.z);
    let flip = L::select(arm.z.gt(L::zero()), L::splat(-1.0), L::one());
    let arm = arm.scale(flip);
    let dist = height + arm.z;
    (lowered(centre + arm, L::zero(), dist), dist, dist.le(p.margin.lanes()))
}

/// The lowest points of both discs, and two more on the rim of the lower one.
#[inline(always)]
fn cylinder<L: Lane>(
    centre: Vec3<L>,
    height: L,
    rot: &Mat3<L>,
    p: &GroundParams<L>,
) -> [Candidate<L>; 4] {
    let (radius, half, margin) = (p.size.x.lanes(), p.size.y.lanes(), p.margin.lanes());
    let downwards = L::select(rot.z.z.gt(L::zero()), L::splat(-1.0), L::one());
    let axis = rot.z.scale(downwards);
    // towards the ground within the disc
    let upwards = match L::PRECISION {
        Precision::F64 => axis.z.mul_add(axis.z, -L::one()),
        // without the difference, which rounding destroys where the disc lies flat
        Precision::F32 => -axis.x.mul_add(axis.x, axis.y * axis.y),
    };
    let slope = Vec3::new(axis.x * axis.z, axis.y * axis.z, upwards);
    let length = slope.norm_squared().sqrt();
    let flat = length.lt(L::splat(MIN_VALUE));
    let scale = radius / L::select(flat, L::one(), length);
    let (across, towards) = (rot.x.scale(radius), slope.scale(scale));
    let rim = Vec3::new(
        L::select(flat, across.x, towards.x),
        L::select(flat, across.y, towards.y),
        L::select(flat, across.z, towards.z),
    );
    let arm = axis.scale(half);
    let side = rim.cross(arm);
    let side_length = side.norm_squared().sqrt();
    let third = side.scale(radius * L::splat(0.75f64.sqrt()) / side_length);

    let low = height + arm.z + rim.z;
    let touching = low.le(margin);
    let high = height - arm.z + rim.z;
    let half_rim = rim.scale(L::splat(-0.5));
    let back = height + arm.z + half_rim.z;
    let (zero, near_back) = (L::zero(), back.le(margin) & touching);
    [
        (lowered(centre + rim + arm, zero, low), low, touching),
        (lowered(centre + rim - arm, zero, high), high, high.le(margin) & touching),
        (lowered(centre + half_rim + arm + third, zero, back), back, near_back),
        (lowered(centre + half_rim + arm - third, zero, back), back, near_back),
    ]
}
