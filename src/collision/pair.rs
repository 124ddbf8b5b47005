//! The choice of the algorithm for a pair of shapes.

use super::box_box::box_box;
use super::capsule::capsule_capsule;
use super::capsule_box::capsule_box;
use super::capsule_cylinder::capsule_cylinder;
use super::collider::Collider;
use super::contact::{PairPoints, Pose};
use super::convex::convex_convex;
use super::plane::{plane_box, plane_capsule, plane_cylinder, plane_hull, plane_sphere};
use super::sphere::{axes, sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere};
use crate::math::point::column;

/// Replaces `out` with the points where two shapes are closer than `margin` (m); normals point from
/// `a` to `b`. Depends on nothing but its arguments.
///
/// Points are those of MuJoCo, which puts the shapes in the order plane, sphere, capsule, cylinder,
/// box, hull first; with `b` before `a` in that order only the normals change sign. Two planes
/// never meet.
#[inline]
pub fn collide(
    a: &Collider,
    pose_a: &Pose,
    b: &Collider,
    pose_b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    out.clear();
    if a.rank() <= b.rank() {
        collide_ordered(a, pose_a, b, pose_b, margin, out);
    } else {
        collide_ordered(b, pose_b, a, pose_a, margin, out);
        out.flip();
    }
}

#[inline]
fn collide_ordered(
    a: &Collider,
    pose_a: &Pose,
    b: &Collider,
    pose_b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    use Collider::{Box, Capsule, Cylinder, Hull, Plane, Sphere};
    match (a, b) {
        (Plane, Sphere { radius }) => {
            let normal = column(&pose_a.mat, 2);
            if let Some(point) = plane_sphere(pose_a.pos, normal, pose_b.pos, *radius, margin) {
                out.push(point);
            }
        }
        (Plane, &Capsule { radius, half_length }) => {
            plane_capsule(pose_a, (radius, half_length), pose_b, margin, out);
        }
        (Plane, &Cylinder { radius, half_length }) => {
            plane_cylinder(pose_a, (radius, half_length), pose_b, margin, out);
        }
        (Plane, Box { half }) => plane_box(pose_a, *half, pose_b, margin, out),
        (Plane, Hull(hull)) => plane_hull(pose_a, hull, pose_b, margin, out),
        (Plane, Plane) => {}
        (Sphere { radius: r }, Sphere { radius: s }) => {
            let axes = axes(pose_a, pose_b);
            sphere_sphere((pose_a.pos, *r), (pose_b.pos, *s), axes, margin, out);
        }
        (Sphere { radius: r }, &Capsule { radius, half_length }) => {
            sphere_capsule(*r, pose_a, (radius, half_length), pose_b, margin, out);
        }
        (Sphere { radius: r }, &Cylinder { radius, half_length }) => {
            sphere_cylinder(*r, pose_a, (radius, half_length), pose_b, margin, out);
        }
        (Sphere { radius: r }, Box { half }) => {
            sphere_box(pose_a.pos, *r, *half, pose_b, margin, out);
        }
        (&Capsule { radius: r, half_length: l }, &Capsule { radius, half_length }) => {
            capsule_capsule((r, l), pose_a, (radius, half_length), pose_b, margin, out);
        }
        (&Capsule { radius: r, half_length: l }, &Cylinder { radius, half_length }) => {
            let cylinder = (radius, half_length);
            if !capsule_cylinder((r, l), pose_a, cylinder, pose_b, margin, out) {
                convex_convex(a, pose_a, b, pose_b, margin, out);
            }
        }
        (&Capsule { radius, half_length }, Box { half }) => {
            capsule_box((radius, half_length), pose_a, *half, pose_b, margin, out);
        }
        (Box { half: h }, Box { half }) => box_box(*h, pose_a, *half, pose_b, margin, out),
        _ => convex_convex(a, pose_a, b, pose_b, margin, out),
    }
}
