//! A log file that is read line by line, in any order.

use super::index::Index;
use crate::wire::Refusal;
use crate::wire::log_file::LogForm;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use thiserror::Error;

/// Bytes that are read at a time when the whole file is indexed.
const CHUNK: usize = 1 << 18;

/// Why a file cannot be replayed, or not as requested.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// A file that cannot be opened or read.
    #[error("cannot read the log file {name}: {source}")]
    Unreadable {
        /// The name of the file.
        name: String,
        /// The operating system's reason.
        source: io::Error,
    },
    /// An empty file.
    #[error("the log file {name} is empty")]
    Empty {
        /// The name of the file.
        name: String,
    },
    /// A file that begins with something other than a message.
    #[error("{name}, line {line}: {refusal}; this is not a log file of a game")]
    NoLogFile {
        /// The name of the file.
        name: String,
        /// Number of the line, starting at 1.
        line: u64,
        /// The text of the line, and what is wrong with it.
        refusal: Refusal,
    },
    /// A file that has messages of another protocol.
    #[error("{name} is a log file of {}", .form.describe())]
    OtherForm {
        /// The name of the file.
        name: String,
        /// The form of the messages that it has.
        form: LogForm,
    },
    /// A file of nothing but differences.
    #[error("the log file {name} has no full message to begin with")]
    NothingFull {
        /// The name of the file.
        name: String,
    },
    /// A file in which a message is no longer where it was.
    #[error("the log file {name} was shortened or overwritten while it was open")]
    Changed {
        /// The name of the file.
        name: String,
    },
    /// A time that is not within the recording.
    #[error("there is no {time} s in a recording from 0 to {duration:.2} s")]
    Time {
        /// The requested time, s.
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
        /// The requested speed.
        speed: f64,
    },
}

/// The messages of a log file: ours, rcsssmj's or SimSpark's. Only their offsets in the file are
/// kept in memory.
#[derive(Debug)]
pub struct Recording {
    file: File,
    name: String,
    form: LogForm,
    pub(super) index: Index,
    /// The message read last.
    message: Vec<u8>,
    /// Its index.
    held: Option<usize>,
}

impl Recording {
    /// Opens a file and finds its messages; `name` is the file's name in errors.
    ///
    /// # Errors
    /// [`RecordingError`] for a file that cannot be read, is empty or is not a log file.
    pub fn open(path: &Path, name: String, form: LogForm) -> Result<Self, RecordingError> {
        let open = || {
            // A recording is read at any position, which a pipe does not allow, and opening one
            // would wait for a writer.
            if !std::fs::metadata(path)?.is_file() {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    "it is not a regular file",
                ));
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

    /// Returns the form of its messages.
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

    /// Returns a message, which is read from the file unless it was also the last one requested.
    pub(in crate::server) fn message(&mut self, number: usize) -> Result<&[u8], RecordingError> {
        if self.held != Some(number)
            && let Some(entry) = self.index.entries().get(number)
        {
            self.held = None;
            self.message.resize(entry.length, 0);
            let start = SeekFrom::Start(entry.offset);
            let read = self.file.seek(start).and_then(|_| self.file.read_exact(&mut self.message));
            let is_full = self.index.is_full(number);
            let name = &self.name;
            let is_as_before = match read {
                Ok(()) => self.form.head(&self.message).is_ok_and(|head| head.full == is_full),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => false,
                Err(source) => {
                    return Err(RecordingError::Unreadable { name: name.clone(), source });
                }
            };
            if !is_as_before {
                return Err(RecordingError::Changed { name: name.clone() });
            }
            self.held = Some(number);
        }
        Ok(&self.message)
    }
}
