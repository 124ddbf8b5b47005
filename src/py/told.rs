//! What a step tells, as Gymnasium's vector environments have it in `info`: beside each array a
//! mask of its own, under its name with a line before it.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Adds terms of the reward to ``info["reward"]`` and measures to ``info``, each with a fresh copy
/// of ``mask``, bool ``(W,)``.
#[pyfunction]
pub fn tell_step<'py>(
    info: &Bound<'py, PyDict>,
    terms: &Bound<'py, PyDict>,
    measures: &Bound<'py, PyDict>,
    mask: PyReadonlyArray1<'py, bool>,
) -> PyResult<()> {
    let (py, mask) = (info.py(), mask.as_slice()?);
    let fresh = || PyArray1::from_slice(py, mask);
    let rewards = terms.copy()?;
    for (name, _) in terms {
        rewards.set_item(masked(&name)?, fresh())?;
    }
    info.set_item("reward", rewards)?;
    info.set_item("_reward", fresh())?;
    for (name, measure) in measures {
        info.set_item(&name, measure)?;
        info.set_item(masked(&name)?, fresh())?;
    }
    Ok(())
}

/// Name of the mask of what has this name.
fn masked<'py>(name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let name = name.cast::<PyString>()?;
    Ok(PyString::new(name.py(), &format!("_{}", name.to_cow()?)))
}
