//! The log file: what monitors are told, a message a line, as `rcssservermj` writes it.

use super::ServerError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, Error, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Messages that may wait for the disk: minutes of real time, seconds of a game in a hurry.
const BACKLOG: usize = 4096;
/// Longest time that a message stays in memory.
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);

/// Time that is left to write what waits: when the server ends, or when the game may wait for it.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time between two looks at a thread that ends.
const POLL: Duration = Duration::from_millis(1);

/// A file that is written by a thread of its own. Dropping it writes what is left.
#[derive(Debug)]
pub(super) struct Journal {
    path: String,
    lines: Option<SyncSender<String>>,
    writer: Option<JoinHandle<()>>,
}

impl Journal {
    /// Opens a file to append to, in a line of its own.
    pub(super) fn open(path: &Path) -> Result<Self, ServerError> {
        let failed = |source| ServerError::LogFile { path: path.to_owned(), source };
        let old = Old::look(path);
        if old == Old::Foreign {
            return Err(failed(Error::other("it is there, and is no log file of a game")));
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        // Where files cannot be locked, nobody is kept out.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(failed(Error::other("another server writes to it")));
        }
        if old == Old::CutOff {
            file.write_all(b"\n").map_err(failed)?;
        }
        let (lines, written) = sync_channel(BACKLOG);
        let path = path.display().to_string();
        let name = path.clone();
        let write = move || {
            if let Err(error) = write(&written, file) {
                log::error!("log file {name}: {error}; the game goes on without");
            }
        };
        let writer = std::thread::Builder::new().name("rcssgym-log".to_owned()).spawn(write)?;
        Ok(Self { path, lines: Some(lines), writer: Some(writer) })
    }

    /// Appends a message. A disk that is too far behind is given up, after a while if the game
    /// `may_wait` for it.
    pub(super) fn write(&mut self, message: &str, may_wait: bool) {
        let Some(lines) = &self.lines else { return };
        let end = Instant::now() + if may_wait { PATIENCE } else { Duration::ZERO };
        let mut line = message.to_owned();
        loop {
            match lines.try_send(line) {
                Ok(()) => return,
                Err(TrySendError::Full(unsent)) if Instant::now() < end => {
                    line = unsent;
                    std::thread::sleep(POLL);
                }
                Err(error) => {
                    if matches!(error, TrySendError::Full(_)) {
                        let path = &self.path;
                        log::error!("log file {path}: it is written too slowly and ends here");
                    }
                    self.lines = None;
                    return;
                }
            }
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.lines = None;
        let end = Instant::now() + PATIENCE;
        while self.writer.as_ref().is_some_and(|writer| !writer.is_finished()) {
            if Instant::now() > end {
                log::error!("log file {}: it is written too slowly, its end is lost", self.path);
                return;
            }
            std::thread::sleep(POLL);
        }
        if let Some(writer) = self.writer.take() {
            // It does not panic; what goes wrong with the file it has logged.
            let _ = writer.join();
        }
    }
}

/// How every log file begins.
const BEGINNING: &[u8] = b"((RSMP ";

/// What is in a file before it is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Old {
    /// Nothing, or whole lines; or it cannot be read, and may be written all the same.
    Whole,
    /// A crash has left the last line without its end.
    CutOff,
    /// Something else than what monitors are told.
    Foreign,
}

impl Old {
    fn look(path: &Path) -> Self {
        Self::read(path).unwrap_or(Self::Whole)
    }

    fn read(path: &Path) -> std::io::Result<Self> {
        // Opening a pipe would wait for somebody who writes.
        if !std::fs::metadata(path)?.is_file() {
            return Ok(Self::Whole);
        }
        let mut file = File::open(path)?;
        let mut begin = Vec::new();
        (&file).take(BEGINNING.len() as u64).read_to_end(&mut begin)?;
        if !BEGINNING.starts_with(&begin) {
            return Ok(Self::Foreign);
        }
        if begin.is_empty() {
            return Ok(Self::Whole);
        }
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        Ok(if last == *b"\n" { Self::Whole } else { Self::CutOff })
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;

    #[test]
    fn a_file_that_takes_nothing_is_given_up() {
        let (reader, writer) = std::io::pipe().unwrap();
        let path = format!("/proc/self/fd/{}", writer.as_raw_fd());
        let mut journal = Journal::open(Path::new(&path)).unwrap();
        let message = "x".repeat(1000);
        // More than a pipe and the backlog hold; this would wait forever for a reader.
        (0..2 * BACKLOG).for_each(|_| journal.write(&message, false));
        assert!(journal.lines.is_none());
        drop((reader, writer));
    }
}
