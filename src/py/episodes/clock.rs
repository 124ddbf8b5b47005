//! Where the time of steps goes.

use super::{PyEpisodes, Runner, claim};
use crate::error::argument_error;
use pyo3::prelude::*;

#[pymethods]
impl PyEpisodes {
    /// Seconds that threads have spent on physics, and on the rest of the steps.
    #[getter]
    fn seconds(&self) -> PyResult<(f64, f64)> {
        let Runner::Bodies(_, own) = &self.runner else {
            return Err(argument_error("seconds", "are not told apart in the 2D game"));
        };
        let [physics, terms] = claim(own)?.seconds();
        Ok((physics, terms))
    }

    /// Seconds of wall time in which threads have shared the work; the rest of steps is serial.
    #[getter]
    fn span(&self) -> PyResult<f64> {
        Ok(match &self.runner {
            Runner::Bodies(_, own) => claim(own)?.span(),
            Runner::Discs(_, own) => claim(own)?.span(),
        })
    }
}
