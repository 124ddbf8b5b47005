//! What trainer and coaches say beside the pitch, in the coach language and outside it.

use super::Side;
use serde::{Deserialize, Serialize};

/// A message from the trainer, or from a coach of a version before 7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The side of the coach; `None` for the trainer.
    pub side: Option<Side>,
    /// The text.
    pub text: String,
}

/// Kinds of messages in the coach language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the words of the language")]
pub enum ClangKind {
    Meta,
    Info,
    Advice,
    Define,
    Delete,
    Rule,
    Freeform,
}

impl ClangKind {
    /// The name as in `(error said_too_many_..._messages)`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Info => "info",
            Self::Advice => "advice",
            Self::Define => "define",
            Self::Delete => "del",
            Self::Rule => "rule",
            Self::Freeform => "freeform",
        }
    }
}

/// Which versions of the coach language a message needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Dialect {
    Either,
    Seven,
    Eight,
    Both,
}

impl Dialect {
    /// Whether a player who understands the versions `lowest` to `highest` hears the message.
    pub fn heard_by(self, [lowest, highest]: [i32; 2]) -> bool {
        let understands = |version| lowest <= version && version <= highest;
        match self {
            Self::Either => understands(7) || understands(8),
            Self::Seven => understands(7),
            Self::Eight => understands(8),
            Self::Both => lowest <= 7 && highest >= 8,
        }
    }
}

/// A message in the coach language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clang {
    /// The kind of message.
    pub kind: ClangKind,
    /// The versions of the coach language that it needs.
    pub dialect: Dialect,
    /// The text as players hear it.
    pub text: String,
    /// The text as the coach said it, which parses as the same message.
    pub said: String,
    /// The clock when the coach said it.
    pub received: u32,
}
