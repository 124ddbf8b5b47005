//! Parts of an observation, side by side in cells of the row.

use super::arguments::Use;
use super::program::Builder;
use super::registry;
use super::rows::{RowsMut, Sight};
use crate::error::Result;
use std::ops::Range;

/// One part.
struct Part {
    width: usize,
    weight: f64,
    term: Box<dyn Sight>,
}

/// An observation, made of parts.
pub struct Parts {
    parts: Vec<Part>,
    /// First cell of the observation.
    first: usize,
    width: usize,
}

impl Parts {
    /// Makes the terms.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for a term that is not an observation.
    pub fn new(uses: &[Use], builder: &mut Builder<'_>) -> Result<Self> {
        let mut parts = Vec::new();
        for usage in uses {
            let (width, term) = registry::observation(usage, builder)?;
            parts.push(Part { width, weight: usage.weight, term });
        }
        let width = parts.iter().map(|part| part.width).sum();
        Ok(Self { parts, first: 0, width })
    }

    /// Allocates cells of the row for the observation, after everything that it is made of; none if
    /// it has no numbers.
    pub fn place(&mut self, name: &'static str, builder: &mut Builder<'_>) {
        if self.width > 0 {
            self.first = builder.real_wide(name, self.width);
        }
    }

    /// How many numbers it has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many numbers each part has.
    pub fn widths(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().map(|part| part.width)
    }

    /// Computes the observation in its cells, and returns these.
    pub fn fill<'a>(&self, row: &'a mut [f64]) -> &'a [f64] {
        if self.width == 0 {
            return &[];
        }
        let (row, out) = row.split_at_mut(self.first);
        let mut first = 0;
        for part in &self.parts {
            let cells = &mut out[first..first + part.width];
            part.term.one(row, cells);
            if part.weight != 1.0 {
                cells.iter_mut().for_each(|number| *number *= part.weight);
            }
            first += part.width;
        }
        &out[..self.width]
    }

    /// Cells of the observation.
    pub fn cells(&self) -> Range<usize> {
        self.first..self.first + self.width
    }

    /// Computes the observation in its cells of several rows.
    pub fn fill_each(&self, rows: &mut RowsMut<'_>) {
        if self.width == 0 {
            return;
        }
        let mut first = self.first;
        for part in &self.parts {
            let behind = first + part.width;
            part.term.each(rows, self.first, first, behind);
            if part.weight != 1.0 {
                for row in rows.each() {
                    row[first..behind].iter_mut().for_each(|number| *number *= part.weight);
                }
            }
            first = behind;
        }
    }
}
