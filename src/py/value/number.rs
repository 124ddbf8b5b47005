//! Numbers from Python that look the same when they come back.

use super::argument::real;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};
use rcssgym::wire::number;
use std::borrow::Cow;

/// A real number; anything but plain floats and integers is kept as the object it is.
pub enum RealNumber {
    /// A Python `float`.
    Float(f64),
    /// An `int` of moderate size.
    Int(i64),
    /// Any other real number.
    Object(Py<PyAny>),
}

/// A number ready to be written.
pub enum Written<'a> {
    /// Written as Python writes a `float`.
    Float(f64),
    /// Written in decimal.
    Int(i64),
    /// Any other number's text.
    Text(Cow<'a, str>),
}

impl RealNumber {
    /// A number given as an argument.
    pub fn new(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
        if let Ok(float) = value.cast::<PyFloat>() {
            return Ok(Self::Float(float.value()));
        }
        let is_int = value.is_instance_of::<PyInt>();
        if is_int
            && !value.is_instance_of::<PyBool>()
            && let Ok(int) = value.extract()
        {
            return Ok(Self::Int(int));
        }
        if !is_int {
            real(value, argument)?;
        }
        Ok(Self::Object(value.clone().unbind()))
    }

    /// What an f-string would make of the number.
    pub fn written(&self, py: Python<'_>) -> PyResult<Written<'static>> {
        Ok(match self {
            Self::Float(value) => Written::Float(*value),
            Self::Int(value) => Written::Int(*value),
            Self::Object(object) => Written::Text(formatted(object.bind(py))?.into()),
        })
    }
}

/// `format(value)`.
pub fn formatted(value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.call_method1(intern!(value.py(), "__format__"), ("",))?.extract()
}

impl number::Number for Written<'_> {
    fn write(&self, out: &mut String) {
        match self {
            Self::Float(value) => value.write(out),
            Self::Int(value) => value.write(out),
            Self::Text(text) => out.push_str(text),
        }
    }
}

impl From<f64> for RealNumber {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<i64> for RealNumber {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl<'py> IntoPyObject<'py> for &RealNumber {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Self::Error> {
        Ok(match self {
            RealNumber::Float(value) => value.into_pyobject(py)?.into_any(),
            RealNumber::Int(value) => value.into_pyobject(py)?.into_any(),
            RealNumber::Object(object) => object.bind(py).clone(),
        })
    }
}
