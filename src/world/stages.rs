//! The lane code of a substep in four pieces, each compiled once for every lane type inside a
//! function that enables the CPU's features.

use super::closeness::may_touch;
use super::scene::Kind;
use super::worker::Group;
use crate::dynamics::ground::find_ground_contacts;
use crate::dynamics::integrate::{integrate, keep_acceleration};
use crate::dynamics::joint_rows::find_limits;
use crate::dynamics::kinematics::{geom_poses, kinematics};
use crate::dynamics::newton::newton;
use crate::dynamics::params::Params;
use crate::dynamics::sensor::sensors;
use crate::dynamics::smooth::{bias_and_mass, body_forces, joint_forces};
use crate::math::lane::{Lane, Mask};

/// Entry points of one lane type. They may only be called on a CPU that has its features.
#[derive(Clone, Copy)]
pub struct Stages<L: Lane> {
    /// [`prepare`]
    pub prepare: unsafe fn(&Kind, &Params<L>, &mut Group<L>),
    /// [`solve`]
    pub solve: unsafe fn(&Kind, &Params<L>, &mut Group<L>),
    /// [`sense`]
    pub sense: unsafe fn(&Kind, &Params<L>, &mut Group<L>),
    /// [`advance`]
    pub advance: unsafe fn(&Kind, &Params<L>, &mut Group<L>),
}

/// All up to the constraints: what moves, with which forces, what is close to what.
#[inline(always)]
pub fn prepare<L: Lane>(kind: &Kind, params: &Params<L>, group: &mut Group<L>) {
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

/// Accelerations of the trees that no island takes.
#[inline(always)]
pub fn solve<L: Lane>(kind: &Kind, params: &Params<L>, group: &mut Group<L>) {
    let todo = group.live & !group.coupled;
    if todo != 0 {
        newton(&kind.tree, params, L::Mask::from_bits(todo), &mut group.data);
    }
}

/// Sensors.
#[inline(always)]
pub fn sense<L: Lane>(kind: &Kind, params: &Params<L>, group: &mut Group<L>) {
    sensors(&kind.model, &kind.tree, params, &mut group.data);
}

/// The next state.
#[inline(always)]
pub fn advance<L: Lane>(kind: &Kind, params: &Params<L>, group: &mut Group<L>) {
    let d = &mut group.data;
    keep_acceleration(d);
    integrate(&kind.tree, params, d);
}
