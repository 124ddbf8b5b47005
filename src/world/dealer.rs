//! Who shares lanes: trees that touch alike are dealt to one group, whose lanes then need the same
//! slots and about as many iterations. No number depends on it.

use super::scene::Scene;
use super::state::StateMut;
use super::worker::{Group, TreeLane, Worker};
use crate::math::lane::Lane;

/// Working memory of dealing.
pub struct Dealer {
    /// Worlds that are taken at a time.
    pub block: usize,
    /// Rows of the state in the order in which they are taken.
    order: Vec<usize>,
    /// The trees of one kind: signature, world of the block, slot.
    trees: Vec<(u64, usize, usize)>,
    /// The slot whose signature sorts worlds; `None` if trees of one world fill lanes.
    alone: Option<usize>,
}

impl Dealer {
    /// For blocks of so many worlds.
    pub fn new(scene: &Scene, block: usize) -> Self {
        let has_hinges = |slot: &usize| !scene.model(*slot).joints.is_empty();
        let mut robots = (0..scene.slots.len()).filter(has_hinges);
        let alone = robots.next().filter(|_| robots.next().is_none());
        let trees = Vec::with_capacity(block * scene.slots.len());
        Self { block, order: Vec::new(), trees, alone }
    }

    /// Takes rows in their own order.
    pub fn keep_order(&mut self, state: &StateMut<'_>) {
        self.order.clear();
        self.order.extend(0..state.time.len());
    }

    /// Takes rows in the order of what their only robot touches, if they have but one.
    pub fn sort_worlds(&mut self, scene: &Scene, state: &StateMut<'_>) {
        self.keep_order(state);
        if let Some(slot) = self.alone.filter(|_| state.time.len() > self.block) {
            let slots = scene.slots.len();
            self.order.sort_unstable_by_key(|&row| (state.signatures[row * slots + slot], row));
        }
    }
}

impl<L: Lane> Worker<L> {
    /// Takes the next worlds, from the `first` in order on, and deals their trees to lanes.
    pub(super) fn deal(&mut self, first: usize, state: &StateMut<'_>) {
        let Dealer { block, order, trees, .. } = &mut self.dealer;
        self.rows.clear();
        self.rows.extend(order[first..].iter().take(*block));
        for group in &mut self.groups {
            group.members.clear();
        }
        let slots = self.scene.slots.len();
        for kind in 0..self.scene.kinds.len() {
            trees.clear();
            for (world, row) in self.rows.iter().enumerate() {
                let of_kind = self.scene.slots.iter().enumerate().filter(|(_, s)| s.kind == kind);
                trees.extend(
                    of_kind.map(|(slot, _)| (state.signatures[row * slots + slot], world, slot)),
                );
            }
            trees.sort_unstable();
            let groups = self.groups.iter_mut().enumerate().filter(|(_, g)| g.kind == kind);
            for ((index, group), trees) in groups.zip(trees.chunks(L::LANES)) {
                for (lane, &(_, world, slot)) in trees.iter().enumerate() {
                    group.members.push((world, slot));
                    self.places[world * slots + slot] = TreeLane { group: index, lane };
                }
            }
        }
    }

    /// Notes what all trees touch.
    pub(super) fn sign(&self, state: &mut StateMut<'_>) {
        let slots = self.scene.slots.len();
        for group in self.groups.iter().filter(|group| group.live != 0) {
            for (lane, &(world, slot)) in group.members.iter().enumerate() {
                state.signatures[self.rows[world] * slots + slot] = signature(group, lane);
            }
        }
    }
}

/// What a lane's tree touches: alike if the numbers are. Trees of islands are alike, as lanes do
/// not solve for them.
fn signature<L: Lane>(group: &Group<L>, lane: usize) -> u64 {
    if group.coupled >> lane & 1 == 1 {
        return u64::MAX;
    }
    let d = &group.data;
    let (mut itself, mut ground) = (0, 0);
    for contact in d.own.iter().filter(|contact| contact.rows.lanes >> lane & 1 == 1) {
        itself |= 1 << (contact.key.0 % 15);
    }
    for contact in d.ground[..d.ground_count].iter().filter(|c| c.rows.lanes >> lane & 1 == 1) {
        ground |= 1 << (contact.geom % 48);
    }
    itself << 48 | ground
}
