//! What variables stand for.

use super::situation::{ALL, Unums};

/// The most variables that one rule can have.
pub const MAX_VARIABLES: usize = 32;

/// Sets of numbers that variables stand for, by their slots. A variable is bound by the first
/// condition that it is in, to the numbers for which that condition is true. Each further condition
/// keeps only those for which it is true as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    bound: u32,
    sets: [Unums; MAX_VARIABLES],
}

impl Bindings {
    /// What a variable stands for, if it is bound.
    pub fn get(&self, slot: usize) -> Option<Unums> {
        (self.bound >> slot & 1 == 1).then(|| self.sets[slot])
    }

    /// Binds a variable.
    pub fn set(&mut self, slot: usize, numbers: Unums) {
        self.bound |= 1 << slot;
        self.sets[slot] = numbers & ALL;
    }

    /// Keeps those numbers for which a condition is true, or binds the variable to them.
    pub(super) fn narrow(&mut self, slot: usize, to: Unums) {
        let own = self.get(slot).unwrap_or(ALL);
        self.set(slot, own & to);
    }

    /// Adds what an alternative has bound.
    pub(super) fn join(&mut self, other: &Self) {
        for slot in 0..MAX_VARIABLES {
            if let Some(numbers) = other.get(slot) {
                self.set(slot, self.get(slot).unwrap_or(0) | numbers);
            }
        }
    }
}
