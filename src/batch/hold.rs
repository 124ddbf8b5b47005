//! Worlds that stand still while others move.

use super::WorldBatch;
use crate::error::Result;

/// Whether a world moves in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// It moves.
    #[default]
    Moves,
    /// It is held, by [`WorldBatch::hold`] or until the other worlds have finished their step.
    Held,
    /// It is held, but was frozen already, and stays so when it is released.
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

    /// Makes the worlds that are held count as not frozen, except those that were frozen before.
    pub(super) fn thaw_held(&mut self) {
        for (pace, frozen) in self.held.iter().zip(&mut self.state.frozen) {
            *frozen &= *pace != Pace::Held;
        }
    }

    /// Lets worlds move again that have been placed or reset since they were held.
    pub(super) fn forget_moved(&mut self) {
        for (pace, frozen) in self.held.iter_mut().zip(&self.state.frozen) {
            if !frozen {
                *pace = Pace::Moves;
            }
        }
    }
}
