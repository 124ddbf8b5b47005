//! Where worlds are: setting the state of some, placing robots and ball, starting anew.

use super::WorldBatch;
use super::checks;
use super::episodes::Restart;
use crate::dynamics::newton::furthest_start;
use crate::error::Result;
use crate::math::quaternion;
use crate::model::ROOT_DOFS;
use crate::soccer::BALL;

impl WorldBatch {
    /// Sets the state of some worlds: `qpos (worlds.len(), nq)`, `qvel (worlds.len(), nv)`. The
    /// warm start becomes zero; frozen worlds among them thaw.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] naming the offending number's place; nothing has changed then.
    pub fn set_state(&mut self, worlds: &[usize], qpos: &[f64], qvel: &[f64]) -> Result<()> {
        let (nq, nv) = (self.nq(), self.nv());
        self.check_worlds(worlds)?;
        self.check_rows("qpos", worlds, qpos, nq)?;
        self.check_rows("qvel", worlds, qvel, nv)?;
        self.check_quaternions(worlds, qpos)?;
        for (i, &world) in worlds.iter().enumerate() {
            self.state.qpos[world * nq..][..nq].copy_from_slice(&qpos[i * nq..][..nq]);
            self.state.qvel[world * nv..][..nv].copy_from_slice(&qvel[i * nv..][..nv]);
            self.state.warmstart[world * nv..][..nv].fill(0.0);
            self.state.sides.all().row(world).forget();
            self.state.frozen[world] = false;
        }
        self.observe(worlds);
        Ok(())
    }

    /// Sets where the solver starts: `qacc (worlds.len(), nv)`. A row with a number beyond 1e8 (1e5
    /// in single precision) becomes zero, as the solver would not converge from so far away.
    ///
    /// # Errors
    /// As [`set_state`](Self::set_state).
    pub fn set_warmstart(&mut self, worlds: &[usize], qacc: &[f64]) -> Result<()> {
        let nv = self.nv();
        self.check_worlds(worlds)?;
        self.check_rows("warmstart", worlds, qacc, nv)?;
        let furthest = furthest_start(self.precision);
        for (i, &world) in worlds.iter().enumerate() {
            let qacc = &qacc[i * nv..][..nv];
            let warmstart = &mut self.state.warmstart[world * nv..][..nv];
            match qacc.iter().all(|number| number.abs() <= furthest) {
                true => warmstart.copy_from_slice(qacc),
                false => warmstart.fill(0.0),
            }
            self.state.sides.all().row(world).forget();
        }
        Ok(())
    }

    /// Puts a robot somewhere at rest: position, m, and quaternion, wxyz, of its root in the
    /// world's frame; `joints`, rad, in the model's hinge order, or `None` for the initial pose.
    ///
    /// # Errors
    /// As [`set_state`](Self::set_state).
    pub fn place_robot(
        &mut self,
        world: usize,
        robot: usize,
        position: [f64; 3],
        quaternion: [f64; 4],
        joints: Option<&[f64]>,
    ) -> Result<()> {
        self.check_worlds(&[world])?;
        checks::index("robot", robot, self.num_robots())?;
        checks::finite("position", &position)?;
        checks::finite("quaternion", &quaternion)?;
        let quaternion = checks::quaternion("quaternion", quaternion)?;
        if let Some(joints) = joints {
            checks::length("joints", joints.len(), self.robot_model(robot).joints.len())?;
            checks::finite("joints", joints)?;
        }
        let hinges = &self.robot_model(robot).joints;
        let initial: Vec<f64> = hinges.iter().map(|hinge| hinge.reference).collect();
        let speeds = vec![0.0; initial.len()];
        let mut all = self.state.all();
        let mut world = all.world(self.arena.scene(), world);
        world.place(robot + 1, position, quaternion, [0.0; ROOT_DOFS]);
        world.set_hinges(robot + 1, joints.unwrap_or(&initial), &speeds);
        Ok(())
    }

    /// Puts the ball somewhere: `position`, m, and `velocity`: linear, m/s, in the world's frame,
    /// then angular, rad/s.
    ///
    /// # Errors
    /// As [`set_state`](Self::set_state).
    pub fn place_ball(
        &mut self,
        world: usize,
        position: [f64; 3],
        velocity: [f64; 6],
    ) -> Result<()> {
        self.check_worlds(&[world])?;
        checks::finite("position", &position)?;
        checks::finite("velocity", &velocity)?;
        let mut all = self.state.all();
        let mut world = all.world(self.arena.scene(), world);
        world.place(BALL, position, quaternion::IDENTITY, velocity);
        Ok(())
    }

    /// Resets worlds to the initial state: motors without command, time zero.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for worlds out of range or named twice.
    pub fn reset(&mut self, worlds: &[usize]) -> Result<()> {
        self.check_worlds(worlds)?;
        let start = self.arena.start(self.lineup, self.has_games());
        let restart = Restart {
            arena: &self.arena,
            start: &start,
            config: self.config.as_ref(),
            team_names: &self.team_names,
            seed: self.seed,
        };
        let mut all = self.state.all();
        for &world in worlds {
            restart.world(&mut all, self.games.get_mut(world), world, world);
        }
        self.observe(worlds);
        Ok(())
    }
}
