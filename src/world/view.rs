//! One world as it is seen and moved from outside.
//!
//! After a step, MuJoCo's poses, sensors and contacts are those of the start of the last substep,
//! and these are what rcsssmj shows. We keep the coordinates of that moment, so that everything
//! else can be derived from them when it is needed.

use super::poses::Poses;
use super::scene::Scene;
use super::sides::SidesMut;
use super::state::{COMMAND_LEN, State, StateMut};
use crate::math::quaternion::about_z;
use crate::model::{ROOT_COORDS, ROOT_DOFS};
use serde::{Deserialize, Serialize};

/// A geom of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TreeGeom {
    /// Slot of the tree.
    pub slot: usize,
    /// Index of the geom in its model.
    pub geom: usize,
}

/// What is observed of all worlds, as of the start of the last substep.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// (W, nq): the coordinates at which sensors, poses and contacts were taken.
    pub qpos: Vec<f64>,
    /// (W, slots, 7): position and quaternion of the root bodies; placing overwrites them.
    pub roots: Vec<f64>,
    /// (W, slots, 3): positions of the root bodies one step before.
    pub previous: Vec<f64>,
    /// (W,): what touches the watched tree, in order of slots and geoms.
    pub touching: Vec<Vec<TreeGeom>>,
}

impl Observed {
    /// What is observed before the first step.
    pub fn new(scene: &Scene, qpos: &[f64], worlds: usize) -> Self {
        let row = roots_of(scene, qpos);
        let previous: Vec<f64> =
            row.chunks_exact(ROOT_COORDS).flat_map(|root| root[..3].to_vec()).collect();
        Self {
            qpos: qpos.repeat(worlds),
            roots: row.repeat(worlds),
            previous: previous.repeat(worlds),
            touching: vec![Vec::new(); worlds],
        }
    }
}

fn roots_of(scene: &Scene, qpos: &[f64]) -> Vec<f64> {
    let roots = scene.slots.iter().flat_map(|s| qpos[s.qpos.clone()][..ROOT_COORDS].to_vec());
    roots.collect()
}

/// One world, for reading: as it has been observed, if observations are kept, else as it is now.
#[derive(Clone, Copy, Debug)]
pub struct WorldRef<'a> {
    /// What does not change.
    pub scene: &'a Scene,
    /// (nq,): coordinates at which sensors, poses and contacts were taken.
    pub observed: &'a [f64],
    /// (ns,)
    pub sensors: &'a [f64],
    /// (slots, 7) and (slots, 3) of [`Observed`].
    roots: Option<(&'a [f64], &'a [f64])>,
    /// What touches the watched tree, in order of slots and geoms.
    pub touching: &'a [TreeGeom],
    /// Simulated time, s.
    pub time: f64,
}

impl WorldRef<'_> {
    /// Position of a slot's root body, m (rcsssmj's `xpos`).
    pub fn root_position(&self, slot: usize) -> [f64; 3] {
        let root = self.root(slot);
        [root[0], root[1], root[2]]
    }

    /// Orientation of a slot's root body, wxyz (rcsssmj's `xquat`).
    pub fn root_quaternion(&self, slot: usize) -> [f64; 4] {
        let root = self.root(slot);
        [root[3], root[4], root[5], root[6]]
    }

    fn root(&self, slot: usize) -> &[f64] {
        match self.roots {
            Some((roots, _)) => &roots[slot * ROOT_COORDS..][..ROOT_COORDS],
            None => &self.observed[self.scene.slots[slot].qpos.clone()][..ROOT_COORDS],
        }
    }

    /// Position of a slot's root body one step before, m.
    pub fn previous_position(&self, slot: usize) -> [f64; 3] {
        match self.roots {
            Some((_, previous)) => std::array::from_fn(|i| previous[slot * 3 + i]),
            None => self.root_position(slot),
        }
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

/// One world, for changing it. Fields are its rows of [`State`].
#[derive(Debug)]
pub struct WorldMut<'a> {
    /// What does not change.
    pub scene: &'a Scene,
    qpos: &'a mut [f64],
    qvel: &'a mut [f64],
    warmstart: &'a mut [f64],
    sides: SidesMut<'a>,
    command: &'a mut [f64],
    sensors: &'a [f64],
    seen: Option<ObservedRows<'a>>,
    time: f64,
    frozen: &'a mut bool,
}

/// A world's rows of [`Observed`].
#[derive(Debug)]
struct ObservedRows<'a> {
    qpos: &'a [f64],
    roots: &'a mut [f64],
    previous: &'a mut [f64],
    touching: &'a [TreeGeom],
}

impl WorldMut<'_> {
    /// The same world, for reading.
    pub fn view(&self) -> WorldRef<'_> {
        let seen = self.seen.as_ref();
        WorldRef {
            scene: self.scene,
            observed: seen.map_or(self.qpos, |seen| seen.qpos),
            sensors: self.sensors,
            roots: seen.map(|seen| (&*seen.roots, &*seen.previous)),
            touching: seen.map_or(&[], |seen| seen.touching),
            time: self.time,
        }
    }

    /// Puts a root body somewhere, m, with a velocity: linear, m/s, in the world frame, then
    /// angular, rad/s, in the body frame. The quaternion, wxyz, must be of unit length. The hinges
    /// stay as they are.
    pub fn place(&mut self, slot: usize, pos: [f64; 3], quat: [f64; 4], velocity: [f64; 6]) {
        let place = &self.scene.slots[slot];
        let root = &mut self.qpos[place.qpos.clone()][..ROOT_COORDS];
        root[..3].copy_from_slice(&pos);
        root[3..].copy_from_slice(&quat);
        if let Some(seen) = &mut self.seen {
            seen.roots[slot * ROOT_COORDS..][..ROOT_COORDS].copy_from_slice(root);
            seen.previous[slot * 3..][..3].copy_from_slice(&pos);
        }
        self.qvel[place.qvel.clone()][..ROOT_DOFS].copy_from_slice(&velocity);
        self.warmstart[place.qvel.clone()][..ROOT_DOFS].fill(0.0);
        self.sides.forget_tree(self.scene, slot);
        *self.frozen = false;
    }

    /// Puts a root body somewhere else, m, with the orientation and velocity that it has.
    pub fn carry(&mut self, slot: usize, to: [f64; 3]) {
        let place = &self.scene.slots[slot];
        let (root, dofs) = (&self.qpos[place.qpos.clone()], &self.qvel[place.qvel.clone()]);
        let quat = std::array::from_fn(|i| root[3 + i]);
        let velocity = std::array::from_fn(|i| dofs[i]);
        self.place(slot, to, quat, velocity);
    }

    /// Stops all hinges of a slot at the angles that they have.
    pub fn stop_hinges(&mut self, slot: usize) {
        let dofs = self.scene.slots[slot].qvel.clone();
        self.qvel[dofs.clone()][ROOT_DOFS..].fill(0.0);
        self.warmstart[dofs][ROOT_DOFS..].fill(0.0);
        self.sides.forget_tree(self.scene, slot);
    }

    /// Sets all hinges of a slot: angles and speeds in the model's order, rad and rad/s.
    pub fn set_hinges(&mut self, slot: usize, angles: &[f64], speeds: &[f64]) {
        let place = &self.scene.slots[slot];
        self.qpos[place.qpos.clone()][ROOT_COORDS..].copy_from_slice(angles);
        self.qvel[place.qvel.clone()][ROOT_DOFS..].copy_from_slice(speeds);
        self.warmstart[place.qvel.clone()][ROOT_DOFS..].fill(0.0);
        self.sides.forget_tree(self.scene, slot);
    }

    /// Sets the velocity of a root body, which stays where it is: linear, m/s, in the world frame,
    /// then angular, rad/s, in the body frame.
    pub fn set_root_velocity(&mut self, slot: usize, velocity: [f64; 6]) {
        let dofs = self.scene.slots[slot].qvel.clone();
        self.qvel[dofs.clone()][..ROOT_DOFS].copy_from_slice(&velocity);
        self.warmstart[dofs][..ROOT_DOFS].fill(0.0);
        self.sides.forget_tree(self.scene, slot);
        *self.frozen = false;
    }

    /// Changes the linear velocity of a root body by `by`, m/s in the world frame.
    pub fn push(&mut self, slot: usize, by: [f64; 3]) {
        let dofs = &mut self.qvel[self.scene.slots[slot].qvel.clone()];
        dofs.iter_mut().zip(by).for_each(|(velocity, by)| *velocity += by);
    }

    /// Stands a tree up at a point on the ground, m, turned by `yaw`, rad: at its model's height,
    /// hinges at zero, at rest.
    pub fn stand(&mut self, slot: usize, [x, y]: [f64; 2], yaw: f64) {
        let model = self.scene.model(slot);
        let (height, hinges) = (model.bodies[0].pos[2], vec![0.0; model.joints.len()]);
        self.place(slot, [x, y, height], about_z(yaw), [0.0; 6]);
        self.set_hinges(slot, &hinges, &hinges);
    }

    /// Sets one motor's command in a slot: target (rad), velocity (rad/s), kp, kd, torque (N m).
    pub fn command_motor(&mut self, slot: usize, motor: usize, command: [f64; COMMAND_LEN]) {
        let motor = self.scene.slots[slot].motors.start + motor;
        self.command[motor * COMMAND_LEN..][..COMMAND_LEN].copy_from_slice(&command);
    }

    /// Whether this world has stopped because a number was not finite, or beyond 1e10.
    pub fn is_frozen(&self) -> bool {
        *self.frozen
    }

    /// Remembers where everything was; to be called before a step.
    pub fn remember_positions(&mut self) {
        let Some(seen) = &mut self.seen else { return };
        let roots = seen.roots.chunks_exact(ROOT_COORDS);
        for (previous, root) in seen.previous.chunks_exact_mut(3).zip(roots) {
            previous.copy_from_slice(&root[..3]);
        }
    }

    /// Updates the observed poses of the roots; to be called after a step.
    pub fn observe_roots(&mut self) {
        let Some(seen) = &mut self.seen else { return };
        for (slot, root) in self.scene.slots.iter().zip(seen.roots.chunks_exact_mut(ROOT_COORDS)) {
            root.copy_from_slice(&seen.qpos[slot.qpos.clone()][..ROOT_COORDS]);
        }
    }
}

impl State {
    /// One world, for reading.
    pub fn world<'a>(&'a self, scene: &'a Scene, world: usize) -> WorldRef<'a> {
        let (nq, ns, slots) = (scene.nq(), scene.ns(), scene.slots.len());
        let observed = self.observed.as_ref();
        let qpos = observed.map_or(&self.qpos, |observed| &observed.qpos);
        let roots = observed.map(|observed| {
            let roots = &observed.roots[world * slots * ROOT_COORDS..][..slots * ROOT_COORDS];
            (roots, &observed.previous[world * slots * 3..][..slots * 3])
        });
        WorldRef {
            scene,
            observed: &qpos[world * nq..][..nq],
            sensors: &self.sensors[world * ns..][..ns],
            roots,
            touching: observed.map_or(&[], |observed| &observed.touching[world]),
            time: self.time[world],
        }
    }
}

impl StateMut<'_> {
    /// One world of the block, for changing it.
    pub fn world<'a>(&'a mut self, scene: &'a Scene, world: usize) -> WorldMut<'a> {
        let lengths = RowLengths::new(scene);
        WorldMut {
            scene,
            qpos: row(self.qpos, lengths.qpos, world),
            qvel: row(self.qvel, lengths.qvel, world),
            warmstart: row(self.warmstart, lengths.qvel, world),
            sides: self.sides.row(world),
            command: row(self.command, lengths.command, world),
            sensors: row(self.sensors, lengths.sensors, world),
            seen: self.observed.as_mut().map(|observed| ObservedRows {
                qpos: row(observed.qpos, lengths.qpos, world),
                roots: row(observed.roots, lengths.roots, world),
                previous: row(observed.previous, lengths.previous, world),
                touching: &observed.touching[world],
            }),
            time: self.time[world],
            frozen: &mut self.frozen[world],
        }
    }
}

/// Lengths of a world's rows.
struct RowLengths {
    qpos: usize,
    qvel: usize,
    command: usize,
    sensors: usize,
    roots: usize,
    previous: usize,
}

impl RowLengths {
    fn new(scene: &Scene) -> Self {
        let slots = scene.slots.len();
        Self {
            qpos: scene.nq(),
            qvel: scene.nv(),
            command: scene.nu() * COMMAND_LEN,
            sensors: scene.ns(),
            roots: slots * ROOT_COORDS,
            previous: slots * 3,
        }
    }
}

fn row(values: &mut [f64], length: usize, world: usize) -> &mut [f64] {
    &mut values[world * length..][..length]
}
