//! The arrays of a step's results.

use super::PyEpisodes;
use crate::owned::Fresh;
use numpy::ndarray::IxDyn;
use pyo3::prelude::*;
use rcssgym::batch::{Columns, Outcome};

/// Arrays as [`PyEpisodes::step_episodes`] returns them, to which nothing else refers yet.
pub(super) struct Results<'py> {
    pub observations: Option<Fresh<'py, f32, IxDyn>>,
    pub rewards: Fresh<'py, f64, IxDyn>,
    pub terminated: Fresh<'py, bool>,
    pub truncated: Fresh<'py, bool>,
    pub reported: Fresh<'py, f64, IxDyn>,
    pub finals: Option<Fresh<'py, f32, IxDyn>>,
    pub privileged: Option<Fresh<'py, f32, IxDyn>>,
    pub final_privileged: Option<Fresh<'py, f32, IxDyn>>,
}

impl<'py> Results<'py> {
    /// :param width: numbers in an observation.
    /// :param fresh: does a step write observations to an array of their own?
    /// :param same_step: does the step that ends an episode begin the next?
    ///
    /// # Safety
    ///
    /// A step must write all of them before anybody else has them; if it fails, they must be
    /// dropped. Of the last observations, only rows that a step has written may be read.
    pub unsafe fn new(
        py: Python<'py>,
        episodes: &PyEpisodes,
        width: usize,
        fresh: bool,
        same_step: bool,
    ) -> Self {
        let shape = |before: &[usize], after: &[usize]| episodes.shape(before, after);
        let critics = |wanted: bool| {
            let width = episodes.privileged;
            (wanted && width > 0).then(|| Fresh::zeros(py, shape(&[], &[width])))
        };
        // SAFETY: the caller's promise.
        unsafe {
            Self {
                observations: fresh.then(|| Fresh::shaped(py, shape(&[], &[width]))),
                rewards: Fresh::shaped(py, shape(&[], &[])),
                terminated: Fresh::unwritten(py, episodes.worlds),
                truncated: Fresh::unwritten(py, episodes.worlds),
                reported: Fresh::shaped(py, shape(&[episodes.reported], &[])),
                finals: same_step.then(|| Fresh::shaped(py, shape(&[], &[width]))),
                privileged: critics(true),
                final_privileged: critics(same_step),
            }
        }
    }

    /// Their memory, which a step writes without the GIL; observations are written to `reused` if
    /// they have no array of their own.
    ///
    /// # Safety
    ///
    /// Must be called only once, and before anybody else has the arrays.
    pub unsafe fn memory<'a>(&self, agents: usize, reused: &'a mut [f32]) -> Outcome<'a> {
        // SAFETY: the caller's promise.
        unsafe {
            let optional = |array: &Option<Fresh<'py, f32, IxDyn>>| {
                array.as_ref().map_or(&mut [][..], |array| array.slice())
            };
            Outcome {
                observations: match &self.observations {
                    Some(observations) => observations.slice(),
                    None => reused,
                },
                rewards: self.rewards.slice(),
                reported: Columns::new(self.reported.slice(), agents),
                terminated: self.terminated.slice(),
                truncated: self.truncated.slice(),
                finals: optional(&self.finals),
                privileged: optional(&self.privileged),
                final_privileged: optional(&self.final_privileged),
            }
        }
    }

    /// Has the step ended any episode?
    ///
    /// # Safety
    ///
    /// The step must be over, and nobody else may have the arrays.
    pub unsafe fn has_ended(&self) -> bool {
        // SAFETY: the caller's promise.
        let any = |flags: &Fresh<'py, bool>| unsafe { flags.numbers() }.contains(&true);
        any(&self.terminated) || any(&self.truncated)
    }
}
