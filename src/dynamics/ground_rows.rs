//! Contacts with the ground in the gradient: accelerations go from the root to the bodies on the
//! ground, the contacts' forces back.

use super::contact_law::ContactLaw;
use super::data::{TreeData, base_force, base_motion};
use super::ground::{turned, turned_back};
use super::ground_params::GroundParams;
use super::rows::GroundContact;
use super::tree::{NONE, Tree};
use crate::math::lane::Lane;
use crate::math::spatial::{Force, Motion};
use crate::math::vec3::Vec3;

impl<L: Lane> GroundContact<L> {
    /// The law of its rows.
    #[inline(always)]
    pub(super) fn law<'a>(&self, p: &'a GroundParams<L>) -> ContactLaw<'a, L> {
        ContactLaw { condim: self.condim, d: self.d, friction: &p.friction }
    }

    /// Sets the residual for a body's acceleration.
    #[inline(always)]
    fn set_residual(&mut self, acc: Motion<L>, buffer: usize) {
        let (residual, offset) = (&mut self.residual[buffer], &self.offset);
        let lin = turned(acc.at(self.point), self.heading);
        residual[0] = lin.z + offset[0];
        residual[1] = lin.x + offset[1];
        residual[2] = lin.y + offset[2];
        if self.condim > 3 {
            let ang = turned(acc.ang, self.heading);
            residual[3] = ang.z + offset[3];
            residual[4] = ang.x + offset[4];
            residual[5] = ang.y + offset[5];
        }
    }

    /// Force on the body for the residual, and in which lanes a row changed sides.
    #[inline(always)]
    fn push(&mut self, p: &GroundParams<L>, buffer: usize) -> (Force<L>, u32) {
        let law = self.law(p);
        let (force, changed) = law.push(&self.residual[buffer], &mut self.pushing);
        let [n, x, y, spin, roll_x, roll_y] = force;
        let force = turned_back(Vec3::new(x, y, n), self.heading);
        let moment = turned_back(Vec3::new(roll_x, roll_y, spin), self.heading);
        (Force::at(self.point, force, moment), changed)
    }
}

/// Spreads accelerations `x` to the bodies on the ground, and takes the contacts' forces out of
/// the gradient. Returns the lanes whose pushing rows have changed.
#[inline(always)]
pub fn ground_gradient<L: Lane>(
    tree: &Tree,
    ground: &[GroundParams<L>],
    buffer: usize,
    d: &mut TreeData<L>,
) -> u32 {
    if d.ground_count == 0 {
        return 0;
    }
    let s = &mut d.solver;
    for body in 0..tree.nb {
        if !d.grounded[body] {
            continue;
        }
        let mut acc = match tree.parent[body] {
            NONE => base_motion(&s.x),
            parent => s.acc[parent],
        };
        for joint in tree.joints[body].clone() {
            acc = d.axis[joint].scale_add(s.x[6 + joint], acc);
        }
        s.acc[body] = acc;
        s.wrench[body] = Force::zero();
    }
    let mut changed = 0;
    for contact in &mut d.ground[..d.ground_count] {
        contact.set_residual(s.acc[contact.body], buffer);
        let (force, flips) = contact.push(&ground[contact.geom], buffer);
        s.wrench[contact.body] += force;
        changed |= flips;
    }
    for body in (0..tree.nb).rev() {
        if !d.grounded[body] {
            continue;
        }
        let wrench = s.wrench[body];
        for joint in tree.joints[body].clone() {
            s.gradient[6 + joint] -= d.axis[joint].dot(wrench);
        }
        match tree.parent[body] {
            NONE => {
                for (g, f) in s.gradient.iter_mut().zip(base_force(wrench)) {
                    *g -= f;
                }
            }
            parent => s.wrench[parent] += wrench,
        }
    }
    changed
}
