//! Log files: messages to monitors of one protocol, one a line.

use super::rcsssmj::monitor as rsmp;
use super::refusal::Refusal;
use super::simspark::monitor as simspark;

/// Whose messages a log file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// rcsssmj's: RSMP.
    Rcsssmj,
    /// SimSpark's: `RSG` and `RDS`.
    Simspark,
}

/// What is to be known of a message to send it again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// Time that the message tells, s.
    pub time: f64,
    /// Does it tell everything, or differences to the messages before it?
    pub full: bool,
}

impl LogForm {
    /// All that there are.
    pub const ALL: [Self; 2] = [Self::Rcsssmj, Self::Simspark];

    /// Whose messages these are, and how the replay is told so.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Rcsssmj => "rcsssmj's protocol: replay it without --simspark (simspark=False)",
            Self::Simspark => "SimSpark's protocol: replay it with --simspark (simspark=True)",
        }
    }

    /// What the log calls clients of this protocol, in front of the word for their kind.
    pub fn label(self) -> &'static str {
        match self {
            Self::Rcsssmj => "",
            Self::Simspark => "SimSpark ",
        }
    }

    /// How a file begins, and so how every full message does.
    pub fn beginning(self) -> &'static [u8] {
        match self {
            Self::Rcsssmj => rsmp::BEGINNING,
            Self::Simspark => simspark::BEGINNING,
        }
    }

    /// Reads the time of a message, and whether it is a full one.
    ///
    /// # Errors
    /// [`Refusal`] for what is no message, and for a time that is not finite.
    pub fn head(self, message: &[u8]) -> Result<Head, Refusal> {
        match self {
            Self::Rcsssmj => rsmp::head(message),
            Self::Simspark => simspark::head(message),
        }
    }

    /// Do monitors get everything from time to time, though nothing calls for it? Else a file needs
    /// that all the more: who writes or reads one may have to begin in the middle.
    pub fn repeats_everything(self) -> bool {
        self == Self::Rcsssmj
    }

    /// Does the time of messages always go on? SimSpark tells that of the match, which stands still
    /// at times and may be set.
    pub fn has_steady_time(self) -> bool {
        self == Self::Rcsssmj
    }
}
