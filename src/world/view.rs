//! One world as the game sees and moves it.
//!
//! After a step, MuJoCo's poses, sensors and contacts are those of the start of the last substep,
//! and rcsssmj hands these to referee and agents. We keep the coordinates of that moment, so that
//! all of it can be derived when somebody asks.

use super::poses::Poses;
use super::scene::Scene;
use super::state::{COMMAND_LEN, State, StateMut, quat_about_z};
use crate::model::{ROOT_COORDS, ROOT_DOFS};

/// Slot of the ball.
pub const BALL: usize = 0;

/// A robot's geom that touches the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BallTouch {
    /// Slot of the robot.
    pub slot: usize,
    /// Index of the geom in its model.
    pub geom: usize,
}

/// What the game sees of all worlds, as of the start of the last substep.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// (W, nq): where sensors, poses and contacts were taken.
    pub qpos: Vec<f64>,
    /// (W, slots, 7): position and quaternion of the root bodies; placing overwrites them.
    pub roots: Vec<f64>,
    /// (W, slots, 3): positions of the root bodies one step before.
    pub previous: Vec<f64>,
    /// (W,): who touches the ball, in order of slots and geoms.
    pub ball_touches: Vec<Vec<BallTouch>>,
}

impl Observed {
    /// What is seen before the first step.
    pub fn new(scene: &Scene, qpos: &[f64], worlds: usize) -> Self {
        let row = roots_of(scene, qpos);
        let previous: Vec<f64> =
            row.chunks_exact(ROOT_COORDS).flat_map(|root| root[..3].to_vec()).collect();
        Self {
            qpos: qpos.repeat(worlds),
            roots: row.repeat(worlds),
            previous: previous.repeat(worlds),
            ball_touches: vec![Vec::new(); worlds],
        }
    }
}

fn roots_of(scene: &Scene, qpos: &[f64]) -> Vec<f64> {
    let roots = scene.slots.iter().flat_map(|s| qpos[s.qpos.clone()][..ROOT_COORDS].to_vec());
    roots.collect()
}

/// One world to look at.
#[derive(Clone, Copy, Debug)]
pub struct WorldRef<'a> {
    /// What does not change.
    pub scene: &'a Scene,
    /// (nq,): coordinates at which sensors, poses and contacts were taken.
    pub observed: &'a [f64],
    /// (ns,)
    pub sensors: &'a [f64],
    /// (slots, 7)
    roots: &'a [f64],
    /// (slots, 3)
    previous: &'a [f64],
    /// Who touches the ball.
    pub ball_touches: &'a [BallTouch],
    /// Simulated time, s.
    pub time: f64,
}

impl WorldRef<'_> {
    /// Position of a slot's root body, m (rcsssmj's `xpos`).
    pub fn root_position(&self, slot: usize) -> [f64; 3] {
        std::array::from_fn(|i| self.roots[slot * ROOT_COORDS + i])
    }

    /// Orientation of a slot's root body, wxyz (rcsssmj's `xquat`).
    pub fn root_quaternion(&self, slot: usize) -> [f64; 4] {
        std::array::from_fn(|i| self.roots[slot * ROOT_COORDS + 3 + i])
    }

    /// Position of a slot's root body one step before, m.
    pub fn previous_position(&self, slot: usize) -> [f64; 3] {
        std::array::from_fn(|i| self.previous[slot * 3 + i])
    }

    /// Where the ball is.
    pub fn ball(&self) -> [f64; 3] {
        self.root_position(BALL)
    }

    /// Poses of a slot's bodies when sensors were read; placing does not change them.
    pub fn poses(&self, slot: usize) -> Poses {
        Poses::of(self.scene.model(slot), &self.observed[self.scene.slots[slot].qpos.clone()])
    }

    /// Sensor values of a slot, in the order of its model's sensors.
    pub fn sensors(&self, slot: usize) -> &[f64] {
        &self.sensors[self.scene.slots[slot].sensors.clone()]
    }
}

/// One world to move. Fields are its rows of [`State`].
#[derive(Debug)]
pub struct WorldMut<'a> {
    /// What does not change.
    pub scene: &'a Scene,
    pub(super) qpos: &'a mut [f64],
    pub(super) qvel: &'a mut [f64],
    pub(super) warmstart: &'a mut [f64],
    pub(super) command: &'a mut [f64],
    pub(super) sensors: &'a [f64],
    pub(super) observed: &'a [f64],
    pub(super) roots: &'a mut [f64],
    pub(super) previous: &'a mut [f64],
    pub(super) ball_touches: &'a [BallTouch],
    pub(super) time: f64,
    pub(super) frozen: &'a mut bool,
}

impl WorldMut<'_> {
    /// The same world, to look at.
    pub fn view(&self) -> WorldRef<'_> {
        WorldRef {
            scene: self.scene,
            observed: self.observed,
            sensors: self.sensors,
            roots: self.roots,
            previous: self.previous,
            ball_touches: self.ball_touches,
            time: self.time,
        }
    }

    /// Puts a root body somewhere with a velocity: linear (world frame), then angular (body
    /// frame). The quaternion must be one of unit length. The hinges stay as they are.
    pub fn place(&mut self, slot: usize, pos: [f64; 3], quat: [f64; 4], velocity: [f64; 6]) {
        let place = &self.scene.slots[slot];
        let root = &mut self.qpos[place.qpos.clone()][..ROOT_COORDS];
        root[..3].copy_from_slice(&pos);
        root[3..].copy_from_slice(&quat);
        self.roots[slot * ROOT_COORDS..][..ROOT_COORDS].copy_from_slice(root);
        self.previous[slot * 3..][..3].copy_from_slice(&pos);
        self.qvel[place.qvel.clone()][..ROOT_DOFS].copy_from_slice(&velocity);
        self.warmstart[place.qvel.clone()][..ROOT_DOFS].fill(0.0);
        *self.frozen = false;
    }

    /// Sets all hinges of a slot: angles and speeds in the model's order, rad and rad/s.
    pub fn set_hinges(&mut self, slot: usize, angles: &[f64], speeds: &[f64]) {
        let place = &self.scene.slots[slot];
        self.qpos[place.qpos.clone()][ROOT_COORDS..].copy_from_slice(angles);
        self.qvel[place.qvel.clone()][ROOT_DOFS..].copy_from_slice(speeds);
        self.warmstart[place.qvel.clone()][ROOT_DOFS..].fill(0.0);
    }

    /// Stands a robot up somewhere: at its model's height, hinges at zero, at rest.
    pub fn drop_robot(&mut self, slot: usize, [x, y]: [f64; 2], yaw: f64) {
        let model = self.scene.model(slot);
        let (height, hinges) = (model.bodies[0].pos[2], vec![0.0; model.joints.len()]);
        self.place(slot, [x, y, height], quat_about_z(yaw), [0.0; 6]);
        self.set_hinges(slot, &hinges, &hinges);
    }

    /// Puts the ball somewhere; velocity in the world frame, m/s.
    pub fn place_ball(&mut self, pos: [f64; 3], velocity: [f64; 3]) {
        let [vx, vy, vz] = velocity;
        self.place(BALL, pos, [1.0, 0.0, 0.0, 0.0], [vx, vy, vz, 0.0, 0.0, 0.0]);
    }

    /// Command of one motor of a slot: target (rad), velocity (rad/s), kp, kd, torque (N m).
    pub fn command_motor(&mut self, slot: usize, motor: usize, command: [f64; COMMAND_LEN]) {
        let motor = self.scene.slots[slot].motors.start + motor;
        self.command[motor * COMMAND_LEN..][..COMMAND_LEN].copy_from_slice(&command);
    }

    /// Remembers where everything was; to be called before a step.
    pub fn remember_positions(&mut self) {
        for (previous, root) in
            self.previous.chunks_exact_mut(3).zip(self.roots.chunks_exact(ROOT_COORDS))
        {
            previous.copy_from_slice(&root[..3]);
        }
    }

    /// Takes the observed poses of the roots; to be called after a step.
    pub fn observe_roots(&mut self) {
        for (slot, root) in self.scene.slots.iter().zip(self.roots.chunks_exact_mut(ROOT_COORDS)) {
            root.copy_from_slice(&self.observed[slot.qpos.clone()][..ROOT_COORDS]);
        }
    }
}

impl State {
    /// One world to look at; `None` if these worlds are not observed.
    pub fn world<'a>(&'a self, scene: &'a Scene, world: usize) -> Option<WorldRef<'a>> {
        let observed = self.observed.as_ref()?;
        let (nq, ns, slots) = (scene.nq(), scene.ns(), scene.slots.len());
        Some(WorldRef {
            scene,
            observed: &observed.qpos[world * nq..][..nq],
            sensors: &self.sensors[world * ns..][..ns],
            roots: &observed.roots[world * slots * ROOT_COORDS..][..slots * ROOT_COORDS],
            previous: &observed.previous[world * slots * 3..][..slots * 3],
            ball_touches: &observed.ball_touches[world],
            time: self.time[world],
        })
    }
}

impl StateMut<'_> {
    /// One world of the block to move; `None` if these worlds are not observed.
    pub fn world<'a>(&'a mut self, scene: &'a Scene, world: usize) -> Option<WorldMut<'a>> {
        let observed = self.observed.as_mut()?;
        let (nq, nv, nc) = (scene.nq(), scene.nv(), scene.nu() * COMMAND_LEN);
        let (ns, slots) = (scene.ns(), scene.slots.len());
        Some(WorldMut {
            scene,
            qpos: &mut self.qpos[world * nq..][..nq],
            qvel: &mut self.qvel[world * nv..][..nv],
            warmstart: &mut self.warmstart[world * nv..][..nv],
            command: &mut self.command[world * nc..][..nc],
            sensors: &self.sensors[world * ns..][..ns],
            observed: &observed.qpos[world * nq..][..nq],
            roots: &mut observed.roots[world * slots * ROOT_COORDS..][..slots * ROOT_COORDS],
            previous: &mut observed.previous[world * slots * 3..][..slots * 3],
            ball_touches: &observed.ball_touches[world],
            time: self.time[world],
            frozen: &mut self.frozen[world],
        })
    }
}
