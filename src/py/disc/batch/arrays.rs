//! Arrays of a `rcssgym.DiscBatch` by name.

use super::{PyDiscBatch, quantity, view};
use crate::Any;
use crate::argument::text;
use crate::error::argument_error;
use crate::read::write_array;
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use rcssgym::disc::memory::{COLUMNS, OBJECTS};
use rcssgym::teams::TeamStatistics;

#[pymethods]
impl PyDiscBatch {
    /// The array ``name``, which may be any property that is an array; written to ``out`` if given:
    /// a C-contiguous, writable array of the same shape and type.
    #[pyo3(signature = (name, out=None))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        name: Any<'_, 'py>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = text(name, "name")?;
        if let Some(quantity) = quantity::real(&name) {
            return Ok(self.array(py, quantity, out)?.into_any());
        }
        if let Some(quantity) = quantity::whole(&name) {
            return Ok(self.array(py, quantity, out)?.into_any());
        }
        if name == "sensed" {
            return Ok(self.known(py, out)?.into_any());
        }
        if name == "statistics" {
            return Ok(self.counted(py, out)?.into_any());
        }
        let reals = quantity::REALS.map(|quantity| quantity.name).join(", ");
        let sensed = if self.sensed { ", sensed" } else { "" };
        let wholes = quantity::WHOLES.map(|quantity| quantity.name).join(", ");
        let message =
            format!("unknown array '{name}'; there are {reals}, {wholes}, statistics{sensed}");
        Err(argument_error("name", message))
    }

    /// The batch's own memory: a read-only array with gaps, not a copy, of ``"ball_position"``,
    /// ``"ball_velocity"`` ``(W, 2)``, ``"position"``, ``"velocity"`` ``(W, 22, 2)``,
    /// ``"stamina"``, ``"effort"``, ``"recovery"`` or ``"capacity"`` ``(W, 22)``.
    ///
    /// For players it shows all 22 places, left 1 to 11 and then right 1 to 11, including those
    /// without a player. It stays valid, even after the batch is gone, and shows every later
    /// change. Do not read it while another thread steps.
    fn view<'py>(
        this: &Bound<'py, Self>,
        name: Any<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let name = text(name, "name")?;
        let batch = this.get().door.open()?;
        // SAFETY: a batch never moves its worlds, and it lives as long as `this`.
        let array = unsafe { view::view(this.clone().into_any(), &batch, &name) };
        array.unwrap_or_else(|| {
            let names = view::VIEWS.join(", ");
            let message = format!("unknown array '{name}'; there are {names}");
            Err(argument_error("name", message))
        })
    }
}

impl PyDiscBatch {
    /// A quantity in `out` or in a fresh array.
    pub(super) fn array<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        quantity: quantity::Quantity<T>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let batch = self.door.open()?;
        write_array(py, &quantity.shape(&batch), out, |out| quantity.fill(&batch, out))
    }

    /// What all players know from their senses.
    pub(super) fn known<'py>(
        &self,
        py: Python<'py>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        if !self.sensed {
            let message = "a batch made with sensed=True has this array, this one has not";
            return Err(argument_error("sensed", message.to_owned()));
        }
        let batch = self.door.open()?;
        let places = batch.places();
        let shape = [self.num_worlds, places.len(), OBJECTS, COLUMNS.len()];
        let row = OBJECTS * COLUMNS.len();
        write_array(py, &shape, out, |out: &mut [f64]| {
            let worlds = out.chunks_exact_mut((row * places.len()).max(1));
            for (world, out) in batch.worlds().iter().zip(worlds) {
                let Some(minds) = &world.minds else { continue };
                for (&place, out) in places.iter().zip(out.chunks_exact_mut(row)) {
                    minds.write_row(place.into(), out);
                }
            }
        })
    }

    /// The statistics of all teams.
    pub(super) fn counted<'py>(
        &self,
        py: Python<'py>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let batch = self.door.open()?;
        let names = TeamStatistics::NAMES.len();
        write_array(py, &[self.num_worlds, 2, names], out, |out: &mut [i64]| {
            let teams = batch.statistics().flat_map(|own| own.teams);
            for (team, out) in teams.zip(out.chunks_exact_mut(names)) {
                for (number, out) in team.numbers().zip(out) {
                    *out = number.into();
                }
            }
        })
    }
}
