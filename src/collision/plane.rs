//! The infinite plane against everything. The normal is the plane's z axis.

use super::contact::{ContactPoint, PairPoints, Pose};
use super::vector::*;

/// A point of the other shape at `dist` from the plane as a contact.
#[inline(always)]
fn contact(point: Vec3, normal: Vec3, dist: f64) -> ContactPoint {
    ContactPoint { pos: add_scaled(point, normal, -0.5 * dist), normal, tangent: [0.0; 3], dist }
}

/// The plane through `origin` against a ball.
#[inline]
pub(super) fn plane_sphere(
    origin: Vec3,
    normal: Vec3,
    centre: Vec3,
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

/// The balls at both ends, upper end of the axis first; the axis is the tangent hint.
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
pub(super) fn plane_box(a: &Pose, half: Vec3, b: &Pose, margin: f64, out: &mut PairPoints) {
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
    let lowest = if steepness2 >= TINY * TINY {
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

/// Up to four vertices in reach that span the resting face: the deepest, the farthest from it, the
/// farthest from the line of these two, and the farthest from that line on its other side.
pub(super) fn plane_hull(a: &Pose, vertices: &[Vec3], b: &Pose, margin: f64, out: &mut PairPoints) {
    let normal = column(&a.mat, 2);
    let local_normal = rotate_back(&b.mat, normal);
    let height = dot(sub(b.pos, a.pos), normal);
    let dist_of = |v: Vec3| height + dot(local_normal, v);
    let in_reach = |v: Vec3| dist_of(v) <= margin;
    let mut report = |v: Vec3| {
        out.push(contact(add(rotate(&b.mat, v), b.pos), normal, dist_of(v)));
    };

    let Some((_, first)) = best(vertices, in_reach, |v| -dist_of(v)) else {
        return;
    };
    report(first);
    let Some((_, second)) =
        best(vertices, in_reach, |v| dot(sub(v, first), sub(v, first))).filter(far)
    else {
        return;
    };
    report(second);
    let line = cross(local_normal, sub(second, first));
    for side in [1.0, -1.0] {
        if let Some((_, vertex)) =
            best(vertices, in_reach, |v| side * dot(line, sub(v, first))).filter(far)
        {
            report(vertex);
        }
    }
}

/// The highest score among the vertices that are admitted, and its vertex.
#[inline]
fn best(
    vertices: &[Vec3],
    admits: impl Fn(Vec3) -> bool,
    score: impl Fn(Vec3) -> f64,
) -> Option<(f64, Vec3)> {
    let mut best: Option<(f64, Vec3)> = None;
    for &vertex in vertices.iter().filter(|&&vertex| admits(vertex)) {
        let value = score(vertex);
        if best.is_none_or(|(top, _)| value > top) {
            best = Some((value, vertex));
        }
    }
    best
}

/// Is a vertex distinct from those already chosen?
fn far(scored: &(f64, Vec3)) -> bool {
    scored.0 > 1e-10
}
