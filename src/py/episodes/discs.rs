//! Calls that only episodes of the 2D game have.

use super::{Array2, PyEpisodes, Runner, claim};
use crate::error::{OrRaise, argument_error};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use rcssgym::batch::disc::Act;

#[pymethods]
impl PyEpisodes {
    /// What the other players of the left and of the right team do in the current episodes: the
    /// index of the declared choice, uint8 ``(W, 2)``.
    #[getter]
    fn drawn<'py>(&self, py: Python<'py>) -> PyResult<Array2<'py, u8>> {
        let Runner::Discs(_, own) = &self.runner else { return Err(of_discs("drawn")) };
        let drawn = claim(own)?.drawn().concat();
        PyArray1::from_vec(py, drawn).reshape([self.worlds, 2])
    }

    /// Which acts players can do now: bool ``(W, k)``, or ``(W, A, k)`` for several players.
    fn applicable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let Runner::Discs(batch, own) = &self.runner else { return Err(of_discs("applicable")) };
        let own = claim(own)?;
        let found = batch.get().door.open()?.applicable(&own).or_raise()?;
        let width = found.len() / (self.worlds * self.agents);
        PyArray1::from_vec(py, found).reshape(self.shape(&[], &[width]))
    }

    /// What the script would have players do, as actions: float64 ``(W, n)``, or ``(W, A, n)`` for
    /// several players; NaN where no act does it. Acts named in ``avoid`` are not used.
    #[pyo3(signature = (avoid=Vec::new()))]
    fn scripted_actions<'py>(
        &self,
        py: Python<'py>,
        avoid: Vec<String>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let avoid =
            avoid.iter().map(|name| Act::named(name)).collect::<Result<Vec<_>, _>>().or_raise()?;
        let Runner::Discs(batch, own) = &self.runner else {
            return Err(of_discs("scripted_actions"));
        };
        let own = claim(own)?;
        let found = batch.get().door.open()?.scripted_actions(&own, &avoid).or_raise()?;
        let width = found.len() / (self.worlds * self.agents);
        PyArray1::from_vec(py, found).reshape(self.shape(&[], &[width]))
    }
}

fn of_discs(what: &'static str) -> PyErr {
    argument_error(what, "is of players of the 2D game, not of robots")
}
