//! What a step tells, as Gymnasium's vector environments have it in `info`: beside each array a
//! mask of its own, under its name with a line before it.

use super::Any;
use numpy::{PyArray1, PyArrayDyn, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

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
        rewards.set_item(masked(&name.cast_into()?), fresh())?;
    }
    info.set_item("reward", rewards)?;
    info.set_item("_reward", fresh())?;
    for (name, measure) in measures {
        info.set_item(&name, measure)?;
        info.set_item(masked(&name.cast_into()?), fresh())?;
    }
    Ok(())
}

/// Name of the mask of what has this name.
fn masked<'py>(name: &Bound<'py, PyString>) -> Bound<'py, PyString> {
    PyString::new(name.py(), &format!("_{}", name.to_string_lossy()))
}

/// How steps of a task are told in `info`.
///
/// :param told: makes ``info["reward"]`` of the names of the terms, all that is told ``(T + M, W)``
///     and a mask of its own.
/// :param terms: names of the terms of the reward, T.
/// :param measures: names of the measures, M.
#[pyclass(name = "Teller", module = "rcssgym._core", frozen)]
pub struct PyTeller {
    told: Py<PyAny>,
    terms: Py<PyTuple>,
    count: usize,
    /// Each with the name of its mask.
    measures: Vec<[Py<PyString>; 2]>,
    rewards: [Py<PyString>; 2],
}

#[pymethods]
impl PyTeller {
    #[new]
    fn new(
        told: Any<'_, '_>,
        terms: &Bound<'_, PyTuple>,
        measures: Vec<Bound<'_, PyString>>,
    ) -> Self {
        let both = |name: Bound<'_, PyString>| [masked(&name).unbind(), name.unbind()];
        Self {
            told: told.clone().unbind(),
            terms: terms.clone().unbind(),
            count: terms.len(),
            measures: measures.into_iter().map(both).collect(),
            rewards: both(PyString::new(terms.py(), "reward")),
        }
    }
}

impl PyTeller {
    /// Rows of what it tells.
    pub fn rows(&self) -> usize {
        self.count + self.measures.len()
    }

    /// What is told, in memory that may still be written; `is_masked` is true where nothing is.
    pub fn info<'py>(
        &self,
        told: &Bound<'py, PyArrayDyn<f64>>,
        is_masked: &[bool],
    ) -> PyResult<Bound<'py, PyDict>> {
        let py = told.py();
        let info = PyDict::new(py);
        let mask: Vec<bool> = is_masked.iter().map(|is_masked| !is_masked).collect();
        let fresh = || PyArray1::from_slice(py, &mask);
        let [beside, name] = &self.rewards;
        info.set_item(name, self.told.bind(py).call1((self.terms.bind(py), told, fresh()))?)?;
        info.set_item(beside, fresh())?;
        for ([beside, name], row) in self.measures.iter().zip(self.count..) {
            info.set_item(name, told.get_item(row)?)?;
            info.set_item(beside, fresh())?;
        }
        Ok(info)
    }
}
