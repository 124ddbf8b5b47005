//! Which trees share lanes: trees with similar contacts are dealt to one group, whose lanes then
//! need the same slots and about as many iterations. No result depends on it.

use super::scene::Scene;
use super::state::StateMut;
use super::worker::{Group, TreeLane, Worker};
use crate::math::lane::Lane;

/// Signature of a tree that an island couples.
const COUPLED: u64 = u64::MAX;

/// Working memory of dealing.
pub struct Dealer {
    /// Worlds that are taken at a time, at most.
    pub block: usize,
    /// Worlds that are taken at a time if most robots touch each other.
    huddle: usize,
    /// Rows of the state in the order in which they are taken.
    order: Vec<usize>,
    /// The trees of one kind: signature, world of the block, slot.
    trees: Vec<(u64, usize, usize)>,
    /// The slot whose signature sorts worlds; `None` if trees of one world fill lanes.
    alone: Option<usize>,
}

impl Dealer {
    /// A dealer for blocks of `block` worlds.
    pub fn new<L: Lane>(scene: &Scene, block: usize) -> Self {
        // A group of sixteen lanes counts as much as two of eight.
        let groups = if L::LANES > 8 { 1 } else { 2 };
        let mut robots = robots(scene);
        let alone = robots.next().filter(|_| robots.next().is_none());
        let trees = Vec::with_capacity(block * scene.slots.len());
        Self {
            block,
            huddle: huddle(scene, block, L::LANES, groups),
            order: Vec::new(),
            trees,
            alone,
        }
    }

    /// Returns how many worlds to take, starting at the `first` in order. Trees that islands couple
    /// wait for each other in every step of the solver, so they are taken with few others, whose
    /// numbers stay in the cache meanwhile.
    pub fn count(&self, first: usize, scene: &Scene, state: &StateMut<'_>) -> usize {
        let slots = scene.slots.len();
        let next = self.order[first..].iter().take(self.block);
        let (mut coupled, mut all) = (0, 0);
        for row in next {
            all += robots(scene).count();
            let signature = |slot: &usize| state.signatures[row * slots + slot];
            coupled += robots(scene).filter(|slot| signature(slot) == COUPLED).count();
        }
        if 2 * coupled > all { self.huddle } else { self.block }
    }

    /// Takes rows in their own order.
    pub fn keep_order(&mut self, state: &StateMut<'_>) {
        self.order.clear();
        self.order.extend(0..state.time.len());
    }

    /// Takes rows in the order of what their only robot touches, if they have only one.
    pub fn sort_worlds(&mut self, scene: &Scene, state: &StateMut<'_>) {
        self.keep_order(state);
        if let Some(slot) = self.alone.filter(|_| state.time.len() > self.block) {
            let slots = scene.slots.len();
            self.order.sort_unstable_by_key(|&row| (state.signatures[row * slots + slot], row));
        }
    }
}

/// Slots of trees with hinges.
fn robots(scene: &Scene) -> impl Iterator<Item = usize> {
    (0..scene.slots.len()).filter(|slot| !scene.model(*slot).joints.is_empty())
}

/// Returns the smallest number of worlds whose robots fill three quarters of the lanes of `groups`
/// groups or more, or the block if no smaller number does.
fn huddle(scene: &Scene, block: usize, lanes: usize, groups: usize) -> usize {
    let robots = robots(scene).count();
    let filled = |worlds: &usize| {
        let used = worlds * robots;
        used > (groups - 1) * lanes && 4 * used >= 3 * used.next_multiple_of(lanes)
    };
    (1..block).find(filled).unwrap_or(block)
}

impl<L: Lane> Worker<L> {
    /// Takes `count` worlds, starting at the `first` in order, and deals their trees to lanes.
    pub(super) fn deal(&mut self, first: usize, count: usize, state: &StateMut<'_>) {
        let Dealer { order, trees, .. } = &mut self.dealer;
        self.rows.clear();
        self.rows.extend(order[first..].iter().take(count));
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

/// Describes what a lane's tree touches by a number; trees with the same number count as alike.
/// Trees of islands are all alike, as lanes do not solve for them.
fn signature<L: Lane>(group: &Group<L>, lane: usize) -> u64 {
    if group.coupled >> lane & 1 == 1 {
        return COUPLED;
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
