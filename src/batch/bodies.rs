//! Poses of all robots' bodies.

use super::WorldBatch;
use crate::world::{BodyPose, Poses};
use rayon::prelude::*;

impl WorldBatch {
    /// Bodies of the robot that has most.
    pub fn max_bodies(&self) -> usize {
        (0..self.num_robots()).map(|robot| self.robot_model(robot).bodies.len()).max().unwrap_or(0)
    }

    /// Writes `part` of every body, `(W, R, max_bodies, N)`, at the current coordinates; zero
    /// where a robot has fewer bodies than another.
    pub fn fill_bodies<const N: usize>(&self, part: fn(&BodyPose) -> [f64; N], out: &mut [f64]) {
        let row = self.num_robots() * self.max_bodies() * N;
        if row == 0 {
            return;
        }
        let fill = |poses: &mut Poses, (world, row): (usize, &mut [f64])| {
            self.fill_world(world, poses, part, row);
        };
        match &self.pool {
            None => {
                let mut poses = Poses::default();
                out.chunks_exact_mut(row).enumerate().for_each(|row| fill(&mut poses, row));
            }
            Some(pool) => pool.install(|| {
                let rows = out.par_chunks_exact_mut(row).enumerate();
                rows.with_min_len(self.block).for_each_init(Poses::default, fill);
            }),
        }
    }

    fn fill_world<const N: usize>(
        &self,
        world: usize,
        poses: &mut Poses,
        part: fn(&BodyPose) -> [f64; N],
        row: &mut [f64],
    ) {
        let qpos = &self.state.qpos[world * self.nq()..][..self.nq()];
        row.fill(0.0);
        for (robot, out) in row.chunks_exact_mut(self.max_bodies() * N).enumerate() {
            let model = self.robot_model(robot);
            poses.update(model, &qpos[self.robot_ranges(robot).0]);
            for (body, out) in (0..model.bodies.len()).zip(out.chunks_exact_mut(N)) {
                out.copy_from_slice(&part(poses.body(body)));
            }
        }
    }
}
