//! The door through which calls leave the GIL, and the reasons for which it may refuse a caller.

use super::error::{BusyError, ForkError, IntoException, OrRaise, RcssGymError};
use super::process::generation;
use pyo3::prelude::*;
use rcssgym::batch::WorldBatch;
use std::mem::ManuallyDrop;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// Longest time between two checks for pending signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);
/// Longest time that a caller waits for a server between two of its steps.
const SERVED_PATIENCE: Duration = Duration::from_secs(1);
/// Time between two attempts to get the engine.
const PAUSE: Duration = Duration::from_micros(50);

/// A batch that at most one caller uses at a time, in the process that made it.
pub struct Door<E = WorldBatch> {
    engine: Mutex<ManuallyDrop<E>>,
    process: u32,
    generation: u32,
    /// Does a server step it, in another thread and for less than a cycle at a time?
    is_served: AtomicBool,
}

impl<E: Send> Door<E> {
    /// Guards `engine`.
    pub fn new(engine: E) -> Self {
        Self {
            engine: Mutex::new(ManuallyDrop::new(engine)),
            process: process::id(),
            generation: generation(),
            is_served: AtomicBool::new(false),
        }
    }

    /// The engine, for short work under the GIL.
    ///
    /// A signal handler that runs inside a step would wait for itself forever, so a batch in use is
    /// an error instead of a wait. Only a server's steps are waited for.
    pub fn open(&self) -> PyResult<MutexGuard<'_, ManuallyDrop<E>>> {
        // The thread that has the engine may be waiting for the GIL.
        let pause = || Python::attach(|py| py.detach(|| std::thread::sleep(PAUSE)));
        Ok(self.enter(pause)?)
    }

    fn enter(&self, pause: impl Fn()) -> Result<MutexGuard<'_, ManuallyDrop<E>>, Closed> {
        if self.generation != generation() {
            return Err(Closed::Forked(self.process));
        }
        let begin = Instant::now();
        loop {
            match self.engine.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(TryLockError::Poisoned(_)) => return Err(Closed::Broken),
                Err(TryLockError::WouldBlock) => {
                    let is_served = self.is_served.load(Ordering::Acquire);
                    if !is_served || begin.elapsed() > SERVED_PATIENCE {
                        return Err(Closed::Busy);
                    }
                    pause();
                }
            }
        }
    }

    /// The engine for a server, which waits until it is free. Call this without the GIL.
    ///
    /// # Errors
    /// A message if an earlier call failed inside the engine.
    pub fn wait(&self) -> Result<MutexGuard<'_, ManuallyDrop<E>>, String> {
        self.engine.lock().map_err(|_| "an earlier call failed inside the engine".to_owned())
    }

    /// Reserves the engine for a server until the guard is dropped; other callers then wait for
    /// their turn. `None` if a server has it already.
    pub fn serve(&self) -> Option<ServedGuard<'_>> {
        (!self.is_served.swap(true, Ordering::AcqRel)).then_some(ServedGuard(&self.is_served))
    }

    /// Detaches from the interpreter, runs `work`, attaches again.
    pub fn detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut E) -> T + Send,
    ) -> PyResult<T> {
        // The engine is released before the GIL is taken again: a thread that waits for the engine
        // may hold the GIL.
        let result = py.detach(|| {
            let mut guard = self.enter(|| std::thread::sleep(PAUSE))?;
            Ok::<_, Closed>(work(&mut guard))
        });
        Ok(result?)
    }

    /// Like [`Self::detached`], for work that may fail; its error becomes an exception.
    pub fn attempt<T: Send, R: IntoException + Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut E) -> Result<T, R> + Send,
    ) -> PyResult<T> {
        self.detached(py, work)?.or_raise()
    }
}

/// Why the engine is not available.
enum Closed {
    /// The engine was made in this other process.
    Forked(u32),
    Busy,
    Broken,
}

impl From<Closed> for PyErr {
    fn from(closed: Closed) -> Self {
        match closed {
            Closed::Forked(process) => ForkError::new_err(format!(
                "these worlds were made in process {process} and their worker threads do not \
                 exist in this forked one (process {}): make them there, or pass the snapshot() \
                 bytes or a pickle of the batch to the child",
                process::id()
            )),
            Closed::Busy => BusyError::new_err(
                "these worlds are in use by another call that has not returned yet",
            ),
            Closed::Broken => RcssGymError::new_err(
                "an earlier call failed inside the engine; these worlds cannot be used any more",
            ),
        }
    }
}

/// Marks a door as used by a server until it is dropped.
pub struct ServedGuard<'a>(&'a AtomicBool);

impl Drop for ServedGuard<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl<E> Drop for Door<E> {
    /// A forked child leaves the engine alone: the engine's threads do not exist there to be
    /// joined.
    fn drop(&mut self) {
        if self.generation != generation() {
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

/// Checks now and then for pending signals of Python (Ctrl-C), from code that has left the GIL.
pub struct SignalCheck {
    next: Instant,
    raised: Option<PyErr>,
}

impl SignalCheck {
    /// The first check is due after one interval.
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

    /// Returns what the signal handler raised, if anything, as an error.
    pub fn finish(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}
