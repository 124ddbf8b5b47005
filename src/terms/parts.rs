//! Parts of an observation, side by side in cells of the row.

use super::arguments::Use;
use super::program::{Builder, Observation};
use super::registry;
use crate::error::Result;

/// One part.
struct Part {
    width: usize,
    weight: f64,
    term: Observation,
}

/// What is observed.
pub struct Parts {
    parts: Vec<Part>,
    /// Its first cell.
    first: usize,
    width: usize,
}

impl Parts {
    /// Makes the terms.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for what is no observation.
    pub fn new(uses: &[Use], builder: &mut Builder<'_>) -> Result<Self> {
        let mut parts = Vec::new();
        for usage in uses {
            let (width, term) = registry::observation(usage, builder)?;
            parts.push(Part { width, weight: usage.weight, term });
        }
        let width = parts.iter().map(|part| part.width).sum();
        Ok(Self { parts, first: 0, width })
    }

    /// Gives it cells of the row, behind all that it is made of; none if it has no numbers.
    pub fn place(&mut self, name: &'static str, builder: &mut Builder<'_>) {
        if self.width > 0 {
            self.first = builder.real(name, self.width);
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

    /// Works it out in its cells, which it returns.
    pub fn fill<'a>(&self, row: &'a mut [f64]) -> &'a [f64] {
        let (row, out) = row.split_at_mut(self.first);
        let mut first = 0;
        for part in &self.parts {
            let cells = &mut out[first..first + part.width];
            (part.term)(row, cells);
            if part.weight != 1.0 {
                cells.iter_mut().for_each(|number| *number *= part.weight);
            }
            first += part.width;
        }
        &out[..self.width]
    }
}
