//! What a step reports, as columns: one for each term of the reward and each measure.

use crate::batch::checks;
use crate::error::Result;
use crate::world::state::take;
use arrayvec::ArrayVec;

/// Columns of a task with many terms; further ones need an allocation in each step.
const USUAL: usize = 24;

/// Some worlds' part of columns, each of which has a number for each robot.
#[derive(Debug, Default)]
pub struct Columns<'a> {
    usual: ArrayVec<&'a mut [f64], USUAL>,
    /// Columns beyond the first `USUAL`.
    more: Vec<&'a mut [f64]>,
}

impl<'a> Columns<'a> {
    /// Columns of `length` numbers each, which lie one after the other in `numbers`.
    pub fn new(numbers: &'a mut [f64], length: usize) -> Self {
        numbers.chunks_exact_mut(length.max(1)).collect()
    }

    /// Checks that there are `count` columns, of `length` numbers each.
    pub(in crate::batch) fn check(&self, count: usize, length: usize) -> Result<()> {
        checks::length("reported", self.usual.len() + self.more.len(), count)?;
        // All columns have the same length.
        self.usual.first().map_or(Ok(()), |first| checks::length("reported", first.len(), length))
    }

    /// Splits off the first `length` numbers of each column.
    pub(super) fn take(&mut self, length: usize) -> Self {
        self.each().map(|column| take(column, length)).collect()
    }

    /// The columns, one after the other.
    #[inline]
    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut &'a mut [f64]> {
        self.usual.iter_mut().chain(&mut self.more)
    }
}

impl<'a> FromIterator<&'a mut [f64]> for Columns<'a> {
    fn from_iter<I: IntoIterator<Item = &'a mut [f64]>>(columns: I) -> Self {
        let mut columns = columns.into_iter();
        let usual = columns.by_ref().take(USUAL).collect();
        Self { usual, more: columns.collect() }
    }
}
