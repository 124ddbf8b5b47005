//! Sequences of numbers from Python, on their way into text.

use super::number::{Written, formatted};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

/// How Python turns a number into text. Plain numbers look the same either way.
#[derive(Clone, Copy)]
pub enum Notation {
    /// `format(number)`, as in an f-string.
    Format,
    /// `str(number)`.
    Str,
}

/// The numbers of any sequence; the arrays that the simulation makes are read in place.
pub enum Numbers<'py> {
    /// An array of float64.
    Floats(PyReadonlyArray1<'py, f64>),
    /// An array of int64.
    Ints(PyReadonlyArray1<'py, i64>),
    /// The texts of the items of anything else.
    Texts(Vec<String>),
}

impl<'py> Numbers<'py> {
    /// Looks through the sequence.
    pub fn new(sequence: &Bound<'py, PyAny>, notation: Notation) -> PyResult<Self> {
        if let Ok(array) = sequence.cast::<PyArray1<f64>>()
            && let Ok(array) = array.try_readonly()
        {
            return Ok(Self::Floats(array));
        }
        if let Ok(array) = sequence.cast::<PyArray1<i64>>()
            && let Ok(array) = array.try_readonly()
        {
            return Ok(Self::Ints(array));
        }
        let text = |item: PyResult<Bound<'py, PyAny>>| match notation {
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
            Self::Floats(array) => array.get(i).copied().map(Written::Float),
            Self::Ints(array) => array.get(i).copied().map(Written::Int),
            Self::Texts(texts) => texts.get(i).map(|text| Written::Text(text.into())),
        }
    }
}
