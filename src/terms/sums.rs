//! Sums over the joints of a robot, in lanes: several joints of one robot at a time.

use super::rows::{ROWS, Rows, Worth, level};
use crate::math::lane::{Kernel, Lane};
use crate::math::precision::Precision;
use crate::math::wide::{LaneUser, Width, with_lanes};
use std::marker::PhantomData;

/// Partial sums that are kept side by side, the same number on any CPU.
const PLACES: usize = 8;

/// Cells of a row that are processed together.
pub type Eight = [f64; PLACES];

/// Number of cells of a channel that is processed in lanes; those beyond its `width` are always 0.
pub const fn wide(width: usize) -> usize {
    width.next_multiple_of(PLACES)
}

/// Packs numbers into as many eights as a channel of them has, padded with zeros.
pub fn eights(numbers: &[f64]) -> Vec<Eight> {
    let mut eights = vec![[0.0; PLACES]; numbers.len().div_ceil(PLACES)];
    eights.as_flattened_mut()[..numbers.len()].copy_from_slice(numbers);
    eights
}

/// A place in the channels of a row: of one of the eights of each channel, the `part`-th group of
/// as many cells as there are lanes.
#[derive(Clone, Copy)]
pub struct Place<'a, L> {
    row: &'a [Eight],
    eight: usize,
    part: usize,
    lanes: PhantomData<L>,
}

impl<L: Lane> Place<'_, L> {
    /// Returns the cells of the channel that begins at cell `channel`, the first of an eight.
    #[inline(always)]
    pub fn of(&self, channel: usize) -> L {
        self.part(&self.row[channel / PLACES + self.eight])
    }

    /// Returns the numbers at this place among others, of which there is one for each cell of a
    /// channel.
    #[inline(always)]
    pub fn among(&self, eights: &[Eight]) -> L {
        self.part(&eights[self.eight])
    }

    #[inline(always)]
    fn part(&self, eight: &Eight) -> L {
        L::load(&eight[self.part * L::LANES..])
    }
}

/// A sum over the cells of a row. Each summand depends only on cells at the same offset in their
/// channels.
pub trait Summand: Send + Sync {
    /// Number of eights of cells that are summed up.
    fn eights(&self) -> usize;

    /// Returns the summands at a place.
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
