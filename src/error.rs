//! Everything that can be wrong with what a caller passes.

use thiserror::Error;

/// An error of the core. Messages name the offending value and place; nothing has changed when
/// one is returned.
#[derive(Debug, Error)]
pub enum Error {
    /// A model file that is malformed or outside the supported subset of MJCF.
    #[error("{file}:{line}:{column}: {message}")]
    Mjcf {
        /// File, or the name of a built-in model.
        file: String,
        /// Line, counted from 1.
        line: u32,
        /// Column, counted from 1.
        column: u32,
        /// What is wrong, naming element, attribute and value.
        message: String,
    },
    /// A file that could not be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The path as given.
        path: String,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// An argument out of its domain.
    #[error("{argument}: {message}")]
    Argument {
        /// Name of the argument.
        argument: &'static str,
        /// What is wrong, naming value, world, robot and joint.
        message: String,
    },
    /// Bytes that are not a snapshot of this batch, or a snapshot that cannot be written.
    #[error("snapshot: {0}")]
    Snapshot(String),
}

/// Result of the core.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An [`Error::Argument`].
    pub fn argument(argument: &'static str, message: impl Into<String>) -> Self {
        Self::Argument { argument, message: message.into() }
    }
}
