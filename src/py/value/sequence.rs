//! Sequences of numbers from Python, on their way into text.

use super::number::{Written, formatted};
use crate::strided::items;
use numpy::PyArray1;
use pyo3::prelude::*;

/// How Python turns a number into text. Plain numbers look the same either way.
#[derive(Clone, Copy)]
pub enum Notation {
    /// `format(number)`, as in an f-string.
    Format,
    /// `str(number)`.
    Str,
}

/// The numbers of any sequence, as they are when it is read.
pub enum Numbers {
    /// The numbers of an array of float64.
    Floats(Vec<f64>),
    /// The numbers of an array of int64.
    Ints(Vec<i64>),
    /// The texts of the items of anything else.
    Texts(Vec<String>),
}

impl Numbers {
    /// Reads the sequence.
    pub fn new(sequence: &Bound<'_, PyAny>, notation: Notation) -> PyResult<Self> {
        if let Ok(array) = sequence.cast::<PyArray1<f64>>() {
            return Ok(Self::Floats(items(array)?));
        }
        if let Ok(array) = sequence.cast::<PyArray1<i64>>() {
            return Ok(Self::Ints(items(array)?));
        }
        let text = |item: PyResult<Bound<'_, PyAny>>| match notation {
            Notation::Format => formatted(&item?),
            Notation::Str => item?.str()?.extract(),
        };
        Ok(Self::Texts(sequence.try_iter()?.map(text).collect::<PyResult<_>>()?))
    }

    /// The numbers, ready to be written.
    pub fn iter(&self) -> impl Iterator<Item = Written<'_>> {
        (0..).map_while(|i| self.get(i))
    }

    fn get(&self, i: usize) -> Option<Written<'_>> {
        match self {
            Self::Floats(numbers) => numbers.get(i).copied().map(Written::Float),
            Self::Ints(numbers) => numbers.get(i).copied().map(Written::Int),
            Self::Texts(texts) => texts.get(i).map(|text| Written::Text(text.into())),
        }
    }
}
