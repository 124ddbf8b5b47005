//! Playmakers that answer with Python functions, in threads of the core.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use rcssgym::playmaker::rpc::{Method, Playmaker};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

/// Number of calls that are being answered, and the process in which they are: threads of it do not
/// exist in a process that was forked from it.
static RUNNING: AtomicUsize = AtomicUsize::new(0);
static PROCESS: AtomicU32 = AtomicU32::new(0);
/// Whether no further call may be answered.
static IS_OVER: AtomicBool = AtomicBool::new(false);
/// Time between two looks at whether all calls have been answered.
const BREATH: Duration = Duration::from_millis(5);

/// A playmaker that answers with a Python function: `answer(method, request) -> response`, bytes.
pub(super) struct Answering(pub Py<PyAny>);

impl Playmaker for Answering {
    fn answer(&self, method: Method, request: &[u8]) -> Result<Vec<u8>, String> {
        let running = Running::begin();
        if IS_OVER.load(Ordering::SeqCst) {
            return Err("the playmaker has ended".to_owned());
        }
        let answer = Python::attach(|py| {
            let request = PyBytes::new(py, request);
            let answer = self.0.bind(py).call1((method.name(), request));
            answer.and_then(|own| own.extract::<Vec<u8>>()).map_err(|error| {
                // Callers learn only that it failed; the reason is printed for the owner.
                print_whole(py, error);
                "the playmaker failed".to_owned()
            })
        });
        drop(running);
        answer
    }
}

/// A call that is being answered.
struct Running;

impl Running {
    fn begin() -> Self {
        PROCESS.store(std::process::id(), Ordering::SeqCst);
        RUNNING.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Let playmakers answer no further call, and wait until those that are being answered have been:
/// an interpreter that ends under a thread that still runs Python takes the process down.
#[pyfunction]
pub(super) fn playmaker_finish(py: Python<'_>) -> PyResult<()> {
    IS_OVER.store(true, Ordering::SeqCst);
    let is_here = PROCESS.load(Ordering::SeqCst) == std::process::id();
    while is_here && RUNNING.load(Ordering::SeqCst) > 0 {
        py.detach(|| std::thread::sleep(BREATH));
        py.check_signals()?;
    }
    Ok(())
}

/// Prints an error with its traceback in one piece, as other calls may fail at the same time. Does
/// not end the process for a `SystemExit`, unlike Python's own printing.
fn print_whole(py: Python<'_>, error: PyErr) {
    let print = || -> PyResult<()> {
        let value = error.clone_ref(py).into_value(py);
        let lines = py.import("traceback")?.call_method1("format_exception", (value,))?;
        let text = PyString::new(py, "").call_method1("join", (lines,))?;
        py.import("sys")?.getattr("stderr")?.call_method1("write", (text,))?;
        Ok(())
    };
    if print().is_err() {
        error.write_unraisable(py, None);
    }
}
