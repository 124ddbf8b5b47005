//! What policies are shown of the past: `rcssgym._core.Past`.

use super::Any;
use super::argument::{integer, worlds};
use super::error::{BusyError, OrRaise, argument_error};
use super::owned::{Kept, borrowed};
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use rcssgym::batch::{Depth, MAX_HISTORY, MAX_LATENESS, Past};
use rcssgym::terms::Stream;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Delays observations of environments, and keeps those that were seen before.
///
/// :param num_envs: number of environments.
/// :param agents: number of agents in each environment; all of them have the same delay.
/// :param width: how many numbers an observation has.
/// :param history: observations that are shown at once, the newest last.
/// :param delay: minimum and maximum number of control steps by which observations are late.
#[pyclass(name = "Past", module = "rcssgym._core", frozen)]
pub struct PyPast {
    past: Mutex<Past>,
    depth: Depth,
    num_envs: usize,
    agents: usize,
}

#[pymethods]
impl PyPast {
    #[new]
    fn new(
        num_envs: Any<'_, '_>,
        agents: Any<'_, '_>,
        width: Any<'_, '_>,
        history: Any<'_, '_>,
        delay: (Bound<'_, PyAny>, Bound<'_, PyAny>),
    ) -> PyResult<Self> {
        /// Maximum count of all numbers that are kept.
        const LARGEST: f64 = 4e9;
        let num_envs = integer(num_envs, "num_envs", 1..=1 << 20)? as usize;
        let agents = integer(agents, "agents", 1..=1 << 10)? as usize;
        let width = integer(width, "width", 0..=1 << 20)? as usize;
        let history = integer(history, "history", 1..=MAX_HISTORY as i64)? as usize;
        let late = |value| integer(value, "delay", 0..=MAX_LATENESS as i64);
        let delay = [late(&delay.0)? as usize, late(&delay.1)? as usize];
        let depth = Depth { width, history, delay };
        let rows = num_envs * agents;
        let numbers = rows as f64 * width as f64 * (history + delay[1] + 1) as f64;
        if numbers > LARGEST {
            return Err(argument_error("history", format!("keeps {numbers} numbers, too many")));
        }
        Ok(Self { past: Mutex::new(Past::new(rows, depth).or_raise()?), depth, num_envs, agents })
    }

    /// Are observations late, so that :meth:`send` must be called in every control step?
    #[getter]
    fn is_late(&self) -> bool {
        self.depth.is_late()
    }

    /// The observations shown ``(num_envs agents, history width)``, the oldest first: the memory
    /// itself.
    #[getter]
    fn shown<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = this.get();
        let first = own.open()?.shown().as_ptr();
        let width = own.depth.shown();
        let shape = [own.num_envs * own.agents, width];
        // SAFETY: the numbers never move and live as long as the object.
        Ok(unsafe { borrowed(this.clone().into_any(), first, shape, width, 1) })
    }

    /// Begins episodes of some environments with their first observations, float32
    /// ``(num_envs agents, width)``; delays that vary are drawn from ``streams``, uint64
    /// ``(num_envs,)``.
    fn begin<'py>(
        &self,
        envs: Any<'_, 'py>,
        observations: &Bound<'py, PyArray2<f32>>,
        streams: Any<'_, 'py>,
    ) -> PyResult<()> {
        let envs = worlds(Some(envs), self.num_envs)?;
        let lent = self.checked(observations)?;
        let kept = Kept::<u64>::new(streams, "streams", self.num_envs)?;
        let mut numbers = kept.numbers.clone();
        let mut past = self.open()?;
        let mut part = past.part();
        for env in envs {
            let mut stream = Stream(numbers[env]);
            let delay = self.depth.draw(&mut stream);
            numbers[env] = stream.0;
            for row in self.rows(env) {
                copy(&lent, row, part.begin(row, delay));
                part.look_first(row);
            }
        }
        kept.write(&numbers)
    }

    /// Sends observations of some environments on their way after a control step.
    fn send<'py>(
        &self,
        envs: Any<'_, 'py>,
        observations: &Bound<'py, PyArray2<f32>>,
    ) -> PyResult<()> {
        let envs = worlds(Some(envs), self.num_envs)?;
        let lent = self.checked(observations)?;
        let mut past = self.open()?;
        let mut part = past.part();
        let rows = envs.into_iter().flat_map(|env| self.rows(env));
        rows.for_each(|row| copy(&lent, row, part.send(row)));
        Ok(())
    }

    /// Lets the policies of some environments see what has arrived.
    fn look(&self, envs: Any<'_, '_>) -> PyResult<()> {
        let envs = worlds(Some(envs), self.num_envs)?;
        let mut past = self.open()?;
        let mut part = past.part();
        envs.into_iter().flat_map(|env| self.rows(env)).for_each(|row| part.look(row));
        Ok(())
    }

    /// Everything as bytes, for :meth:`restore`.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.open()?.save()))
    }

    /// Restores everything from bytes that :meth:`save` returned.
    fn restore(&self, saved: &[u8]) -> PyResult<()> {
        self.open()?.restore(saved).or_raise()
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, own) = (this.py(), this.get());
        let Depth { width, history, delay: [low, high] } = own.depth;
        let arguments = (own.num_envs, own.agents, width, history, (low, high));
        (this.get_type(), arguments, own.save(py)?).into_pyobject(py)
    }

    fn __setstate__(&self, saved: &[u8]) -> PyResult<()> {
        self.restore(saved)
    }
}

impl PyPast {
    /// Rows of an environment's agents.
    fn rows(&self, env: usize) -> std::ops::Range<usize> {
        env * self.agents..(env + 1) * self.agents
    }

    /// What is kept of each row.
    pub(super) fn depth(&self) -> Depth {
        self.depth
    }

    pub(super) fn open(&self) -> PyResult<MutexGuard<'_, Past>> {
        match self.past.try_lock() {
            Ok(past) => Ok(past),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(BusyError::new_err("this past is in use by another call"))
            }
        }
    }

    fn checked<'py>(
        &self,
        observations: &Bound<'py, PyArray2<f32>>,
    ) -> PyResult<PyReadonlyArray2<'py, f32>> {
        let wanted = [self.num_envs * self.agents, self.depth.width];
        let found = observations.shape();
        if found != wanted {
            let message = format!("shape {found:?}, must be {wanted:?}");
            return Err(argument_error("observations", message));
        }
        let lent = observations.try_readonly();
        lent.map_err(|_| argument_error("observations", "are being written to"))
    }
}

fn copy(observations: &PyReadonlyArray2<'_, f32>, row: usize, out: &mut [f32]) {
    for (out, number) in out.iter_mut().zip(observations.as_array().row(row)) {
        *out = *number;
    }
}
