//! The parameters of a `rcssgym.DiscBatch`, and its snapshots and pickles.

use super::PyDiscBatch;
use crate::Any;
use crate::argument::{index, type_name};
use crate::disc::parameters::{shown_types, table};
use crate::error::argument_error;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use rcssgym::disc::Rules;
use std::sync::Arc;

#[pymethods]
impl PyDiscBatch {
    /// Everything that changes, as bytes from which :meth:`restore` continues bit for bit.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.door.attempt(py, |batch| batch.snapshot())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Restores the state from a snapshot of a batch with the same worlds, teams, parameters and
    /// player types.
    ///
    /// Raises :class:`SnapshotError` if it is truncated, damaged or of another batch or version.
    #[pyo3(signature = (snapshot, /))]
    fn restore(&self, py: Python<'_>, snapshot: Any<'_, '_>) -> PyResult<()> {
        let bytes: PyBackedBytes = snapshot.extract().map_err(|_| {
            let kind = type_name(snapshot);
            argument_error("snapshot", format!("must be bytes, not {kind}"))
        })?;
        self.door.attempt(py, |batch| batch.restore(&bytes))
    }

    /// All ``server::`` parameters, by name.
    #[getter]
    fn server_params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = self.rules(0)?;
        let names = rcssgym::disc::ServerParameters::NAMES;
        table(py, names, |name| rules.server.get(name))
    }

    /// The 18 player types of a world: what they differ in, by rcssserver's names.
    #[pyo3(signature = (world=None), text_signature = "($self, world=0)")]
    fn player_types<'py>(
        &self,
        py: Python<'py>,
        world: Option<Any<'_, 'py>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let world = world.map_or(Ok(0), |world| index(world, "world", self.num_worlds))?;
        shown_types(py, &self.rules(world)?.types)
    }

    /// Bytes that each world takes: for what changes in it, and for player types of its own; the
    /// latter is 0 if all worlds share them.
    #[getter]
    fn world_bytes(&self) -> PyResult<(usize, usize)> {
        Ok(self.door.open()?.world_bytes().into())
    }

    fn __len__(&self) -> usize {
        self.num_worlds
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let batch = this.get();
        let [left, right] = batch.teams.sizes;
        Ok(format!(
            "{}(num_worlds={}, left={left}, right={right}, seed={}, threads={})",
            this.get_type().name()?,
            batch.num_worlds,
            batch.seed,
            batch.threads_used
        ))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let [left, right] = self.teams.sizes;
        let keywords = self.keywords.bind(py).copy()?;
        keywords.set_item("threads", self.threads)?;
        keywords.set_item("seed", self.seed)?;
        Ok(((self.num_worlds, left, right).into_pyobject(py)?, keywords))
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.snapshot(py)
    }

    fn __setstate__(&self, py: Python<'_>, snapshot: Any<'_, '_>) -> PyResult<()> {
        self.restore(py, snapshot)
    }
}

impl PyDiscBatch {
    fn rules(&self, world: usize) -> PyResult<Arc<Rules>> {
        Ok(Arc::clone(self.door.open()?.worlds()[world].rules()))
    }
}
