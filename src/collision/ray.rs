//! Straight lines against shapes.

use rapier3d::parry::math::Vector;
use rapier3d::parry::query::gjk::CsoPoint;
use rapier3d::parry::query::gjk::{VoronoiSimplex, cast_local_ray};
use rapier3d::parry::query::{Ray, RayCast};
use rapier3d::parry::shape::{Ball, Capsule, Cuboid, SupportMap};

use super::collider::Collider;
use super::contact::Pose;
use super::convex::Core;
use super::vector::*;

/// Does the line from one point to another, in the world, cross a shape? So it does if it begins
/// inside; nothing crosses a plane, whose inside is everything below.
pub fn crosses(collider: &Collider, pose: &Pose, from: [f64; 3], to: [f64; 3]) -> bool {
    let [from, to] = [from, to].map(|point| rotate_back(&pose.mat, sub(point, pose.pos)));
    let way = Vector::from_array(sub(to, from));
    let length = way.length();
    if !(length > TINY && length.is_finite()) {
        return false;
    }
    let ray = Ray::new(Vector::from_array(from), way / length);
    match *collider {
        Collider::Plane => false,
        Collider::Sphere { radius } => hits(&Ball::new(radius), &ray, length),
        Collider::Capsule { radius, half_length } => {
            hits(&Capsule::new_z(half_length, radius), &ray, length)
        }
        Collider::Box { half } => hits(&Cuboid::new(Vector::from_array(half)), &ray, length),
        Collider::Cylinder { .. } | Collider::Hull(_) => hits_convex(&Core(collider), &ray, length),
    }
}

fn hits(shape: &impl RayCast, ray: &Ray, length: f64) -> bool {
    shape.cast_local_ray(ray, length, true).is_some()
}

fn hits_convex(shape: &Core, ray: &Ray, length: f64) -> bool {
    let mut simplex = VoronoiSimplex::new();
    let start = shape.local_support_point(-ray.dir);
    simplex.reset(CsoPoint::single_point(start - ray.origin));
    cast_local_ray(shape, &mut simplex, ray, length).is_some()
}
