//! Worlds that stand still while others move.

use super::WorldBatch;
use crate::error::Result;

/// Does a world move?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// It moves.
    #[default]
    Moves,
    /// It is held: in a step, until the steps of the other worlds are over, too.
    Held,
    /// It is held, and frozen anyway.
    Frozen,
}

impl Pace {
    /// Lets a world that moves stand still: it counts as frozen meanwhile.
    pub fn hold(frozen: &mut bool) -> Self {
        let pace = if *frozen { Self::Frozen } else { Self::Held };
        *frozen = true;
        pace
    }
}

impl WorldBatch {
    /// Lets worlds stand still in all steps until [`release`](Self::release): they count as frozen
    /// meanwhile.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for worlds that do not exist.
    pub fn hold(&mut self, worlds: &[usize]) -> Result<()> {
        self.check_worlds(worlds)?;
        self.held.resize(self.num_worlds(), Pace::Moves);
        self.forget_moved();
        for &world in worlds.iter() {
            if self.held[world] == Pace::Moves {
                self.held[world] = Pace::hold(&mut self.state.frozen[world]);
            }
        }
        Ok(())
    }

    /// Lets all worlds move again that [`hold`](Self::hold) has held.
    pub fn release(&mut self) {
        self.thaw_held();
        self.held.clear();
    }

    /// Lets worlds that are held count as not frozen.
    pub(super) fn thaw_held(&mut self) {
        for (pace, frozen) in self.held.iter().zip(&mut self.state.frozen) {
            *frozen &= *pace != Pace::Held;
        }
    }

    /// Forgets that worlds were held that have been placed or reset since, which lets them move.
    pub(super) fn forget_moved(&mut self) {
        for (pace, frozen) in self.held.iter_mut().zip(&self.state.frozen) {
            if !frozen {
                *pace = Pace::Moves;
            }
        }
    }
}
