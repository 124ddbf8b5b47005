//! What sensors show: what is, and the errors of a process or of the world's own sensors.

use super::geometry::add_to;
use super::rows::{RowsMut, level};
use super::view::{Dims, Quantity, View};
use crate::math::covering::covering;
use crate::math::lane::{Kernel, Lane};
use crate::math::precision::Precision;
use crate::math::wide::{LaneUser, Width, with_lanes};
use std::marker::PhantomData;

/// Senses that a process may let err: angles, speeds, gyro, orientation.
const ERRING: usize = 4;

/// What is shown of the world.
pub struct Seen {
    /// What it is, where it is as it is, and as it is shown.
    quantities: Vec<(Quantity, usize, usize)>,
    dims: Dims,
    /// Is it told in messages?
    perceives: bool,
    /// What is copied; nothing if it is told.
    shown: Vec<Span>,
    /// What errors are added to, in the cells before `from`.
    erring: Vec<Span>,
    /// Both in one go, where nothing else errs.
    together: Vec<Sensed>,
}

/// Cells that go together.
#[derive(Clone, Copy)]
struct Span {
    from: usize,
    to: usize,
    width: usize,
}

/// What is shown in one go: cells, and where the errors are that are added to them, if any are.
#[derive(Clone, Copy)]
struct Sensed {
    span: Span,
    errors: Option<usize>,
}

impl Span {
    /// Both as one, if `next` goes on where this ends.
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

/// Those that go on where others end are joined to them.
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
    /// `errors`: first cell of the errors of the first quantities, one after the other.
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

    /// Shows it in its cells of a row.
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
            // Processes keep their errors behind what all tasks have.
            let (row, errors) = row.split_at_mut(from);
            add_to(&mut row[to..to + width], &errors[..width]);
        }
    }

    /// The same in rows of worlds whose own sensors do not err, none of which is told in messages.
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
    /// What is shown lies behind what is, and errors lie behind both.
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
