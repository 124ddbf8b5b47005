//! The log file: what monitors are told, a message a line, as `rcssservermj` writes it.

use super::ServerError;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Messages that may wait for the disk, some minutes of real time.
const BACKLOG: usize = 4096;
/// Longest time that a message stays in memory.
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);

/// A file that is written by a thread of its own. Dropping it writes what is left.
#[derive(Debug)]
pub(super) struct Journal {
    lines: Option<SyncSender<String>>,
    writer: Option<JoinHandle<()>>,
}

impl Journal {
    /// Opens a file to append to.
    pub(super) fn open(path: &Path) -> Result<Self, ServerError> {
        let failed = |source| ServerError::LogFile { path: path.to_owned(), source };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        let (lines, written) = sync_channel(BACKLOG);
        let path = path.display().to_string();
        let write = move || {
            if let Err(error) = write(&written, file) {
                log::error!("log file {path}: {error}; the game goes on without");
            }
        };
        let writer = std::thread::Builder::new().name("rcssgym-log".to_owned()).spawn(write)?;
        Ok(Self { lines: Some(lines), writer: Some(writer) })
    }

    /// Appends a message. Waits only for a disk that is minutes behind.
    pub(super) fn write(&mut self, message: &str) {
        if let Some(lines) = &self.lines
            && lines.send(message.to_owned()).is_err()
        {
            self.lines = None;
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.lines = None;
        if let Some(writer) = self.writer.take() {
            // It does not panic; what goes wrong with the file it has logged.
            let _ = writer.join();
        }
    }
}

fn write(lines: &Receiver<String>, file: File) -> std::io::Result<()> {
    let mut file = BufWriter::new(file);
    let mut flushed = Instant::now();
    loop {
        match lines.recv_timeout(FLUSH_INTERVAL) {
            Ok(line) => writeln!(file, "{line}")?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return file.flush(),
        }
        if flushed.elapsed() >= FLUSH_INTERVAL {
            file.flush()?;
            flushed = Instant::now();
        }
    }
}
