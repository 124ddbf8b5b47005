//! Texts for the log about what could not be read.

use super::sexpr::{self, List, Node, Spacing};
use thiserror::Error;

/// Bytes of a message that a refusal quotes.
const QUOTED: usize = 80;
/// Bytes of a single word that a refusal quotes.
const WORD: usize = 24;
/// Maximum number of parts of a message that are refused one by one; the last of them ends the
/// message, so that garbage costs little time.
const MOST: usize = 16;

/// A part of a message that is not acted upon. Its text quotes the part and says why, in one short
/// line of printable characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{part}: {reason}")]
pub struct Refusal {
    part: String,
    reason: String,
}

/// A message, read part by part.
#[derive(Clone, Debug, PartialEq)]
pub struct Message<T> {
    /// What is to be done, in the order of the requests.
    pub parts: Vec<T>,
    /// Parts that are refused; the sixteenth ends the message.
    pub refused: Vec<Refusal>,
    /// Words left out of `parts`: each kind once, at most sixteen.
    pub dropped: Vec<Dropped>,
}

/// A kind of words within a command that have no effect, although the rest of the command does. Its
/// text names both in one short line of printable characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{part} has no effect in ({command} ...) and is left out")]
pub struct Dropped {
    command: String,
    part: String,
}

/// Why a part is refused, and what becomes of the parts after it.
#[derive(Debug)]
pub(super) enum Fault {
    /// Only this part cannot be done.
    Part(String),
    /// rcsssmj stops reading here.
    Rest(String),
}

impl Refusal {
    pub(super) fn of_list(list: List, reason: impl Into<String>) -> Self {
        Self { part: format!("({})", quote(list.text(), QUOTED)), reason: reason.into() }
    }

    pub(super) fn of_message(message: &[u8], reason: impl Into<String>) -> Self {
        Self { part: quote(message, QUOTED), reason: reason.into() }
    }

    fn of_fault(list: List, fault: Fault) -> Self {
        match fault {
            Fault::Part(reason) => Self::of_list(list, reason),
            Fault::Rest(reason) => Self::of_list(list, reason + "; the message ends here"),
        }
    }
}

impl<T> Message<T> {
    /// Reads all expressions of a message until one of them ends it.
    pub(super) fn read<'a>(
        message: &'a [u8],
        spacing: Spacing,
        read_part: impl FnMut(List<'a>, &mut Vec<T>) -> Result<(), Fault>,
    ) -> Self {
        Self::read_lists(message, spacing, |all| all.lists().collect(), read_part)
    }

    /// Like [`read`](Self::read), but an expression that does not begin with a word stands for the
    /// expressions in it, each of which is read separately.
    pub(super) fn read_each<'a>(
        message: &'a [u8],
        spacing: Spacing,
        read_part: impl FnMut(List<'a>, &mut Vec<T>) -> Result<(), Fault>,
    ) -> Self {
        let each = |all: List<'a>| {
            let mut commands = Vec::new();
            all.lists().for_each(|list| flatten(list, &mut commands));
            commands
        };
        Self::read_lists(message, spacing, each, read_part)
    }

    fn read_lists<'a>(
        message: &'a [u8],
        spacing: Spacing,
        lists: impl FnOnce(List<'a>) -> Vec<List<'a>>,
        mut read_part: impl FnMut(List<'a>, &mut Vec<T>) -> Result<(), Fault>,
    ) -> Self {
        let (mut parts, mut refused) = (Vec::new(), Vec::new());
        match sexpr::read_spaced(message, spacing) {
            Err(malformed) => refused.push(Refusal::of_message(message, malformed.to_string())),
            Ok(list) => {
                for list in lists(list) {
                    let Err(fault) = read_part(list, &mut parts) else { continue };
                    let fault = match fault {
                        Fault::Part(reason) if refused.len() + 1 == MOST => Fault::Rest(reason),
                        fault => fault,
                    };
                    let is_last = matches!(fault, Fault::Rest(_));
                    refused.push(Refusal::of_fault(list, fault));
                    if is_last {
                        break;
                    }
                }
            }
        }
        Self { parts, refused, dropped: Vec::new() }
    }

    /// Records that a part of a command is left out.
    pub(super) fn drop_part(&mut self, command: &[u8], part: Node) {
        if self.dropped.len() == MOST {
            return;
        }
        let part = match part {
            Node::Atom(atom) => word(atom),
            Node::List(list) => format!("({} ...)", quote(list.head().unwrap_or_default(), WORD)),
        };
        let dropped = Dropped { command: quote(command, WORD), part };
        if !self.dropped.contains(&dropped) {
            self.dropped.push(dropped);
        }
    }
}

/// Collects the expressions that begin with a word.
fn flatten<'a>(list: List<'a>, commands: &mut Vec<List<'a>>) {
    // Expressions are no deeper than `sexpr::MAX_DEPTH`.
    match list.nodes().next() {
        Some(Node::List(_)) => list.lists().for_each(|list| flatten(list, commands)),
        _ => commands.push(list),
    }
}

/// A word of a message as part of a reason.
pub(super) fn word(word: &[u8]) -> String {
    format!("'{}'", quote(word, WORD))
}

/// Returns a client's words as part of a line: unprintable characters are escaped, and a long text
/// is cut off.
pub fn printable(words: &str) -> String {
    quote(words.as_bytes(), QUOTED)
}

/// Returns the beginning of a text, with unprintable characters escaped.
fn quote(text: &[u8], length: usize) -> String {
    let mut quoted = String::new();
    for chunk in text.utf8_chunks() {
        if quoted.len() >= length {
            return quoted + "...";
        }
        for character in chunk.valid().chars() {
            if quoted.len() >= length {
                return quoted + "...";
            }
            match character {
                '\'' | '"' => quoted.push(character),
                _ => quoted.extend(character.escape_debug()),
            }
        }
        quoted.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_printable_and_short() {
        assert_eq!(printable("O'Neill \"7\" ü"), "O'Neill \"7\" ü");
        assert_eq!(printable("a\u{202e}\n\u{2028}"), "a\\u{202e}\\n\\u{2028}");
        assert_eq!(quote(b"a\xff\xc3\x28", 80), "a\\xff\\xc3(");
        assert_eq!(quote(b"\xff\xff\xff", 3), "\\xff...");
        assert_eq!(quote(b"abc", 3), "abc");
        assert_eq!(quote(b"abcd", 3), "abc...");
        assert_eq!(printable(&"x".repeat(1000)), format!("{}...", "x".repeat(QUOTED)));
        assert!(printable(&"\u{10ffff}".repeat(1000)).len() < QUOTED + 20);
    }
}
