//! Sums over the joints of a robot, in lanes: several joints of one robot at a time.

use super::rows::{ROWS, Rows, Worth, level};
use crate::math::lane::{Kernel, Lane};
use crate::math::precision::Precision;
use crate::math::wide::{LaneUser, Width, with_lanes};
use std::marker::PhantomData;

/// Numbers that are summed up side by side, on any CPU.
const PLACES: usize = 8;

/// Cells of a row that are looked at together.
pub type Eight = [f64; PLACES];

/// Cells of a channel that is looked at in lanes: those beyond what it is wide are always 0.
pub const fn wide(width: usize) -> usize {
    width.next_multiple_of(PLACES)
}

/// Numbers, in as many eights as a channel of them has; 0 behind them.
pub fn eights(numbers: &[f64]) -> Vec<Eight> {
    let mut eights = vec![[0.0; PLACES]; numbers.len().div_ceil(PLACES)];
    eights.as_flattened_mut()[..numbers.len()].copy_from_slice(numbers);
    eights
}

/// Some of a row's cells: as many as there are lanes, from the `part`-th of one of the eights of
/// each channel.
#[derive(Clone, Copy)]
pub struct Place<'a, L> {
    row: &'a [Eight],
    eight: usize,
    part: usize,
    lanes: PhantomData<L>,
}

impl<L: Lane> Place<'_, L> {
    /// Those of the channel that begins at a cell, the first of an eight.
    #[inline(always)]
    pub fn of(&self, channel: usize) -> L {
        self.part(&self.row[channel / PLACES + self.eight])
    }

    /// Those of other numbers, one for each cell of a channel.
    #[inline(always)]
    pub fn among(&self, eights: &[Eight]) -> L {
        self.part(&eights[self.eight])
    }

    #[inline(always)]
    fn part(&self, eight: &Eight) -> L {
        L::load(&eight[self.part * L::LANES..])
    }
}

/// A sum over cells of a row, each of which depends on cells as far from the first of their
/// channels.
pub trait Summand: Send + Sync {
    /// Over how many eights of cells.
    fn eights(&self) -> usize;

    /// What is summed up, at a place.
    fn at<L: Lane>(&self, place: Place<'_, L>) -> L;
}

/// What a [`Summand`] adds up to.
pub struct Sum<S>(pub S);

impl<S: Summand> Worth for Sum<S> {
    fn one(&self, row: &[f64]) -> f64 {
        let [number, ..] = self.each(&Rows::one(row));
        number
    }

    fn each(&self, rows: &Rows<'_>) -> [f64; ROWS] {
        with_lanes(level(), Precision::F64, Width::Full, Sums(&self.0, rows))
    }
}

struct Sums<'a, S>(&'a S, &'a Rows<'a>);

struct SumsInLanes<'a, S, L>(&'a S, &'a Rows<'a>, PhantomData<L>);

impl<S: Summand> LaneUser for Sums<'_, S> {
    type Output = [f64; ROWS];

    #[inline(always)]
    fn run<L: Lane>(self) -> [f64; ROWS] {
        L::run(SumsInLanes(self.0, self.1, PhantomData::<L>), &mut ())
    }
}

impl<S: Summand, L: Lane> Kernel for SumsInLanes<'_, S, L> {
    type Data = ();
    type Output = [f64; ROWS];

    #[inline(always)]
    fn run(self, (): &mut ()) -> [f64; ROWS] {
        let (summand, mut out) = (self.0, [0.0; ROWS]);
        for (index, out) in out.iter_mut().enumerate().take(self.1.count()) {
            let (row, _) = self.1.row(index).as_chunks();
            let mut sums = [L::zero(); PLACES];
            for eight in 0..summand.eights() {
                for (part, sum) in sums.iter_mut().take(PLACES / L::LANES).enumerate() {
                    *sum += summand.at(Place { row, eight, part, lanes: PhantomData });
                }
            }
            let mut places = [0.0; PLACES];
            for (part, sum) in sums.iter().take(PLACES / L::LANES).enumerate() {
                sum.store(&mut places[part * L::LANES..]);
            }
            let [a, b, c, d, e, f, g, h] = places;
            *out = ((a + e) + (b + f)) + ((c + g) + (d + h));
        }
        out
    }
}
