//! What a program does in several environments at a time. The results have the same bits as those
//! of one environment at a time, but every term and process is called once for all of them.

use super::program::{Episode, Program};
use super::row::{integer, of_integer};
use super::rows::{ROWS, Rows, RowsMut};
use super::stream::Stream;
use super::view::{Dims, Quantity, View};
use crate::math::lane::Kernel;
use crate::math::wide::with_widest;

/// Environments that are processed together, at most [`ROWS`].
pub struct Band<'a> {
    /// Their cells.
    pub rows: RowsMut<'a>,
    /// Their random numbers.
    pub streams: &'a mut [Stream],
    /// How far training has come, 0 to 1.
    pub progress: f64,
}

impl Band<'_> {
    /// Number of environments.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.rows.count().min(self.streams.len())
    }

    /// One of the environments.
    #[inline(always)]
    pub fn episode(&mut self, index: usize) -> Episode<'_> {
        let (row, stream) = (self.rows.row(index), &mut self.streams[index]);
        Episode { row, stream, progress: self.progress }
    }
}

/// The worlds of a band.
pub trait Worlds {
    /// Calls `work` with the view of one of the worlds.
    fn with(&mut self, index: usize, work: &mut dyn FnMut(&mut dyn View));
}

/// The worlds of a band, with a type of views that is known at compile time.
pub trait Crowd: Worlds {
    /// A world as seen by one of its robots.
    type View<'a>: View
    where
        Self: 'a;

    /// The view of one of the worlds.
    fn view(&mut self, index: usize) -> Self::View<'_>;

    /// Reads quantities of all worlds into cells of their rows.
    fn read(&mut self, senses: &[(Quantity, usize)], dims: Dims, rows: &mut RowsMut<'_>);

    /// Whether the world's own sensors err.
    fn errs(&self, index: usize) -> bool;

    /// Whether worlds may have been drawn anew since they were last read.
    fn may_be_drawn(&self) -> bool;
}

impl Program {
    /// Does what [`before`](Self::before) does, in several environments; `act` writes the action of
    /// one of them. The methods below likewise correspond to those for one environment.
    pub fn before_each(
        &self,
        band: &mut Band<'_>,
        act: impl Fn(usize, &mut [f64]),
        crowd: &mut impl Crowd,
    ) {
        for process in &self.processes {
            process.before_each(band, crowd);
        }
        for index in 0..band.count() {
            let act = |action: &mut [f64]| act(index, action);
            self.act(band.rows.row(index), act, &mut crowd.view(index));
        }
    }

    /// See [`after`](Self::after).
    pub fn after_each(&self, band: &mut Band<'_>, crowd: &mut impl Crowd) {
        let drawn = if crowd.may_be_drawn() { &self.drawn[..] } else { &[] };
        crowd.read(&self.senses, self.dims, &mut band.rows);
        crowd.read(drawn, self.dims, &mut band.rows);
        for process in &self.processes {
            process.sense_each(&mut band.rows);
        }
        for row in band.rows.each() {
            row[self.base.age] = of_integer(integer(row[self.base.age]).wrapping_add(1));
        }
        for process in &self.processes {
            process.after_each(band);
        }
    }

    /// See [`observe`](Self::observe). No quantity may be perceived through messages, which works
    /// for one world at a time only.
    pub fn observe_each(&self, rows: &mut RowsMut<'_>, crowd: &mut impl Crowd) {
        if (0..rows.count()).any(|index| crowd.errs(index)) {
            for index in 0..rows.count() {
                self.seen.show(rows.row(index), &mut crowd.view(index));
            }
        } else {
            self.seen.show_each(rows);
        }
        for process in &self.processes {
            process.observe_each(rows);
        }
        self.observations.fill_each(rows);
    }

    /// Cells of the observation.
    pub fn observed(&self) -> std::ops::Range<usize> {
        self.observations.cells()
    }

    /// See [`judge`](Self::judge).
    pub fn judge_each(&self, rows: &Rows<'_>, mut report: impl FnMut(&[f64; ROWS])) -> [f64; ROWS] {
        let mut weighed = Weighed { numbers: [0.0; ROWS], totals: [0.0; ROWS] };
        for (weight, value) in &self.rewards {
            weighed.numbers = value.each(rows);
            with_widest(Weigh(*weight), &mut weighed);
            report(&weighed.numbers);
        }
        for measure in &self.measures {
            report(&measure.number.each(rows).map(|number| measure.weight * number));
        }
        weighed.totals
    }

    /// Returns whose episodes end.
    pub fn are_over(&self, rows: &Rows<'_>) -> [bool; ROWS] {
        let mut are_over = [false; ROWS];
        for end in &self.ends {
            for (is_over, number) in are_over.iter_mut().zip(end.each(rows)) {
                *is_over |= number > 0.0;
            }
        }
        are_over
    }
}

/// Numbers of a term, and the totals of all terms so far.
struct Weighed {
    numbers: [f64; ROWS],
    totals: [f64; ROWS],
}

/// Multiplies a term by its weight, and adds it to the totals.
struct Weigh(f64);

impl Kernel for Weigh {
    type Data = Weighed;
    type Output = ();

    #[inline(always)]
    fn run(self, Weighed { numbers, totals }: &mut Weighed) {
        for (number, total) in numbers.iter_mut().zip(totals) {
            // Adding zero makes zeros positive.
            *number = self.0 * *number + 0.0;
            *total += *number;
        }
    }
}
