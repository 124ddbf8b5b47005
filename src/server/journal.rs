//! The log file: what monitors are told, a message a line, as `rcssservermj` writes it.

use super::ServerError;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
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
        let is_cut_off = is_cut_off(path);
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if is_cut_off {
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

/// Has a crash left the last line of a file without its end?
fn is_cut_off(path: &Path) -> bool {
    let last = || {
        // Opening a pipe would wait for somebody who writes.
        if !std::fs::metadata(path)?.is_file() {
            return Ok(false);
        }
        let mut file = File::open(path)?;
        let mut last = [0];
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
            return Ok(last[0] != b'\n');
        }
        Ok::<_, std::io::Error>(false)
    };
    // A file that cannot be read may still be written.
    last().unwrap_or(false)
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
