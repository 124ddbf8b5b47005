//! What sensors show: true values, and the errors of a process or of the world's own sensors.

use super::geometry::add_to;
use super::rows::{RowsMut, level};
use super::view::{Dims, Quantity, View};
use crate::math::covering::covering;
use crate::math::lane::{Kernel, Lane};
use crate::math::precision::Precision;
use crate::math::wide::{LaneUser, Width, with_lanes};
use std::marker::PhantomData;

/// Number of senses to which a process may add errors: angles, speeds, gyro, orientation.
const ERRING: usize = 4;

/// The quantities that sensors show.
pub struct Seen {
    /// The quantities, with the first cells of the true values and of the values shown.
    quantities: Vec<(Quantity, usize, usize)>,
    dims: Dims,
    /// Whether they are reported in messages.
    perceives: bool,
    /// Spans that are copied; none if the quantities are reported in messages.
    shown: Vec<Span>,
    /// Spans of errors: `from` is their first cell, `to` that of the values to which they are
    /// added, which come earlier in the row.
    erring: Vec<Span>,
    /// What `shown` and `erring` do, in one pass, where the world's own sensors do not err.
    together: Vec<Sensed>,
}

/// Source and destination cells of the same width.
#[derive(Clone, Copy)]
struct Span {
    from: usize,
    to: usize,
    width: usize,
}

/// Cells that are shown in one pass, and the first cell of the errors that are added to them, if
/// any.
#[derive(Clone, Copy)]
struct Sensed {
    span: Span,
    errors: Option<usize>,
}

impl Span {
    /// Both spans as one, if `next` begins where this one ends.
    fn joined(self, next: Self) -> Option<Self> {
        let Self { from, to, width } = self;
        let goes_on = (from + width, to + width) == (next.from, next.to);
        goes_on.then_some(Self { width: width + next.width, ..self })
    }
}

impl Sensed {
    fn joined(self, next: Self) -> Option<Self> {
        let goes_on = self.errors.map(|errors| errors + self.span.width) == next.errors;
        let span = self.span.joined(next.span).filter(|_| goes_on)?;
        Some(Self { span, ..self })
    }
}

/// Joins items to those that they directly follow.
fn join<T: Copy>(all: impl Iterator<Item = T>, joined: fn(T, T) -> Option<T>) -> Vec<T> {
    let mut out: Vec<T> = Vec::new();
    for next in all {
        match out.last_mut().and_then(|last| Some((joined(*last, next)?, last))) {
            Some((both, last)) => *last = both,
            None => out.push(next),
        }
    }
    out
}

impl Seen {
    /// `errors` is the first cell of the errors of the first quantities, which lie one after the
    /// other.
    pub fn new(
        quantities: Vec<(Quantity, usize, usize)>,
        dims: Dims,
        perceives: bool,
        errors: Option<usize>,
    ) -> Self {
        let spans: Vec<Span> = quantities
            .iter()
            .map(|&(quantity, from, to)| Span { from, to, width: quantity.width(dims) })
            .collect();
        let mut behind = errors;
        let sensed = spans.iter().enumerate().map(|(index, &span)| {
            let errors = behind.filter(|_| index < ERRING);
            behind = errors.map(|errors| errors + span.width);
            Sensed { span, errors }
        });
        let sensed: Vec<Sensed> = sensed.collect();
        let erring = sensed
            .iter()
            .filter_map(|sensed| sensed.errors.map(|errors| Span { from: errors, ..sensed.span }));
        Self {
            dims,
            perceives,
            shown: if perceives { Vec::new() } else { join(spans.iter().copied(), Span::joined) },
            erring: join(erring, Span::joined),
            together: join(sensed.iter().copied(), Sensed::joined),
            quantities,
        }
    }

    /// Writes what sensors show into its cells of a row.
    pub fn show(&self, row: &mut [f64], view: &mut (impl View + ?Sized)) {
        for span in &self.shown {
            row.copy_within(span.from..span.from + span.width, span.to);
        }
        for &(quantity, _, to) in &self.quantities {
            let cells = &mut row[to..to + quantity.width(self.dims)];
            if self.perceives {
                view.perceive(quantity, cells);
            } else {
                view.add_noise(quantity, cells);
            }
        }
        for &Span { from, to, width } in &self.erring {
            // The errors of processes come after the channels that all tasks have.
            let (row, errors) = row.split_at_mut(from);
            add_to(&mut row[to..to + width], &errors[..width]);
        }
    }

    /// Like [`show`](Self::show), in rows of worlds whose own sensors do not err and whose
    /// quantities are not reported in messages.
    pub fn show_each(&self, rows: &mut RowsMut<'_>) {
        let mut rows = rows.again();
        with_lanes(level(), Precision::F64, Width::Full, Show(&self.together, &mut rows));
    }
}

struct Show<'a, 'b>(&'a [Sensed], &'a mut RowsMut<'b>);

struct ShowInLanes<'a, 'b, L>(&'a [Sensed], PhantomData<(L, &'b ())>);

impl LaneUser for Show<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        L::run(ShowInLanes(self.0, PhantomData::<(L, &())>), self.1);
    }
}

impl<'b, L: Lane> Kernel for ShowInLanes<'_, 'b, L> {
    type Data = RowsMut<'b>;
    type Output = ();

    #[inline(always)]
    fn run(self, rows: &mut RowsMut<'b>) {
        for row in rows.each() {
            for sensed in self.0 {
                sensed.show::<L>(row);
            }
        }
    }
}

impl Sensed {
    /// In a row, the values shown come after the true ones, and the errors after both.
    #[inline(always)]
    fn show<L: Lane>(self, row: &mut [f64]) {
        let Self { span: Span { from, to, width }, errors } = self;
        let (is, row) = row.split_at_mut(to);
        let (shown, behind) = row.split_at_mut(width);
        let is = &is[from..from + width];
        let Some(errors) = errors else {
            shown.copy_from_slice(is);
            return;
        };
        let errors = &behind[errors - (to + width)..][..width];
        if width < L::LANES {
            for ((shown, is), error) in shown.iter_mut().zip(is).zip(errors) {
                *shown = is + error;
            }
            return;
        }
        for first in covering::<L>(width) {
            (L::load(&is[first..]) + L::load(&errors[first..])).store(&mut shown[first..]);
        }
    }
}
