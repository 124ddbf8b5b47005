//! What Python's thread does while the core serves.

use super::log;
use crate::error::ServerError;
use pyo3::prelude::*;
use rcssgym::server::Stop;
use std::time::Duration;

/// Longest time between two checks for pending signals and log records.
const ATTENTION: Duration = Duration::from_millis(20);

/// Runs `work` in a thread of its own until it is done. Meanwhile signals are handled, `report` is
/// called with the level and the text of what is logged, and `look`, if there is one, is called
/// every 20 ms.
///
/// An exception in one of these ends the work, and is raised afterwards.
pub fn attend<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    report: &Bound<'_, PyAny>,
    look: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let attention = || {
        py.check_signals()?;
        log::forward(report)?;
        look.map_or(Ok(()), |look| look.call0().map(drop))
    };
    std::thread::scope(|threads| {
        let running = std::thread::Builder::new()
            .name("rcssgym-cycle".to_owned())
            .spawn_scoped(threads, work)
            .map_err(|error| ServerError::new_err(error.to_string()))?;
        let mut raised = None;
        while !running.is_finished() {
            py.detach(|| std::thread::sleep(ATTENTION));
            if raised.is_none()
                && let Err(error) = attention()
            {
                stop.stop();
                raised = Some(error);
            }
        }
        let result = py.detach(|| running.join());
        let forwarded = log::forward(report);
        if let Some(error) = raised {
            return Err(error);
        }
        forwarded?;
        result.map_err(|_| ServerError::new_err("the server failed; see the message above"))
    })
}
