//! A contact of two bodies, or of one with something fixed, as its rows see it.

use super::contact_law::{ContactLaw, MAX_TANGENTS, offset};
use super::ground_params::GroundParams;
use super::rows::GroundContact;
use crate::math::lane::{Lane, Scalar, Single};
use crate::math::point::dot;
use crate::math::spatial::Motion;

/// Constants of a contact's rows, without the bodies that take part.
#[derive(Clone, Copy, Debug)]
pub struct ContactRow {
    /// 1, 3, 4 or 6.
    pub condim: usize,
    /// Normal and two tangents, world axes.
    pub frame: [[f64; 3]; 3],
    /// Friction coefficient of each tangent.
    pub friction: [Scalar; MAX_TANGENTS],
    /// Inverse regularizer of every row.
    pub d: Scalar,
    /// `b` of the reference acceleration.
    pub damping: Scalar,
    /// `k imp (distance - margin)`.
    pub spring: Scalar,
}

impl ContactRow {
    /// One lane's contact with the ground; its normal points from the ground to the body. `None` if
    /// the lane does not have it.
    pub fn of_ground<L: Lane>(
        contact: &GroundContact<L>,
        p: &GroundParams<L>,
        lane: usize,
    ) -> Option<Self> {
        let scalar = |value: L| Single(value.lane(lane));
        let [cos, sin] = contact.heading.map(|h| h.lane(lane));
        let row = Self {
            condim: contact.rows.condim,
            frame: [[0.0, 0.0, 1.0], [cos, sin, 0.0], [-sin, cos, 0.0]],
            friction: p.friction.map(scalar),
            d: scalar(contact.rows.d),
            damping: scalar(p.impedance.b),
            spring: scalar(contact.spring),
        };
        (row.d.0 > 0.0).then_some(row)
    }

    /// The law of its rows.
    #[inline(always)]
    pub fn law(&self) -> ContactLaw<'_, Scalar> {
        ContactLaw { condim: self.condim, d: self.d, friction: &self.friction }
    }

    /// Number of components along and about the contact that have rows: translation only, or
    /// rotation too.
    #[inline(always)]
    pub fn width(&self) -> usize {
        if self.condim > 3 { 6 } else { 3 }
    }

    /// Translation along normal and tangents, then rotation about them.
    #[inline]
    pub fn components(&self, lin: [f64; 3], ang: [f64; 3]) -> [f64; 6] {
        let [n, x, y] = self.frame;
        [dot(n, lin), dot(x, lin), dot(y, lin), dot(n, ang), dot(x, ang), dot(y, ang)]
    }

    /// Minus the reference acceleration, for the velocities at the contact.
    pub fn offset(&self, velocity: [f64; 6]) -> [Scalar; 6] {
        offset(velocity.map(Single), self.damping, self.spring)
    }

    /// Force with which the contact pushes along its normal, N, for the second side's acceleration
    /// and velocity at the contact point relative to the first's.
    pub fn normal_force(&self, acc: Motion<Scalar>, vel: Motion<Scalar>) -> f64 {
        self.parts(acc, vel)[0].0
    }

    /// The same force, N, on the second side, world axes.
    pub fn force(&self, acc: Motion<Scalar>, vel: Motion<Scalar>) -> [f64; 3] {
        let parts = self.parts(acc, vel);
        std::array::from_fn(|i| (0..3).map(|axis| self.frame[axis][i] * parts[axis].0).sum())
    }

    /// Force along, and moment about, normal and tangents.
    fn parts(&self, acc: Motion<Scalar>, vel: Motion<Scalar>) -> [Scalar; 6] {
        let components = |m: Motion<Scalar>| self.components(m.lin.lane(0), m.ang.lane(0));
        let mut residual = self.offset(components(vel));
        for (residual, acc) in residual.iter_mut().zip(components(acc)) {
            *residual += Single(acc);
        }
        self.law().force(&residual)
    }
}
