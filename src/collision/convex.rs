//! Any two convex shapes: by parry's GJK where they are apart, else by `overlap.rs`.
//!
//! A sphere or capsule is a core (its centre or segment) with a radius about it. The distance is
//! that of the cores less the radii, which is exact as long as the cores do not overlap.

use std::cell::RefCell;

use rapier3d::parry::math::{Pose as Isometry, Rotation, Vector};
use rapier3d::parry::query::epa::EPA;
use rapier3d::parry::query::gjk::{self, CsoPoint, GJKResult, VoronoiSimplex};

use super::collider::Collider;
use super::contact::{ContactPoint, PairPoints, Pose};
use super::core::Core;
use super::difference::{Difference, Extreme};
use super::overlap::{NoOverlap, Overlap, overlap};
use super::polytope::Polytope;
use crate::math::point::*;

/// Maximum number of GJK runs: on curved shapes one run may stop early, and the next continues from
/// there.
const MAX_RUNS: usize = 4;
/// Difference between the distance found and the distance proven, m, below which no further run is
/// needed.
const CONVERGED: f64 = 1e-8;
/// Overlapping shapes are moved apart to this distance, m, to find their points for a known normal.
const APART: f64 = 1e-4;

thread_local! {
    /// Memory of both expanding polytopes; each use starts them anew.
    static SCRATCH: RefCell<(Polytope, EPA)> = RefCell::default();
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
    let difference = Difference::new(Core(a), pose_a, Core(b), pose_b);
    let (core_a, core_b) = (&difference.a, &difference.b);
    let radii = core_a.radius() + core_b.radius();
    let limit = margin + radii;
    if !difference.is_finite() {
        return;
    }
    let (start, first, gap) = widest(&difference, limit);
    if gap > limit {
        return;
    }
    let found = nearest(&difference, limit, (start, first));
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

/// Of a few likely directions, returns the one along which the cores are farthest apart, in the
/// first's frame, with the extreme point and the gap along it. The first direction that parts them
/// by more than the limit is returned at once. Directions are those between one shape's centre and
/// the other's point that is nearest to it.
#[inline]
fn widest(difference: &Difference, limit: f64) -> (Vector, Extreme, f64) {
    let Difference { a, b, rotation, translation: to_b } = difference;
    let gap_along = |way: Vector| {
        let extreme = difference.extreme(way);
        (way, extreme, -extreme.point.dot(way))
    };
    let first = (to_b - a.near(*to_b)).try_normalize().map(gap_along);
    if let Some(first) = first
        && first.2 > limit
    {
        return first;
    }
    let to_a = difference.to_b(-*to_b);
    let second = (*rotation * (b.near(to_a) - to_a)).try_normalize().map(gap_along);
    match (first, second) {
        (Some(first), Some(second)) => {
            if second.2 > first.2 {
                second
            } else {
                first
            }
        }
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => gap_along(to_b.try_normalize().unwrap_or(Vector::X)),
    }
}

/// Nearest points of both cores and the normal from the first to the second, in the first's frame.
fn nearest(
    difference: &Difference,
    limit: f64,
    (start, first): (Vector, Extreme),
) -> Option<(Vector, Vector, Vector)> {
    // shapes that have no radius and no margin must overlap to touch
    if limit <= 0.0 {
        match way_out(difference, (start, first)) {
            Ok(found) => return Some(found),
            Err(NoOverlap::Apart) => return None,
            Err(NoOverlap::Unclear) => {}
        }
    }
    let (a, b) = (&difference.a, &difference.b);
    let a_from_b = &isometry(difference);
    let mut simplex = VoronoiSimplex::new();
    let mut best: Option<(Vector, Vector, Vector)> = None;
    let mut way = start;
    for _ in 0..MAX_RUNS {
        simplex.reset(CsoPoint::from_shapes(a_from_b, a, b, way));
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
                way = normal;
            }
            GJKResult::Intersection if best.is_none() => {
                let found = (limit > 0.0).then(|| way_out(difference, (start, first)).ok());
                return found.flatten().or_else(|| last_way_out(difference, &simplex));
            }
            _ => break,
        }
    }
    best
}

/// The same for cores that overlap.
fn way_out(
    difference: &Difference,
    start: (Vector, Extreme),
) -> Result<(Vector, Vector, Vector), NoOverlap> {
    let found = SCRATCH.with_borrow_mut(|(ours, _)| overlap(difference, start, ours))?;
    Ok(match found {
        Overlap { normal, depth, on_a: Some(on_a) } => (on_a, on_a - depth * normal, normal),
        Overlap { normal, .. } => points_along_normal(difference, normal),
    })
}

/// The same by parry's expanding polytope, where rounding gets in the way of ours.
fn last_way_out(
    difference: &Difference,
    simplex: &VoronoiSimplex,
) -> Option<(Vector, Vector, Vector)> {
    let (a, b, a_from_b) = (&difference.a, &difference.b, &isometry(difference));
    let found =
        SCRATCH.with_borrow_mut(|(_, theirs)| theirs.closest_points(a_from_b, a, b, simplex));
    found.map(|(_, _, normal)| points_along_normal(difference, normal))
}

/// The pose of the second core in the frame of the first.
fn isometry(difference: &Difference) -> Isometry {
    Isometry::from_parts(difference.translation, Rotation::from_mat3(&difference.rotation))
}

/// Returns points for a normal that is right, where no points are known.
///
/// The shapes are moved apart along the normal until they no longer touch, and their nearest points
/// there are moved back.
fn points_along_normal(difference: &Difference, normal: Vector) -> (Vector, Vector, Vector) {
    let (a, b, a_from_b) = (&difference.a, &difference.b, &isometry(difference));
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
