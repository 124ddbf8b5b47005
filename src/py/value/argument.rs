//! Arguments of constructors, with a `TypeError` that names the one of the wrong type.

use super::super::argument::type_name;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The error for an argument of the wrong type.
pub fn type_error(argument: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let kind = type_name(value);
    PyTypeError::new_err(format!("{argument}: must be {expected}, not {kind}"))
}

/// A string.
pub fn string<'a, 'py>(
    value: &'a Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<&'a Bound<'py, PyString>> {
    value.cast().map_err(|_| type_error(argument, "a string", value))
}

/// A string to be kept.
pub fn owned_string(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Py<PyString>> {
    Ok(string(value, argument)?.clone().unbind())
}

/// A string to be kept, or `None`.
pub fn optional_string(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Option<Py<PyString>>> {
    if value.is_none() { Ok(None) } else { owned_string(value, argument).map(Some) }
}

/// A real number as the nearest `float`.
pub fn real(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<f64> {
    value.extract().map_err(|error: PyErr| match error.is_instance_of::<PyTypeError>(value.py()) {
        true => type_error(argument, "a real number", value),
        false => error,
    })
}

/// Anything with a length, kept as it is.
pub fn sequence(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Py<PyAny>> {
    value.len().map_err(|_| type_error(argument, "a sequence", value))?;
    Ok(value.clone().unbind())
}
