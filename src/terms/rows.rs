//! Rows of several environments, for which terms are computed together, one lane for each.

use super::program::{Condition, Observation, Value};
use super::row::integer;
use crate::math::covering::covering;
use crate::math::lane::{Kernel, Lane};
use crate::math::precision::Precision;
use crate::math::simd::SimdLevel;
use crate::math::wide::{LaneUser, Width, with_lanes};
use std::marker::PhantomData;

/// Largest number of rows that are computed together: with 8, terms take 5 % longer; with 32, they
/// are no faster.
pub const ROWS: usize = 16;

/// One to [`ROWS`] rows to read.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    cells: &'a [f64],
    /// Where each row begins; entries after the last row repeat it.
    starts: [usize; ROWS],
    count: usize,
    width: usize,
}

impl<'a> Rows<'a> {
    /// `count` rows of `width` cells, whose first cells are `stride` cells apart. Panics if `cells`
    /// does not have them all, or `count` is not from 1 to [`ROWS`].
    pub fn new(cells: &'a [f64], stride: usize, width: usize, count: usize) -> Self {
        assert!((1..=ROWS).contains(&count) && cells.len() >= (count - 1) * stride + width);
        let starts = std::array::from_fn(|row| row.min(count - 1) * stride);
        Self { cells, starts, count, width }
    }

    /// A single row.
    pub fn one(row: &'a [f64]) -> Self {
        Self { cells: row, starts: [0; ROWS], count: 1, width: row.len() }
    }

    /// Number of rows.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// One of the rows.
    #[inline(always)]
    pub fn row(&self, index: usize) -> &'a [f64] {
        &self.cells[self.starts[index]..][..self.width]
    }
}

/// Columns of as many rows as there are lanes, starting at row `first`.
#[derive(Clone, Copy)]
pub struct Columns<'a, L> {
    rows: &'a Rows<'a>,
    first: usize,
    lanes: PhantomData<L>,
}

impl<L: Lane> Columns<'_, L> {
    /// A cell of each row. Panics if rows have no such cell.
    #[inline(always)]
    pub fn at(&self, cell: usize) -> L {
        assert!(cell < self.rows.width && self.first + L::LANES <= ROWS);
        let mut lanes = L::zero();
        for lane in 0..L::LANES {
            let start = self.rows.starts[self.first + lane];
            // SAFETY: each start is followed by `width` cells, which the constructors of `Rows`
            // guarantee, and `cell` is less than `width`.
            lanes.set_lane(lane, unsafe { *self.rows.cells.get_unchecked(start + cell) });
        }
        lanes
    }

    /// `N` cells of each row, starting at `first`.
    #[inline(always)]
    pub fn some<const N: usize>(&self, first: usize) -> [L; N] {
        let mut some = [L::zero(); N];
        for (index, lanes) in some.iter_mut().enumerate() {
            *lanes = self.at(first + index);
        }
        some
    }

    /// A cell of each row that holds an integer.
    #[inline(always)]
    pub fn integers(&self, cell: usize) -> L {
        let mut lanes = self.at(cell);
        for lane in 0..L::LANES {
            lanes.set_lane(lane, integer(lanes.lane(lane)) as f64);
        }
        lanes
    }
}

/// A number that follows from a row, computed for as many rows at once as there are lanes. A lane
/// depends on its own row alone.
pub trait Number: Send + Sync {
    /// Computes the number.
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L;
}

/// A number that follows from a row, computed for one row or for several together, with the same
/// bits.
pub trait Worth: Send + Sync {
    /// The number of one row.
    fn one(&self, row: &[f64]) -> f64;

    /// The numbers of all rows; elements beyond the number of rows have no meaning.
    fn each(&self, rows: &Rows<'_>) -> [f64; ROWS];
}

/// Computes a [`Number`] in lanes.
struct Lanes<'a, N>(&'a N, &'a Rows<'a>);

struct InLanes<'a, N, L>(&'a N, &'a Rows<'a>, PhantomData<L>);

impl<N: Number> LaneUser for Lanes<'_, N> {
    type Output = [f64; ROWS];

    #[inline(always)]
    fn run<L: Lane>(self) -> [f64; ROWS] {
        L::run(InLanes(self.0, self.1, PhantomData::<L>), &mut ())
    }
}

impl<N: Number, L: Lane> Kernel for InLanes<'_, N, L> {
    type Data = ();
    type Output = [f64; ROWS];

    #[inline(always)]
    fn run(self, (): &mut ()) -> [f64; ROWS] {
        let mut out = [0.0; ROWS];
        let mut first = 0;
        while first < self.1.count {
            let rows = Columns { rows: self.1, first, lanes: PhantomData::<L> };
            self.0.of(rows).store(&mut out[first..]);
            first += L::LANES;
        }
        out
    }
}

/// The SIMD level whose lanes are used; both widths of a level give the same numbers.
pub fn level() -> SimdLevel {
    SimdLevel::detect().unwrap_or(SimdLevel::Baseline)
}

impl<N: Number> Worth for N {
    fn one(&self, row: &[f64]) -> f64 {
        let [number, ..] =
            with_lanes(level(), Precision::F64, Width::Narrow, Lanes(self, &Rows::one(row)));
        number
    }

    fn each(&self, rows: &Rows<'_>) -> [f64; ROWS] {
        with_lanes(level(), Precision::F64, Width::Full, Lanes(self, rows))
    }
}

fn each(rows: &Rows<'_>, function: impl Fn(&[f64]) -> f64) -> [f64; ROWS] {
    let mut out = [0.0; ROWS];
    for (index, out) in out.iter_mut().enumerate().take(rows.count) {
        *out = function(rows.row(index));
    }
    out
}

/// A number that is computed row by row, in whatever way.
impl Worth for Value {
    fn one(&self, row: &[f64]) -> f64 {
        self(row)
    }

    fn each(&self, rows: &Rows<'_>) -> [f64; ROWS] {
        each(rows, self)
    }
}

/// 1 where a condition holds, else 0.
impl Worth for Condition {
    fn one(&self, row: &[f64]) -> f64 {
        f64::from(u8::from(self(row)))
    }

    fn each(&self, rows: &Rows<'_>) -> [f64; ROWS] {
        each(rows, |row| self.one(row))
    }
}

/// A bounded number: `x / (half + |x|)`.
pub struct Bounded {
    pub number: Box<dyn Worth>,
    pub half: f64,
}

impl Bounded {
    fn bound(&self, number: f64) -> f64 {
        number / (self.half + number.abs())
    }
}

impl Worth for Bounded {
    fn one(&self, row: &[f64]) -> f64 {
        self.bound(self.number.one(row))
    }

    fn each(&self, rows: &Rows<'_>) -> [f64; ROWS] {
        self.number.each(rows).map(|number| self.bound(number))
    }
}

/// Rows to write.
pub struct RowsMut<'a> {
    cells: &'a mut [f64],
    stride: usize,
    count: usize,
    width: usize,
}

impl<'a> RowsMut<'a> {
    /// As [`Rows::new`].
    pub fn new(cells: &'a mut [f64], stride: usize, width: usize, count: usize) -> Self {
        assert!((1..=ROWS).contains(&count) && cells.len() >= (count - 1) * stride + width);
        Self { cells, stride, count, width }
    }

    /// Number of rows.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// One of the rows.
    #[inline(always)]
    pub fn row(&mut self, index: usize) -> &mut [f64] {
        &mut self.cells[index * self.stride..][..self.width]
    }

    /// All rows, one after the other.
    #[inline(always)]
    pub fn each(&mut self) -> impl Iterator<Item = &mut [f64]> {
        let width = self.width;
        self.cells.chunks_mut(self.stride).take(self.count).map(move |row| &mut row[..width])
    }

    /// The same rows, reborrowed.
    pub fn again(&mut self) -> RowsMut<'_> {
        let Self { stride, count, width, .. } = *self;
        RowsMut { cells: &mut *self.cells, stride, count, width }
    }

    /// The same rows, for reading only.
    pub fn read(&self) -> Rows<'_> {
        Rows::new(self.cells, self.stride, self.width, self.count)
    }
}

/// A part of an observation, computed for one row or for several together, with the same bits.
pub trait Sight: Send + Sync {
    /// Writes the part of one row.
    fn one(&self, row: &[f64], out: &mut [f64]);

    /// Writes the part of all rows to their own cells `from..to`; it reads only cells before `end`,
    /// which is at most `from`.
    fn each(&self, rows: &mut RowsMut<'_>, end: usize, from: usize, to: usize) {
        for row in rows.each() {
            let (row, out) = row.split_at_mut(end);
            self.one(row, &mut out[from - end..to - end]);
        }
    }
}

impl Sight for Observation {
    fn one(&self, row: &[f64], out: &mut [f64]) {
        self(row, out);
    }
}

/// A part of an observation with a number for each of some cells of a row.
pub trait Mapping: Send + Sync {
    /// Returns as many numbers as there are lanes, starting at number `first`.
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L;
}

/// The part of an observation that a [`Mapping`] computes.
pub struct Mapped<M>(pub M);

impl<M: Mapping> Sight for Mapped<M> {
    fn one(&self, row: &[f64], out: &mut [f64]) {
        let (rows, cells) = (OneOrMore::One(row, out), [0; 3]);
        with_lanes(level(), Precision::F64, Width::Full, Map { mapping: &self.0, rows, cells });
    }

    fn each(&self, rows: &mut RowsMut<'_>, end: usize, from: usize, to: usize) {
        let (rows, cells) = (OneOrMore::More(rows.again()), [end, from, to]);
        with_lanes(level(), Precision::F64, Width::Full, Map { mapping: &self.0, rows, cells });
    }
}

/// A row and the place for its numbers, or rows that hold both.
enum OneOrMore<'a> {
    One(&'a [f64], &'a mut [f64]),
    More(RowsMut<'a>),
}

struct Map<'a, M> {
    mapping: &'a M,
    rows: OneOrMore<'a>,
    /// The end of the cells that it reads, then start and end of those that it writes.
    cells: [usize; 3],
}

struct MapInLanes<'a, M, L>(&'a M, [usize; 3], PhantomData<(L, &'a ())>);

impl<M: Mapping> LaneUser for Map<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { mapping, mut rows, cells } = self;
        L::run(MapInLanes(mapping, cells, PhantomData::<(L, &())>), &mut rows);
    }
}

impl<'a, M: Mapping, L: Lane> Kernel for MapInLanes<'a, M, L> {
    type Data = OneOrMore<'a>;
    type Output = ();

    #[inline(always)]
    fn run(self, rows: &mut OneOrMore<'a>) {
        let Self(mapping, [end, from, to], _) = self;
        match rows {
            OneOrMore::One(row, out) => map::<M, L>(mapping, row, out),
            OneOrMore::More(rows) => {
                for row in rows.each() {
                    let (row, out) = row.split_at_mut(end);
                    map::<M, L>(mapping, row, &mut out[from - end..to - end]);
                }
            }
        }
    }
}

#[inline(always)]
fn map<M: Mapping, L: Lane>(mapping: &M, row: &[f64], out: &mut [f64]) {
    if out.len() >= L::LANES {
        for first in covering::<L>(out.len()) {
            mapping.at::<L>(row, first).store(&mut out[first..]);
        }
        return;
    }
    let lanes = mapping.at::<L>(row, 0);
    for (lane, out) in out.iter_mut().enumerate() {
        *out = lanes.lane(lane);
    }
}

/// Several numbers that follow from a row, as [`Number`].
pub trait Numbers<const N: usize>: Send + Sync {
    /// Computes the numbers.
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> [L; N];
}

/// A part of an observation made of [`Numbers`].
pub struct Shown<T, const N: usize>(pub T);

/// Computes [`Numbers`] so that those of a row lie side by side.
struct Several<'a, T, const N: usize>(&'a T, &'a Rows<'a>);

struct SeveralInLanes<'a, T, L, const N: usize>(&'a T, &'a Rows<'a>, PhantomData<L>);

impl<T: Numbers<N>, const N: usize> LaneUser for Several<'_, T, N> {
    type Output = [[f64; N]; ROWS];

    #[inline(always)]
    fn run<L: Lane>(self) -> Self::Output {
        L::run(SeveralInLanes::<T, L, N>(self.0, self.1, PhantomData), &mut ())
    }
}

impl<T: Numbers<N>, L: Lane, const N: usize> Kernel for SeveralInLanes<'_, T, L, N> {
    type Data = ();
    type Output = [[f64; N]; ROWS];

    #[inline(always)]
    fn run(self, (): &mut ()) -> Self::Output {
        let mut out = [[0.0; N]; ROWS];
        let mut first = 0;
        while first < self.1.count {
            let numbers = self.0.of(Columns { rows: self.1, first, lanes: PhantomData::<L> });
            for (lane, out) in out[first..first + L::LANES].iter_mut().enumerate() {
                for (out, number) in out.iter_mut().zip(&numbers) {
                    *out = number.lane(lane);
                }
            }
            first += L::LANES;
        }
        out
    }
}

impl<T: Numbers<N>, const N: usize> Sight for Shown<T, N> {
    fn one(&self, row: &[f64], out: &mut [f64]) {
        let several = Several(&self.0, &Rows::one(row));
        let [numbers, ..] = with_lanes(level(), Precision::F64, Width::Narrow, several);
        out.copy_from_slice(&numbers);
    }

    fn each(&self, rows: &mut RowsMut<'_>, _: usize, from: usize, to: usize) {
        let numbers = {
            let rows = rows.read();
            with_lanes(level(), Precision::F64, Width::Full, Several(&self.0, &rows))
        };
        for (row, numbers) in rows.each().zip(&numbers) {
            row[from..to].copy_from_slice(numbers);
        }
    }
}
