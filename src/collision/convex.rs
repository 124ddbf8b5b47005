//! Any two convex shapes, through parry's GJK and EPA.
//!
//! A sphere or capsule is its centre or segment, its core, with a radius about it: the cores are
//! compared and the radii taken off, which is exact as long as the cores do not overlap.

use std::cell::RefCell;

use rapier3d::parry::math::{Matrix, Pose as Isometry, Rotation, Vector};
use rapier3d::parry::query::epa::EPA;
use rapier3d::parry::query::gjk::{self, CsoPoint, GJKResult, VoronoiSimplex};
use rapier3d::parry::shape::SupportMap;

use super::collider::Collider;
use super::contact::{ContactPoint, PairPoints, Pose};
use crate::math::point::*;

/// Runs of GJK at most: on curved shapes one run may stop early, and the next goes on from there.
const MAX_RUNS: usize = 4;
/// Distance found less distance proven, m, below which no further run is needed.
const CONVERGED: f64 = 1e-8;
/// Shapes that overlap are parted by this much to find their points, m.
const APART: f64 = 1e-4;

thread_local! {
    /// Scratch memory of the expanding polytope; each use starts it anew.
    static POLYTOPE: RefCell<EPA> = RefCell::new(EPA::new());
}

/// One point, in the middle of the shortest way between the shapes, or the shortest way out.
pub(super) fn convex_convex(
    a: &Collider,
    pose_a: &Pose,
    b: &Collider,
    pose_b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let between = sub(pose_b.pos, pose_a.pos);
    let reach = a.bounding_radius() + b.bounding_radius() + margin;
    if dot(between, between) > reach * reach {
        return;
    }
    let (core_a, core_b) = (Core(a), Core(b));
    let radii = core_a.radius() + core_b.radius();
    let a_from_b = relative(pose_a, pose_b);
    if !a_from_b.translation.is_finite() || !a_from_b.rotation.is_finite() {
        return;
    }
    let (start, gap) = widest(&core_a, &core_b, &a_from_b);
    if gap > margin + radii {
        return;
    }
    let found = nearest(&core_a, &core_b, &a_from_b, margin + radii, start);
    let Some((on_a, on_b, normal)) = found else {
        return;
    };
    let dist = (on_b - on_a).dot(normal) - radii;
    if dist > margin {
        return;
    }
    let middle = 0.5 * ((on_a + core_a.radius() * normal) + (on_b - core_b.radius() * normal));
    out.push(ContactPoint {
        pos: add(rotate(&pose_a.mat, middle.to_array()), pose_a.pos),
        normal: normalize(rotate(&pose_a.mat, normal.to_array())).0,
        tangent: [0.0; 3],
        dist,
    });
}

/// The pose of `b` in the frame of `a`.
#[inline]
fn relative(a: &Pose, b: &Pose) -> Isometry {
    let axis = |i| Vector::from_array(rotate_back(&a.mat, column(&b.mat, i)));
    let rotation = Rotation::from_mat3(&Matrix::from_cols(axis(0), axis(1), axis(2)));
    let translation = Vector::from_array(rotate_back(&a.mat, sub(b.pos, a.pos)));
    Isometry::from_parts(translation, rotation)
}

/// Of a few likely directions the one along which the cores are farthest apart, in the first's
/// frame, and how far: from each shape's point that is nearest to the other's centre.
#[inline]
fn widest(a: &Core, b: &Core, a_from_b: &Isometry) -> (Vector, f64) {
    let to_b = a_from_b.translation;
    let to_a = a_from_b.rotation.inverse() * -to_b;
    let ways = [to_b - a.near(to_b), a_from_b.rotation * (b.near(to_a) - to_a)];
    let mut widest = (to_b.try_normalize().unwrap_or(Vector::X), f64::NEG_INFINITY);
    for way in ways.into_iter().filter_map(Vector::try_normalize) {
        let gap = -CsoPoint::from_shapes(a_from_b, a, b, way).point.dot(way);
        if gap > widest.1 {
            widest = (way, gap);
        }
    }
    widest
}

/// Nearest points of both cores and the normal from the first to the second, in the first's frame.
fn nearest(
    a: &Core,
    b: &Core,
    a_from_b: &Isometry,
    limit: f64,
    mut start: Vector,
) -> Option<(Vector, Vector, Vector)> {
    let mut simplex = VoronoiSimplex::new();
    let mut best: Option<(Vector, Vector, Vector)> = None;
    for _ in 0..MAX_RUNS {
        simplex.reset(CsoPoint::from_shapes(a_from_b, a, b, start));
        match gjk::closest_points(a_from_b, a, b, limit, true, &mut simplex) {
            GJKResult::ClosestPoints(on_a, on_b, normal) => {
                let distance = (on_b - on_a).length();
                if best.is_none_or(|(p, q, _)| distance < (q - p).length()) {
                    best = Some((on_a, on_b, normal));
                }
                let separation = -CsoPoint::from_shapes(a_from_b, a, b, normal).point.dot(normal);
                if distance - separation < CONVERGED {
                    break;
                }
                start = normal;
            }
            GJKResult::Intersection if best.is_none() => {
                let way_out = POLYTOPE
                    .with_borrow_mut(|polytope| polytope.closest_points(a_from_b, a, b, &simplex));
                return way_out.map(|found| points_along_normal(a, b, a_from_b, found));
            }
            _ => break,
        }
    }
    best
}

/// Points for a normal that the polytope has found.
///
/// The polytope may end on a sliver of a face, whose nearest point lies beside it: the normal is
/// right then, the points are not. So the shapes are moved apart along the normal until they no
/// longer touch, and their nearest points there are taken back.
fn points_along_normal(
    a: &Core,
    b: &Core,
    a_from_b: &Isometry,
    found: (Vector, Vector, Vector),
) -> (Vector, Vector, Vector) {
    let normal = found.2;
    let extreme = CsoPoint::from_shapes(a_from_b, a, b, normal);
    let depth = extreme.point.dot(normal);
    let shift = (depth + APART) * normal;
    let apart = Isometry::from_parts(a_from_b.translation + shift, a_from_b.rotation);
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(CsoPoint::from_shapes(&apart, a, b, normal));
    let (on_a, on_b) = match gjk::closest_points(&apart, a, b, 2.0 * APART, true, &mut simplex) {
        GJKResult::ClosestPoints(on_a, on_b, _) => (on_a, on_b - shift),
        _ => (extreme.orig1, extreme.orig2),
    };
    let middle = 0.5 * (on_a + on_b);
    (middle + 0.5 * depth * normal, middle - 0.5 * depth * normal, normal)
}

/// What is left of a shape without its radius.
pub(super) struct Core<'a>(pub(super) &'a Collider);

impl Core<'_> {
    #[inline(always)]
    fn radius(&self) -> f64 {
        match *self.0 {
            Collider::Sphere { radius } | Collider::Capsule { radius, .. } => radius,
            _ => 0.0,
        }
    }

    /// A point of the core that is near to another point: the nearest one but for hulls.
    #[inline(always)]
    fn near(&self, point: Vector) -> Vector {
        match *self.0 {
            Collider::Plane | Collider::Sphere { .. } | Collider::Hull(_) => Vector::ZERO,
            Collider::Capsule { half_length, .. } => {
                Vector::new(0.0, 0.0, clamp(point.z, -half_length, half_length))
            }
            Collider::Cylinder { radius, half_length } => {
                let across = (point.x * point.x + point.y * point.y).sqrt();
                let scale = if across > radius { radius / across } else { 1.0 };
                let along = clamp(point.z, -half_length, half_length);
                Vector::new(point.x * scale, point.y * scale, along)
            }
            Collider::Box { half: [x, y, z] } => {
                Vector::new(clamp(point.x, -x, x), clamp(point.y, -y, y), clamp(point.z, -z, z))
            }
        }
    }
}

impl SupportMap for Core<'_> {
    #[inline]
    fn local_support_point(&self, direction: Vector) -> Vector {
        match *self.0 {
            Collider::Plane | Collider::Sphere { .. } => Vector::ZERO,
            Collider::Capsule { half_length, .. } => {
                Vector::new(0.0, 0.0, half_length.copysign(direction.z))
            }
            Collider::Cylinder { radius, half_length } => {
                let across = (direction.x * direction.x + direction.y * direction.y).sqrt();
                let scale = if across > TINY { radius / across } else { 0.0 };
                Vector::new(
                    direction.x * scale,
                    direction.y * scale,
                    half_length.copysign(direction.z),
                )
            }
            Collider::Box { half } => Vector::from_array(half).copysign(direction),
            Collider::Hull(ref hull) => {
                Vector::from_array(hull.vertex(hull.support(direction.to_array())))
            }
        }
    }
}
