//! The door from plain code to lanes: picks lane types, and enters functions that enable the
//! CPU's features.

use super::report::RawContact;
use super::scene::{Kind, Scene, Slot};
use super::stages::{self, Stages};
use super::state::StateMut;
use super::worker::{Group, Worker};
use crate::dynamics::params::Params;
use crate::math::lane::{Lane, Single};
use crate::math::simd::SimdLevel;
use crate::math::wide::Pair;
#[cfg(target_arch = "x86_64")]
use crate::math::wide::{Avx2, Avx512};
use std::sync::Arc;

/// One thread's engine, whatever its lanes.
pub trait Engine: Send {
    /// Advances a block of worlds.
    fn step(&mut self, state: &mut StateMut<'_>, substeps: usize);
    /// Reads sensors and contacts of a block at its current state, without moving.
    fn observe(&mut self, state: &mut StateMut<'_>);
    /// Accelerations at the current state, (worlds, nv).
    fn accelerations(&mut self, state: &mut StateMut<'_>, qacc: &mut [f64]);
    /// Contacts of the block's first world at the current state.
    fn contacts(&mut self, state: &mut StateMut<'_>) -> Vec<RawContact>;
}

impl<L: Lane> Engine for Worker<L> {
    fn step(&mut self, state: &mut StateMut<'_>, substeps: usize) {
        Worker::step(self, state, substeps);
    }

    fn observe(&mut self, state: &mut StateMut<'_>) {
        Worker::observe(self, state);
    }

    fn accelerations(&mut self, state: &mut StateMut<'_>, qacc: &mut [f64]) {
        Worker::accelerations(self, state, qacc);
    }

    fn contacts(&mut self, state: &mut StateMut<'_>) -> Vec<RawContact> {
        Worker::contacts(self, state)
    }
}

/// A function that gives the stages of a lane type, compiled with some CPU features.
macro_rules! stages {
    ($name:ident, $lane:ty, $(#[$features:meta])*) => {
        fn $name() -> Stages<$lane> {
            $(#[$features])*
            fn prepare(kind: &Kind, params: &Params<$lane>, group: &mut Group<$lane>) {
                stages::prepare(kind, params, group);
            }
            $(#[$features])*
            fn solve(kind: &Kind, params: &Params<$lane>, group: &mut Group<$lane>) {
                stages::solve(kind, params, group);
            }
            $(#[$features])*
            fn sense(kind: &Kind, params: &Params<$lane>, group: &mut Group<$lane>) {
                stages::sense(kind, params, group);
            }
            $(#[$features])*
            fn advance(kind: &Kind, params: &Params<$lane>, group: &mut Group<$lane>) {
                stages::advance(kind, params, group);
            }
            Stages { prepare, solve, sense, advance }
        }
    };
}

stages!(baseline_single, Single<false>,);
stages!(baseline_wide, Pair,);
#[cfg(target_arch = "x86_64")]
stages!(fused_single, Single<true>, #[target_feature(enable = "avx2,fma")]);
#[cfg(target_arch = "x86_64")]
stages!(avx2_wide, Avx2, #[target_feature(enable = "avx2,fma")]);
#[cfg(target_arch = "x86_64")]
stages!(avx512_wide, Avx512, #[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512vl")]);

/// An engine for blocks of up to `block` worlds at a level that the CPU has. A handful of trees is
/// fastest one by one; the numbers are the same.
pub fn new_engine(scene: &Arc<Scene>, block: usize, level: SimdLevel) -> Box<dyn Engine> {
    let single = is_single(scene, block, level);
    match (level.min(SimdLevel::of_cpu()), single) {
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx512, false) => Box::new(Worker::new(scene, block, avx512_wide())),
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx2, false) => Box::new(Worker::new(scene, block, avx2_wide())),
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx512 | SimdLevel::Avx2, true) => {
            Box::new(Worker::new(scene, block, fused_single()))
        }
        (_, true) => Box::new(Worker::new(scene, block, baseline_single())),
        (_, false) => Box::new(Worker::new(scene, block, baseline_wide())),
    }
}

fn lanes(level: SimdLevel) -> usize {
    match level {
        SimdLevel::Baseline => Pair::LANES,
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => Avx2::LANES,
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => Avx512::LANES,
        #[cfg(not(target_arch = "x86_64"))]
        _ => Pair::LANES,
    }
}

/// Slots whose lanes are worth filling: trees with hinges, which cost most, or all if none has any.
fn costly_slots(scene: &Scene) -> impl Iterator<Item = &Slot> {
    let has_hinges = |slot: &&Slot| !scene.kinds[slot.kind].model.joints.is_empty();
    let all = !scene.slots.iter().any(|slot| has_hinges(&slot));
    scene.slots.iter().filter(move |slot| all || has_hinges(slot))
}

fn is_single(scene: &Scene, block: usize, level: SimdLevel) -> bool {
    costly_slots(scene).count() * block < lanes(level).div_ceil(3).max(2)
}

/// Worlds that one engine should take at a time: the smallest number that fills at least nine
/// tenths of the costly trees' lanes, if one up to the number of lanes does.
pub fn block_size(scene: &Scene, worlds: usize, level: SimdLevel) -> usize {
    let lanes = lanes(level);
    let filled = |block: usize| {
        let (mut used, mut taken) = (0, 0);
        for kind in 0..scene.kinds.len() {
            let trees = costly_slots(scene).filter(|slot| slot.kind == kind).count() * block;
            used += trees;
            taken += trees.div_ceil(lanes) * lanes;
        }
        used * 10 >= taken * 9
    };
    (1..=lanes).find(|&block| filled(block)).unwrap_or(lanes).min(worlds)
}
