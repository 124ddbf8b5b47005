//! Arrays of real numbers from Python: conversion, broadcasting, and the search for numbers that
//! are not finite.

use super::error::argument_error;
use super::layout::Layout;
use crate::batch::MotorInput;
use numpy::{
    PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use std::ops::Range;

const ITEM: isize = size_of::<f64>() as isize;

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

/// `numpy.asarray`.
pub fn as_array<'py>(
    value: &Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = value.py();
    if let Ok(array) = value.cast::<PyUntypedArray>() {
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

/// The value as float64; other real types are converted, anything else is an error.
fn as_real<'py>(
    value: &Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    if let Ok(array) = value.cast::<PyArrayDyn<f64>>() {
        return Ok(array.clone());
    }
    let array = as_array(value, argument)?;
    let dtype = array.dtype();
    if !matches!(dtype.kind(), b'i' | b'u' | b'f') {
        return Err(argument_error(argument, format!("must hold real numbers, not {dtype}")));
    }
    Ok(array.call_method1("astype", ("float64",))?.cast_into()?)
}

/// Steps per dimension, in items, if the array can be read in place.
fn item_strides(array: &Bound<'_, PyArrayDyn<f64>>) -> Option<Vec<usize>> {
    if !(array.data() as usize).is_multiple_of(align_of::<f64>()) {
        return None;
    }
    let in_items = |&stride: &isize| {
        (stride >= 0 && stride % ITEM == 0).then_some(stride.unsigned_abs() / size_of::<f64>())
    };
    array.strides().iter().map(in_items).collect()
}

/// Steps for reading an array of `shape` and `strides` as one of shape `wanted`: dimensions of
/// size 1 and missing leading ones repeat.
fn broadcast<const N: usize>(
    shape: &[usize],
    strides: &[usize],
    wanted: [usize; N],
) -> Option<[usize; N]> {
    let missing = N.checked_sub(shape.len())?;
    let mut steps = [0; N];
    for (i, (&size, &stride)) in shape.iter().zip(strides).enumerate() {
        steps[missing + i] = match size {
            size if size == wanted[missing + i] && size != 1 => stride,
            1 => 0,
            _ => return None,
        };
    }
    Some(steps)
}

/// A numpy array of float64 that can be read as shape `[usize; N]` without a copy.
pub struct RealArray<'py, const N: usize> {
    source: Source<'py>,
    strides: [usize; N],
}

enum Source<'py> {
    Scalar(f64),
    Array { array: PyReadonlyArrayDyn<'py, f64>, length: usize },
}

impl<'py, const N: usize> RealArray<'py, N> {
    /// One number for everything.
    pub fn scalar(value: f64) -> Self {
        Self { source: Source::Scalar(value), strides: [0; N] }
    }

    /// An array of exactly this shape.
    pub fn exact(value: &Bound<'py, PyAny>, argument: &str, wanted: [usize; N]) -> PyResult<Self> {
        let array = as_real(value, argument)?;
        if array.shape() != wanted {
            let (is, must) = (tuple(array.shape()), tuple(&wanted));
            return Err(argument_error(argument, format!("shape {is}, must be {must}")));
        }
        Self::from_array(array, argument, wanted)
    }

    /// A number or an array that broadcasts to this shape.
    pub fn broadcast(
        value: &Bound<'py, PyAny>,
        argument: &str,
        wanted: [usize; N],
    ) -> PyResult<Self> {
        if let Ok(number) = value.cast_exact::<PyFloat>() {
            return Ok(Self::scalar(number.extract()?));
        }
        Self::from_array(as_real(value, argument)?, argument, wanted)
    }

    fn from_array(
        array: Bound<'py, PyArrayDyn<f64>>,
        argument: &str,
        wanted: [usize; N],
    ) -> PyResult<Self> {
        let (array, strides) = match item_strides(&array) {
            Some(strides) => (array, strides),
            None => {
                let copy = array.call_method1("copy", ("C",))?.cast_into::<PyArrayDyn<f64>>()?;
                let strides = item_strides(&copy).unwrap_or_default();
                (copy, strides)
            }
        };
        let Some(steps) = broadcast(array.shape(), &strides, wanted) else {
            let (is, must) = (tuple(array.shape()), tuple(&wanted));
            return Err(argument_error(
                argument,
                format!("shape {is} does not broadcast to {must}"),
            ));
        };
        let last = |(&size, &stride): (&usize, &usize)| size.saturating_sub(1) * stride;
        let length = match array.len() {
            0 => 0,
            _ => 1 + array.shape().iter().zip(&strides).map(last).sum::<usize>(),
        };
        let array = array.try_readonly().map_err(|error| argument_error(argument, error))?;
        Ok(Self { source: Source::Array { array, length }, strides: steps })
    }

    /// The numbers, addressed by [`Self::strides`].
    pub fn values(&self) -> &[f64] {
        match &self.source {
            Source::Scalar(value) => std::slice::from_ref(value),
            Source::Array { length: 0, .. } => &[],
            Source::Array { array, length } => {
                // SAFETY: the array is aligned, its strides are whole and not negative, and
                // `length` reaches to its last item; `array` keeps it alive and borrowed.
                unsafe { std::slice::from_raw_parts(array.data(), *length) }
            }
        }
    }

    /// Steps in [`Self::values`] per dimension; 0 repeats.
    pub fn strides(&self) -> [usize; N] {
        self.strides
    }

    /// True if the memory lies within `range`.
    pub fn overlaps(&self, range: &Range<*const f64>) -> bool {
        let values = self.values().as_ptr_range();
        values.start < range.end && range.start < values.end
    }
}

impl RealArray<'_, 2> {
    /// The finite rows, one after the other. `name` tells what a column is, `worlds` which world
    /// a row belongs to.
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

impl RealArray<'_, 1> {
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

/// An array argument of finite numbers in one dimension.
pub fn numbers(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<f64>> {
    let length = as_array(value, argument)?.len();
    let array = RealArray::<1>::exact(value, argument, [length])?;
    let values = array.values().iter().step_by(array.strides()[0].max(1)).copied();
    let numbers: Vec<f64> = values.collect();
    match numbers.iter().position(|number| !number.is_finite()) {
        None => Ok(numbers),
        Some(i) => Err(not_finite(argument, numbers[i], &format!("index {i}"))),
    }
}

/// The error for a number that is not finite.
pub fn not_finite(argument: &str, value: f64, place: &str) -> PyErr {
    argument_error(argument, format!("{value} at {place}: must be finite"))
}

/// Numbers for every motor of every robot of every world.
pub struct MotorArray<'py> {
    numbers: RealArray<'py, 3>,
    copy: Option<Vec<f64>>,
}

impl<'py> MotorArray<'py> {
    /// Checks that every number a motor will take is finite. Columns beyond a robot's motors are
    /// not looked at. Numbers inside `own`, the batch's own memory, are copied.
    pub fn new(
        numbers: RealArray<'py, 3>,
        argument: &str,
        layout: &Layout,
        own: &[Range<*const f64>],
    ) -> PyResult<Self> {
        check_motors(&numbers, argument, layout)?;
        let inside = own.iter().any(|range| numbers.overlaps(range));
        let copy = inside.then(|| numbers.values().to_vec());
        Ok(Self { numbers, copy })
    }

    /// The form that the engine reads.
    pub fn input(&self) -> MotorInput<'_> {
        let values = self.copy.as_deref().unwrap_or_else(|| self.numbers.values());
        MotorInput { values, strides: self.numbers.strides() }
    }
}

fn check_motors(numbers: &RealArray<'_, 3>, argument: &str, layout: &Layout) -> PyResult<()> {
    let (values, [world, robot, motor]) = (numbers.values(), numbers.strides());
    let worlds = if world == 0 { 1 } else { layout.worlds };
    for w in 0..worlds {
        for r in 0..layout.robots.len() {
            let model = &layout.robots[r].model;
            let at = |k: usize| values[w * world + r * robot + k * motor];
            if let Some(k) = (0..model.motors.len()).find(|&k| !at(k).is_finite()) {
                let (name, motor) = (layout.robot_name(r), layout.motor_name(r, k));
                let place = format!("world {w}, {name}, {motor}, at index ({w}, {r}, {k})");
                return Err(not_finite(argument, at(k), &place));
            }
        }
    }
    Ok(())
}
