//! Arrays of real numbers from Python: conversion, broadcasting, and the search for numbers that
//! are not finite.

use super::error::argument_error;
use super::strided::{gather, items};
use numpy::{
    PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyFloat;

/// Python's notation of a shape.
pub fn tuple(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => {
            let sizes: Vec<_> = shape.iter().map(usize::to_string).collect();
            format!("({})", sizes.join(", "))
        }
    }
}

/// `numpy.asarray`, which would take what a mask hides for numbers.
pub fn as_array<'py>(
    value: &Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = value.py();
    if let Ok(array) = value.cast::<PyUntypedArray>() {
        if !value.is_exact_instance_of::<PyUntypedArray>() && is_masked(value)? {
            return Err(argument_error(argument, "must have no masked items"));
        }
        return Ok(array.clone());
    }
    let array = py.import("numpy")?.call_method1("asarray", (value,)).map_err(|error| {
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        argument_error(argument, format!("cannot be read as an array: {}", error.value(py)))
    })?;
    Ok(array.cast_into()?)
}

/// Does `numpy.ma` hide items of an array?
fn is_masked(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    array.py().import("numpy.ma")?.call_method1("is_masked", (array,))?.extract()
}

/// An array of real numbers, converted to float64 if it has another type.
fn as_real<'py>(value: &Bound<'py, PyAny>, argument: &str) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = as_array(value, argument)?;
    if array.cast::<PyArrayDyn<f64>>().is_ok() {
        return Ok(array);
    }
    let dtype = array.dtype();
    if !matches!(dtype.kind(), b'i' | b'u' | b'f') {
        return Err(argument_error(argument, format!("must hold real numbers, not {dtype}")));
    }
    Ok(array.call_method1("astype", ("float64",))?.cast_into()?)
}

/// Checks the result of [`as_real`] once more: Python code has run since, and may have changed the
/// type of any array.
fn floats<'a, 'py>(
    array: &'a Bound<'py, PyUntypedArray>,
    argument: &str,
) -> PyResult<&'a Bound<'py, PyArrayDyn<f64>>> {
    let message = "its type has been changed while it was read";
    array.cast().map_err(|_| argument_error(argument, message))
}

/// Broadcasts an array of `shape` and `strides` to shape `wanted`. Returns the sizes, and the steps
/// in bytes, of the items to copy, or `None` if the shapes do not fit. Dimensions of size 1 and
/// missing leading ones repeat, so only one of their items is to be copied.
fn broadcast<const N: usize>(
    shape: &[usize],
    strides: &[isize],
    wanted: [usize; N],
) -> Option<([usize; N], [isize; N])> {
    let missing = N.checked_sub(shape.len())?;
    let (mut sizes, mut steps) = ([1; N], [0; N]);
    for (i, (&size, &stride)) in shape.iter().zip(strides).enumerate() {
        match size {
            size if size == wanted[missing + i] && size != 1 => {
                let repeats = stride == 0 && size > 1;
                sizes[missing + i] = if repeats { 1 } else { size };
                steps[missing + i] = stride;
            }
            1 => {}
            _ => return None,
        }
    }
    Some((sizes, steps))
}

/// Steps in items through an array of these sizes in C order; 0 where there is one item.
pub fn compact_strides<const N: usize>(sizes: [usize; N]) -> [usize; N] {
    let mut strides = [0; N];
    let mut step = 1;
    for (stride, size) in strides.iter_mut().zip(sizes).rev() {
        if size > 1 {
            *stride = step;
        }
        step *= size;
    }
    strides
}

/// The source from which an argument's numbers are read.
pub enum Source<'py> {
    /// One number for all items.
    Number(f64),
    /// An array that was float64 when it was requested.
    Array(Bound<'py, PyUntypedArray>),
}

/// The shape that an argument may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ArrayShape<const N: usize> {
    /// This shape.
    Exactly([usize; N]),
    /// A shape that broadcasts to this one.
    Broadcasts([usize; N]),
}

impl<const N: usize> ArrayShape<N> {
    /// Appends an argument's numbers to `out`, in C order and without those that only repeat.
    /// Returns the step through the appended numbers for every dimension; a step of 0 repeats.
    pub fn copy(
        self,
        value: &Bound<'_, PyAny>,
        argument: &str,
        out: &mut Vec<f64>,
    ) -> PyResult<[usize; N]> {
        let source = self.source(value, argument)?;
        let (first, sizes, steps) = self.place(&source, argument)?;
        // SAFETY: shape and strides are the array's own, read just now, and a broadcast only
        // leaves places out.
        unsafe { gather(first, &sizes, &steps, out) };
        Ok(compact_strides(sizes))
    }

    /// The source from which an argument's numbers are read.
    pub fn source<'py>(self, value: &Bound<'py, PyAny>, argument: &str) -> PyResult<Source<'py>> {
        match (self, value.cast_exact::<PyFloat>()) {
            (Self::Broadcasts(_), Ok(number)) => Ok(Source::Number(number.value())),
            _ => as_real(value, argument).map(Source::Array),
        }
    }

    /// Returns a pointer to the first number of `source`, and the sizes, and steps in bytes, of the
    /// numbers to copy. They must be copied before any Python code runs.
    #[allow(clippy::type_complexity, reason = "used once, and taken apart at once")]
    pub fn place(
        self,
        source: &Source<'_>,
        argument: &str,
    ) -> PyResult<(*const f64, [usize; N], [isize; N])> {
        let array = match source {
            Source::Number(number) => return Ok((number, [1; N], [0; N])),
            Source::Array(array) => floats(array, argument)?,
        };
        let (sizes, steps) = self.fit(array.shape(), array.strides()).map_err(|must| {
            argument_error(argument, format!("shape {}{must}", tuple(array.shape())))
        })?;
        Ok((array.data(), sizes, steps))
    }

    /// Sizes and steps of [`broadcast`], or what the shape must be instead.
    fn fit(self, shape: &[usize], strides: &[isize]) -> Result<([usize; N], [isize; N]), String> {
        match self {
            Self::Exactly(wanted) if *shape != wanted => {
                Err(format!(", must be {}", tuple(&wanted)))
            }
            Self::Exactly(wanted) | Self::Broadcasts(wanted) => broadcast(shape, strides, wanted)
                .ok_or_else(|| format!(" does not broadcast to {}", tuple(&wanted))),
        }
    }
}

/// Appends codes to `out`, as [`ArrayShape::copy`] does for numbers. The codes are booleans or
/// integers, `count` values starting at `least`; `least` is subtracted from what is appended.
/// `name` names the place of an item in error messages.
pub fn codes<const N: usize>(
    value: &Bound<'_, PyAny>,
    argument: &str,
    wanted: [usize; N],
    (least, count): (i64, u8),
    name: impl Fn([usize; N]) -> String,
    out: &mut Vec<u8>,
) -> PyResult<[usize; N]> {
    let mut array = as_array(value, argument)?;
    let dtype = array.dtype();
    if !matches!(dtype.kind(), b'i' | b'u' | b'b') {
        return Err(argument_error(argument, format!("must hold integers, not {dtype}")));
    }
    let is_bytes = array.cast::<PyArrayDyn<u8>>().is_ok();
    if !is_bytes && array.cast::<PyArrayDyn<i64>>().is_err() {
        array = array.call_method1("astype", ("int64",))?.cast_into()?;
    }
    // No Python code runs from here to the copy.
    let (shape, strides) = (array.shape(), array.strides());
    let Some((sizes, steps)) = broadcast(shape, strides, wanted) else {
        let must = format!(" does not broadcast to {}", tuple(&wanted));
        return Err(argument_error(argument, format!("shape {}{must}", tuple(shape))));
    };
    let mut wide: Vec<i64> = Vec::new();
    if let Ok(bytes) = array.cast::<PyArrayDyn<u8>>() {
        let first = out.len();
        // SAFETY: shape and strides are the array's own, read just now, and a broadcast only
        // leaves places out.
        unsafe { gather(bytes.data(), &sizes, &steps, out) };
        if least == 0 && out[first..].iter().fold(0, |most, &code| code.max(most)) < count {
            return Ok(compact_strides(sizes));
        }
        wide.extend(out.drain(first..).map(i64::from));
    } else {
        let message = "its type has been changed while it was read";
        let integers = array.cast::<PyArrayDyn<i64>>();
        let integers = integers.map_err(|_| argument_error(argument, message))?;
        // SAFETY: as above.
        unsafe { gather(integers.data(), &sizes, &steps, &mut wide) };
    }
    let most = least + i64::from(count) - 1;
    if let Some(at) = wide.iter().position(|code| !(least..=most).contains(code)) {
        let place = name(unravelled(at, sizes));
        let message = format!("{} at {place}: must be from {least} to {most}", wide[at]);
        return Err(argument_error(argument, message));
    }
    out.extend(wide.into_iter().map(|code| (code - least) as u8));
    Ok(compact_strides(sizes))
}

/// Returns the indices of the item at position `at` of a C-ordered array of these sizes.
fn unravelled<const N: usize>(mut at: usize, sizes: [usize; N]) -> [usize; N] {
    let mut index = [0; N];
    for (index, size) in index.iter_mut().zip(sizes).rev() {
        *index = at % size;
        at /= size;
    }
    index
}

/// Numbers copied from an argument, to be read as an array of N dimensions.
pub struct RealArray<const N: usize> {
    values: Vec<f64>,
    strides: [usize; N],
}

impl<const N: usize> RealArray<N> {
    /// An array of exactly this shape.
    pub fn exact(value: &Bound<'_, PyAny>, argument: &str, wanted: [usize; N]) -> PyResult<Self> {
        Self::new(value, argument, ArrayShape::Exactly(wanted))
    }

    /// A number or an array that broadcasts to this shape.
    pub fn broadcast(
        value: &Bound<'_, PyAny>,
        argument: &str,
        wanted: [usize; N],
    ) -> PyResult<Self> {
        Self::new(value, argument, ArrayShape::Broadcasts(wanted))
    }

    fn new(value: &Bound<'_, PyAny>, argument: &str, shape: ArrayShape<N>) -> PyResult<Self> {
        let mut values = Vec::new();
        let strides = shape.copy(value, argument, &mut values)?;
        Ok(Self { values, strides })
    }

    /// The numbers, addressed by [`Self::strides`].
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The numbers, without their steps.
    pub fn into_values(self) -> Vec<f64> {
        self.values
    }

    /// Steps in [`Self::values`] per dimension; 0 repeats.
    pub fn strides(&self) -> [usize; N] {
        self.strides
    }
}

impl RealArray<2> {
    /// Returns the rows one after the other, or an error if a number in them is not finite. For its
    /// message, `name` names a column and `worlds` holds the world of each row.
    pub fn finite_rows(
        &self,
        argument: &str,
        worlds: &[usize],
        width: usize,
        name: impl Fn(usize) -> String,
    ) -> PyResult<Vec<f64>> {
        let (values, [step, stride]) = (self.values(), self.strides);
        let mut rows = Vec::with_capacity(worlds.len() * width);
        for (row, world) in worlds.iter().enumerate() {
            for column in 0..width {
                let value = values[row * step + column * stride];
                if !value.is_finite() {
                    let name = name(column);
                    return Err(not_finite(
                        argument,
                        value,
                        &format!("world {world}, {name}, at index ({row}, {column})"),
                    ));
                }
                rows.push(value);
            }
        }
        Ok(rows)
    }
}

impl RealArray<1> {
    /// `N` finite numbers.
    pub fn finite<const N: usize>(&self, argument: &str) -> PyResult<[f64; N]> {
        let mut numbers = [0.0; N];
        for (i, number) in numbers.iter_mut().enumerate() {
            *number = self.values()[i * self.strides[0]];
            if !number.is_finite() {
                return Err(not_finite(argument, *number, &format!("index {i}")));
            }
        }
        Ok(numbers)
    }
}

/// An array argument of `N` finite numbers.
pub fn vector<const N: usize>(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<[f64; N]> {
    RealArray::exact(value, argument, [N])?.finite(argument)
}

/// Reads a one-dimensional array argument of at most `most` finite numbers.
pub fn numbers(value: &Bound<'_, PyAny>, argument: &str, most: usize) -> PyResult<Vec<f64>> {
    let array = as_array(value, argument)?;
    if array.len() > most {
        let count = array.len();
        return Err(argument_error(argument, format!("{count} values, must be at most {most}")));
    }
    let array = as_real(&array, argument)?;
    let array = floats(&array, argument)?;
    if array.ndim() != 1 {
        let (is, must) = (tuple(array.shape()), tuple(&[array.len()]));
        return Err(argument_error(argument, format!("shape {is}, must be {must}")));
    }
    let numbers = items(array)?;
    match numbers.iter().position(|number| !number.is_finite()) {
        None => Ok(numbers),
        Some(i) => Err(not_finite(argument, numbers[i], &format!("index {i}"))),
    }
}

/// The error for a number that is not finite.
pub fn not_finite(argument: &str, value: f64, place: &str) -> PyErr {
    argument_error(argument, format!("{value} at {place}: must be finite"))
}
