//! A shape prepared for collision.

use std::sync::Arc;

use super::contact::Pose;
use super::hull::Hull;
use crate::error::{Error, Result};
use crate::math::point::*;
use crate::model::Shape;

/// A shape prepared for [`collide`](super::collide); build it once.
#[derive(Clone, Debug, PartialEq)]
pub enum Collider {
    /// Infinite plane across z, solid below.
    Plane,
    /// Sphere about the origin.
    Sphere { radius: f64 },
    /// Segment along z with a radius.
    Capsule { radius: f64, half_length: f64 },
    /// Cylinder along z.
    Cylinder { radius: f64, half_length: f64 },
    /// Box with these half sizes.
    Box { half: [f64; 3] },
    /// Convex polyhedron.
    Hull(Arc<Hull>),
}

impl Collider {
    /// Prepares a shape.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for sizes that are not positive and finite, and for points that
    /// span no volume.
    pub fn new(shape: &Shape) -> Result<Self> {
        let collider = match *shape {
            Shape::Plane { .. } => Self::Plane,
            Shape::Sphere { radius } => Self::Sphere { radius: positive(radius)? },
            Shape::Capsule { radius, half_length } => {
                Self::Capsule { radius: positive(radius)?, half_length: positive(half_length)? }
            }
            Shape::Cylinder { radius, half_length } => {
                Self::Cylinder { radius: positive(radius)?, half_length: positive(half_length)? }
            }
            Shape::Box { half: [x, y, z] } => {
                Self::Box { half: [positive(x)?, positive(y)?, positive(z)?] }
            }
            Shape::Convex { ref vertices, ref faces } => {
                Self::Hull(Arc::new(Hull::new(vertices, faces)?))
            }
        };
        Ok(collider)
    }

    /// Radius of a sphere about the shape's origin that encloses it, m; infinite for planes.
    #[inline]
    pub fn bounding_radius(&self) -> f64 {
        match *self {
            Self::Plane => f64::INFINITY,
            Self::Sphere { radius } => radius,
            Self::Hull(ref hull) => hull.radius(),
            Self::Capsule { radius, half_length } => radius + half_length,
            Self::Cylinder { radius, half_length } => radius.hypot(half_length),
            Self::Box { half } => dot(half, half).sqrt(),
        }
    }

    /// Order of the shapes in `mjtGeom`.
    #[inline(always)]
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Plane => 0,
            Self::Sphere { .. } => 1,
            Self::Capsule { .. } => 2,
            Self::Cylinder { .. } => 3,
            Self::Box { .. } => 4,
            Self::Hull(_) => 5,
        }
    }
}

/// A box along the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Smallest coordinates, m.
    pub min: [f64; 3],
    /// Largest coordinates, m.
    pub max: [f64; 3],
}

impl Aabb {
    /// Squared distance of a point from the box, m^2.
    pub fn distance_squared(&self, point: [f64; 3]) -> f64 {
        let beside = |i: usize| (self.min[i] - point[i]).max(point[i] - self.max[i]).max(0.0);
        (0..3).map(|i| beside(i).powi(2)).sum()
    }

    /// The box, enlarged by a margin on all sides, m.
    pub fn grown(&self, margin: f64) -> Self {
        Self { min: self.min.map(|x| x - margin), max: self.max.map(|x| x + margin) }
    }

    /// The smallest box about a shape at a pose. A plane's is unbounded.
    pub fn of(collider: &Collider, pose: &Pose) -> Self {
        let mut aabb = Self { min: [0.0; 3], max: [0.0; 3] };
        for axis in 0..3 {
            // the world's axis in the shape's frame
            let [x, y, z] = pose.mat[axis];
            let (low, high) = match *collider {
                Collider::Plane => (f64::NEG_INFINITY, f64::INFINITY),
                Collider::Sphere { radius } => (-radius, radius),
                Collider::Capsule { radius, half_length } => both(radius + half_length * z.abs()),
                Collider::Cylinder { radius, half_length } => {
                    both(radius * x.hypot(y) + half_length * z.abs())
                }
                Collider::Box { half } => {
                    both(half[0] * x.abs() + half[1] * y.abs() + half[2] * z.abs())
                }
                Collider::Hull(ref hull) => extent(hull, [x, y, z]),
            };
            aabb.min[axis] = pose.pos[axis] + low;
            aabb.max[axis] = pose.pos[axis] + high;
        }
        aabb
    }

    /// Whether two boxes overlap or come closer than `margin` along every axis.
    #[inline]
    pub fn meets(&self, other: &Self, margin: f64) -> bool {
        (0..3).all(|i| self.min[i] - other.max[i] <= margin && other.min[i] - self.max[i] <= margin)
    }
}

#[inline(always)]
fn both(reach: f64) -> (f64, f64) {
    (-reach, reach)
}

/// Smallest and largest coordinate of a hull along a direction.
fn extent(hull: &Hull, direction: Point) -> (f64, f64) {
    let reach = |direction| dot(hull.vertex(hull.support(direction)), direction);
    (-reach(scale(direction, -1.0)), reach(direction))
}

fn positive(size: f64) -> Result<f64> {
    if size > 0.0 && size.is_finite() {
        Ok(size)
    } else {
        Err(Error::argument("shape", format!("size {size} is not positive and finite")))
    }
}
