//! The infinite plane against everything. The normal is the plane's z axis.

use super::contact::{ContactPoint, PairPoints, Pose};
use super::hull::Hull;
use crate::math::MIN_VALUE;
use crate::math::point::*;

/// A point of the other shape at `dist` from the plane as a contact.
#[inline(always)]
fn contact(point: Point, normal: Point, dist: f64) -> ContactPoint {
    ContactPoint { pos: add_scaled(point, normal, -0.5 * dist), normal, tangent: [0.0; 3], dist }
}

/// The plane through `origin` against a sphere.
#[inline]
pub(super) fn plane_sphere(
    origin: Point,
    normal: Point,
    centre: Point,
    radius: f64,
    margin: f64,
) -> Option<ContactPoint> {
    let height = dot(sub(centre, origin), normal);
    if height > margin + radius {
        return None;
    }
    let dist = height - radius;
    let pos = add_scaled(centre, normal, -0.5 * dist - radius);
    Some(ContactPoint { pos, normal, tangent: [0.0; 3], dist })
}

/// The spheres at both ends, upper end of the axis first; the axis is the tangent hint.
#[inline]
pub(super) fn plane_capsule(
    a: &Pose,
    (radius, half_length): (f64, f64),
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let normal = column(&a.mat, 2);
    let axis = column(&b.mat, 2);
    for end in [half_length, -half_length] {
        let centre = add_scaled(b.pos, axis, end);
        if let Some(point) = plane_sphere(a.pos, normal, centre, radius, margin) {
            out.push(ContactPoint { tangent: axis, ..point });
        }
    }
}

/// The first four corners, x fastest and z slowest, that are in reach and not above the centre.
#[inline]
pub(super) fn plane_box(a: &Pose, half: Point, b: &Pose, margin: f64, out: &mut PairPoints) {
    let normal = column(&a.mat, 2);
    let height = dot(sub(b.pos, a.pos), normal);
    let tilt = rotate_back(&b.mat, normal);
    let rise = [tilt[0] * half[0], tilt[1] * half[1], tilt[2] * half[2]];
    if height - rise[0].abs() - rise[1].abs() - rise[2].abs() > margin {
        return;
    }
    let mut count = 0;
    for corner in 0..8 {
        let sign = |axis: usize| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
        let above = sign(0) * rise[0] + sign(1) * rise[1] + sign(2) * rise[2];
        let dist = height + above;
        if dist > margin || above > 0.0 {
            continue;
        }
        let local = std::array::from_fn(|i| sign(i) * half[i]);
        out.push(contact(add(rotate(&b.mat, local), b.pos), normal, dist));
        count += 1;
        if count == 4 {
            return;
        }
    }
}

/// The lowest point of the lower rim, the one above it on the other rim, and two more on the lower
/// rim that make an equilateral triangle with the first.
#[inline]
pub(super) fn plane_cylinder(
    a: &Pose,
    (radius, half_length): (f64, f64),
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let normal = column(&a.mat, 2);
    let axis = column(&b.mat, 2);
    let height = dot(sub(b.pos, a.pos), normal);
    let cosine = dot(normal, axis);
    let down = if cosine > 0.0 { scale(axis, -half_length) } else { scale(axis, half_length) };
    let fall = -cosine.abs() * half_length;

    // from the axis to the lowest point of a rim
    let steepest = sub(scale(axis, cosine), normal);
    let steepness2 = dot(steepest, steepest);
    let lowest = if steepness2 >= MIN_VALUE * MIN_VALUE {
        scale(steepest, radius / steepness2.sqrt())
    } else {
        scale(column(&b.mat, 0), radius)
    };
    let drop = dot(lowest, normal);

    if height + fall + drop > margin {
        return;
    }
    out.push(contact(add(add(b.pos, lowest), down), normal, height + fall + drop));
    if height - fall + drop <= margin {
        out.push(contact(sub(add(b.pos, lowest), down), normal, height - fall + drop));
    }
    let dist = height + fall - 0.5 * drop;
    if dist <= margin {
        let (sideways, _) = normalize(cross(lowest, down));
        let foot = add_scaled(add(b.pos, down), lowest, -0.5);
        for side in [1.0, -1.0] {
            let reach = side * radius * (0.75_f64).sqrt();
            out.push(contact(add_scaled(foot, sideways, reach), normal, dist));
        }
    }
}

/// The lowest corner, and the first two of its neighbours in reach that are not close to it.
pub(super) fn plane_hull(a: &Pose, hull: &Hull, b: &Pose, margin: f64, out: &mut PairPoints) {
    let normal = column(&a.mat, 2);
    let height = dot(sub(b.pos, a.pos), normal);
    let local_normal = rotate_back(&b.mat, normal);
    let at = |corner: usize| {
        let vertex = hull.vertex(corner);
        (add(rotate(&b.mat, vertex), b.pos), height + dot(local_normal, vertex))
    };
    let lowest = hull.support(scale(local_normal, -1.0));
    let (point, dist) = at(lowest);
    if dist > margin {
        return;
    }
    let first = contact(point, normal, dist);
    out.push(first);
    let near = hull.spread() * hull.spread();
    let others = hull.neighbours(lowest).iter().map(|&corner| at(corner as usize));
    let others = others.filter(|&(point, dist)| {
        let apart = sub(point, first.pos);
        dist < margin && dot(apart, apart) >= near
    });
    for (point, dist) in others.take(2) {
        out.push(contact(point, normal, dist));
    }
}
