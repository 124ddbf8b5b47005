//! Where a robot's feet are: only the joints on the way to them, as matrices.
//!
//! [`Poses`](crate::world::Poses) has MuJoCo's order of operations for what agents are told digit
//! by digit; terms need neither that nor quaternions, and every step.

use crate::math::point::{add, rotate};
use crate::model::{Model, ROOT_COORDS};

type Matrix = [[f64; 3]; 3];
/// Position and orientation in the world.
pub(super) type Pose = ([f64; 3], Matrix);

/// One body on the way to a foot.
struct Link {
    /// Is its parent the link before it? Otherwise it is one that was kept, if it has any.
    goes_on: bool,
    /// Do links that come later, but not next, hang on it?
    branches: bool,
    parent: Option<usize>,
    /// Which of the bodies that are asked for it is.
    end: Option<usize>,
    pos: [f64; 3],
    /// How it is turned in its parent; `None` if it is not.
    mat: Option<Matrix>,
    hinges: Vec<Hinge>,
}

struct Hinge {
    /// Its coordinate in the robot's.
    coordinate: usize,
    reference: f64,
    axis: [f64; 3],
    /// Where it is fixed in the body.
    pos: [f64; 3],
}

/// The links from the root to some bodies, parents first.
pub(super) struct Chains {
    links: Vec<Link>,
}

impl Chains {
    /// The way to some bodies of a model.
    pub fn new(model: &Model, bodies: &[usize]) -> Self {
        let needed = crate::batch::bodies::with_ancestors(model, bodies);
        let needed: Vec<usize> = (0..needed.len()).filter(|&body| needed[body]).collect();
        let place = |body: usize| needed.iter().position(|&other| other == body);
        let hinge = |index: usize| {
            let joint = &model.joints[index];
            Hinge {
                coordinate: ROOT_COORDS + index,
                reference: joint.reference,
                axis: joint.axis,
                pos: joint.pos,
            }
        };
        let link = |(index, &number): (usize, &usize)| {
            let body = &model.bodies[number];
            let parent = body.parent.and_then(place);
            Link {
                goes_on: parent.is_some_and(|parent| parent + 1 == index),
                branches: false,
                parent,
                end: bodies.iter().position(|&wanted| wanted == number),
                pos: body.pos,
                mat: (body.quat != [1.0, 0.0, 0.0, 0.0]).then(|| matrix(body.quat)),
                hinges: body.joints.clone().map(hinge).collect(),
            }
        };
        let mut links: Vec<Link> = needed.iter().enumerate().map(link).collect();
        for index in 0..links.len() {
            if let (Some(parent), false) = (links[index].parent, links[index].goes_on) {
                links[parent].branches = true;
            }
        }
        Self { links }
    }

    /// Writes position and upward axis, 6 numbers, of every body at a robot's coordinates;
    /// `poses` is memory that is used again.
    pub fn write(&self, qpos: &[f64], poses: &mut Vec<Pose>, out: &mut [f64]) {
        poses.resize(self.links.len(), ([0.0; 3], [[0.0; 3]; 3]));
        let quat: [f64; 4] = std::array::from_fn(|i| qpos[3 + i]);
        let mut pose: Pose = ([qpos[0], qpos[1], qpos[2]], matrix(quat));
        for (index, link) in self.links.iter().enumerate() {
            if !link.goes_on
                && let Some(parent) = link.parent
            {
                pose = poses[parent];
            }
            if link.parent.is_some() {
                let (pos, mat) = pose;
                let pos = add(rotate(&mat, link.pos), pos);
                pose = (pos, link.mat.as_ref().map_or(mat, |turn| product(&mat, turn)));
                for hinge in &link.hinges {
                    pose = hinge.turn(pose, qpos);
                }
            }
            if link.branches {
                poses[index] = pose;
            }
            if let Some(end) = link.end {
                out[6 * end..][..3].copy_from_slice(&pose.0);
                out[6 * end + 3..][..3].copy_from_slice(&pose.1.map(|row| row[2]));
            }
        }
    }
}

impl Hinge {
    fn turn(&self, (pos, mat): Pose, qpos: &[f64]) -> Pose {
        let turned = about(&mat, self.axis, qpos[self.coordinate] - self.reference);
        if self.pos == [0.0; 3] {
            return (pos, turned);
        }
        let (anchor, arm) = (add(rotate(&mat, self.pos), pos), rotate(&turned, self.pos));
        (std::array::from_fn(|i| anchor[i] - arm[i]), turned)
    }
}

/// A frame turned about an axis of its own.
fn about(mat: &Matrix, axis: [f64; 3], angle: f64) -> Matrix {
    let (sin, cos) = angle.sin_cos();
    let column = |[x, y, z]: [f64; 3]| match (x, y, z) {
        (1.0, 0.0, 0.0) => Some((1, 2)),
        (0.0, 1.0, 0.0) => Some((2, 0)),
        (0.0, 0.0, 1.0) => Some((0, 1)),
        _ => None,
    };
    if let Some((first, second)) = column(axis) {
        // Two columns turn in their plane.
        let mut turned = *mat;
        for (row, from) in turned.iter_mut().zip(mat) {
            row[first] = cos * from[first] + sin * from[second];
            row[second] = cos * from[second] - sin * from[first];
        }
        return turned;
    }
    let half = (0.5 * angle).sin_cos();
    product(mat, &matrix([half.1, axis[0] * half.0, axis[1] * half.0, axis[2] * half.0]))
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|row| std::array::from_fn(|j| (0..3).map(|k| row[k] * b[k][j]).sum()))
}

/// A quaternion wxyz of any length but zero as a matrix of rows.
fn matrix(quat: [f64; 4]) -> Matrix {
    let norm = quat.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [w, x, y, z] = quat.map(|part| part / norm);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::splitmix::SplitMix64;
    use crate::model;
    use crate::world::Poses;

    #[test]
    fn feet_are_where_all_poses_have_them() {
        for name in ["T1", "K1", "ant"] {
            let model = model::load(name).unwrap();
            let bodies: Vec<usize> = (0..model.bodies.len()).rev().take(4).collect();
            let chains = Chains::new(&model, &bodies);
            let (mut stream, mut room) = (SplitMix64::new(3), Vec::new());
            for _ in 0..50 {
                let qpos: Vec<f64> = (0..model.nq()).map(|_| stream.uniform([-1.5, 1.5])).collect();
                let poses = Poses::of(&model, &qpos);
                let mut out = vec![0.0; 6 * bodies.len()];
                chains.write(&qpos, &mut room, &mut out);
                for (&body, found) in bodies.iter().zip(out.chunks_exact(6)) {
                    let pose = poses.body(body);
                    let wanted = [pose.pos, pose.mat.map(|row| row[2])].concat();
                    for (found, wanted) in found.iter().zip(wanted) {
                        assert!((found - wanted).abs() < 1e-13, "{name}: {found} {wanted}");
                    }
                }
            }
        }
    }
}
