//! A contact that couples branches or trees, as [`Coupling`](super::coupling::Coupling) finds it.

use super::scene::Scene;
use super::sides::TouchKey;
use crate::dynamics::contact_row::ContactRow;
use crate::dynamics::tree::MAX_DOFS;

/// A contact other than those with the ground that lanes find.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// World of the block.
    pub world: usize,
    /// Slot and geom on the first side.
    pub first: (usize, usize),
    /// What is on the second side.
    pub second: Partner,
    /// Contact point relative to the first tree's root, m, world axes.
    pub point: [f64; 3],
    /// Distance, m; negative in penetration.
    pub dist: f64,
    pub row: ContactRow,
    /// Identifies the contact from substep to substep.
    pub key: TouchKey,
    /// Which of its rows pushed in the previous substep, if that is known.
    pub before: Option<u16>,
    /// Whether lanes solve for it, and not an island.
    pub is_for_lanes: bool,
}

impl Touch {
    /// Whether lanes can solve for it.
    pub(super) fn is_within_lane(&self, scene: &Scene) -> bool {
        let (slot, _) = self.first;
        let nv = scene.kinds[scene.slots[slot].kind].tree.nv;
        let couples = matches!(self.second, Partner::Tree(second, _) if second != slot);
        !couples && self.row.condim == 3 && nv <= MAX_DOFS
    }

    /// [`OwnContact::key`](crate::dynamics::own::OwnContact::key) of a touch that lanes solve for.
    pub(super) fn own_key(&self, scene: &Scene) -> (usize, usize) {
        let (slot, first) = self.first;
        let (geoms, fixtures) = (scene.model(slot).geoms.len(), scene.fixtures.len());
        let place = match self.second {
            Partner::Tree(_, second) => second,
            Partner::Fixture(index) => geoms + index,
            Partner::Ground => geoms + fixtures,
        };
        (first * (geoms + fixtures + 1) + place, usize::from(self.key.number))
    }
}

/// The second side of a `Touch`; its normal points there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// Slot and geom of a tree.
    Tree(usize, usize),
    /// Index of a fixture.
    Fixture(usize),
    /// What everything falls on.
    Ground,
}
