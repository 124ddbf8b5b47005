//! Batches as bytes and as text.

use super::PyWorldBatch;
use crate::Any;
use crate::argument::type_name;
use crate::error::argument_error;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use rcssgym::math::precision::Precision;

#[pymethods]
impl PyWorldBatch {
    /// The whole state as bytes, from which :meth:`restore` continues bit for bit.
    ///
    /// It includes games with their fouls and random numbers. The noise of what players see, which
    /// follows from seed and step, and :meth:`reset` use the seed of the batch that restores.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.door.attempt(py, |engine| engine.snapshot())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Restores the state from a snapshot of a batch with the same worlds and roster.
    ///
    /// Raises :class:`SnapshotError` if it is truncated, damaged or of another batch or version.
    #[pyo3(signature = (snapshot, /))]
    fn restore(&self, py: Python<'_>, snapshot: Any<'_, '_>) -> PyResult<()> {
        let bytes: PyBackedBytes = snapshot.extract().map_err(|_| {
            let kind = type_name(snapshot);
            argument_error("snapshot", format!("must be bytes, not {kind}"))
        })?;
        self.door.attempt(py, |engine| engine.restore(&bytes))
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let (py, batch) = (this.py(), this.get());
        let [left, right] = &batch.teams;
        let left = PyTuple::new(py, &left.sources)?.repr()?;
        let right = PyTuple::new(py, &right.sources)?.repr()?;
        let rules = match batch.keywords.bind(py).get_item("rules")? {
            Some(rules) => format!(", rules={}", rules.repr()?),
            None => String::new(),
        };
        let precision = if batch.precision == Precision::F32 { ", precision='single'" } else { "" };
        Ok(format!(
            "{}(num_worlds={}, left={left}, right={right}, field='{}', threads={}, \
             seed={}{rules}{precision})",
            this.get_type().name()?,
            batch.layout.worlds,
            batch.field.name.as_str(),
            batch.threads_used,
            batch.seed
        ))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let [left, right] = &self.teams;
        let (left, right) = (left.argument(py)?, right.argument(py)?);
        let keywords = self.keywords.bind(py).copy()?;
        keywords.set_item("threads", self.threads)?;
        keywords.set_item("seed", self.seed)?;
        Ok(((self.layout.worlds, left, right).into_pyobject(py)?, keywords))
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.snapshot(py)
    }

    fn __setstate__(&self, py: Python<'_>, snapshot: Any<'_, '_>) -> PyResult<()> {
        self.restore(py, snapshot)
    }
}
