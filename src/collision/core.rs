//! What is left of a shape without its radius.

use rapier3d::parry::math::Vector;
use rapier3d::parry::shape::SupportMap;

use super::collider::Collider;
use crate::math::MIN_VALUE;
use crate::math::point::*;

/// A sphere's centre, a capsule's segment, any other shape as it is.
pub(super) struct Core<'a>(pub(super) &'a Collider);

impl Core<'_> {
    #[inline(always)]
    pub(super) fn radius(&self) -> f64 {
        match *self.0 {
            Collider::Sphere { radius } | Collider::Capsule { radius, .. } => radius,
            _ => 0.0,
        }
    }

    /// Radius of the disc across z, if the core is the sum of a polyhedron and a disc; else 0.
    #[inline(always)]
    pub(super) fn disc(&self) -> f64 {
        if let Collider::Cylinder { radius, .. } = *self.0 { radius } else { 0.0 }
    }

    /// A support point without what the disc adds.
    #[inline(always)]
    pub(super) fn without_disc(&self, support: Vector) -> Vector {
        if let Collider::Cylinder { half_length, .. } = *self.0 {
            Vector::new(0.0, 0.0, half_length.copysign(support.z))
        } else {
            support
        }
    }

    /// A point of the core that is near to another point: the nearest one, except for hulls.
    #[inline(always)]
    pub(super) fn near(&self, point: Vector) -> Vector {
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
                let scale = if across > MIN_VALUE { radius / across } else { 0.0 };
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
