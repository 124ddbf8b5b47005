//! Ray casts against shapes.

use rapier3d::parry::math::Vector;
use rapier3d::parry::query::gjk::{CsoPoint, VoronoiSimplex, cast_local_ray};
use rapier3d::parry::query::{Ray, RayCast};
use rapier3d::parry::shape::{Ball, Capsule, Cuboid, SupportMap};

use super::collider::Collider;
use super::contact::Pose;
use super::core::Core;
use crate::math::MIN_VALUE;
use crate::math::point::*;

/// Distance from one point towards another, in the world, at which a shape is entered, m: 0 from
/// inside, `None` if the shape is not on the way. Planes are never entered. `None` if the points
/// coincide.
pub fn entry(collider: &Collider, pose: &Pose, from: [f64; 3], to: [f64; 3]) -> Option<f64> {
    let [from, to] = [from, to].map(|point| rotate_back(&pose.mat, sub(point, pose.pos)));
    let way = Vector::from_array(sub(to, from));
    let length = way.length();
    if !(length > MIN_VALUE && length.is_finite()) {
        return None;
    }
    cast(collider, &Ray::new(Vector::from_array(from), way / length), length)
}

/// Whether a ray from a point in the world along a unit vector ever enters a shape, or begins in
/// it.
pub fn meets(collider: &Collider, pose: &Pose, from: [f64; 3], along: [f64; 3]) -> bool {
    let from = Vector::from_array(rotate_back(&pose.mat, sub(from, pose.pos)));
    let along = Vector::from_array(rotate_back(&pose.mat, along));
    cast(collider, &Ray::new(from, along), f64::MAX).is_some()
}

/// Distance along a ray, in the shape's frame, at which it enters the shape, at most `reach`.
fn cast(collider: &Collider, ray: &Ray, reach: f64) -> Option<f64> {
    match *collider {
        Collider::Plane => None,
        Collider::Sphere { radius } => Ball::new(radius).cast_local_ray(ray, reach, true),
        Collider::Capsule { radius, half_length } => {
            Capsule::new_z(half_length, radius).cast_local_ray(ray, reach, true)
        }
        Collider::Box { half } => {
            Cuboid::new(Vector::from_array(half)).cast_local_ray(ray, reach, true)
        }
        Collider::Cylinder { .. } | Collider::Hull(_) => convex_entry(&Core(collider), ray, reach),
    }
}

fn convex_entry(shape: &Core, ray: &Ray, reach: f64) -> Option<f64> {
    let mut simplex = VoronoiSimplex::new();
    let nearest = shape.local_support_point(-ray.dir);
    simplex.reset(CsoPoint::single_point(nearest - ray.origin));
    cast_local_ray(shape, &mut simplex, ray, reach).map(|(distance, _)| distance)
}
