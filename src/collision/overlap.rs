//! How deep two cores overlap.
//!
//! A polytope within their difference grows where it is nearest to the origin, until it proves that
//! no plane that touches the difference is nearer than the nearest one known (the expanding
//! polytope algorithm: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D
//! Game Objects", 2001). It does not need to contain the origin at first, so it also finds planes
//! that separate the cores.
//!
//! A polytope alone approaches a curved surface slowly: a tenth of the error takes three times as
//! many corners. So the corners of the nearest face, without what discs add, determine which parts
//! of the cores touch, and Newton's method finds the plane that touches those (`discs.rs`). A few
//! corners close about the point where it touches save the polytope from approaching the surface
//! there.

use rapier3d::parry::math::Vector;

use super::difference::{Difference, Extreme};
use super::discs::{Discs, Tangent};
use super::polytope::{BEYOND, Broken, Face, Polytope};

/// Maximum number of rounds. Nearly all searches end within 15. The longest are those in which the
/// depths along a whole circle are the same, as with coaxial cylinders: then the result is not
/// proven.
const MAX_ROUNDS: usize = 50;
/// Number of rounds in which the normal of a face is to be found up to rounding.
const PATIENCE: usize = 20;
/// The search ends when the depth found is at most this much above the depth proven, m.
const TOLERANCE: f64 = 1e-8;
/// The same for a normal along which no curved part is known to be touched.
const ROUNDING: f64 = 1e-14;
/// Distances that differ by less than this are the same, m.
const SAME: f64 = 1e-13;
/// Angle by which corners are turned away from the normal of a plane that touches, rad: a curved
/// surface of radius 0.1 m rises above a face of such corners by less than half of [`TOLERANCE`].
const TURN: f64 = 3e-4;
/// Corners closer than this (m) to a line or plane do not span a tetrahedron with it.
const THIN: f64 = 1e-7;
/// Points are rejected if their difference is farther than this (m) from where the normal puts it.
const ASTRAY: f64 = 1e-8;

/// The shortest way to part two cores, in the first's frame.
pub(super) struct Overlap {
    /// From the first to the second.
    pub(super) normal: Vector,
    /// m
    pub(super) depth: f64,
    /// The deepest point of the first, if it was found.
    pub(super) on_a: Option<Vector>,
}

/// Why no overlap was found.
pub(super) enum NoOverlap {
    /// A plane parts the cores.
    Apart,
    /// Rounding got in the way.
    Unclear,
}

impl From<Broken> for NoOverlap {
    fn from(_: Broken) -> Self {
        Self::Unclear
    }
}

/// The nearest plane found so far.
struct Best {
    normal: Vector,
    depth: f64,
    /// Whether the normal has been found up to rounding.
    is_settled: bool,
}

/// The least overlap. The first extreme point is along a likely direction.
pub(super) fn overlap(
    difference: &Difference,
    (start, first): (Vector, Extreme),
    polytope: &mut Polytope,
) -> Result<Overlap, NoOverlap> {
    let mut search = Search { difference, discs: Discs::new(difference), polytope };
    search.begin(start, first)?;
    let mut best = Best { normal: start, depth: f64::INFINITY, is_settled: false };
    for round in 0..MAX_ROUNDS {
        let (_, face) = search.polytope.nearest()?;
        let is_enough = best.is_settled || round > PATIENCE;
        if best.depth - face.distance <= if is_enough { TOLERANCE } else { ROUNDING } {
            break;
        }
        if !search.grow_to_tangent(&face, &mut best)? {
            search.grow(&mut best)?;
        }
    }
    let Best { normal, depth, .. } = best;
    Ok(Overlap { normal, depth, on_a: search.deepest_point(normal, depth) })
}

struct Search<'a> {
    difference: &'a Difference<'a>,
    discs: Discs,
    polytope: &'a mut Polytope,
}

impl Search<'_> {
    /// Returns the extreme point along a unit vector, and its distance along it; an error if this
    /// direction parts the cores.
    #[inline]
    fn extreme(&self, direction: Vector) -> Result<(Extreme, f64), NoOverlap> {
        let found = self.difference.extreme(direction);
        let reach = found.point.dot(direction);
        if reach < 0.0 { Err(NoOverlap::Apart) } else { Ok((found, reach)) }
    }

    /// Makes the polytope a tetrahedron that reaches towards the origin.
    fn begin(&mut self, start: Vector, first: Extreme) -> Result<(), NoOverlap> {
        let corner = first.point;
        let mut second = self.extreme((-corner).try_normalize().unwrap_or(-start))?.0;
        if (second.point - corner).length_squared() < THIN * THIN {
            second = self.extreme(-start)?.0;
        }
        let edge = (second.point - corner).try_normalize().ok_or(NoOverlap::Unclear)?;

        let across = |v: Vector| v - v.dot(edge) * edge;
        let side = across(-corner).try_normalize();
        let side = side.unwrap_or_else(|| edge.any_orthonormal_vector());
        let mut third = self.extreme(side)?.0;
        if across(third.point - corner).length_squared() < THIN * THIN {
            third = self.extreme(-side)?.0;
        }

        let normal = edge.cross(third.point - corner).try_normalize().ok_or(NoOverlap::Unclear)?;
        let normal = if normal.dot(corner) > 0.0 { -normal } else { normal };
        let mut fourth = self.extreme(normal)?.0;
        if (fourth.point - corner).dot(normal) < THIN {
            fourth = self.extreme(-normal)?.0;
        }
        Ok(self.polytope.begin([first, second, third, fourth])?)
    }

    /// Lets the polytope grow where it is nearest to the origin.
    fn grow(&mut self, best: &mut Best) -> Result<(), NoOverlap> {
        let (number, face) = self.polytope.nearest()?;
        let (found, reach) = self.extreme(face.normal)?;
        if reach < best.depth {
            *best = Best { normal: face.normal, depth: reach, is_settled: false };
        }
        if reach - face.distance < 2.0 * BEYOND || self.polytope.has(found.point) {
            self.polytope.push_out(number, reach.max(face.distance + ROUNDING));
            Ok(())
        } else {
            Ok(self.polytope.add(found)?)
        }
    }

    /// The same by the plane that touches the parts that the nearest face's corners are on. False
    /// if this is of no use: the plane is no nearer than the nearest one known, or the face stays.
    fn grow_to_tangent(&mut self, face: &Face, best: &mut Best) -> Result<bool, NoOverlap> {
        let corners = self.polytope.corners(face);
        let bound = if best.is_settled { best.depth - SAME } else { best.depth + SAME };
        let tangent = (face.distance > 0.0)
            .then(|| self.discs.tangent(corners.map(|corner| corner.flat), face.normal))
            .flatten()
            .filter(|tangent| tangent.distance > 0.0 && tangent.distance < bound);
        let Some(tangent) = tangent else { return Ok(false) };

        let (found, reach) = self.extreme(tangent.normal)?;
        let touches = reach - tangent.distance < SAME;
        let is_settled = touches && tangent.is_nearest;
        if reach <= best.depth {
            *best = Best { normal: tangent.normal, depth: reach, is_settled };
        }
        if touches {
            self.close_about(&tangent, corners)?;
            return Ok(is_settled);
        }
        let sees = found.point.dot(face.normal) > face.distance + 10.0 * BEYOND
            && !self.polytope.has(found.point);
        if sees {
            self.polytope.add(found)?;
        }
        Ok(sees)
    }

    /// Adds points of the surface around where a plane touches it.
    fn close_about(&mut self, tangent: &Tangent, corners: [Extreme; 3]) -> Result<(), Broken> {
        let mut around = |shift: Vector| {
            let round = self.discs.support((tangent.normal + shift).normalize());
            for (i, corner) in corners.iter().enumerate() {
                let point = corner.flat + round;
                let again = corners[..i].iter().any(|other| other.flat == corner.flat);
                if !again && !self.polytope.has(point) {
                    self.polytope.add(Extreme { point, ..*corner })?;
                }
            }
            Ok(())
        };
        if tangent.curved[0].is_none() {
            return around(Vector::ZERO);
        }
        for way in tangent.curved.into_iter().flatten() {
            around(TURN * way)?;
            around(-TURN * way)?;
        }
        Ok(())
    }

    /// The first core's point where the ray along the normal leaves the difference. It is
    /// interpolated between the corners of the face through which the ray leaves the polytope, plus
    /// what discs add.
    fn deepest_point(&self, normal: Vector, depth: f64) -> Option<Vector> {
        let (corners, shares) = self.polytope.through(normal)?;
        let mix = |of: [Vector; 3]| shares[0] * of[0] + shares[1] * of[1] + shares[2] * of[2];
        let point = mix(corners.map(|corner| corner.flat)) + self.discs.support(normal);
        let error = (point - depth * normal).length_squared();
        (error < ASTRAY * ASTRAY).then(|| {
            mix(corners.map(|corner| corner.flat_a)) + self.discs.of_first().support(normal)
        })
    }
}
