//! What a step tells, as columns: one for each term of the reward and each measure.

use super::Episodes;
use super::outcome::Part;
use crate::batch::WorldBatch;
use crate::world::state::take;
use arrayvec::ArrayVec;

/// Numbers that a cache line holds.
const LINE: usize = 8;
/// Columns of a task with many terms; more than that take memory in each step.
const USUAL: usize = 24;

/// Some worlds' part of columns; all of them have a number for each robot.
#[derive(Debug, Default)]
pub struct Columns<'a> {
    usual: ArrayVec<&'a mut [f64], USUAL>,
    /// Those beyond.
    more: Vec<&'a mut [f64]>,
}

impl<'a> Columns<'a> {
    /// All of columns of so many numbers, one after the other.
    pub fn new(numbers: &'a mut [f64], length: usize) -> Self {
        numbers.chunks_exact_mut(length.max(1)).collect()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.usual.len() + self.more.len()
    }

    /// How long they are.
    pub fn len(&self) -> usize {
        self.usual.first().map_or(0, |column| column.len())
    }

    /// Are there no numbers?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes their first numbers off.
    pub(super) fn take(&mut self, length: usize) -> Self {
        self.each().map(|column| take(column, length)).collect()
    }

    fn each(&mut self) -> impl Iterator<Item = &mut &'a mut [f64]> {
        self.usual.iter_mut().chain(&mut self.more)
    }

    /// Writes rows to them, a cache line of each after the other.
    pub fn write(&mut self, rows: &[f64]) {
        let width = self.count();
        let count = rows.len() / width.max(1);
        for first in (0..count).step_by(LINE) {
            let few = LINE.min(count - first);
            for (index, column) in self.each().enumerate() {
                for (place, out) in column[first..first + few].iter_mut().enumerate() {
                    *out = rows[(first + place) * width + index];
                }
            }
        }
    }
}

impl<'a> FromIterator<&'a mut [f64]> for Columns<'a> {
    fn from_iter<I: IntoIterator<Item = &'a mut [f64]>>(columns: I) -> Self {
        let mut columns = columns.into_iter();
        let usual = columns.by_ref().take(USUAL).collect();
        Self { usual, more: columns.collect() }
    }
}

impl WorldBatch {
    /// What the last step or evaluation told, (terms of the reward, then measures, W, A).
    pub fn told_columns(&self, episodes: &Episodes) -> Vec<f64> {
        columns_of(episodes.told(), self.num_worlds() * episodes.agents())
    }
}

/// The columns of so many rows.
pub fn columns_of(rows: &[f64], count: usize) -> Vec<f64> {
    let mut columns = vec![0.0; rows.len()];
    Columns::new(&mut columns, count).write(rows);
    columns
}

impl Part<'_> {
    /// Turns what the worlds are told into columns, if somebody asks.
    pub fn tell_columns(&mut self) {
        if !self.outcome.told.is_empty() {
            self.outcome.told.write(self.told);
        }
    }
}
