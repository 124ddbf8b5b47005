//! The log file: frames of one dialect, one per line, as `rcssservermj` writes those of RSMP.

mod target;
mod writer;

use super::ServerError;
use super::patience::RunningClock;
use super::writer_thread::{PATIENCE, POLL, WriterThread};
use crate::wire::log_file::LogForm;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::TrySendError;
use std::time::{Duration, Instant};
use writer::{REMINDER, Writer};

/// Shortest time between two requests of the file for a full message.
const RETRY: Duration = Duration::from_secs(5);

/// A file that is written by a thread of its own. Dropping it writes what is left.
#[derive(Debug)]
pub(super) struct Journal {
    path: String,
    form: LogForm,
    writer: WriterThread,
    /// Whether the file waits for a full message, because messages are missing.
    needs_full: Arc<AtomicBool>,
    /// When it last asked for one.
    asked: Option<Instant>,
    /// When the server last logged that the file has been given up.
    warned: Instant,
    /// Messages since it was given up, which are not in the file.
    missing: u64,
}

impl Journal {
    /// Opens a file to append to, beginning with a new line.
    pub(super) fn open(path: &Path, form: LogForm) -> Result<Self, ServerError> {
        let failed = |source| ServerError::LogFile { path: path.to_owned(), source };
        let writer = Writer::open(path, form).map_err(failed)?;
        let needs_full = writer.needs_full();
        let writer = WriterThread::start(move |lines| writer.run(&lines))?;
        Ok(Self {
            path: path.display().to_string(),
            form,
            writer,
            needs_full,
            asked: None,
            warned: Instant::now(),
            missing: 0,
        })
    }

    /// The form of its messages.
    pub(super) fn form(&self) -> LogForm {
        self.form
    }

    /// Whether the next message should be a full one, although nobody else needs it. In some
    /// dialects a full message comes only when somebody joins or leaves.
    pub(super) fn asks_for_full(&mut self) -> bool {
        let is_due = self.asked.is_none_or(|asked| asked.elapsed() >= RETRY);
        let asks = is_due && self.writer.is_open() && self.needs_full.load(Ordering::Relaxed);
        if asks {
            self.asked = Some(Instant::now());
        }
        asks
    }

    /// Appends a message. If the disk is too far behind, the file is given up: at once, or after
    /// [`PATIENCE`] if the game `may_wait` for it.
    pub(super) fn write(&mut self, message: &[u8], may_wait: bool) {
        if !self.writer.is_open() {
            return self.remind();
        }
        let mut clock = RunningClock::new();
        let end = clock.now() + if may_wait { PATIENCE } else { Duration::ZERO };
        let mut line = message.to_owned();
        loop {
            match self.writer.pass(line) {
                Ok(()) => return,
                Err(TrySendError::Full(unsent)) if clock.now() < end => {
                    line = unsent;
                    std::thread::sleep(POLL);
                }
                Err(error) => {
                    if matches!(error, TrySendError::Full(_)) {
                        let path = &self.path;
                        log::error!("log file {path}: it is written too slowly and ends here");
                    }
                    self.writer.close();
                    self.warned = Instant::now();
                    self.missing = 1;
                    return;
                }
            }
        }
    }

    /// Logs from time to time that the file was given up.
    fn remind(&mut self) {
        self.missing += 1;
        if self.warned.elapsed() >= REMINDER {
            self.warned = Instant::now();
            let Self { path, missing, .. } = self;
            log::error!("log file {path}: it was given up; {missing} messages are missing");
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if !self.writer.end() {
            log::error!("log file {}: it is written too slowly, its end is lost", self.path);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::server::writer_thread::BACKLOG;
    use std::os::fd::AsRawFd;

    #[test]
    fn a_file_that_takes_nothing_is_given_up() {
        let (reader, writer) = std::io::pipe().unwrap();
        let path = format!("/proc/self/fd/{}", writer.as_raw_fd());
        let mut journal = Journal::open(Path::new(&path), LogForm::Rcsssmj).unwrap();
        let message = "x".repeat(1000);
        // More than the pipe and the backlog hold; a blocking write would wait forever for a
        // reader.
        (0..2 * BACKLOG).for_each(|_| journal.write(message.as_bytes(), false));
        assert!(!journal.writer.is_open());
        drop((reader, writer));
    }
}
