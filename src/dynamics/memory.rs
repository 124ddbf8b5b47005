//! The sides of their kinks on which the rows of a lane group's trees ended in the previous
//! substep. Newton's method starts from these and from the warm start.

use super::contact_law::{Pushing, packed, unpacked};
use super::data::TreeData;
use super::rows::JointRows;
use super::tree::Tree;
use crate::math::lane::Lane;

/// Bit in [`RowMemory::load`]'s number of a contact that says that the contact was there.
const KNOWN: u16 = 1 << 15;

/// Which rows of a contact pushed in the previous substep.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownSides {
    /// Lanes that had the contact then; bits.
    pub lanes: u32,
    /// The rows that pushed.
    pub pushing: Pushing,
}

impl KnownSides {
    /// Sets a lane's rows, given in the form of [`packed`].
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, bits: u16) {
        self.lanes |= 1 << lane;
        unpacked(&mut self.pushing, lane, bits);
    }
}

/// The sides of hinges' rows and of contacts with the ground; other contacts hold their own.
#[derive(Clone, Debug)]
pub struct RowMemory {
    /// Lanes with a substep to remember; bits.
    pub lanes: u32,
    /// Of every hinge.
    pub hinges: Vec<JointRows>,
    /// Of every slot for a contact with the ground.
    pub ground: Vec<KnownSides>,
}

impl RowMemory {
    /// Nothing is remembered.
    pub fn new(tree: &Tree) -> Self {
        Self {
            lanes: 0,
            hinges: vec![JointRows::default(); tree.nj],
            ground: vec![KnownSides::default(); tree.ground_slots],
        }
    }

    /// Forgets all lanes.
    pub fn clear(&mut self) {
        self.lanes = 0;
        self.hinges.fill(JointRows::default());
        self.ground.fill(KnownSides::default());
    }

    /// Loads what [`store`](Self::store) wrote into a lane that has been cleared.
    pub fn load(&mut self, lane: usize, hinges: &[u8], ground: &[u16]) {
        self.lanes |= 1 << lane;
        for (rows, &bits) in self.hinges.iter_mut().zip(hinges) {
            let bit = |row: u8| u32::from(bits >> row & 1) << lane;
            rows.sliding[0] |= bit(0);
            rows.sliding[1] |= bit(1);
            rows.limited |= bit(2);
        }
        for (known, &bits) in self.ground.iter_mut().zip(ground).filter(|(_, b)| **b & KNOWN != 0) {
            known.set_lane(lane, bits);
        }
    }

    /// Writes a lane's sides: three bits for every hinge, one for every row of a contact.
    pub fn store(&self, lane: usize, hinges: &mut [u8], ground: &mut [u16]) {
        for (out, rows) in hinges.iter_mut().zip(&self.hinges) {
            let bit = |lanes: u32| (lanes >> lane & 1) as u8;
            *out = bit(rows.sliding[0]) | bit(rows.sliding[1]) << 1 | bit(rows.limited) << 2;
        }
        for (out, known) in ground.iter_mut().zip(&self.ground) {
            let is_known = known.lanes >> lane & 1 == 1;
            *out = if is_known { KNOWN | packed(&known.pushing, lane) } else { 0 };
        }
    }
}

/// Notes the sides that the solver ended on in the lanes of `live`.
#[inline(always)]
pub fn remember_sides<L: Lane>(live: u32, d: &mut TreeData<L>) {
    d.memory.lanes = live;
    d.memory.hinges.copy_from_slice(&d.solver.joint_rows);
    d.memory.ground.fill(KnownSides::default());
    for contact in &d.ground[..d.ground_count] {
        let rows = &contact.rows;
        d.memory.ground[contact.slot] = KnownSides { lanes: rows.lanes, pushing: rows.pushing };
    }
}
