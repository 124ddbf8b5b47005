//! The one door out of the GIL, and what may stop a caller in front of it.

use super::error::{BusyError, ForkError, RcssGymError};
use crate::batch::WorldBatch;
use pyo3::prelude::*;
use std::mem::ManuallyDrop;
use std::process;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// Longest time that passes between two looks at pending signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// A batch that at most one caller uses at a time, in the process that made it.
pub struct Door {
    engine: Mutex<ManuallyDrop<WorldBatch>>,
    process: u32,
}

impl Door {
    /// Guards `engine`.
    pub fn new(engine: WorldBatch) -> Self {
        Self { engine: Mutex::new(ManuallyDrop::new(engine)), process: process::id() }
    }

    /// The engine, for short work under the GIL.
    ///
    /// A signal handler that runs inside a step would wait for itself forever, so a batch in use
    /// is an error instead of a wait.
    pub fn open(&self) -> PyResult<MutexGuard<'_, ManuallyDrop<WorldBatch>>> {
        if self.process != process::id() {
            return Err(ForkError::new_err(format!(
                "these worlds were made in process {} and their worker threads do not exist in \
                 this forked one (process {}): make them there, or pass the snapshot() bytes or a \
                 pickle of a WorldBatch to the child",
                self.process,
                process::id()
            )));
        }
        match self.engine.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::WouldBlock) => Err(BusyError::new_err(
                "these worlds are in use by another call that has not returned yet",
            )),
            Err(TryLockError::Poisoned(_)) => Err(RcssGymError::new_err(
                "an earlier call failed inside the engine; these worlds cannot be used any more",
            )),
        }
    }

    /// Detaches from the interpreter, runs `work`, attaches again.
    pub fn detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut WorldBatch) -> T + Send,
    ) -> PyResult<T> {
        let mut guard = self.open()?;
        let engine: &mut WorldBatch = &mut guard;
        Ok(py.detach(move || work(engine)))
    }
}

impl Drop for Door {
    /// A forked child leaves the engine alone: its threads are not there to be joined.
    fn drop(&mut self) {
        if self.process != process::id() {
            return;
        }
        let engine = match self.engine.get_mut() {
            Ok(engine) => engine,
            Err(poisoned) => poisoned.into_inner(),
        };
        // SAFETY: the engine is dropped here once and not used again.
        unsafe { ManuallyDrop::drop(engine) }
    }
}

/// Asks Python for pending signals (Ctrl-C) now and then, from outside the GIL.
pub struct SignalCheck {
    next: Instant,
    raised: Option<PyErr>,
}

impl SignalCheck {
    /// The first look is due after one interval.
    pub fn new() -> Self {
        Self { next: Instant::now() + SIGNAL_INTERVAL, raised: None }
    }

    /// True once a signal handler has raised.
    pub fn interrupted(&mut self) -> bool {
        if self.raised.is_some() {
            return true;
        }
        if Instant::now() < self.next {
            return false;
        }
        self.raised = Python::attach(|py| py.check_signals()).err();
        self.next = Instant::now() + SIGNAL_INTERVAL;
        self.raised.is_some()
    }

    /// What the signal handler raised.
    pub fn finish(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}
