//! The lane code of a substep in pieces, each compiled for every lane type with that type's
//! instructions.

use super::closeness::may_touch;
use super::scene::Kind;
use super::worker::Group;
use crate::dynamics::coupled::Step;
use crate::dynamics::ground::find_ground_contacts;
use crate::dynamics::integrate::{integrate, keep_acceleration};
use crate::dynamics::joint_rows::find_limits;
use crate::dynamics::kinematics::{geom_poses, kinematics};
use crate::dynamics::memory::remember_sides;
use crate::dynamics::newton::newton;
use crate::dynamics::own::prepare_own_contacts;
use crate::dynamics::params::Params;
use crate::dynamics::sensor::sensors;
use crate::dynamics::smooth::{bias_and_mass, body_forces, joint_forces};
use crate::math::MAX_VALUE;
use crate::math::lane::{Kernel, Lane, Mask};
use std::marker::PhantomData;

/// What the trees of a group have in common.
#[derive(Clone, Copy)]
pub struct Shared<'a, L: Lane> {
    /// Their model.
    pub kind: &'a Kind,
    /// Its constants.
    pub params: &'a Params<L>,
}

/// Everything up to the constraints: motion, forces, and what is close to what.
pub struct Prepare<'a, L: Lane>(pub Shared<'a, L>);

/// Accelerations of trees in groups without trees that islands couple.
pub struct Solve<'a, L: Lane>(pub Shared<'a, L>);

/// A step of the solver for groups with trees that islands couple.
pub struct Iterate<'a, L: Lane>(pub Shared<'a, L>, pub Step);

/// Sensors.
pub struct Sense<'a, L: Lane>(pub Shared<'a, L>);

/// The next state, and where the solver begins there.
pub struct Advance<'a, L: Lane>(pub Shared<'a, L>);

/// Finds the lanes whose state is sound, as MuJoCo checks it: all numbers are finite, and none is
/// beyond [`MAX_VALUE`]. Returns them as bits.
pub struct FindSound<L>(pub PhantomData<L>);

impl<L: Lane> Kernel for Prepare<'_, L> {
    type Data = Group<L>;
    type Output = ();
    #[inline(always)]
    fn run(self, group: &mut Group<L>) {
        let Shared { kind, params } = self.0;
        let d = &mut group.data;
        kinematics(&kind.tree, params, d);
        geom_poses(params, d);
        body_forces(&kind.tree, params, d);
        bias_and_mass(&kind.tree, params, d);
        joint_forces(params, d);
        find_limits(params, d);
        find_ground_contacts(&kind.model, &kind.tree, params, L::Mask::from_bits(group.live), d);
        group.close.clear();
        for (index, pair) in kind.self_pairs.iter().enumerate() {
            let lanes = may_touch(pair, d).bits() & group.live;
            if lanes != 0 {
                group.close.push((index, lanes));
            }
        }
    }
}

impl<L: Lane> Kernel for Solve<'_, L> {
    type Data = Group<L>;
    type Output = ();
    #[inline(always)]
    fn run(self, group: &mut Group<L>) {
        let Shared { kind, params } = self.0;
        if group.live != 0 && group.coupled == 0 {
            prepare_own_contacts(&kind.tree, &mut group.data);
            newton(&kind.tree, params, L::Mask::from_bits(group.live), &mut group.data);
        }
    }
}

impl<L: Lane> Kernel for Iterate<'_, L> {
    type Data = Group<L>;
    type Output = ();
    #[inline(always)]
    fn run(self, group: &mut Group<L>) {
        let Shared { kind, params } = self.0;
        self.1.take(&kind.tree, params, &mut group.data);
    }
}

impl<L: Lane> Kernel for Sense<'_, L> {
    type Data = Group<L>;
    type Output = ();
    #[inline(always)]
    fn run(self, group: &mut Group<L>) {
        let Shared { kind, params } = self.0;
        sensors(&kind.model, &kind.tree, params, &mut group.data);
    }
}

impl<L: Lane> Kernel for Advance<'_, L> {
    type Data = Group<L>;
    type Output = ();
    #[inline(always)]
    fn run(self, group: &mut Group<L>) {
        let Shared { kind, params } = self.0;
        let d = &mut group.data;
        remember_sides(group.live, d);
        keep_acceleration(d);
        integrate(&kind.tree, params, d);
    }
}

impl<L: Lane> Kernel for FindSound<L> {
    type Data = Group<L>;
    type Output = u32;
    #[inline(always)]
    fn run(self, group: &mut Group<L>) -> u32 {
        let d = &group.data;
        let [pos, spin] = [d.root_pos, d.root_spin];
        let root = [pos.x, pos.y, pos.z, spin.x, spin.y, spin.z];
        let (largest, mut sound) = (L::splat(MAX_VALUE), L::Mask::splat(true));
        // Chained iterators call a closure for each number, which is not compiled for the CPU's
        // features.
        for numbers in [&root[..], &d.root_quat, &d.q, &d.v, &d.qacc] {
            for number in numbers {
                sound = sound & number.abs().le(largest);
            }
        }
        sound.bits()
    }
}
