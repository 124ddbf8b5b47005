//! A Python function that decides what the rules would otherwise draw at random.

use crate::error::argument_error;
use pyo3::prelude::*;
use rcssgym::disc::{Answers, Lot, Vec2};

/// Calls `function(kind, player, probability)`. The first error is kept; after it everything is
/// drawn at random, and the caller undoes what has happened.
pub struct Asked<'py> {
    function: Bound<'py, PyAny>,
    /// What the function raised, or why its outcome is invalid.
    pub error: Option<PyErr>,
}

impl<'py> Asked<'py> {
    pub fn new(function: Bound<'py, PyAny>) -> Self {
        Self { function, error: None }
    }

    fn ask<T>(
        &mut self,
        lot: Lot,
        player: Option<usize>,
        probability: Option<f64>,
        read: impl FnOnce(&Bound<'py, PyAny>) -> Option<T>,
        takes: &str,
    ) -> Option<T> {
        if self.error.is_some() {
            return None;
        }
        match self.function.call1((lot.name(), player, probability)) {
            Ok(outcome) if outcome.is_none() => None,
            Ok(outcome) => {
                let value = read(&outcome);
                if value.is_none() {
                    let message = format!("{} takes {takes} or None, not {outcome}", lot.name());
                    self.error = Some(argument_error("chance", message));
                }
                value
            }
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

impl Answers for Asked<'_> {
    fn event(&mut self, lot: Lot, player: Option<usize>, probability: f64) -> Option<bool> {
        let of_side = matches!(lot, Lot::Toss | Lot::PenaltySide | Lot::PenaltyWinner);
        let takes = if of_side { "\"l\", \"r\", True (left), False" } else { "True, False" };
        let read = |outcome: &Bound<'_, PyAny>| {
            if let (true, Ok(side)) = (of_side, outcome.extract::<String>()) {
                return match side.as_str() {
                    "l" => Some(true),
                    "r" => Some(false),
                    _ => None,
                };
            }
            match outcome.extract::<f64>() {
                Ok(1.0) => Some(true),
                Ok(0.0) => Some(false),
                _ => outcome.extract::<bool>().ok(),
            }
        };
        self.ask(lot, player, Some(probability), read, takes)
    }

    fn number(&mut self, lot: Lot, player: Option<usize>) -> Option<f64> {
        let read = |outcome: &Bound<'_, PyAny>| {
            outcome.extract::<f64>().ok().filter(|number| number.is_finite())
        };
        self.ask(lot, player, None, read, "a finite number")
    }

    fn point(&mut self, lot: Lot, player: Option<usize>) -> Option<Vec2> {
        let read = |outcome: &Bound<'_, PyAny>| {
            let (x, y) = outcome.extract::<(f64, f64)>().ok().or_else(|| {
                let [x, y] = outcome.extract::<[f64; 2]>().ok()?;
                Some((x, y))
            })?;
            Some(Vec2::new(x, y)).filter(|point| point.is_finite())
        };
        self.ask(lot, player, None, read, "a point (x, y)")
    }
}
