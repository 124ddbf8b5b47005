//! Arrays to Python: fresh, into a given one, or as a view of the batch's memory.

use super::argument::{text, type_name};
use super::array::tuple;
use super::error::argument_error;
use super::quantity::Quantity;
use numpy::ndarray::ArrayView;
use numpy::npyffi::{_PyArray_GET_ITEM_DATA, NPY_ARRAY_WRITEABLE};
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// An array of `shape` written by `fill`: `out` if given, a fresh one otherwise.
///
/// No Python code runs while `fill` does. This is why `fill` cannot fail and gets no interpreter:
/// as soon as the GIL is free, another thread may resize an array that Python can reach.
pub fn write_array<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<&Bound<'py, PyAny>>,
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = match out {
        Some(out) => checked_out(out, shape)?.clone(),
        None => PyArrayDyn::zeros(py, shape.to_vec(), false),
    };
    if !array.is_empty() {
        // SAFETY: the array is aligned, writable, without gaps and of this shape, no Python code
        // has run since this was checked, and the GIL is held.
        fill(unsafe { std::slice::from_raw_parts_mut(array.data(), array.len()) });
    }
    Ok(array)
}

fn checked_out<'a, 'py, T: Element>(
    out: &'a Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<&'a Bound<'py, PyArrayDyn<T>>> {
    let Ok(array) = out.cast::<PyArrayDyn<T>>() else {
        let is = match out.cast::<PyUntypedArray>() {
            Ok(array) => format!("an array of {}", array.dtype()),
            Err(_) => type_name(out),
        };
        let must = T::get_dtype(out.py());
        return Err(argument_error("out", format!("must be a {must} array, not {is}")));
    };
    if array.shape() != shape {
        let (is, must) = (tuple(array.shape()), tuple(shape));
        return Err(argument_error("out", format!("shape {is}, must be {must}")));
    }
    if !array.is_c_contiguous() {
        return Err(argument_error("out", "must be C-contiguous"));
    }
    if !array.data().is_aligned() {
        return Err(argument_error("out", "must be aligned"));
    }
    if !is_writable(array) {
        return Err(argument_error("out", "is not writeable"));
    }
    Ok(array)
}

fn is_writable<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    // SAFETY: the pointer is to the array's own header.
    unsafe { (*_PyArray_GET_ITEM_DATA(array.as_array_ptr())).flags & NPY_ARRAY_WRITEABLE != 0 }
}

/// A read-only array over `values`, which belong to `owner`.
///
/// # Safety
///
/// `values` must stay where they are for as long as `owner` lives.
pub unsafe fn borrowed<'py>(
    owner: Bound<'py, PyAny>,
    shape: &[usize],
    values: &[f64],
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let view =
        ArrayView::from_shape(shape, values).map_err(|error| argument_error("view", error))?;
    // SAFETY: the caller's promise.
    let array = unsafe { PyArrayDyn::borrow_from_array(&view, owner) };
    Ok(array.readwrite().make_nonwriteable().as_any().clone().cast_into()?)
}

/// The quantity of this name.
pub fn quantity(name: &Bound<'_, PyAny>, allowed: &[Quantity]) -> PyResult<Quantity> {
    let name = text(name, "name")?;
    Quantity::parse(&name).filter(|quantity| allowed.contains(quantity)).ok_or_else(|| {
        let names: Vec<_> = allowed.iter().map(|quantity| quantity.name()).collect();
        argument_error("name", format!("unknown array '{name}'; there are {}", names.join(", ")))
    })
}
