//! What a trainer does in many worlds of a `rcssgym.DiscBatch`.

use super::PyDiscBatch;
use crate::Any;
use crate::argument::{integer, text, type_name, worlds};
use crate::error::argument_error;
use pyo3::prelude::*;
use rcssgym::disc::PlayMode;

#[pymethods]
impl PyDiscBatch {
    /// Takes worlds back to their beginning: everyone beside the pitch, before the kick-off. Player
    /// types do not change.
    ///
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    /// :param seeds: seeds of everything random from now on, one for each of these worlds; ``None``
    ///     for the seeds with which they began.
    #[pyo3(signature = (worlds=None, seeds=None))]
    fn reset(
        &self,
        py: Python<'_>,
        worlds: Option<Any<'_, '_>>,
        seeds: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.num_worlds)?;
        let seeds = seeds.map(self::seeds).transpose()?;
        self.door.attempt(py, |batch| batch.reset(&worlds, seeds.as_deref()))
    }

    /// Starts games, or their next half, as the trainer's ``(start)`` does.
    #[pyo3(signature = (worlds=None))]
    fn start(&self, py: Python<'_>, worlds: Option<Any<'_, '_>>) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.num_worlds)?;
        self.door.attempt(py, |batch| batch.start(&worlds))
    }

    /// Changes the play mode, as the trainer's ``(change_mode ...)`` does.
    ///
    /// :param mode: a name, such as ``"play_on"``.
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    #[pyo3(signature = (mode, worlds=None))]
    fn change_mode(
        &self,
        py: Python<'_>,
        mode: Any<'_, '_>,
        worlds: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let name = text(mode, "mode")?;
        let mode = PlayMode::named(&name)
            .ok_or_else(|| argument_error("mode", format!("there is no play mode '{name}'")))?;
        let worlds = self::worlds(worlds, self.num_worlds)?;
        self.door.attempt(py, |batch| batch.change_mode(&worlds, mode))
    }

    /// Gives everyone stamina, effort, recovery and capacity as at the start.
    #[pyo3(signature = (worlds=None))]
    fn recover(&self, py: Python<'_>, worlds: Option<Any<'_, '_>>) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.num_worlds)?;
        self.door.attempt(py, |batch| batch.recover(&worlds))
    }
}

/// Seeds, such as a list of integers.
fn seeds(value: Any<'_, '_>) -> PyResult<Vec<u64>> {
    let items = value.try_iter().map_err(|_| {
        argument_error("seeds", format!("must be integers, not {}", type_name(value)))
    })?;
    items.map(|item| integer(&item?, "seeds", 0..=u64::MAX)).collect()
}
