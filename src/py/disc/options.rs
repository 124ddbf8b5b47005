//! Parameters as rcssserver spells them, for Python.

use super::parameters::shown;
use crate::error::argument_error;
use pyo3::prelude::*;
use rcssgym::wire::rcssserver::options::{Setting, read, read_file};

/// Group, name, value.
type Row<'py> = (&'static str, String, Bound<'py, PyAny>);

fn row<'py>(py: Python<'py>, setting: Setting) -> PyResult<Row<'py>> {
    Ok((setting.group.name(), setting.name, shown(py, setting.value)?))
}

/// Read a parameter of the 2D server's command line, such as ``server::half_time=300``.
#[pyfunction]
pub fn disc_option<'py>(py: Python<'py>, text: &str) -> PyResult<Row<'py>> {
    let setting = read(text).map_err(|reason| argument_error("parameters", reason))?;
    row(py, setting)
}

/// Read the 2D server's configuration file.
#[pyfunction]
pub fn disc_options<'py>(py: Python<'py>, text: &str) -> PyResult<Vec<Row<'py>>> {
    let settings = read_file(text).map_err(|reason| argument_error("parameters", reason))?;
    settings.into_iter().map(|setting| row(py, setting)).collect()
}
