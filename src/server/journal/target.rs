//! The file, pipe or device that a log is written to, and what may happen to it meanwhile.

use crate::wire::log_file::LogForm;
use std::fs::{File, FileType, Metadata, OpenOptions, TryLockError, metadata};
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use tokio::net::unix::pipe;
use tokio::runtime::Builder;

/// An open file, pipe or device.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) file: File,
    /// Whether a crash has left the last line unfinished.
    pub(super) is_cut_off: bool,
    /// Its length when it was last checked, bytes; `None` for a pipe or a device.
    length: Option<u64>,
}

/// What has become of a file that is being written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing has happened to it.
    There,
    /// It has been unlinked, and is gone once it is closed.
    Deleted,
    /// Its path now leads to another file, or to none.
    Moved,
    /// It has been truncated to this many bytes.
    Cut(u64),
}

impl Target {
    /// Opens a file for appending, without blocking.
    pub(super) fn open(path: &Path, form: LogForm) -> Result<Self> {
        // A path whose metadata cannot be read may still be writable.
        match metadata(path).map(|found| found.file_type()).ok() {
            None => Self::file(path, form),
            Some(kind) if kind.is_file() => Self::file(path, form),
            Some(kind) => Self::stream(path, kind),
        }
    }

    fn file(path: &Path, form: LogForm) -> Result<Self> {
        let old = Old::look(path, form);
        if old == Old::Foreign {
            return Err(Error::other("it exists, but is not a log file of a game in this dialect"));
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        // Where files cannot be locked, other writers are not kept out.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Error::other("another server writes to it"));
        }
        let length = Some(file.metadata()?.len());
        Ok(Self { file, is_cut_off: old == Old::CutOff, length })
    }

    /// A pipe, or a device such as a terminal.
    fn stream(path: &Path, kind: FileType) -> Result<Self> {
        let file = if kind.is_fifo() {
            pipe_to(path)?
        } else if kind.is_char_device() || kind.is_dir() {
            OpenOptions::new().append(true).open(path)?
        } else {
            return Err(Error::other("it is neither a file nor a pipe nor a terminal"));
        };
        Ok(Self { file, is_cut_off: false, length: None })
    }

    /// Checks what has become of the file; each truncation is reported once.
    pub(super) fn fate(&mut self, path: &Path) -> Result<Fate> {
        let Some(length) = self.length else { return Ok(Fate::There) };
        let own = self.file.metadata()?;
        if own.nlink() == 0 {
            return Ok(Fate::Deleted);
        }
        self.length = Some(own.len());
        if own.len() < length {
            return Ok(Fate::Cut(own.len()));
        }
        let is_same = |other: Metadata| (other.dev(), other.ino()) == (own.dev(), own.ino());
        Ok(if metadata(path).is_ok_and(is_same) { Fate::There } else { Fate::Moved })
    }
}

/// Opens a pipe that somebody already reads. Waiting for a reader would hold up even signals.
fn pipe_to(path: &Path) -> Result<File> {
    // Tokio's pipes need a runtime, although nothing is awaited.
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let _inside = runtime.enter();
    let sender = pipe::OpenOptions::new().open_sender(path).map_err(|error| {
        match error.raw_os_error() {
            // What the system calls "no such device or address".
            Some(NOBODY_THERE) => Error::new(ErrorKind::BrokenPipe, "nobody reads this pipe yet"),
            _ => error,
        }
    })?;
    Ok(sender.into_blocking_fd()?.into())
}

/// `ENXIO` on every Unix.
const NOBODY_THERE: i32 = 6;

/// What is in a file before it is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Old {
    /// Nothing, or whole lines. Also stands for a file that cannot be read, which may still be
    /// writable.
    Whole,
    /// A crash has left the last line unfinished.
    CutOff,
    /// Something other than frames of the dialect.
    Foreign,
}

impl Old {
    fn look(path: &Path, form: LogForm) -> Self {
        Self::read(path, form).unwrap_or(Self::Whole)
    }

    fn read(path: &Path, form: LogForm) -> Result<Self> {
        let beginning = form.beginning();
        let mut file = File::open(path)?;
        let mut begin = Vec::new();
        (&file).take(beginning.len() as u64).read_to_end(&mut begin)?;
        if !beginning.starts_with(&begin) {
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
