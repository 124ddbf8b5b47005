//! What is wrong with a scene graph's text.

use thiserror::Error;

/// Why a text is not a scene graph, or does not fit the one before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {at}: {reason}")]
pub struct Fault {
    /// Where, bytes from the beginning of the message.
    pub at: usize,
    /// What is wrong there.
    pub reason: String,
}

/// A [`Fault`] at a byte of the message.
pub(super) fn fault(at: usize, reason: impl Into<String>) -> Fault {
    Fault { at, reason: reason.into() }
}
