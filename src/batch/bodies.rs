//! Poses of robots' bodies.

use super::WorldBatch;
use crate::world::{BodyPose, Poses, with_ancestors};

/// Numbers of a pose: position, m, then quaternion wxyz.
pub const POSE_LEN: usize = 7;

impl WorldBatch {
    /// Number of bodies of the robot with the most.
    pub fn max_bodies(&self) -> usize {
        (0..self.num_robots()).map(|robot| self.robot_model(robot).bodies.len()).max().unwrap_or(0)
    }

    /// Writes `part` of every body, `(W, R, max_bodies, N)`, at the current coordinates; zero
    /// where a robot has fewer bodies than another.
    pub fn fill_bodies<const N: usize>(&self, part: fn(&BodyPose) -> [f64; N], out: &mut [f64]) {
        out.fill(0.0);
        self.fill_robots(self.max_bodies() * N, out, |poses, robot, qpos, out| {
            let model = self.robot_model(robot);
            poses.update(model, qpos);
            for (body, out) in (0..model.bodies.len()).zip(out.chunks_exact_mut(N)) {
                out.copy_from_slice(&part(poses.body(body)));
            }
        });
    }

    /// Writes the poses of `count` bodies, `(W, R, count, POSE_LEN)`, at the current coordinates.
    /// `bodies` has their indices for each robot.
    pub fn fill_poses(&self, bodies: &[Vec<usize>], count: usize, out: &mut [f64]) {
        let needed: Vec<_> = (0..self.num_robots())
            .map(|robot| with_ancestors(self.robot_model(robot), &bodies[robot]))
            .collect();
        self.fill_robots(count * POSE_LEN, out, |poses, robot, qpos, out| {
            poses.update_some(self.robot_model(robot), qpos, |body| needed[robot][body]);
            for (&body, out) in bodies[robot].iter().zip(out.chunks_exact_mut(POSE_LEN)) {
                let BodyPose { pos, quat, .. } = poses.body(body);
                out[..3].copy_from_slice(pos);
                out[3..].copy_from_slice(quat);
            }
        });
    }

    /// Calls `fill` for every robot of every world with its coordinates and its `len` numbers of
    /// `out`; worlds are shared among the threads.
    fn fill_robots(
        &self,
        len: usize,
        out: &mut [f64],
        fill: impl Fn(&mut Poses, usize, &[f64], &mut [f64]) + Sync,
    ) {
        let row = self.num_robots() * len;
        if row == 0 {
            return;
        }
        let blocks = out.chunks_mut(row * self.block).enumerate();
        self.threads.each(blocks, |(block, rows), _| {
            let mut poses = Poses::default();
            for (world, row) in (block * self.block..).zip(rows.chunks_exact_mut(row)) {
                let qpos = &self.state.qpos[world * self.nq()..][..self.nq()];
                for (robot, out) in row.chunks_exact_mut(len).enumerate() {
                    fill(&mut poses, robot, &qpos[self.robot_ranges(robot).0], out);
                }
            }
        });
    }
}
