//! The log file: what monitors are told, a message a line, as `rcssservermj` writes it.

use super::ServerError;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
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

/// Has a crash left the last line of a file without its end?
fn is_cut_off(path: &Path) -> bool {
    let last = || {
        let mut file = File::open(path)?;
        let mut last = [0];
        if file.metadata()?.is_file() && file.seek(SeekFrom::End(0))? > 0 {
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
