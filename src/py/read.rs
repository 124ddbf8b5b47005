//! Arrays to Python: fresh, into a given one, or as a view of the batch's memory.

use super::argument::{text, type_name};
use super::array::tuple;
use super::error::argument_error;
use super::quantity::Quantity;
use numpy::ndarray::ArrayView;
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// A float64 array of `shape` written by `fill`: `out` if given, a fresh one otherwise.
pub fn write_array<'py>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<&Bound<'py, PyAny>>,
    fill: impl FnOnce(&mut [f64]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let array = match out {
        Some(out) => checked_out(out, shape)?,
        None => PyArrayDyn::zeros(py, shape.to_vec(), false),
    };
    let mut writer = array.try_readwrite().map_err(|error| argument_error("out", error))?;
    fill(writer.as_slice_mut().map_err(|error| argument_error("out", error))?)?;
    drop(writer);
    Ok(array)
}

fn checked_out<'py>(
    out: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let Ok(array) = out.cast::<PyArrayDyn<f64>>() else {
        let is = match out.cast::<PyUntypedArray>() {
            Ok(array) => format!("an array of {}", array.dtype()),
            Err(_) => type_name(out),
        };
        return Err(argument_error("out", format!("must be a float64 array, not {is}")));
    };
    if array.shape() != shape {
        let (is, must) = (tuple(array.shape()), tuple(shape));
        return Err(argument_error("out", format!("shape {is}, must be {must}")));
    }
    if !array.is_c_contiguous() {
        return Err(argument_error("out", "must be C-contiguous"));
    }
    Ok(array.clone())
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
