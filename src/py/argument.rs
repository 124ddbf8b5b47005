//! Integers, names and lists of worlds from Python.

use super::array::as_array;
use super::error::{OrRaise, argument_error};
use super::strided::gather;
use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyException, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use rcssgym::math::precision::Precision;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Name of a value's type.
pub fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| String::from("?"), |name| name.to_string())
}

/// Reads the precision of computations by its name.
pub fn precision(value: &Bound<'_, PyAny>) -> PyResult<Precision> {
    if !value.is_instance_of::<PyString>() {
        let message = format!("must be 'double' or 'single', not {}", type_name(value));
        return Err(argument_error("precision", message));
    }
    Precision::of_name(&text(value, "precision")?).or_raise()
}

/// An integer within `range`.
pub fn integer<T>(value: &Bound<'_, PyAny>, argument: &str, range: RangeInclusive<T>) -> PyResult<T>
where
    T: PartialOrd + Display + for<'py> FromPyObjectOwned<'py, Error = PyErr>,
{
    let outside = || {
        let (low, high) = (range.start(), range.end());
        argument_error(argument, format!("must be from {low} to {high}, not {value}"))
    };
    if value.is_instance_of::<PyBool>() {
        return Err(argument_error(argument, format!("must be an integer, not {value}")));
    }
    match value.extract::<T>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => Err(outside()),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(outside()),
        Err(_) => {
            let kind = type_name(value);
            Err(argument_error(argument, format!("must be an integer, not {kind}")))
        }
    }
}

/// An index into `count` things called `what`.
pub fn index(value: &Bound<'_, PyAny>, what: &str, count: usize) -> PyResult<usize> {
    if count == 0 {
        return Err(argument_error(what, format!("there is no {what} in this batch")));
    }
    integer(value, what, 0..=count - 1)
}

/// A copy of an argument, which later changes of it do not reach.
pub fn copied<'py>(value: &Bound<'py, PyAny>, argument: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    py.import("copy")?.call_method1("deepcopy", (value,)).map_err(|error| {
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        argument_error(argument, format!("cannot be copied: {}", error.value(py)))
    })
}

/// `True` or `False`, numpy's as well.
pub fn flag(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<bool> {
    value.extract().map_err(|_| {
        let kind = type_name(value);
        argument_error(argument, format!("must be True or False, not {kind}"))
    })
}

/// The same, with a `default`.
pub fn flag_or(value: Option<&Bound<'_, PyAny>>, argument: &str, default: bool) -> PyResult<bool> {
    value.map_or(Ok(default), |value| flag(value, argument))
}

/// A number, which may be infinite or NaN.
pub fn number(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<f64> {
    value.extract().map_err(|_| {
        let kind = type_name(value);
        argument_error(argument, format!("must be a number, not {kind}"))
    })
}

/// A string.
pub fn text(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<String> {
    value.extract().map_err(|_| match value.is_instance_of::<PyString>() {
        // One with surrogates has no UTF-8.
        true => argument_error(argument, format!("must be Unicode, not {}", shown(value))),
        false => {
            let kind = type_name(value);
            argument_error(argument, format!("must be a string, not {kind}"))
        }
    })
}

/// Python's notation of a value, with all but ASCII escaped.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let ascii = value.py().import("builtins").and_then(|it| it.call_method1("ascii", (value,)));
    ascii.map_or_else(|_| type_name(value), |text| text.to_string())
}

/// Strings, such as a list of them.
pub fn texts(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<String>> {
    let items = value.try_iter().ok().filter(|_| !value.is_instance_of::<PyString>());
    let Some(items) = items else {
        let kind = type_name(value);
        return Err(argument_error(argument, format!("must be strings, not {kind}")));
    };
    items.map(|item| text(&item?, argument)).collect()
}

/// Worlds by index or by a mask of all worlds; `None` for all.
pub fn worlds(value: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<usize>> {
    let Some(value) = value else {
        return Ok((0..count).collect());
    };
    let array = as_array(value, "worlds")?;
    if let Ok(mask) = array.cast::<PyArrayDyn<bool>>() {
        return worlds_of_mask(mask, count);
    }
    if array.len() == 0 {
        return Ok(Vec::new());
    }
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        let dtype = array.dtype();
        return Err(argument_error("worlds", format!("must be integers or a mask, not {dtype}")));
    }
    if array.ndim() > 1 {
        return Err(argument_error("worlds", "must have one dimension"));
    }
    let mut seen = vec![false; count];
    let items = array.call_method0("ravel")?.call_method0("tolist")?;
    items.try_iter()?.map(|item| new_world(&item?, &mut seen)).collect()
}

fn new_world(item: &Bound<'_, PyAny>, seen: &mut [bool]) -> PyResult<usize> {
    let world = integer(item, "worlds", 0..=seen.len() - 1)?;
    if std::mem::replace(&mut seen[world], true) {
        return Err(argument_error("worlds", format!("world {world} is listed twice")));
    }
    Ok(world)
}

fn worlds_of_mask(mask: &Bound<'_, PyArrayDyn<bool>>, count: usize) -> PyResult<Vec<usize>> {
    if mask.shape() != [count] {
        let shape = mask.shape();
        return Err(argument_error(
            "worlds",
            format!("a mask must have shape ({count},), not {}", super::array::tuple(shape)),
        ));
    }
    let mut bytes: Vec<u8> = Vec::with_capacity(count);
    // SAFETY: pointer, shape and strides are the mask's own, read just now. It is read as bytes,
    // because numpy accepts any byte as a bool and Rust does not.
    unsafe { gather(mask.data().cast(), mask.shape(), mask.strides(), &mut bytes) };
    Ok((0..count).filter(|&world| bytes[world] != 0).collect())
}
