//! The say codec in Python. A unit is a tuple here: its kind, player, two numbers, cycles; parts
//! that the kind does not have are 0. `rcssgym.say` makes dataclasses from these tuples.

use super::error::SayError;
use numpy::PyArray1;
use pyo3::prelude::*;
use rcssgym::wire::say::{self, Fields, Unit};

/// Make a text of units; see ``rcssgym.say.encode``.
#[pyfunction]
fn say_encode(units: Vec<Fields>) -> PyResult<String> {
    let units: Option<Vec<Unit>> = units.into_iter().map(Unit::of_fields).collect();
    let units = units.ok_or_else(|| SayError::new_err("a unit of no kind"))?;
    say::encode(&units).map_err(|error| SayError::new_err(error.to_string()))
}

/// Units of a text, and why the rest cannot be read; see ``rcssgym.say.decode``.
#[pyfunction]
fn say_decode(text: &str) -> (Vec<Fields>, Option<String>) {
    let (units, error) = say::decode(text);
    (units.into_iter().map(Unit::fields).collect(), error.map(|error| error.to_string()))
}

/// Units of many texts as columns: text, kind, player, x, y, cycles; and, for each text, why the
/// rest cannot be read, if it cannot.
type Columns<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i64>>,
    Vec<Option<String>>,
);

/// Units of many texts; see ``rcssgym.say.decode_many``.
#[pyfunction]
fn say_decode_many(py: Python<'_>, texts: Vec<String>) -> Columns<'_> {
    let mut rows = Vec::new();
    let mut errors = Vec::with_capacity(texts.len());
    for (text, spoken) in texts.iter().enumerate() {
        let (units, error) = say::decode(spoken);
        rows.extend(units.into_iter().map(|unit| (text as i64, unit.fields())));
        errors.push(error.map(|error| error.to_string()));
    }
    let ints = |of: fn(&(i64, Fields)) -> i64| PyArray1::from_iter(py, rows.iter().map(of));
    let floats = |of: fn(&(i64, Fields)) -> f64| PyArray1::from_iter(py, rows.iter().map(of));
    (
        ints(|row| row.0),
        ints(|row| i64::from(row.1.0)),
        ints(|row| i64::from(row.1.1)),
        floats(|row| row.1.2),
        floats(|row| row.1.3),
        ints(|row| i64::from(row.1.4)),
        errors,
    )
}

/// Adds the functions.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("SAY_LENGTH", say::MAX_LENGTH)?;
    module.add("SAY_NUMBERS", rcssgym::terms::SPOKEN_UNIT)?;
    module.add("SAY_UNITS", rcssgym::terms::MOST_UNITS)?;
    module.add_function(wrap_pyfunction!(say_encode, module)?)?;
    module.add_function(wrap_pyfunction!(say_decode, module)?)?;
    module.add_function(wrap_pyfunction!(say_decode_many, module)?)
}
