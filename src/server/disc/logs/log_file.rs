//! A log that is written by a thread of its own, so that a slow disk does not hold up the game.

use crate::server::ServerError;
use crate::server::complaints::Complaints;
use crate::server::writer_thread::WriterThread;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{File, OpenOptions, TryLockError, create_dir_all, rename};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Bytes that may wait for the disk; pieces beyond this are left out of the log.
const PENDING: usize = 4 << 20;
/// Longest time between two attempts to write.
const FLUSH: Duration = Duration::from_secs(1);

/// A log.
#[derive(Debug)]
pub(super) struct LogFile {
    path: PathBuf,
    /// Prefix of its final name; `None` if the file keeps the name that it has.
    prefix: Option<String>,
    writer: WriterThread,
    complaints: Complaints,
}

/// The file that is written to, plain or compressed.
enum Target {
    Plain(File),
    Packed(GzEncoder<File>),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Packed(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Packed(file) => file.flush(),
        }
    }
}

fn create(path: &Path) -> std::io::Result<File> {
    if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        create_dir_all(dir)?;
    }
    let file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
    // Where files cannot be locked, other writers are not kept out; devices and pipes may have
    // several writers.
    let is_file = file.metadata().is_ok_and(|about| about.is_file());
    if is_file && let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(Error::other("another server writes to it"));
    }
    // A device, for example, is not a regular file and has no length.
    match file.set_len(0) {
        Err(error) if error.kind() != ErrorKind::InvalidInput => Err(error),
        _ => Ok(file),
    }
}

impl LogFile {
    /// Opens an empty log, which is compressed if the level is above 0.
    pub(super) fn open(
        path: PathBuf,
        prefix: Option<String>,
        level: i32,
    ) -> Result<Self, ServerError> {
        let file =
            create(&path).map_err(|source| ServerError::LogFile { path: path.clone(), source })?;
        let target = match u32::try_from(level) {
            Ok(level @ 1..) => Target::Packed(GzEncoder::new(file, Compression::new(level.min(9)))),
            _ => Target::Plain(file),
        };
        let complaints = Complaints::about(format!("log file {}", path.display()));
        let mut writer = Writer {
            target,
            pending: Vec::new(),
            written: 0,
            missing: 0,
            complaints: complaints.clone(),
        };
        let writer = WriterThread::start(move |pieces| writer.run(&pieces))?;
        Ok(Self { path, prefix, writer, complaints })
    }

    /// Appends whole lines or records; if the disk is too far behind they are left out.
    pub(super) fn write(&mut self, lines: &[u8]) {
        if lines.is_empty() {
            return;
        }
        if self.writer.pass(lines.to_owned()).is_err() {
            self.complaints.add("it is written too slowly; some of it is missing");
        }
    }

    /// Ends the log, and renames its file to include the result of the game.
    pub(super) fn finish(mut self, result: &str) {
        self.end();
        let Some(prefix) = self.prefix.take() else { return };
        let name = self.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let suffix = name.strip_prefix("incomplete").unwrap_or(".log");
        let new = self.path.with_file_name(format!("{prefix}{result}{suffix}"));
        if let Err(error) = rename(&self.path, &new) {
            self.complaints.add(format_args!("cannot be renamed to {}: {error}", new.display()));
        }
    }

    fn end(&mut self) {
        if !self.writer.end() {
            self.complaints.add("it is written too slowly; its end is lost");
        }
    }
}

impl Drop for LogFile {
    fn drop(&mut self) {
        self.end();
    }
}

struct Writer {
    target: Target,
    pending: Vec<u8>,
    /// Bytes of `pending` that have been written.
    written: usize,
    /// Pieces that are left out.
    missing: u64,
    complaints: Complaints,
}

impl Writer {
    fn run(&mut self, pieces: &Receiver<Vec<u8>>) {
        let mut tried = Instant::now();
        loop {
            match pieces.recv_timeout(FLUSH) {
                Ok(piece) if self.pending.len() + piece.len() <= PENDING => {
                    self.pending.extend_from_slice(&piece);
                }
                Ok(_) => self.missing += 1,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if tried.elapsed() >= FLUSH || self.pending.len() >= 1 << 16 && self.missing == 0 {
                self.write();
                tried = Instant::now();
            }
        }
        self.write();
        let unwritten = self.pending.len() - self.written;
        if self.missing > 0 || unwritten > 0 {
            let missing = self.missing;
            self.complaints
                .add(format_args!("its end is missing: {unwritten} bytes, {missing} pieces"));
        }
        if let Target::Packed(file) = &mut self.target
            && let Err(error) = file.try_finish()
        {
            self.complaints.add(format_args!("cannot be finished: {error}"));
        }
    }

    /// Writes what is pending; what cannot be written stays pending.
    fn write(&mut self) {
        while self.written < self.pending.len() {
            match self.target.write(&self.pending[self.written..]) {
                Ok(0) => return self.complaints.add("cannot be written: the disk takes nothing"),
                Ok(count) => self.written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    return self.complaints.add(format_args!("cannot be written: {error}"));
                }
            }
        }
        self.pending.clear();
        self.written = 0;
        if let Err(error) = self.target.flush() {
            self.complaints.add(format_args!("cannot be written: {error}"));
        }
    }
}
