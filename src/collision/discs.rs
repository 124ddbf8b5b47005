//! Discs about the points of a polyhedron: where a plane near to the origin touches them.
//!
//! A plane touches the sum of a polyhedron and discs in a corner, along an edge or on a face of the
//! polyhedron, moved by the discs' farthest points. A face alone determines the plane's normal;
//! along an edge the normal has one degree of freedom, about a corner two. The distance from the
//! origin is stationary at the nearest plane, and Newton's method finds it.

use rapier3d::parry::math::Vector;

use super::difference::Difference;

/// Maximum number of steps of Newton's method.
const MAX_STEPS: usize = 12;
/// Newton's method ends with a step below this, rad; the next one would be its square.
const SETTLED: f64 = 1e-9;
/// Newton's method does not take steps beyond this, rad.
const FAR: f64 = 1.0;
/// Corners this close (m) are the same.
const SAME: f64 = 1e-9;
/// Squared sine of an angle below which edges count as parallel.
const PARALLEL: f64 = 1e-10;

/// Discs of both cores, each about an axis of unit length; a radius of 0 means none.
#[derive(Clone, Copy)]
pub(super) struct Discs {
    axes: [Vector; 2],
    radii: [f64; 2],
}

/// A plane that touches discs about corners, an edge or a face of a polyhedron.
pub(super) struct Tangent {
    /// Unit normal, outwards.
    pub(super) normal: Vector,
    /// Distance from the origin, m.
    pub(super) distance: f64,
    /// Unit vectors across the normal along which the surface may be curved where it touches.
    pub(super) curved: [Option<Vector>; 2],
    /// Whether this plane is nearer than all that are turned a little and touch the same corners.
    pub(super) is_nearest: bool,
}

impl Discs {
    pub(super) fn new(Difference { a, b, rotation, .. }: &Difference) -> Self {
        Self { axes: [Vector::Z, rotation.z_axis], radii: [a.disc(), b.disc()] }
    }

    /// Only the first core's disc.
    pub(super) fn of_first(&self) -> Self {
        Self { radii: [self.radii[0], 0.0], ..*self }
    }

    /// The point of their sum that is farthest along a unit vector.
    #[inline]
    pub(super) fn support(&self, normal: Vector) -> Vector {
        let mut sum = Vector::ZERO;
        for (&axis, &radius) in self.axes.iter().zip(&self.radii) {
            let across = normal - normal.dot(axis) * axis;
            let length = across.length();
            if radius > 0.0 && length > 0.0 {
                sum += radius / length * across;
            }
        }
        sum
    }

    /// Second derivative of the support function along two unit vectors across the normal: if both
    /// are the same, the radius of curvature along it.
    #[inline]
    fn curvature(&self, normal: Vector, s: Vector, t: Vector) -> f64 {
        let mut sum = 0.0;
        for (&axis, &radius) in self.axes.iter().zip(&self.radii) {
            let around = axis.cross(normal);
            let square = around.length_squared();
            if radius > 0.0 && square > 0.0 {
                sum += radius * around.dot(s) * around.dot(t) / (square * square.sqrt());
            }
        }
        sum
    }

    /// The plane near to the origin that touches discs about three corners of a polyhedron, some of
    /// which may be the same, from a guess of its normal.
    pub(super) fn tangent(&self, [a, b, c]: [Vector; 3], guess: Vector) -> Option<Tangent> {
        let (ab, ac) = (b - a, c - a);
        let (ab_squared, ac_squared) = (ab.length_squared(), ac.length_squared());
        let across = ab.cross(ac);
        if across.length_squared() > PARALLEL * ab_squared * ac_squared {
            let normal = across.normalize();
            let normal = if normal.dot(guess) < 0.0 { -normal } else { normal };
            Some(self.touching(a, normal, [None; 2], true))
        } else {
            let (edge, squared) =
                if ab_squared >= ac_squared { (ab, ab_squared) } else { (ac, ac_squared) };
            if squared > SAME * SAME {
                self.along_edge(a, edge.normalize(), guess)
            } else {
                self.about_corner(a, guess)
            }
        }
    }

    fn touching(
        &self,
        corner: Vector,
        normal: Vector,
        curved: [Option<Vector>; 2],
        is_nearest: bool,
    ) -> Tangent {
        let distance = (corner + self.support(normal)).dot(normal);
        Tangent { normal, distance, curved, is_nearest }
    }

    /// The same with the normal across an edge. Where distances have no minimum nearby, as between
    /// coaxial cylinders, returns some plane along the edge.
    fn along_edge(&self, corner: Vector, edge: Vector, guess: Vector) -> Option<Tangent> {
        let mut normal = (guess - guess.dot(edge) * edge).try_normalize()?;
        let mut is_nearest = false;
        for _ in 0..MAX_STEPS {
            let across = edge.cross(normal);
            let point = corner + self.support(normal);
            let bend = self.curvature(normal, across, across) - point.dot(normal);
            let step = -point.dot(across) / bend;
            if bend <= 0.0 || step.abs() > FAR {
                break;
            }
            normal = (normal + step * across).normalize();
            if step.abs() < SETTLED {
                is_nearest = true;
                break;
            }
        }
        Some(self.touching(corner, normal, [Some(edge.cross(normal)), None], is_nearest))
    }

    /// The same with any normal, where two discs roll on each other.
    fn about_corner(&self, corner: Vector, guess: Vector) -> Option<Tangent> {
        let mut normal = guess;
        for _ in 0..MAX_STEPS {
            let s = normal.any_orthonormal_vector();
            let t = normal.cross(s);
            let point = corner + self.support(normal);
            let distance = point.dot(normal);
            let (slope_s, slope_t) = (point.dot(s), point.dot(t));
            let bend_s = self.curvature(normal, s, s) - distance;
            let bend_t = self.curvature(normal, t, t) - distance;
            let twist = self.curvature(normal, s, t);
            let determinant = bend_s * bend_t - twist * twist;
            if bend_s <= 0.0 || determinant <= 0.0 {
                return None;
            }
            let step = (twist * slope_t - bend_t * slope_s) / determinant * s
                + (twist * slope_s - bend_s * slope_t) / determinant * t;
            let squared = step.length_squared();
            if squared > FAR * FAR {
                return None;
            }
            normal = (normal + step).normalize();
            if squared < SETTLED * SETTLED {
                return Some(self.touching(corner, normal, [Some(s), Some(t)], true));
            }
        }
        None
    }
}
