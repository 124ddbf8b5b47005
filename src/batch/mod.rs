//! Many worlds with one roster, stepped in parallel.

use crate::error::Result;
use crate::model::Model;
use crate::world::Field;
use std::sync::Arc;

/// Numbers for every motor of every robot of every world, read with strides so that a scalar or
/// a smaller array broadcasts without a copy.
#[derive(Clone, Copy, Debug)]
pub struct MotorInput<'a> {
    /// The values.
    pub values: &'a [f64],
    /// Step in `values` per world, robot and motor; 0 repeats.
    pub strides: [usize; 3],
}

/// One command for all motors: `tau + kp (q* - q) + kd (dq* - dq)`.
#[derive(Clone, Copy, Debug)]
pub struct Commands<'a> {
    /// `q*`, rad.
    pub targets: MotorInput<'a>,
    /// `dq*`, rad/s.
    pub velocities: MotorInput<'a>,
    /// N m/rad
    pub kp: MotorInput<'a>,
    /// N m s/rad
    pub kd: MotorInput<'a>,
    /// `tau`, N m.
    pub torques: MotorInput<'a>,
}

/// One contact of one world.
#[derive(Clone, Debug)]
pub struct ContactReport {
    /// Names of the two geoms, e.g. `pitch`, `ball`, `r-1-1-left_foot` (rcsssmj's names).
    pub geoms: [String; 2],
    /// World frame, m.
    pub position: [f64; 3],
    /// From the first geom to the second.
    pub normal: [f64; 3],
    /// Negative in penetration, m.
    pub distance: f64,
    /// Force on the second geom, world frame, N.
    pub force: [f64; 3],
}

/// What a batch is made of.
#[derive(Clone, Debug)]
pub struct BatchConfig {
    /// Number of worlds, at least 1.
    pub num_worlds: usize,
    /// Models of the left team, at most 11.
    pub left: Vec<Arc<Model>>,
    /// Models of the right team, at most 11.
    pub right: Vec<Arc<Model>>,
    /// Field of play.
    pub field: Field,
    /// Worker threads; `None` for one per core.
    pub threads: Option<usize>,
    /// Seed of everything random.
    pub seed: u64,
}

/// Worlds that step together.
pub struct WorldBatch {}

#[allow(unused_variables, missing_docs)]
impl WorldBatch {
    pub fn new(config: BatchConfig) -> Result<Self> {
        todo!()
    }
    pub fn num_worlds(&self) -> usize {
        todo!()
    }
    pub fn num_robots(&self) -> usize {
        todo!()
    }
    /// Motors of the robot that has most; shorter ones are padded with zeros at the end.
    pub fn max_motors(&self) -> usize {
        todo!()
    }
    pub fn threads(&self) -> usize {
        todo!()
    }
    /// Seconds per substep.
    pub fn timestep(&self) -> f64 {
        todo!()
    }
    pub fn nq(&self) -> usize {
        todo!()
    }
    pub fn nv(&self) -> usize {
        todo!()
    }
    pub fn robot_model(&self, robot: usize) -> &Model {
        todo!()
    }
    /// (W, nq): ball, then robots, left team first.
    pub fn qpos(&self) -> &[f64] {
        todo!()
    }
    /// (W, nv)
    pub fn qvel(&self) -> &[f64] {
        todo!()
    }
    /// (W, nv): the last acceleration, which warm-starts the solver.
    pub fn qacc_warmstart(&self) -> &[f64] {
        todo!()
    }
    /// (W,)
    pub fn time(&self) -> &[f64] {
        todo!()
    }
    /// (W,): true once a world turned non-finite and was stopped at its last finite state.
    pub fn frozen(&self) -> &[bool] {
        todo!()
    }
    /// Sensor values of one robot in the order of its model's sensors, as of the last substep's
    /// start (MuJoCo's `sensordata`).
    pub fn sensordata(&self, world: usize, robot: usize) -> &[f64] {
        todo!()
    }
    /// All motors take the command and all worlds advance by `substeps`. `interrupted` is asked
    /// now and then; when it says true, the step stops early between two substeps of all worlds
    /// and returns the number of substeps made.
    pub fn step(
        &mut self,
        commands: &Commands<'_>,
        substeps: usize,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Result<usize> {
        todo!()
    }
    /// The motors keep their last command.
    pub fn advance(&mut self, substeps: usize, interrupted: &mut dyn FnMut() -> bool) -> usize {
        todo!()
    }
    /// `qpos (worlds.len(), nq)`, `qvel (worlds.len(), nv)`.
    pub fn set_state(&mut self, worlds: &[usize], qpos: &[f64], qvel: &[f64]) -> Result<()> {
        todo!()
    }
    pub fn set_warmstart(&mut self, worlds: &[usize], qacc: &[f64]) -> Result<()> {
        todo!()
    }
    pub fn place_robot(
        &mut self,
        world: usize,
        robot: usize,
        position: [f64; 3],
        quaternion: [f64; 4],
        joints: Option<&[f64]>,
    ) -> Result<()> {
        todo!()
    }
    /// `velocity`: linear (world frame), then angular.
    pub fn place_ball(
        &mut self,
        world: usize,
        position: [f64; 3],
        velocity: [f64; 6],
    ) -> Result<()> {
        todo!()
    }
    /// Back to the initial state.
    pub fn reset(&mut self, worlds: &[usize]) -> Result<()> {
        todo!()
    }
    pub fn snapshot(&self) -> Vec<u8> {
        todo!()
    }
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        todo!()
    }
    /// Accelerations of all worlds at the current state under the last command, (W, nv), without
    /// moving anything (`mj_forward`).
    pub fn forward(&mut self, qacc: &mut [f64]) -> Result<()> {
        todo!()
    }
    /// The contacts at the current state, with forces.
    pub fn contacts(&mut self, world: usize) -> Result<Vec<ContactReport>> {
        todo!()
    }
}
