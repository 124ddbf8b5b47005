//! What the constraints of a tree are made of: limits and dry friction of hinges, contacts with the
//! ground.

use super::contact_law::Pushing;
use crate::math::lane::Lane;
use crate::math::vec3::Vec3;

/// The limit of one hinge that is active, if any.
#[derive(Clone, Copy, Debug)]
pub struct LimitRow<L> {
    /// +1 at the lower limit, -1 at the upper.
    pub sign: L,
    /// Inverse regularizer; zero where inactive.
    pub d: L,
    /// Minus the reference acceleration.
    pub offset: L,
}

/// Which side of its kinks each row of a hinge is on; bits are lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JointRows {
    /// Dry friction at its lower and upper bound.
    pub sliding: [u32; 2],
    /// Limit pushes.
    pub limited: u32,
}

/// One contact with the ground. Its first tangent is the x axis, but for a capsule it is the
/// direction of its axis on the ground.
#[derive(Clone, Copy, Debug)]
pub struct GroundContact<L> {
    /// Index into `Params::ground`.
    pub geom: usize,
    /// Body on the ground.
    pub body: usize,
    /// 1, 3, 4 or 6.
    pub condim: usize,
    /// Contact point from the root, world axes.
    pub point: Vec3<L>,
    /// Distance, negative in penetration.
    pub dist: L,
    /// x and y of the first tangent.
    pub heading: [L; 2],
    /// Inverse regularizer of all rows; zero where there is no contact.
    pub d: L,
    /// `k imp (distance - margin)`.
    pub spring: L,
    /// Minus the reference acceleration along and about normal and tangents.
    pub offset: [L; 6],
    /// Acceleration less reference along and about normal and tangents, at the iterate and the one
    /// before.
    pub residual: [[L; 6]; 2],
    /// Rows that push.
    pub pushing: Pushing,
}

impl<L: Lane> GroundContact<L> {
    /// An unused slot.
    pub fn none() -> Self {
        let zero = [L::zero(); 6];
        Self {
            geom: 0,
            body: 0,
            condim: 3,
            point: Vec3::zero(),
            dist: L::zero(),
            heading: [L::one(), L::zero()],
            d: L::zero(),
            spring: L::zero(),
            offset: zero,
            residual: [zero; 2],
            pushing: Pushing::default(),
        }
    }
}
