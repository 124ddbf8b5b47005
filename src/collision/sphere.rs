//! A sphere against a sphere, a capsule, a cylinder or a box.

use super::contact::{ContactPoint, PairPoints, Pose};
use super::plane::plane_sphere;
use crate::math::MIN_VALUE;
use crate::math::point::*;

/// The z axes of two shapes: they determine the normal of spheres whose centres coincide.
#[inline(always)]
pub(super) fn axes(a: &Pose, b: &Pose) -> [Point; 2] {
    [column(&a.mat, 2), column(&b.mat, 2)]
}

/// Two spheres given by centre and radius. If the centres coincide, the normal is the cross product
/// of `axes`, or the world's x axis if they are parallel.
#[inline]
pub(super) fn sphere_sphere(
    (centre_a, radius_a): (Point, f64),
    (centre_b, radius_b): (Point, f64),
    axes: [Point; 2],
    margin: f64,
    out: &mut PairPoints,
) {
    let between = sub(centre_b, centre_a);
    let distance2 = dot(between, between);
    let reach = margin + radius_a + radius_b;
    if distance2 > reach * reach {
        return;
    }
    let (mut normal, distance) = normalize(between);
    if distance < MIN_VALUE {
        normal = normalize(cross(axes[0], axes[1])).0;
    }
    let dist = distance - radius_a - radius_b;
    let pos = add_scaled(centre_a, normal, radius_a + 0.5 * dist);
    out.push(ContactPoint { pos, normal, tangent: [0.0; 3], dist });
}

/// The capsule acts as a sphere at the point of its segment nearest to the sphere's centre.
#[inline]
pub(super) fn sphere_capsule(
    radius: f64,
    a: &Pose,
    (capsule_radius, half_length): (f64, f64),
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let axes = axes(a, b);
    let along = clamp(dot(axes[1], sub(a.pos, b.pos)), -half_length, half_length);
    let nearest = add_scaled(b.pos, axes[1], along);
    sphere_sphere((a.pos, radius), (nearest, capsule_radius), axes, margin, out);
}

/// The side acts as a sphere on the axis, a cap as a plane, the rim as a point. A centre inside
/// belongs to the nearer of side and cap.
#[inline]
pub(super) fn sphere_cylinder(
    radius: f64,
    a: &Pose,
    (cylinder_radius, half_length): (f64, f64),
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let axes = axes(a, b);
    let between = sub(a.pos, b.pos);
    let along = dot(axes[1], between);
    let across = add_scaled(between, axes[1], -along);
    let across2 = dot(across, across);

    let mut beside = along.abs() < half_length;
    let mut above = across2 < cylinder_radius * cylinder_radius;
    if beside && above {
        let cap_is_nearer = half_length - along.abs() < cylinder_radius - across2.sqrt();
        beside = !cap_is_nearer;
        above = cap_is_nearer;
    }
    if beside {
        let centre = add_scaled(b.pos, axes[1], along);
        sphere_sphere((a.pos, radius), (centre, cylinder_radius), axes, margin, out);
        return;
    }
    let side = if along > 0.0 { 1.0 } else { -1.0 };
    let cap = add_scaled(b.pos, axes[1], side * half_length);
    if above {
        if let Some(point) = plane_sphere(cap, scale(axes[1], side), a.pos, radius, margin) {
            out.push(ContactPoint { normal: scale(point.normal, -1.0), ..point });
        }
        return;
    }
    let rim = add_scaled(cap, across, cylinder_radius / across2.sqrt());
    sphere_sphere((a.pos, radius), (rim, 0.0), axes, margin, out);
}

/// The centre clamped to the box is its nearest point; a centre inside leaves by the nearest face.
#[inline]
pub(super) fn sphere_box(
    centre: Point,
    radius: f64,
    half: Point,
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let local = rotate_back(&b.mat, sub(centre, b.pos));
    let clamped = std::array::from_fn(|i| clamp(local[i], -half[i], half[i]));
    let (mut normal, mut distance) = normalize(sub(clamped, local));
    if distance - radius > margin {
        return;
    }
    let pos = if distance <= MIN_VALUE {
        let (inward, depth) = nearest_face(local, half);
        normal = inward;
        distance = -depth;
        add_scaled(local, normal, 0.5 * (radius - depth))
    } else {
        let deepest = add_scaled(local, normal, radius);
        scale(add(clamped, deepest), 0.5)
    };
    out.push(ContactPoint {
        pos: add(rotate(&b.mat, pos), b.pos),
        normal: rotate(&b.mat, normal),
        tangent: [0.0; 3],
        dist: distance - radius,
    });
}

/// Inward normal of the face nearest to a point inside, and the depth below it. If several are
/// equally near, lower axes come first, and then lower faces.
#[inline]
fn nearest_face(point: Point, half: Point) -> (Point, f64) {
    let mut nearest = ([1.0, 0.0, 0.0], f64::INFINITY);
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let depth = (side * half[axis] - point[axis]).abs();
            if depth < nearest.1 {
                let mut inward = [0.0; 3];
                inward[axis] = -side;
                nearest = (inward, depth);
            }
        }
    }
    nearest
}
