//! Poses, velocities and velocity-dependent accelerations, from the root outwards.

use super::data::{TreeData, base_motion};
use super::params::{BodyParams, Params};
use super::tree::{NONE, Tree};
use crate::math::lane::Lane;
use crate::math::spatial::{Inertia, Motion};
use crate::math::trig::sin_cos;
use crate::math::vec3::{Mat3, Vec3, quat_normalize};

/// Fills `rot`, `pos`, `axis`, `vel`, `acc` (Featherstone 2008, table 5.1, forward pass).
#[inline(always)]
pub fn kinematics<L: Lane>(tree: &Tree, params: &Params<L>, d: &mut TreeData<L>) {
    for body in 0..tree.nb {
        let p = &params.bodies[body];
        let parent = tree.parent[body];
        if parent == NONE {
            root(params, d);
            continue;
        }
        let parent_rot = d.rot[parent];
        let mut pos = parent_rot.mul_vec_add(p.pos.lanes(), d.pos[parent]);
        let mut rot =
            if tree.unrotated[body] { parent_rot } else { parent_rot.mul_mat(&p.rot.lanes()) };
        let (mut vel, mut acc) = (d.vel[parent], d.acc[parent]);
        for joint in tree.joints[body].clone() {
            let j = &params.joints[joint];
            let along = j.axis.lanes();
            let anchor = if j.off_centre { rot.mul_vec_add(j.pos.lanes(), pos) } else { pos };
            let direction = rot.mul_vec(along);
            let (sin, cos) = sin_cos(d.q[joint] - j.reference.lanes());
            rot = rot.mul_mat(&Mat3::from_axis_angle(along, sin, cos));
            if j.off_centre {
                pos = anchor - rot.mul_vec(j.pos.lanes());
            }
            let axis = Motion { ang: direction, lin: anchor.cross(direction) };
            let joint_vel = axis.scale(d.v[6 + joint]);
            acc = vel.cross_motion_add(joint_vel, acc);
            vel = vel + joint_vel;
            d.axis[joint] = axis;
        }
        d.rot[body] = rot;
        d.pos[body] = pos;
        d.vel[body] = vel;
        d.acc[body] = acc;
    }
}

#[inline(always)]
fn root<L: Lane>(params: &Params<L>, d: &mut TreeData<L>) {
    d.rot[0] = Mat3::from_quat(quat_normalize(d.root_quat));
    d.pos[0] = Vec3::zero();
    let (spin, spin_acc) = (d.rot[0].mul_vec(d.root_spin), d.rot[0].mul_vec(d.root_spin_acc));
    d.v[3..6].copy_from_slice(&[spin.x, spin.y, spin.z]);
    d.qacc[3..6].copy_from_slice(&[spin_acc.x, spin_acc.y, spin_acc.z]);
    let vel = base_motion(&d.v);
    d.vel[0] = vel;
    // The origin moves with the root, but a spatial acceleration refers to a fixed point: hence
    // v x w. Gravity enters as an upward acceleration of everything.
    let up = Vec3::new(L::zero(), L::zero(), -params.gravity);
    d.acc[0] = Motion { ang: Vec3::zero(), lin: vel.lin.cross_add(vel.ang, up) };
}

/// A body's inertia about the tree's origin, its centre of mass and its principal axes.
#[inline(always)]
pub fn body_inertia<L: Lane>(
    p: &BodyParams<L>,
    rot: &Mat3<L>,
    pos: Vec3<L>,
) -> (Inertia<L>, Vec3<L>, Mat3<L>) {
    let com = rot.mul_vec_add(p.ipos, pos);
    let principal = rot.mul_mat(&p.irot.lanes());
    (Inertia::new(p.mass, com, principal.congruence_diagonal(p.inertia)), com, principal)
}

/// Fills `geom_pos` and `geom_rot`.
#[inline(always)]
pub fn geom_poses<L: Lane>(params: &Params<L>, d: &mut TreeData<L>) {
    for (geom, p) in params.geoms.iter().enumerate() {
        let rot = &d.rot[p.body];
        d.geom_pos[geom] = rot.mul_vec_add(p.pos.lanes(), d.pos[p.body]);
        d.geom_rot[geom] = if p.unrotated { *rot } else { rot.mul_mat(&p.rot.lanes()) };
    }
}
