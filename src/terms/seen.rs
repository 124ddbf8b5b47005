//! What sensors show: what is, and the errors of a process or of the world's own sensors.

use super::geometry::add_to;
use super::rows::{RowsMut, level};
use super::view::{Dims, Quantity, View};
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
    /// Both in one go, where nothing else errs: from where to where, and where errors are.
    together: Vec<(Span, Option<usize>)>,
}

/// Cells that go together.
#[derive(Clone, Copy)]
struct Span {
    from: usize,
    to: usize,
    width: usize,
}

/// Adds a span, to the last if it goes on where that ends.
fn join(mut spans: Vec<Span>, next: Span) -> Vec<Span> {
    match spans.last_mut() {
        Some(last) if (last.from + last.width, last.to + last.width) == (next.from, next.to) => {
            last.width += next.width;
        }
        _ => spans.push(next),
    }
    spans
}

impl Seen {
    /// `errors`: first cell of the errors of the first quantities, one after the other.
    pub fn new(
        quantities: Vec<(Quantity, usize, usize)>,
        dims: Dims,
        perceives: bool,
        errors: Option<usize>,
    ) -> Self {
        let spans = quantities.iter().map(|&(quantity, from, to)| {
            let width = quantity.width(dims);
            Span { from, to, width }
        });
        let shown = spans.clone().fold(Vec::new(), join);
        let mut first = errors.unwrap_or_default();
        let err = spans.take(ERRING).map(|span| {
            first += span.width;
            Span { from: first - span.width, ..span }
        });
        let erring: Vec<Span> = if errors.is_some() { err.collect() } else { Vec::new() };
        let mut together = Vec::new();
        for (index, &(quantity, from, to)) in quantities.iter().enumerate() {
            let span = Span { from, to, width: quantity.width(dims) };
            together.push((span, erring.get(index).map(|errors| errors.from)));
        }
        Self {
            dims,
            perceives,
            shown: if perceives { Vec::new() } else { shown },
            erring: erring.into_iter().fold(Vec::new(), join),
            together,
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

struct Show<'a, 'b>(&'a [(Span, Option<usize>)], &'a mut RowsMut<'b>);

struct ShowInLanes<'a, 'b, L>(&'a [(Span, Option<usize>)], PhantomData<(L, &'b ())>);

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
            for &(span, errors) in self.0 {
                show_span::<L>(row, span, errors);
            }
        }
    }
}

#[inline(always)]
fn show_span<L: Lane>(row: &mut [f64], Span { from, to, width }: Span, errors: Option<usize>) {
    let mut first = 0;
    while first < width {
        if first + L::LANES > width {
            if width < L::LANES {
                break;
            }
            // Some of these once more.
            first = width - L::LANES;
        }
        let mut shown = L::load(&row[from + first..]);
        if let Some(errors) = errors {
            shown += L::load(&row[errors + first..]);
        }
        shown.store(&mut row[to + first..]);
        first += L::LANES;
    }
    for cell in first..width {
        let error = errors.map_or(0.0, |errors| row[errors + cell]);
        row[to + cell] = if errors.is_some() { row[from + cell] + error } else { row[from + cell] };
    }
}
