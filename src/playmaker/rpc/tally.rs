//! Counts of calls.

use super::{CallError, Method, Reason};
use std::collections::BTreeMap;

/// How many calls there were, and what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of calls.
    pub calls: u64,
    /// Those that came to nothing, by call and reason.
    pub missed: BTreeMap<(Method, Reason), u64>,
}

impl Tally {
    /// Counts a call that came to nothing.
    pub fn miss(&mut self, error: &CallError) {
        *self.missed.entry((error.method, error.reason)).or_default() += 1;
    }

    /// All that came to nothing.
    pub fn misses(&self) -> u64 {
        self.missed.values().sum()
    }

    /// Adds the counts of another tally.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        for (key, count) in &other.missed {
            *self.missed.entry(*key).or_default() += count;
        }
    }
}
