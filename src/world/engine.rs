//! The entry from plain code to lanes: picks lane types.

use super::report::RawContact;
use super::scene::{Scene, Slot};
use super::state::StateMut;
use super::worker::Worker;
use crate::math::lane::Lane;
use crate::math::precision::Precision;
use crate::math::simd::SimdLevel;
use crate::math::wide::{LaneUser, Width, lanes, with_lanes};
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

/// An engine that takes `block` worlds at a time, for a SIMD level that the CPU has. A handful of
/// trees is fastest in few lanes; the numbers are the same.
pub fn new_engine(
    scene: &Arc<Scene>,
    block: usize,
    level: SimdLevel,
    precision: Precision,
) -> Box<dyn Engine> {
    struct New<'a>(&'a Arc<Scene>, usize);
    impl LaneUser for New<'_> {
        type Output = Box<dyn Engine>;
        fn run<L: Lane>(self) -> Box<dyn Engine> {
            Box::new(Worker::<L>::new(self.0, self.1))
        }
    }
    let is_small = is_handful(scene, block, level, precision);
    let width = if is_small { Width::Narrow } else { Width::Full };
    with_lanes(level, precision, width, New(scene, block))
}

/// Slots whose lanes are worth filling: trees with hinges, which cost most, or all if none has any.
fn costly_slots(scene: &Scene) -> impl Iterator<Item = &Slot> {
    let has_hinges = |slot: &&Slot| !scene.kinds[slot.kind].model.joints.is_empty();
    let all = !scene.slots.iter().any(|slot| has_hinges(&slot));
    scene.slots.iter().filter(move |slot| all || has_hinges(slot))
}

fn is_handful(scene: &Scene, block: usize, level: SimdLevel, precision: Precision) -> bool {
    let narrow = lanes(level, precision, Width::Narrow);
    let few = lanes(level, precision, Width::Full).div_ceil(3).max(narrow + 1);
    costly_slots(scene).count() * block < few
}

/// Number of blocks of worlds that a thread takes at a time, to sort them: few enough to leave each
/// of several `threads` some more to take when others are slow, and no more than sorting benefits
/// from.
pub fn blocks_at_once(blocks: usize, threads: usize) -> usize {
    let shares = if threads > 1 { 4 * threads } else { 1 };
    (blocks / shares).clamp(1, 32)
}

/// Worlds that one engine should take at a time: the smallest number that fills at least nine
/// tenths of the costly trees' lanes, if one up to the number of lanes does.
pub fn block_size(scene: &Scene, worlds: usize, level: SimdLevel, precision: Precision) -> usize {
    let lanes = lanes(level, precision, Width::Full);
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
