//! Sensor readings, as of the state before integration (MuJoCo's `sensordata`).

use super::data::{TreeData, base_motion};
use super::params::Params;
use super::tree::{NONE, Tree};
use crate::math::lane::Lane;
use crate::math::quaternion;
use crate::math::spatial::Motion;
use crate::math::trig::sin_cos;
use crate::math::vec3::{Mat3, Vec3, quat_mul, quat_normalize};
use crate::model::{Model, SensorKind};

/// Fills `sensors`, except those of [`touch`](super::touch), which need all contacts.
#[inline(always)]
pub fn sensors<L: Lane>(model: &Model, tree: &Tree, params: &Params<L>, d: &mut TreeData<L>) {
    let mut at = 0;
    for sensor in &model.sensors {
        match sensor.kind {
            SensorKind::FrameQuat(site) => {
                let site = &model.sites[site];
                let quat = body_quat(model, tree, params, d, site.body);
                let quat = quat_mul(quat, site.quat.map(L::splat));
                d.sensors[at..at + 4].copy_from_slice(&quat);
            }
            SensorKind::FramePos(site) => {
                let pos = d.root_pos + site_pose(model, d, site).1;
                write(&mut d.sensors[at..], pos);
            }
            SensorKind::Gyro(site) => {
                let rot = site_pose(model, d, site).0;
                let spin = rot.tr_mul_vec(d.vel[model.sites[site].body].ang);
                write(&mut d.sensors[at..], spin);
            }
            SensorKind::Accelerometer(site) => {
                let (rot, pos) = site_pose(model, d, site);
                let body = model.sites[site].body;
                let vel = d.vel[body];
                let acc = body_acceleration(tree, d, body).at(pos);
                let felt = rot.tr_mul_vec(vel.ang.cross_add(vel.at(pos), acc));
                write(&mut d.sensors[at..], felt);
            }
            SensorKind::JointPos(joint) => d.sensors[at] = d.q[joint],
            SensorKind::JointVel(joint) => d.sensors[at] = d.v[6 + joint],
            SensorKind::Touch(_) => {}
        }
        at += sensor.kind.dim();
    }
}

#[inline(always)]
fn write<L: Lane>(out: &mut [L], v: Vec3<L>) {
    out[..3].copy_from_slice(&[v.x, v.y, v.z]);
}

/// Orientation of a site, and its position from the root.
#[inline(always)]
fn site_pose<L: Lane>(model: &Model, d: &TreeData<L>, site: usize) -> (Mat3<L>, Vec3<L>) {
    let site = &model.sites[site];
    let rot = &d.rot[site.body];
    let local = Mat3::splat(super::params::rotation(site.quat));
    (rot.mul_mat(&local), rot.mul_vec_add(Vec3::splat(site.pos), d.pos[site.body]))
}

/// Full spatial acceleration of a body, gravity included.
#[inline(always)]
fn body_acceleration<L: Lane>(tree: &Tree, d: &TreeData<L>, body: usize) -> Motion<L> {
    let mut acc = d.acc[body] + base_motion(&d.qacc);
    let mut b = body;
    while b != NONE {
        for joint in tree.joints[b].clone() {
            acc = d.axis[joint].scale_add(d.qacc[6 + joint], acc);
        }
        b = tree.parent[b];
    }
    acc
}

/// Orientation of a body as the product of the quaternions on its way from the root.
#[inline(always)]
fn body_quat<L: Lane>(
    model: &Model,
    tree: &Tree,
    params: &Params<L>,
    d: &TreeData<L>,
    body: usize,
) -> [L; 4] {
    let mut quat = quaternion::IDENTITY.map(L::splat);
    let mut b = body;
    while tree.parent[b] != NONE {
        let mut local = model.bodies[b].quat.map(L::splat);
        for joint in tree.joints[b].clone() {
            let j = &params.joints[joint];
            let (sin, cos) = sin_cos(L::splat(0.5) * (d.q[joint] - j.reference.lanes()));
            let axis = j.axis.lanes().scale(sin);
            local = quat_mul(local, [cos, axis.x, axis.y, axis.z]);
        }
        quat = quat_mul(local, quat);
        b = tree.parent[b];
    }
    quat_mul(quat_normalize(d.root_quat), quat)
}
