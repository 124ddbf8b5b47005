//! The core's log, kept until a thread that may use Python passes it on.

use log::{Level, LevelFilter, Log, Metadata, Record};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of records that are kept; if more come than Python takes, the oldest are dropped.
const KEPT: usize = 10_000;

/// Level of Python's logging, and text.
type LogEntry = (u8, String);

struct LogBuffer(Mutex<VecDeque<LogEntry>>);

static BUFFER: LogBuffer = LogBuffer(Mutex::new(VecDeque::new()));

impl LogBuffer {
    fn lines(&self) -> MutexGuard<'_, VecDeque<LogEntry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log for LogBuffer {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("rcssgym::")
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let mut lines = self.lines();
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back((python_level(record.level()), record.args().to_string()));
    }

    fn flush(&self) {}
}

fn python_level(level: Level) -> u8 {
    match level {
        Level::Error => 40,
        Level::Warn => 30,
        Level::Info => 20,
        Level::Debug | Level::Trace => 10,
    }
}

/// Starts to keep what the core logs.
pub fn install(level: LevelFilter) {
    // It fails if a logger is set already, which then is this one: nothing else here sets one.
    let _ = log::set_logger(&BUFFER);
    log::set_max_level(level);
}

/// Calls `report(level, text)` for all that was logged since the last time.
pub fn forward(report: &Bound<'_, PyAny>) -> PyResult<()> {
    // The loop is bounded, in case more records come than Python takes.
    for _ in 0..KEPT {
        // The lock is not held during the call, which may take long.
        let Some(line) = BUFFER.lines().pop_front() else { return Ok(()) };
        report.call1(line)?;
    }
    Ok(())
}
