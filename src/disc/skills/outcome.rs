//! What a skill returns.

use crate::disc::Command;

/// A skill's command, and whether the skill achieves its purpose.
///
/// If several skills are tried in order, the first success wins. Until then, a command given
/// without success stands, and later ones replace it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The command; `None` if there is nothing to do.
    pub command: Option<Command>,
    /// Whether no other skill needs to be tried.
    pub is_success: bool,
}

impl Outcome {
    /// Success by a command.
    pub fn done(command: Command) -> Self {
        Self { command: Some(command), is_success: true }
    }

    /// Success by waiting.
    pub fn done_waiting() -> Self {
        Self::done(Command::Turn(0.0))
    }

    /// Nothing can or need be done.
    pub const NOTHING: Self = Self { command: None, is_success: false };

    /// Waits, without success.
    pub const WAIT: Self = Self { command: Some(Command::Turn(0.0)), is_success: false };

    /// The same command, without success.
    pub fn failed(self) -> Self {
        Self { is_success: false, ..self }
    }
}
