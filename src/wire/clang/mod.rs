//! CLang, the standard language in which an online coach advises its players: versions 7 and 8.
//!
//! The language is that of the soccer server manual (section 7.7) as rcssserver 19 reads it, which
//! differs from the printed grammar in places; `docs/clang.md` lists them. [`parse()`] makes a
//! [`Message`] of a text, [`Message::server_text`] is what rcssserver passes on to players, and
//! [`Message::text`] reads back as the same message.
//!
//! `lexpr` cannot read it: sets are in braces, and tokens need no separators, so that `(pt1 2)` and
//! `(doour{1}(hold))` are valid. `tests/wire/clang.rs` shows this.

mod name;
mod parse;
mod token;
mod tree;
mod versions;
mod words;
mod write;

pub use name::{MAX_NAME, Name, NameError};
pub use parse::{
    ClangError, MAX_DEPTH, MAX_FREEFORM, MAX_LENGTH, check_freeform, parse, read_back,
};
pub use tree::{
    Action, Activation, BallMoves, Comparison, Condition, Definition, Directive, Message, Operator,
    PlayMode, Point, Quantity, Region, Rule, RuleMode, RuleNames, Team, Token, Unum, UnumSet,
};
pub use versions::Versions;
