//! A log file that is read line by line, wherever one likes.

use super::index::Index;
use crate::wire::Refusal;
use crate::wire::log_file::LogForm;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use thiserror::Error;

/// Bytes that are read at once when the whole file is.
const CHUNK: usize = 1 << 18;

/// Why a file cannot be replayed, or not as asked for.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// A file that cannot be opened or read.
    #[error("cannot read the log file {name}: {source}")]
    Unreadable {
        /// What the file is called.
        name: String,
        /// The operating system's reason.
        source: io::Error,
    },
    /// A file of no bytes.
    #[error("the log file {name} is empty")]
    Empty {
        /// What the file is called.
        name: String,
    },
    /// A file that begins with something else than a message.
    #[error("{name}, line {line}: {refusal}; this is no log file of a game")]
    NoLogFile {
        /// What the file is called.
        name: String,
        /// Number of the line, from 1.
        line: u64,
        /// What is there, and what is wrong with it.
        refusal: Refusal,
    },
    /// A file that has messages of another protocol.
    #[error("{name} is a log file of {}", .form.describe())]
    OtherForm {
        /// What the file is called.
        name: String,
        /// Whose messages it has.
        form: LogForm,
    },
    /// A file of nothing but differences.
    #[error("the log file {name} has no full message to begin with")]
    NothingFull {
        /// What the file is called.
        name: String,
    },
    /// A time that is not within the recording.
    #[error("there is no {time} s in a recording from 0 to {duration:.2} s")]
    Time {
        /// The time asked for, s.
        time: f64,
        /// Time of the last message, s.
        duration: f64,
    },
    /// A speed at which nothing can be shown.
    #[error(
        "speed must be from {} to {} times real time, not {speed}",
        super::SLOWEST,
        super::FASTEST
    )]
    Speed {
        /// The speed asked for.
        speed: f64,
    },
}

/// The messages of a log file, ours, rcsssmj's or SimSpark's. In memory are only their places in
/// the file.
#[derive(Debug)]
pub struct Recording {
    file: File,
    name: String,
    form: LogForm,
    pub(super) index: Index,
    /// The message read last, and its number.
    message: Vec<u8>,
    held: Option<usize>,
}

impl Recording {
    /// Opens a file and looks for its messages; errors call it by the name.
    ///
    /// # Errors
    /// [`RecordingError`] for a file that cannot be read, is empty or is no log file.
    pub fn open(path: &Path, name: String, form: LogForm) -> Result<Self, RecordingError> {
        let open = || {
            // One looks at a recording from any place; opening a pipe would wait for who writes.
            if !std::fs::metadata(path)?.is_file() {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
            }
            File::open(path)
        };
        let file = match open() {
            Ok(file) => file,
            Err(source) => return Err(RecordingError::Unreadable { name, source }),
        };
        let index = Index::read(BufReader::with_capacity(CHUNK, &file), &name, form)?;
        Ok(Self { file, name, form, index, message: Vec::new(), held: None })
    }

    /// Time of the last message, s from the first.
    pub fn duration(&self) -> f64 {
        self.index.duration()
    }

    /// Number of messages.
    pub fn messages(&self) -> usize {
        self.index.entries().len()
    }

    /// Whose messages it has.
    pub fn form(&self) -> LogForm {
        self.form
    }

    /// Number of games, one after the other.
    pub fn games(&self) -> usize {
        self.index.games
    }

    /// When a message is due, s from the first.
    pub(in crate::server) fn time(&self, number: usize) -> f64 {
        self.index.entries().get(number).map_or(0.0, |entry| entry.at)
    }

    /// How many messages are due at a time, s from the first.
    pub(in crate::server) fn due(&self, time: f64) -> usize {
        self.index.due(time)
    }

    /// The last full message among the first `count`.
    pub(in crate::server) fn full_among(&self, count: usize) -> usize {
        self.index.full_among(count)
    }

    /// A message, from the file unless it is the one that was asked for last.
    pub(in crate::server) fn message(&mut self, number: usize) -> Result<&[u8], RecordingError> {
        if self.held != Some(number)
            && let Some(entry) = self.index.entries().get(number)
        {
            self.held = None;
            self.message.resize(entry.length, 0);
            let start = SeekFrom::Start(entry.offset);
            let read = self.file.seek(start).and_then(|_| self.file.read_exact(&mut self.message));
            let name = &self.name;
            read.map_err(|source| RecordingError::Unreadable { name: name.clone(), source })?;
            self.held = Some(number);
        }
        Ok(&self.message)
    }
}
