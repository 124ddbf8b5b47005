//! One thread's engine: a block of worlds in lane groups, from state to state.

use super::constants::Constants;
use super::contact::Touch;
use super::coupling::{Block, Coupling};
use super::dealer::Dealer;
use super::report::{RawContact, Reporter};
use super::scene::Scene;
use super::stages::{Advance, FindSound, Prepare, Sense, Shared, Solve};
use super::state::{COMMAND_LEN, StateMut};
use super::touch::touch_sensors;
use super::variation::VariedWorld;
use crate::dynamics::data::TreeData;
use crate::dynamics::integrate::keep_acceleration;
use crate::math::lane::Lane;
use crate::math::vec3::Vec3;
use crate::model::ROOT_DOFS;
use std::marker::PhantomData;
use std::sync::Arc;

/// Where a tree of the block lives.
#[derive(Clone, Copy, Debug)]
pub struct TreeLane {
    /// Index of the lane group.
    pub group: usize,
    /// Lane in that group.
    pub lane: usize,
}

/// Up to `L::LANES` trees of one kind, from any worlds of the block.
pub struct Group<L: Lane> {
    /// Index into `Scene::kinds`.
    pub kind: usize,
    /// World of the block and slot of the tree in each lane.
    pub members: Vec<(usize, usize)>,
    /// Lanes in use whose world is not frozen; bits.
    pub live: u32,
    /// Lanes whose accelerations come from an island; bits.
    pub coupled: u32,
    /// Pairs of `Kind::self_pairs` that may touch, and in which lanes.
    pub close: Vec<(usize, u32)>,
    /// State and working memory, one world's tree per lane.
    pub data: TreeData<L>,
}

impl<L: Lane> Group<L> {
    /// Returns the lanes whose state is finite and within bounds; bits.
    fn find_sound(&mut self) -> u32 {
        L::run(FindSound(PhantomData), self)
    }
}

/// The engine for one lane type.
pub struct Worker<L: Lane> {
    pub(super) scene: Arc<Scene>,
    pub(super) constants: Constants<L>,
    pub(super) groups: Vec<Group<L>>,
    /// Where every tree is, (worlds of the block, slots).
    pub(super) places: Vec<TreeLane>,
    /// Row of the state of each world of the block.
    pub(super) rows: Vec<usize>,
    pub(super) dealer: Dealer,
    pub(super) coupling: Coupling<L>,
}

impl<L: Lane> Worker<L> {
    /// An engine that takes up to `block` worlds at a time.
    pub fn new(scene: &Arc<Scene>, block: usize) -> Self {
        let mut groups: Vec<Group<L>> = Vec::new();
        for (index, kind) in scene.kinds.iter().enumerate() {
            let trees = block * scene.slots.iter().filter(|slot| slot.kind == index).count();
            for _ in 0..trees.div_ceil(L::LANES) {
                groups.push(Group {
                    kind: index,
                    members: Vec::with_capacity(L::LANES),
                    live: 0,
                    coupled: 0,
                    close: Vec::with_capacity(kind.self_pairs.len()),
                    data: TreeData::new(&kind.model, &kind.tree),
                });
            }
        }
        Self {
            constants: Constants::new(scene, groups.len()),
            groups,
            places: vec![TreeLane { group: 0, lane: 0 }; block * scene.slots.len()],
            rows: Vec::with_capacity(block),
            dealer: Dealer::new::<L>(scene, block),
            coupling: Coupling::new(scene, block),
            scene: Arc::clone(scene),
        }
    }

    /// Advances all worlds of the view.
    pub fn step(&mut self, state: &mut StateMut<'_>, substeps: usize) {
        self.dealer.sort_worlds(&self.scene, state);
        let mut first = 0;
        while first < state.time.len() {
            let count = self.dealer.count(first, &self.scene, state);
            self.deal(first, count, state);
            self.step_block(state, substeps);
            first += count;
        }
    }

    fn step_block(&mut self, state: &mut StateMut<'_>, substeps: usize) {
        self.load(state);
        for substep in 0..substeps {
            self.disturb(state);
            self.forward(state.varied);
            if substep + 1 == substeps {
                self.sense(state);
                self.feel(state);
            }
            for (index, group) in self.groups.iter_mut().enumerate() {
                if group.live != 0 {
                    let kind = &self.scene.kinds[group.kind];
                    let params = self.constants.of(index, group.kind);
                    L::run(Advance(Shared { kind, params }), group);
                }
            }
            self.coupling.remember_sides(&self.scene, &self.groups, &self.places);
        }
        self.store(state, substeps);
        if substeps > 0 {
            self.store_sides(state.frozen, &mut state.sides);
        }
    }

    /// Reads sensors and contacts at the current state, without moving (`mj_forward`).
    pub fn observe(&mut self, state: &mut StateMut<'_>) {
        self.dealer.keep_order(state);
        for first in (0..state.time.len()).step_by(self.dealer.block) {
            self.deal(first, self.dealer.block, state);
            self.load(state);
            self.forward(state.varied);
            self.sense(state);
            self.feel(state);
            // Trees whose world will freeze, from the state just set, keep their last readings.
            for group in &mut self.groups {
                group.live &= group.find_sound();
            }
            self.store_sensors(state);
        }
    }

    /// Reads sensors, and what else is observed, at the state in the lanes.
    fn sense(&mut self, state: &mut StateMut<'_>) {
        if self.scene.kinds.iter().any(|kind| !kind.touch_sensors.is_empty()) {
            let touches = &self.coupling.touches;
            touch_sensors(&self.scene, &self.constants, &mut self.groups, &self.places, touches);
        }
        for (index, group) in self.groups.iter_mut().enumerate() {
            if group.live != 0 {
                let kind = &self.scene.kinds[group.kind];
                let params = self.constants.of(index, group.kind);
                L::run(Sense(Shared { kind, params }), group);
            }
        }
        let Some(observed) = &mut state.observed else { return };
        let nq = self.scene.nq();
        for (world, &row) in self.rows.iter().enumerate() {
            // A world whose coordinates are not finite will freeze: it is observed as before.
            if !self.is_somewhere(world) {
                continue;
            }
            let qpos = &mut observed.qpos[row * nq..][..nq];
            for (slot, &TreeLane { group, lane }) in self.scene.slots.iter().zip(self.lanes(world))
            {
                self.groups[group].data.store_coordinates(lane, &mut qpos[slot.qpos.clone()]);
            }
            if let Some(watched) = self.scene.watched {
                let found = &mut observed.touching[row];
                found.clear();
                found.extend(self.coupling.touching(world, watched));
                found.sort_unstable();
                found.dedup();
            }
        }
    }

    /// Where the trees of a world are.
    fn lanes(&self, world: usize) -> &[TreeLane] {
        let slots = self.scene.slots.len();
        &self.places[world * slots..][..slots]
    }

    /// Whether a world of the block is moved, and all its coordinates are finite.
    fn is_somewhere(&self, world: usize) -> bool {
        self.lanes(world).iter().all(|&TreeLane { group, lane }| {
            let Group { live, data, .. } = &self.groups[group];
            let others = data.root_quat.iter().chain(&data.q).map(|number| number.lane(lane));
            let mut numbers = data.root_position(lane).into_iter().chain(others);
            live >> lane & 1 == 1 && numbers.all(f64::is_finite)
        })
    }

    /// Keeps the contacts at the state in the lanes, if contacts are to be kept.
    fn feel(&self, state: &mut StateMut<'_>) {
        if state.contacts.is_empty() {
            return;
        }
        for (world, &row) in self.rows.iter().enumerate() {
            if !state.frozen[row] {
                let kept = &mut state.contacts[row];
                kept.clear();
                self.reporter(world).report(self.touches(world), kept);
            }
        }
    }

    /// Accelerations at the current state, in MuJoCo's form, without moving.
    pub fn accelerations(&mut self, state: &mut StateMut<'_>, qacc: &mut [f64]) {
        self.dealer.keep_order(state);
        for first in (0..state.time.len()).step_by(self.dealer.block) {
            self.deal(first, self.dealer.block, state);
            self.load(state);
            self.forward(state.varied);
            self.store_accelerations(qacc);
        }
    }

    fn store_accelerations(&mut self, qacc: &mut [f64]) {
        let nv = self.scene.nv();
        for group in &mut self.groups {
            keep_acceleration(&mut group.data);
            for (lane, &(world, slot)) in group.members.iter().enumerate() {
                if group.live >> lane & 1 == 1 {
                    let row = self.rows[world];
                    let out = &mut qacc[row * nv..][self.scene.slots[slot].qvel.clone()];
                    store_rates(&group.data.qacc, group.data.root_spin_acc.lane(lane), lane, out);
                }
            }
        }
    }

    /// All contacts of the first world of the block, with their forces.
    pub fn contacts(&mut self, state: &mut StateMut<'_>) -> Vec<RawContact> {
        self.dealer.keep_order(state);
        self.deal(0, self.dealer.block, state);
        self.load(state);
        self.forward(state.varied);
        let mut found = Vec::new();
        self.reporter(0).report(self.touches(0), &mut found);
        found
    }

    fn reporter(&self, world: usize) -> Reporter<'_, L> {
        let slots = self.scene.slots.len();
        Reporter {
            scene: &self.scene,
            constants: &self.constants,
            groups: &self.groups,
            places: &self.places[world * slots..][..slots],
        }
    }

    /// Contacts of a world of the block that were searched for.
    fn touches(&self, world: usize) -> &[Touch] {
        let touches = &self.coupling.touches;
        let first = touches.partition_point(|touch| touch.world < world);
        let count = touches[first..].partition_point(|touch| touch.world == world);
        &touches[first..first + count]
    }

    /// Runs all stages up to accelerations.
    fn forward(&mut self, varied: &[Option<Box<VariedWorld>>]) {
        self.prepare(varied);
        for (index, group) in self.groups.iter_mut().enumerate() {
            let kind = &self.scene.kinds[group.kind];
            let params = self.constants.of(index, group.kind);
            L::run(Solve(Shared { kind, params }), group);
        }
        self.coupling.solve(&self.scene, &self.constants, &mut self.groups, &self.places);
    }

    /// Runs all stages up to the constraints.
    fn prepare(&mut self, varied: &[Option<Box<VariedWorld>>]) {
        for (index, group) in self.groups.iter_mut().enumerate() {
            group.coupled = 0;
            if group.live == 0 {
                continue;
            }
            let kind = &self.scene.kinds[group.kind];
            let params = self.constants.of(index, group.kind);
            L::run(Prepare(Shared { kind, params }), group);
        }
        let block = Block { scene: &self.scene, varied, rows: &self.rows };
        let places = &self.places[..self.rows.len() * self.scene.slots.len()];
        self.coupling.find(block, &mut self.groups, places);
    }

    /// Reads the worlds' rows into lanes.
    fn load(&mut self, state: &mut StateMut<'_>) {
        let scene = &self.scene;
        let (nq, nv, nu) = (scene.nq(), scene.nv(), scene.nu());
        for (index, group) in self.groups.iter_mut().enumerate() {
            let left = std::mem::take(&mut group.live);
            let d = &mut group.data;
            for (lane, &(world, slot)) in group.members.iter().enumerate() {
                let (slot, row) = (&scene.slots[slot], self.rows[world]);
                if state.frozen[row] {
                    continue;
                }
                group.live |= 1 << lane;
                d.set_coordinates(lane, &state.qpos[row * nq..][slot.qpos.clone()]);
                let qvel = &state.qvel[row * nv..][slot.qvel.clone()];
                load_rates(&mut d.v, &mut d.root_spin, lane, qvel);
                let warm = &state.warmstart[row * nv..][slot.qvel.clone()];
                load_rates(&mut d.qacc, &mut d.root_spin_acc, lane, warm);
                let motors = slot.motors.start * COMMAND_LEN..slot.motors.end * COMMAND_LEN;
                let command = &state.command[row * nu * COMMAND_LEN..][motors];
                load_command(d, lane, command);
            }
            let left = left & !group.live;
            for lane in (0..L::LANES).filter(|lane| left >> lane & 1 == 1) {
                d.lay_at_rest(lane);
            }
            self.constants.load(index, group, state.varied, &self.rows);
        }
        self.load_sides(&mut state.sides);
        self.load_varied_commands(state);
    }

    /// Writes lanes back to the worlds' rows. A world with a state that is not finite, or out of
    /// bounds, keeps its old rows and freezes.
    fn store(&mut self, state: &mut StateMut<'_>, substeps: usize) {
        for group in &mut self.groups {
            let unsound = group.live & !group.find_sound();
            for (lane, &(world, _)) in group.members.iter().enumerate() {
                if unsound >> lane & 1 == 1 {
                    state.frozen[self.rows[world]] = true;
                }
            }
        }
        let scene = &self.scene;
        let (nq, nv) = (scene.nq(), scene.nv());
        for group in &self.groups {
            let d = &group.data;
            for (lane, &(world, slot)) in group.members.iter().enumerate() {
                let (slot, row) = (&scene.slots[slot], self.rows[world]);
                if group.live >> lane & 1 == 0 || state.frozen[row] {
                    continue;
                }
                d.store_coordinates(lane, &mut state.qpos[row * nq..][slot.qpos.clone()]);
                let qvel = &mut state.qvel[row * nv..][slot.qvel.clone()];
                store_rates(&d.v, d.root_spin.lane(lane), lane, qvel);
                let warm = &mut state.warmstart[row * nv..][slot.qvel.clone()];
                store_rates(&d.qacc, d.root_spin_acc.lane(lane), lane, warm);
            }
        }
        self.store_sensors(state);
        self.sign(state);
        let elapsed = self.scene.medium.timestep;
        for &row in self.rows.iter().filter(|row| !state.frozen[**row]) {
            for _ in 0..substeps {
                state.time[row] += elapsed;
            }
        }
    }

    /// Writes the lanes' sensor readings to the worlds' rows, except for frozen worlds.
    fn store_sensors(&self, state: &mut StateMut<'_>) {
        let ns = self.scene.ns();
        for group in &self.groups {
            for (lane, &(world, slot)) in group.members.iter().enumerate() {
                let row = self.rows[world];
                if group.live >> lane & 1 == 1 && !state.frozen[row] {
                    let out =
                        &mut state.sensors[row * ns..][self.scene.slots[slot].sensors.clone()];
                    for (out, value) in out.iter_mut().zip(&group.data.sensors) {
                        *out = value.lane(lane);
                    }
                }
            }
        }
    }
}

/// Gives a lane's motors their command.
pub(super) fn load_command<L: Lane>(d: &mut TreeData<L>, lane: usize, command: &[f64]) {
    let largest = const { L::PRECISION.largest() };
    for (out, c) in d.command.iter_mut().zip(command.chunks_exact(COMMAND_LEN)) {
        let parts = [&mut out.target, &mut out.velocity, &mut out.kp, &mut out.kd, &mut out.torque];
        for (part, &number) in parts.into_iter().zip(c) {
            // An infinite target with zero gain would give NaN.
            part.set_lane(lane, number.clamp(-largest, largest));
        }
    }
}

/// Reads velocities or accelerations, the root's angular part apart from the others.
#[inline]
fn load_rates<L: Lane>(out: &mut [L], spin: &mut Vec3<L>, lane: usize, values: &[f64]) {
    let (root, hinges) = values.split_at(ROOT_DOFS);
    for (out, &value) in out.iter_mut().zip(&root[..3]) {
        out.set_lane(lane, value);
    }
    for (out, &value) in [&mut spin.x, &mut spin.y, &mut spin.z].into_iter().zip(&root[3..]) {
        out.set_lane(lane, value);
    }
    for (out, &value) in out[ROOT_DOFS..].iter_mut().zip(hinges) {
        out.set_lane(lane, value);
    }
}

/// Writes velocities or accelerations, with the root's angular part in its own frame.
#[inline]
fn store_rates<L: Lane>(values: &[L], spin: [f64; 3], lane: usize, out: &mut [f64]) {
    for (dof, (out, value)) in out.iter_mut().zip(values).enumerate() {
        *out = match dof {
            3..ROOT_DOFS => spin[dof - 3],
            _ => value.lane(lane),
        };
    }
}
