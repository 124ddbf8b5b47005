//! Log files: messages to monitors in one protocol, one per line.

use super::rcsssmj::monitor as rsmp;
use super::refusal::Refusal;
use super::simspark::monitor as simspark;

/// The protocol of the messages in a log file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// rcsssmj's: RSMP.
    Rcsssmj,
    /// SimSpark's: `RSG` and `RDS`.
    Simspark,
}

/// What must be known of a message to send it again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// Time that the message reports, s.
    pub time: f64,
    /// Whether it is a full message, not one that reports differences from the messages before it.
    pub full: bool,
}

impl LogForm {
    /// All forms.
    pub const ALL: [Self; 2] = [Self::Rcsssmj, Self::Simspark];

    /// Names the protocol of the messages, and says how to select it for the replay.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Rcsssmj => "rcsssmj's protocol: replay it without --simspark (simspark=False)",
            Self::Simspark => "SimSpark's protocol: replay it with --simspark (simspark=True)",
        }
    }

    /// The log's prefix for clients of this protocol, before the word for their kind.
    pub fn label(self) -> &'static str {
        match self {
            Self::Rcsssmj => "",
            Self::Simspark => "SimSpark ",
        }
    }

    /// Returns how every full message begins, and therefore also every file.
    pub fn beginning(self) -> &'static [u8] {
        match self {
            Self::Rcsssmj => rsmp::BEGINNING,
            Self::Simspark => simspark::BEGINNING,
        }
    }

    /// Reads the time of a message, and whether it is a full one.
    ///
    /// # Errors
    /// [`Refusal`] for a text that is not a message, and for a time that is not finite.
    pub fn head(self, message: &[u8]) -> Result<Head, Refusal> {
        match self {
            Self::Rcsssmj => rsmp::head(message),
            Self::Simspark => simspark::head(message),
        }
    }

    /// Whether monitors get a full message from time to time even if nothing requires one. If not,
    /// full messages must be added to files, since a writer or a reader may have to start in the
    /// middle.
    pub fn repeats_everything(self) -> bool {
        self == Self::Rcsssmj
    }

    /// Whether the time of messages always advances. SimSpark reports that of the match, which
    /// sometimes stands still and may be set.
    pub fn has_steady_time(self) -> bool {
        self == Self::Rcsssmj
    }
}
