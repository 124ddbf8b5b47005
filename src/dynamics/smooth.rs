//! Forces that do not depend on constraints, and the mass matrix.

use super::data::{TreeData, base_force};
use super::drag::drag;
use super::kinematics::body_inertia;
use super::params::{ActuatorParams, Params};
use super::tree::{NONE, Tree};
use crate::math::lane::Lane;
use crate::math::uniform::Uniform;

/// Fills `inertia` and `force` of every body: the force that it needs to accelerate by `acc`, less
/// drag.
#[inline(always)]
pub fn body_forces<L: Lane>(tree: &Tree, params: &Params<L>, d: &mut TreeData<L>) {
    for body in 0..tree.nb {
        let p = &params.bodies[body];
        let (inertia, com, principal) = body_inertia(p, &d.rot[body], d.pos[body]);
        let vel = d.vel[body];
        let momentum = inertia.mul_motion(vel);
        let force = vel.cross_force_add(momentum, inertia.mul_motion(d.acc[body]));
        d.force[body] = force - drag(&p.drag, vel, com, &principal);
        d.inertia[body] = inertia;
    }
}

/// Collects `force` and `inertia` over subtrees; fills `smooth` with minus the bias force and
/// `mass` (recursive Newton-Euler and composite rigid bodies, Featherstone 2008, tables 5.1, 6.2).
#[inline(always)]
pub fn bias_and_mass<L: Lane>(tree: &Tree, params: &Params<L>, d: &mut TreeData<L>) {
    for body in (0..tree.nb).rev() {
        for joint in tree.joints[body].clone() {
            d.smooth[6 + joint] = -d.axis[joint].dot(d.force[body]);
            mass_row(tree, params.joints[joint].armature, d, body, joint);
        }
        let parent = tree.parent[body];
        if parent != NONE {
            let (force, inertia) = (d.force[body], d.inertia[body]);
            d.force[parent] += force;
            d.inertia[parent] += inertia;
        }
    }
    for (smooth, force) in d.smooth.iter_mut().zip(base_force(d.force[0])) {
        *smooth = -force;
    }
    mass_of_root(tree, d);
}

#[inline(always)]
fn mass_row<L: Lane>(tree: &Tree, armature: L, d: &mut TreeData<L>, body: usize, joint: usize) {
    let force = d.inertia[body].mul_motion(d.axis[joint]);
    let dof = 6 + joint;
    let row = &mut d.mass[tree.row_range(dof)];
    row[..6].copy_from_slice(&base_force(force));
    let chain = &tree.columns_of(dof)[6..];
    for (entry, &ancestor) in row[6..].iter_mut().zip(chain) {
        *entry = d.axis[ancestor - 6].dot(force);
    }
    let last = row.len() - 1;
    row[last] += armature;
}

#[inline(always)]
fn mass_of_root<L: Lane>(tree: &Tree, d: &mut TreeData<L>) {
    let whole = d.inertia[0];
    let (m, h, rot, zero) = (whole.mass, whole.moment, whole.rot, L::zero());
    let rows: [&[L]; 6] = [
        &[m],
        &[zero, m],
        &[zero, zero, m],
        &[zero, -h.z, h.y, rot.xx],
        &[h.z, zero, -h.x, rot.xy, rot.yy],
        &[-h.y, h.x, zero, rot.xz, rot.yz, rot.zz],
    ];
    for (dof, row) in rows.iter().enumerate() {
        d.mass[tree.row_range(dof)].copy_from_slice(row);
    }
}

/// Adds joint damping and the motors' forces to `smooth`.
#[inline(always)]
pub fn joint_forces<L: Lane>(params: &Params<L>, d: &mut TreeData<L>) {
    for (joint, j) in params.joints.iter().enumerate() {
        let v = d.v[6 + joint];
        d.smooth[6 + joint] = j.damping.neg_mul_add(v, d.smooth[6 + joint]);
    }
    for (motor, command) in params.motors.iter().zip(&d.command) {
        let j = &params.joints[motor.joint];
        let (q, v) = (d.q[motor.joint], d.v[6 + motor.joint]);
        let t = &motor.torque;
        let torque = within(t.force_range, asked(t, command.torque)) * t.gear.lanes();
        let p = &motor.position;
        let error = p.gear.lanes().neg_mul_add(q, asked(p, command.target));
        let position = within(p.force_range, command.kp * error) * p.gear.lanes();
        let s = &motor.velocity;
        let error = s.gear.lanes().neg_mul_add(v, asked(s, command.velocity));
        let velocity = within(s.force_range, command.kd * error) * s.gear.lanes();
        let total = within(j.force_range, torque + position + velocity);
        d.smooth[6 + motor.joint] += total;
    }
}

/// A control, clamped to its actuator's range.
#[inline(always)]
fn asked<L: Lane>(actuator: &ActuatorParams<L>, control: L) -> L {
    within(actuator.ctrl_range.map(Uniform::lanes), control)
}

#[inline(always)]
fn within<L: Lane>(range: [L; 2], value: L) -> L {
    value.clamp(range[0], range[1])
}
