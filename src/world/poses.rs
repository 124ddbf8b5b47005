//! Poses of bodies, sites and geoms of one tree at given coordinates, in plain numbers.
//!
//! For callers that read a world now and then from outside; the engine uses lanes for this. The
//! order of operations is that of MuJoCo's `mj_kinematics`, without fused multiply-adds, so that
//! numbers agree to the last bit where they are truncated for agents.

use crate::collision::Pose;
use crate::math::MIN_VALUE;
use crate::math::point::{add, cross, rotate};
use crate::math::quaternion::{self, product};
use crate::model::{Model, ROOT_COORDS};

/// A body in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyPose {
    /// Origin, m.
    pub pos: [f64; 3],
    /// Orientation, wxyz.
    pub quat: [f64; 4],
    /// The same as a matrix of rows.
    pub mat: [[f64; 3]; 3],
}

/// All bodies of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Poses {
    bodies: Vec<BodyPose>,
}

impl Poses {
    /// Poses at `qpos` `(nq,)`: the root's position and quaternion, then the hinges.
    pub fn of(model: &Model, qpos: &[f64]) -> Self {
        let mut poses = Self::default();
        poses.update(model, qpos);
        poses
    }

    /// As [`of`](Self::of), in memory that exists already.
    pub fn update(&mut self, model: &Model, qpos: &[f64]) {
        self.update_some(model, qpos, |_| true);
    }

    /// As [`update`](Self::update), but only for the bodies that are `needed`, which must include
    /// their parents. The poses of the others have no meaning.
    pub fn update_some(&mut self, model: &Model, qpos: &[f64], needed: impl Fn(usize) -> bool) {
        self.bodies.clear();
        for (index, body) in model.bodies.iter().enumerate() {
            if !needed(index) {
                self.bodies.push(BodyPose::default());
                continue;
            }
            let pose = match body.parent {
                None => {
                    let pos = [qpos[0], qpos[1], qpos[2]];
                    (pos, normalized([qpos[3], qpos[4], qpos[5], qpos[6]]))
                }
                Some(parent) => {
                    let parent = &self.bodies[parent];
                    let mut pos = add(rotate(&parent.mat, body.pos), parent.pos);
                    let mut quat = product(parent.quat, body.quat);
                    for index in body.joints.clone() {
                        let joint = &model.joints[index];
                        let anchor = add(turn(joint.pos, quat), pos);
                        let angle = qpos[ROOT_COORDS + index] - joint.reference;
                        quat = product(quat, about(joint.axis, angle));
                        let arm = turn(joint.pos, quat);
                        pos = std::array::from_fn(|i| anchor[i] - arm[i]);
                    }
                    (pos, normalized(quat))
                }
            };
            let (pos, quat) = pose;
            self.bodies.push(BodyPose { pos, quat, mat: matrix(quat) });
        }
    }

    /// Poses of bodies that have been placed elsewhere, in the model's order: positions, m, and
    /// unit quaternions, wxyz.
    pub fn given(bodies: impl IntoIterator<Item = ([f64; 3], [f64; 4])>) -> Self {
        let body = |(pos, quat)| BodyPose { pos, quat, mat: matrix(quat) };
        Self { bodies: bodies.into_iter().map(body).collect() }
    }

    /// A body of the model.
    pub fn body(&self, body: usize) -> &BodyPose {
        &self.bodies[body]
    }

    /// A site of the model.
    pub fn site(&self, model: &Model, site: usize) -> Pose {
        let site = &model.sites[site];
        self.fixed_to(site.body, site.pos, site.quat)
    }

    /// Position of a colliding geom of the model.
    pub fn geom_position(&self, model: &Model, geom: usize) -> [f64; 3] {
        let geom = &model.geoms[geom];
        self.point(geom.body, geom.pos)
    }

    /// A colliding geom of the model.
    pub fn geom(&self, model: &Model, geom: usize) -> Pose {
        let geom = &model.geoms[geom];
        self.fixed_to(geom.body, geom.pos, geom.quat)
    }

    /// A point fixed to a body, in the world.
    pub fn point(&self, body: usize, point: [f64; 3]) -> [f64; 3] {
        let body = &self.bodies[body];
        add(rotate(&body.mat, point), body.pos)
    }

    fn fixed_to(&self, body: usize, pos: [f64; 3], quat: [f64; 4]) -> Pose {
        let mat = match quat {
            quaternion::IDENTITY => self.bodies[body].mat,
            _ => matrix(product(self.bodies[body].quat, quat)),
        };
        Pose { pos: self.point(body, pos), mat }
    }
}

/// `v` turned by `q`.
fn turn(v: [f64; 3], q: [f64; 4]) -> [f64; 3] {
    if v == [0.0; 3] {
        return [0.0; 3];
    }
    let axis = [q[1], q[2], q[3]];
    let c = cross(axis, v);
    let t: [f64; 3] = std::array::from_fn(|i| q[0] * v[i] + c[i]);
    let c = cross(axis, t);
    std::array::from_fn(|i| v[i] + 2.0 * c[i])
}

fn about(axis: [f64; 3], angle: f64) -> [f64; 4] {
    if angle == 0.0 {
        return quaternion::IDENTITY;
    }
    let (sin, cos) = (angle * 0.5).sin_cos();
    [cos, axis[0] * sin, axis[1] * sin, axis[2] * sin]
}

fn normalized(q: [f64; 4]) -> [f64; 4] {
    let norm = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
    // MuJoCo leaves a quaternion as it is if its length is 1 to within this.
    if (norm - 1.0).abs() > MIN_VALUE { q.map(|x| x * (1.0 / norm)) } else { q }
}

fn matrix([w, x, y, z]: [f64; 4]) -> [[f64; 3]; 3] {
    if [w, x, y, z] == quaternion::IDENTITY {
        return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    }
    let (ww, xx, yy, zz) = (w * w, x * x, y * y, z * z);
    let (wx, wy, wz) = (w * x, w * y, w * z);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    [
        [ww + xx - yy - zz, 2.0 * (xy - wz), 2.0 * (xz + wy)],
        [2.0 * (xy + wz), ww - xx + yy - zz, 2.0 * (yz - wx)],
        [2.0 * (xz - wy), 2.0 * (yz + wx), ww - xx - yy + zz],
    ]
}

/// Which bodies of a model are among `bodies` or their ancestors.
pub fn with_ancestors(model: &Model, bodies: &[usize]) -> Vec<bool> {
    let mut needed = vec![false; model.bodies.len()];
    for &body in bodies {
        let mut next = Some(body);
        while let Some(body) = next {
            needed[body] = true;
            next = model.bodies[body].parent;
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model;

    #[test]
    fn hinges_turn_what_hangs_on_them() {
        let model = model::load("T1").unwrap();
        let mut qpos = vec![0.0; model.nq()];
        qpos[2] = 1.0;
        qpos[3] = 1.0;
        let camera = model.sites.iter().position(|s| s.name == "camera").unwrap();
        let ahead = Poses::of(&model, &qpos).site(&model, camera);
        let yaw = model.joints.iter().position(|j| j.axis == [0.0, 0.0, 1.0]).unwrap();
        qpos[ROOT_COORDS + yaw] = std::f64::consts::FRAC_PI_2;
        let aside = Poses::of(&model, &qpos).site(&model, camera);
        assert!(ahead.mat[0][0] > 0.999 && aside.mat[1][0] > 0.999, "{ahead:?} {aside:?}");
        assert!((ahead.pos[2] - aside.pos[2]).abs() < 1e-12);
    }
}
