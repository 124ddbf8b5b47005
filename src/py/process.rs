//! Which process this is. A forked child has the memory of its parent, but none of its threads.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Forks between the process that loaded the module and this one.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// Returns a number that is different after a fork. Asking the system for the process id takes a
/// quarter of a microsecond, half the time that it takes to read a number of one world.
pub fn generation() -> u32 {
    FORKS.load(Ordering::Relaxed)
}

/// Starts to count forks.
///
/// # Errors
/// `OSError` if the system refuses.
#[cfg(unix)]
pub fn count_forks() -> PyResult<()> {
    extern "C" fn count() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }
    // SAFETY: the handler adds to an atomic number, which the child of a process with threads may
    // do.
    match unsafe { libc::pthread_atfork(None, None, Some(count)) } {
        0 => Ok(()),
        code => Err(std::io::Error::from_raw_os_error(code).into()),
    }
}

/// There is nothing to count.
#[cfg(not(unix))]
pub fn count_forks() -> PyResult<()> {
    Ok(())
}
