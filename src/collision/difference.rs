//! The difference of two cores, in the first's frame: every point of the first less every point of
//! the second. The cores overlap if the origin is in it, and the plane nearest to the origin that
//! touches it gives the shortest way to part them.

use rapier3d::parry::math::{Matrix, Vector};
use rapier3d::parry::shape::SupportMap;

use super::contact::Pose;
use super::core::Core;
use crate::math::point::*;

/// Two cores, and the pose of the second in the frame of the first.
pub(super) struct Difference<'a> {
    pub(super) a: Core<'a>,
    pub(super) b: Core<'a>,
    pub(super) rotation: Matrix,
    pub(super) translation: Vector,
}

/// A point of the difference that is farthest along some direction.
///
/// A cylinder is the sum of a segment and a disc, so the difference is that of two polyhedra with
/// discs about its points.
#[derive(Clone, Copy)]
pub(super) struct Extreme {
    pub(super) point: Vector,
    /// The point without what discs add, a corner of the difference of polyhedra.
    pub(super) flat: Vector,
    /// The first core's part of `flat`.
    pub(super) flat_a: Vector,
}

impl<'a> Difference<'a> {
    #[inline]
    pub(super) fn new(a: Core<'a>, pose_a: &Pose, b: Core<'a>, pose_b: &Pose) -> Self {
        let axis = |i| Vector::from_array(rotate_back(&pose_a.mat, column(&pose_b.mat, i)));
        let rotation = Matrix::from_cols(axis(0), axis(1), axis(2));
        let translation = Vector::from_array(rotate_back(&pose_a.mat, sub(pose_b.pos, pose_a.pos)));
        Self { a, b, rotation, translation }
    }

    /// Whether all numbers of the poses are finite.
    #[inline]
    pub(super) fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite()
    }

    /// Converts a direction to the second's frame.
    #[inline(always)]
    pub(super) fn to_b(&self, direction: Vector) -> Vector {
        let Matrix { x_axis, y_axis, z_axis } = self.rotation;
        Vector::new(x_axis.dot(direction), y_axis.dot(direction), z_axis.dot(direction))
    }

    /// The point farthest along a direction.
    #[inline]
    pub(super) fn extreme(&self, direction: Vector) -> Extreme {
        let on_a = self.a.local_support_point(direction);
        let on_b = self.b.local_support_point(self.to_b(-direction));
        let flat_a = self.a.without_disc(on_a);
        let flat_b = self.rotation * self.b.without_disc(on_b) + self.translation;
        let point = on_a - (self.rotation * on_b + self.translation);
        Extreme { point, flat: flat_a - flat_b, flat_a }
    }
}
