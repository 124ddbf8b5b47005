//! CLang in Python: messages are the frozen dataclasses of `rcssgym.clang`.

mod meaning;
mod read;
mod rule_base;
mod show;
mod situation;

use super::error::ClangError;
use pyo3::prelude::*;
use rcssgym::wire::clang::{self, Message};
use read::Reader;
use show::Classes;
use std::cell::Cell;

/// Read a message; see ``rcssgym.clang.parse``.
#[pyfunction]
fn clang_parse<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let message = clang::parse(text).map_err(|error| refused(text, error))?;
    CHECKED.set(true);
    let shown = Classes::new(py).and_then(|classes| classes.message(&message));
    CHECKED.set(false);
    shown
}

/// The error for a text that is not a message. Its place is counted in characters, as in Python.
fn refused(text: &str, error: clang::ClangError) -> PyErr {
    let place = text.get(..error.place).map_or(error.place, |start| start.chars().count());
    ClangError::new_err((error.reason, place))
}

thread_local! {
    /// Whether this thread is making the objects of a message that it has parsed; they need no
    /// check.
    static CHECKED: Cell<bool> = const { Cell::new(false) };
}

/// Checks a part of a message. Its class calls this whenever an object is made.
#[pyfunction]
fn check_clang(node: &Bound<'_, PyAny>) -> PyResult<()> {
    if CHECKED.get() { Ok(()) } else { Reader::new().any(node) }
}

fn message(node: &Bound<'_, PyAny>) -> PyResult<Message> {
    Reader::new().message(node)
}

/// The text of a message, which parses to the same message again.
#[pyfunction]
fn clang_text(node: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(message(node)?.text())
}

/// The text of a message as players hear it.
#[pyfunction]
fn clang_server_text(node: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(message(node)?.server_text())
}

/// Lowest and highest version that a message is about.
#[pyfunction]
fn clang_versions(node: &Bound<'_, PyAny>) -> PyResult<(u32, u32)> {
    Ok(message(node)?.versions().range())
}

/// Whether a player of these versions hears a message.
#[pyfunction]
fn clang_heard_by(node: &Bound<'_, PyAny>, lowest: u32, highest: u32) -> PyResult<bool> {
    Ok(message(node)?.versions().heard_by(lowest, highest))
}

/// Adds functions and classes.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(clang_parse, module)?)?;
    module.add_function(wrap_pyfunction!(check_clang, module)?)?;
    module.add_function(wrap_pyfunction!(clang_text, module)?)?;
    module.add_function(wrap_pyfunction!(clang_server_text, module)?)?;
    module.add_function(wrap_pyfunction!(clang_versions, module)?)?;
    module.add_function(wrap_pyfunction!(clang_heard_by, module)?)?;
    module.add_function(wrap_pyfunction!(meaning::clang_holds, module)?)?;
    module.add_function(wrap_pyfunction!(meaning::clang_contains, module)?)?;
    module.add_function(wrap_pyfunction!(meaning::clang_shapes, module)?)?;
    module.add_function(wrap_pyfunction!(situation::clang_play_mode, module)?)?;
    module.add_function(wrap_pyfunction!(situation::clang_disc_play_mode, module)?)?;
    module.add_class::<situation::PySituation>()?;
    module.add_class::<rule_base::PyRuleBase>()
}
