//! On which sides of their kinks the constraint rows of worlds ended in their last substep. Like
//! the warm start, this is a part of their state that says where the solver begins, not where it
//! ends.

use super::contact::Partner;
use super::coupling::Coupling;
use super::scene::Scene;
use super::state::take;
use super::worker::{Group, TreeLane, Worker};
use crate::dynamics::contact_law::packed;
use crate::math::lane::Lane;
use serde::{Deserialize, Serialize};

/// The sides in all worlds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    /// (W, slots): whether anything is remembered of a tree.
    known: Vec<bool>,
    /// (W, nv): bits of every hinge's rows; unused at the roots' degrees of freedom.
    hinges: Vec<u8>,
    /// (W, ground slots): bits of every contact with the ground that lanes find.
    ground: Vec<u16>,
    /// (W,): all other contacts, in the order of their keys.
    touches: Vec<Vec<TouchSides>>,
}

/// Rows of consecutive worlds.
#[derive(Debug)]
pub struct SidesMut<'a> {
    known: &'a mut [bool],
    hinges: &'a mut [u8],
    ground: &'a mut [u16],
    touches: &'a mut [Vec<TouchSides>],
}

/// Which rows of a contact pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TouchSides {
    pub key: TouchKey,
    /// In the form of [`packed`].
    pub pushing: u16,
}

/// The slot that stands for fixtures; the next number stands for the ground.
const FIXTURE: u16 = u16::MAX - 1;

/// Identifies a contact of a world: slot and geom of both sides, and its index among the contacts
/// of that pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TouchKey {
    first: [u16; 2],
    second: [u16; 2],
    pub number: u16,
}

impl TouchKey {
    /// The key of the first contact of a pair, given slot and geom of its first side, and its
    /// second side. Numbers beyond 65,535 coincide with others, which only costs time.
    pub(super) fn new((slot, geom): (usize, usize), second: Partner) -> Self {
        let second = match second {
            Partner::Tree(slot, geom) => [slot as u16, geom as u16],
            Partner::Fixture(index) => [FIXTURE, index as u16],
            Partner::Ground => [u16::MAX; 2],
        };
        Self { first: [slot as u16, geom as u16], second, number: 0 }
    }

    /// Slots and geoms as one number, in the same order.
    pub(super) fn pair(&self) -> u64 {
        let ([a, b], [c, d]) = (self.first.map(u64::from), self.second.map(u64::from));
        a << 48 | b << 32 | c << 16 | d
    }

    /// The trees that take part.
    fn slots(&self) -> [Option<usize>; 2] {
        let second = Some(self.second[0]).filter(|slot| *slot < FIXTURE);
        [Some(usize::from(self.first[0])), second.map(usize::from)]
    }

    /// The same contact when trees have other slots, if both trees still exist.
    fn moved(mut self, slot_of: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let [first, second] = self.slots();
        self.first[0] = slot_of(first?)? as u16;
        if let Some(second) = second {
            self.second[0] = slot_of(second)? as u16;
        }
        Some(self)
    }
}

impl Sides {
    /// Sides of worlds of which nothing is remembered.
    pub fn new(scene: &Scene, worlds: usize) -> Self {
        Self {
            known: vec![false; worlds * scene.slots.len()],
            hinges: vec![0; worlds * scene.nv()],
            ground: vec![0; worlds * scene.ground_slots()],
            touches: vec![Vec::new(); worlds],
        }
    }

    /// Whether these have as many numbers as others.
    pub fn fits(&self, other: &Self) -> bool {
        let lengths = |sides: &Self| {
            [sides.known.len(), sides.hinges.len(), sides.ground.len(), sides.touches.len()]
        };
        lengths(self) == lengths(other)
    }

    /// Copies others that [fit](Self::fits), without a new allocation where the memory suffices.
    pub fn copy_from(&mut self, other: &Self) {
        self.known.clone_from(&other.known);
        self.hinges.clone_from(&other.hinges);
        self.ground.clone_from(&other.ground);
        self.touches.clone_from(&other.touches);
    }

    /// Copies what is remembered of trees that had other slots in another scene; `origin[new]` is
    /// the old slot of the tree in slot `new`.
    pub fn transfer(
        &mut self,
        new: &Scene,
        from: &mut Self,
        old: &Scene,
        origin: &[Option<usize>],
    ) {
        let (mut to, mut from) = (self.all(), from.all());
        let slot_of = |slot: usize| origin.iter().position(|other| *other == Some(slot));
        for world in 0..to.touches.len() {
            for (slot, source) in origin.iter().enumerate() {
                let Some(source) = *source else { continue };
                let (known, hinges, ground) = to.tree(new, world, slot);
                let theirs = from.tree(old, world, source);
                *known = *theirs.0;
                hinges.copy_from_slice(theirs.1);
                ground.copy_from_slice(theirs.2);
            }
            let touches = from.touches[world]
                .iter()
                .filter_map(|touch| Some(TouchSides { key: touch.key.moved(slot_of)?, ..*touch }));
            to.touches[world].extend(touches);
            to.touches[world].sort_unstable_by_key(|touch| touch.key);
        }
    }

    /// All worlds.
    pub fn all(&mut self) -> SidesMut<'_> {
        let Self { known, hinges, ground, touches } = self;
        SidesMut { known, hinges, ground, touches }
    }
}

impl<'a> SidesMut<'a> {
    /// Splits off the first `n` worlds.
    pub fn take(&mut self, n: usize) -> Self {
        let [trees, nv, places] = self.lengths();
        Self {
            known: take(&mut self.known, n * trees),
            hinges: take(&mut self.hinges, n * nv),
            ground: take(&mut self.ground, n * places),
            touches: take(&mut self.touches, n),
        }
    }

    /// One world.
    pub fn row(&mut self, world: usize) -> SidesMut<'_> {
        let [trees, nv, places] = self.lengths();
        SidesMut {
            known: &mut self.known[world * trees..][..trees],
            hinges: &mut self.hinges[world * nv..][..nv],
            ground: &mut self.ground[world * places..][..places],
            touches: &mut self.touches[world..=world],
        }
    }

    /// Forgets everything about these worlds: once something has been placed or given another
    /// velocity, it no longer matters which rows pushed.
    pub fn forget(&mut self) {
        self.known.fill(false);
        self.hinges.fill(0);
        self.ground.fill(0);
        for touches in &mut *self.touches {
            touches.clear();
        }
    }

    /// Forgets one tree of a world, which must be the only world of these.
    pub fn forget_tree(&mut self, scene: &Scene, slot: usize) {
        let (known, hinges, ground) = self.tree(scene, 0, slot);
        *known = false;
        hinges.fill(0);
        ground.fill(0);
        if let [touches] = self.touches {
            touches.retain(|touch| !touch.key.slots().contains(&Some(slot)));
        }
    }

    /// How many numbers a world has in `known`, `hinges` and `ground`.
    fn lengths(&self) -> [usize; 3] {
        let worlds = self.touches.len().max(1);
        [self.known.len(), self.hinges.len(), self.ground.len()].map(|length| length / worlds)
    }

    /// A tree of a world: whether anything is known of it, its hinges, its ground contacts.
    fn tree(
        &mut self,
        scene: &Scene,
        world: usize,
        slot: usize,
    ) -> (&mut bool, &mut [u8], &mut [u16]) {
        let tree = &scene.slots[slot];
        let hinges = &mut self.hinges[world * scene.nv()..][tree.hinges()];
        let ground = &mut self.ground[world * scene.ground_slots()..][tree.ground.clone()];
        (&mut self.known[world * scene.slots.len() + slot], hinges, ground)
    }
}

impl<L: Lane> Worker<L> {
    /// Reads the sides of the block's worlds into lanes.
    pub(super) fn load_sides(&mut self, sides: &mut SidesMut<'_>) {
        for group in &mut self.groups {
            group.data.memory.clear();
            for (lane, &(world, slot)) in group.members.iter().enumerate() {
                let row = self.rows[world];
                let (known, hinges, ground) = sides.tree(&self.scene, row, slot);
                if group.live >> lane & 1 == 1 && *known {
                    group.data.memory.load(lane, hinges, ground);
                }
            }
        }
        self.coupling.sides.clear();
        for (world, &row) in self.rows.iter().enumerate() {
            self.coupling.sides.extend(sides.touches[row].iter().map(|touch| (world, *touch)));
        }
    }

    /// Writes the sides of the last substep, except for frozen worlds.
    pub(super) fn store_sides(&self, frozen: &[bool], sides: &mut SidesMut<'_>) {
        for group in &self.groups {
            for (lane, &(world, slot)) in group.members.iter().enumerate() {
                let row = self.rows[world];
                if group.live >> lane & 1 == 1 && !frozen[row] {
                    let (known, hinges, ground) = sides.tree(&self.scene, row, slot);
                    *known = true;
                    group.data.memory.store(lane, hinges, ground);
                }
            }
        }
        let mut rest = self.coupling.sides.as_slice();
        for (world, &row) in self.rows.iter().enumerate() {
            let count = rest.iter().take_while(|(of, _)| *of == world).count();
            let (mine, others) = rest.split_at(count);
            rest = others;
            if !frozen[row] {
                sides.touches[row].clear();
                sides.touches[row].extend(mine.iter().map(|(_, touch)| *touch));
            }
        }
    }
}

impl<L: Lane> Coupling<L> {
    /// Numbers the contacts of each pair, and finds what is known of them. Touches must be in
    /// order.
    pub(super) fn recall_sides(&mut self) {
        let (mut known, mut before, mut number) = (self.sides.iter().peekable(), None, 0);
        for touch in &mut self.touches {
            let pair = (touch.world, touch.first, touch.second);
            number = if before == Some(pair) { number + 1 } else { 0 };
            before = Some(pair);
            touch.key.number = number;
            let place = (touch.world, touch.key);
            while known.next_if(|(world, touch)| (*world, touch.key) < place).is_some() {}
            let found = known.next_if(|(world, touch)| (*world, touch.key) == place);
            touch.before = found.map(|(_, touch)| touch.pushing);
        }
    }

    /// Notes the sides that the solver ended on.
    pub(super) fn remember_sides(
        &mut self,
        scene: &Scene,
        groups: &[Group<L>],
        places: &[TreeLane],
    ) {
        self.sides.clear();
        for touch in &self.touches {
            let mut pushing = 0;
            if touch.is_for_lanes {
                let TreeLane { group, lane } =
                    places[touch.world * scene.slots.len() + touch.first.0];
                let (key, own) = (touch.own_key(scene), &groups[group].data.own);
                if let Ok(at) = own.binary_search_by_key(&key, |contact| contact.key) {
                    pushing = packed(&own[at].rows.pushing, lane);
                }
            }
            self.sides.push((touch.world, TouchSides { key: touch.key, pushing }));
        }
        for (number, pushing) in self.islands[..self.solved].iter().flat_map(|i| i.sides()) {
            self.sides[number].1.pushing = pushing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_in_the_order_of_keys() {
        let firsts = [(0, 0), (0, 300), (1, 2), (300, 1)];
        let partners = [(0, 1), (1, 0), (2, 300)].map(|(slot, geom)| Partner::Tree(slot, geom));
        let fixtures = [Partner::Fixture(0), Partner::Fixture(300), Partner::Ground];
        let seconds = partners.into_iter().chain(fixtures);
        let keys: Vec<TouchKey> = firsts
            .into_iter()
            .flat_map(|first| seconds.clone().map(move |second| TouchKey::new(first, second)))
            .collect();
        assert!(keys.is_sorted());
        assert!(keys.windows(2).all(|keys| keys[0].pair() < keys[1].pair()));
    }
}
