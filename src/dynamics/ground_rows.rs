//! Contacts with the ground in the gradient: accelerations go from the root to the bodies on the
//! ground, the contacts' forces back.

use super::contact_law::{MAX_TANGENTS, replace};
use super::data::{TreeData, base_force, base_motion};
use super::ground::{turned, turned_back};
use super::ground_params::GroundParams;
use super::rows::GroundContact;
use super::tree::{NONE, Tree};
use crate::math::lane::Lane;
use crate::math::spatial::{Force, Motion};
use crate::math::vec3::Vec3;

impl<L: Lane> GroundContact<L> {
    /// A body's acceleration along and about normal and tangents; rotation only if the contact
    /// resists it.
    #[inline(always)]
    fn components(&self, acc: Motion<L>) -> [L; 6] {
        let lin = turned(acc.at(self.point), self.heading);
        let zero = L::zero();
        if self.rows.condim <= 3 {
            return [lin.z, lin.x, lin.y, zero, zero, zero];
        }
        let ang = turned(acc.ang, self.heading);
        [lin.z, lin.x, lin.y, ang.z, ang.x, ang.y]
    }

    /// Force on the body from its parts along and about normal and tangents.
    #[inline(always)]
    fn force(&self, [n, x, y, spin, roll_x, roll_y]: [L; 6]) -> Force<L> {
        let force = turned_back(Vec3::new(x, y, n), self.heading);
        if self.rows.condim <= 3 {
            return Force { ang: self.point.cross(force), lin: force };
        }
        let moment = turned_back(Vec3::new(roll_x, roll_y, spin), self.heading);
        Force::at(self.point, force, moment)
    }

    /// Friction coefficients.
    #[inline(always)]
    pub(super) fn friction<'a>(&self, ground: &'a [GroundParams<L>]) -> &'a [L; MAX_TANGENTS] {
        &ground[self.geom].friction
    }
}

/// Marks the bodies on the paths from these contacts to the root.
#[inline(always)]
pub fn mark_paths<L: Lane>(
    tree: &Tree,
    contacts: &[GroundContact<L>],
    slots: &[usize],
    marks: &mut [bool],
) {
    marks.fill(false);
    for &slot in slots {
        mark_path(tree, contacts[slot].body, marks);
    }
}

/// Marks the bodies on the path from one to the root. Stops at a marked one: beyond it, all are
/// marked.
#[inline(always)]
fn mark_path(tree: &Tree, from: usize, marks: &mut [bool]) {
    let mut body = from;
    while body != NONE && !marks[body] {
        marks[body] = true;
        body = tree.parent[body];
    }
}

/// Sets the residuals of all contacts for accelerations `x`.
#[inline(always)]
pub fn ground_residuals<L: Lane>(tree: &Tree, d: &mut TreeData<L>) {
    let s = &mut d.solver;
    spread(tree, &d.axis, &s.grounded, &s.x, &mut s.acc);
    for &slot in &s.ground_slots {
        let contact = &mut d.ground[slot];
        let acc = contact.components(s.acc[contact.body]);
        for ((r, acc), &offset) in
            contact.rows.residual.iter_mut().zip(acc).zip(&contact.rows.offset)
        {
            *r = acc + offset;
        }
    }
}

/// Sets the rates of all contacts for the search direction.
#[inline(always)]
pub fn ground_rates<L: Lane>(tree: &Tree, d: &mut TreeData<L>) {
    let s = &mut d.solver;
    if s.ground_slots.is_empty() {
        return;
    }
    spread(tree, &d.axis, &s.grounded, &s.direction, &mut s.acc);
    for &slot in &s.ground_slots {
        let contact = &mut d.ground[slot];
        contact.rows.rate = contact.components(s.acc[contact.body]);
    }
}

/// Accelerations of the marked bodies that are due to `x`.
#[inline(always)]
fn spread<L: Lane>(
    tree: &Tree,
    axis: &[Motion<L>],
    marks: &[bool],
    x: &[L],
    acc: &mut [Motion<L>],
) {
    for body in 0..tree.nb {
        if !marks[body] {
            continue;
        }
        let mut sum = match tree.parent[body] {
            NONE => base_motion(x),
            parent => acc[parent],
        };
        for joint in tree.joints[body].clone() {
            sum = axis[joint].scale_add(x[6 + joint], sum);
        }
        acc[body] = sum;
    }
}

/// Subtracts the forces of all contacts from the gradient, and records which rows push in the lanes
/// of `todo`.
#[inline(always)]
pub fn take_ground_forces<L: Lane>(
    tree: &Tree,
    ground: &[GroundParams<L>],
    todo: u32,
    start: bool,
    d: &mut TreeData<L>,
) {
    let s = &mut d.solver;
    clear_wrenches(&s.grounded, &mut s.wrench);
    for &slot in &s.ground_slots {
        let contact = &mut d.ground[slot];
        let friction = &ground[contact.geom].friction;
        let (force, flipped) = contact.rows.settle(friction, todo, start);
        if flipped != 0 {
            s.bent |= flipped;
            mark_path(tree, contact.body, &mut s.stale);
        }
        s.wrench[contact.body] += contact.force(force);
    }
    collect(tree, &d.axis, &s.grounded, &mut s.wrench, &mut s.gradient);
}

/// Goes `length` of the way along the search direction: subtracts from the gradient the change in
/// force due to rows that have flipped, and records their sides in the lanes of `todo`.
#[inline(always)]
pub fn turn_ground_rows<L: Lane>(
    tree: &Tree,
    ground: &[GroundParams<L>],
    todo: u32,
    length: L,
    d: &mut TreeData<L>,
) {
    let s = &mut d.solver;
    if !s.turned_ground.is_empty() {
        mark_paths(tree, &d.ground, &s.turned_ground, &mut s.turned_bodies);
        clear_wrenches(&s.turned_bodies, &mut s.wrench);
        for &slot in &s.turned_ground {
            let contact = &mut d.ground[slot];
            let (turn, sides) = contact.rows.turn(contact.friction(ground), length);
            let flipped = replace(&mut contact.rows.pushing, todo, &sides);
            if flipped != 0 {
                s.bent |= flipped;
                mark_path(tree, contact.body, &mut s.stale);
            }
            s.wrench[contact.body] += contact.force(turn.force);
        }
        collect(tree, &d.axis, &s.turned_bodies, &mut s.wrench, &mut s.gradient);
    }
    for &slot in &s.ground_slots {
        d.ground[slot].rows.advance(length);
    }
}

#[inline(always)]
fn clear_wrenches<L: Lane>(marks: &[bool], wrench: &mut [Force<L>]) {
    for (wrench, _) in wrench.iter_mut().zip(marks).filter(|(_, mark)| **mark) {
        *wrench = Force::zero();
    }
}

/// Subtracts forces on the marked bodies from the gradient.
#[inline(always)]
fn collect<L: Lane>(
    tree: &Tree,
    axis: &[Motion<L>],
    marks: &[bool],
    wrench: &mut [Force<L>],
    gradient: &mut [L],
) {
    for body in (0..tree.nb).rev() {
        if !marks[body] {
            continue;
        }
        let force = wrench[body];
        for joint in tree.joints[body].clone() {
            gradient[6 + joint] -= axis[joint].dot(force);
        }
        match tree.parent[body] {
            NONE => {
                for (g, f) in gradient.iter_mut().zip(base_force(force)) {
                    *g -= f;
                }
            }
            parent => wrench[parent] += force,
        }
    }
}
