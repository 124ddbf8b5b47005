//! The library of terms, and what can be computed from declarations before there are worlds.

use super::declared;
use crate::error::OrRaise;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rcssgym::terms::{self, Program};

/// The width of each part of a declaration's observation, and of each part that only the simulator
/// knows.
#[pyfunction]
pub fn observation_widths(declaration: &Bound<'_, PyDict>) -> PyResult<(Vec<usize>, Vec<usize>)> {
    let program = Program::new(&declared::declaration(declaration)?, 1.0).or_raise()?;
    Ok((program.widths().collect(), program.privileged_widths().collect()))
}

/// The library of terms: one dictionary per term, with ``name``, ``kind``, ``formula``, ``shape``,
/// ``unit``, and ``parameters``: for each its name, its default or ``None``, and what it is.
#[pyfunction]
pub fn term_library(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for entry in terms::all() {
        let term = PyDict::new(py);
        term.set_item("name", entry.name)?;
        term.set_item("kind", entry.kind().name())?;
        term.set_item("formula", entry.formula)?;
        term.set_item("shape", entry.shape)?;
        term.set_item("unit", entry.unit)?;
        let parameters = entry.parameters.iter().map(|parameter| {
            let default = (!parameter.default.is_nan()).then_some(parameter.default);
            (parameter.name, default, parameter.about)
        });
        term.set_item("parameters", parameters.collect::<Vec<_>>())?;
        list.append(term)?;
    }
    Ok(list)
}

/// Acts that players of the 2D game can be given by number: their names, and how many parameters
/// each takes.
#[pyfunction]
pub fn disc_acts() -> Vec<(&'static str, usize)> {
    rcssgym::batch::disc::Act::all().collect()
}

/// The limits by which acts of the 2D game are measured, by name: powers, m, m/cycle, degrees.
#[pyfunction]
pub fn disc_act_limits() -> std::collections::HashMap<&'static str, f64> {
    rcssgym::batch::disc::LIMITS.into_iter().collect()
}
