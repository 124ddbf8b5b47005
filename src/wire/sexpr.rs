//! S-expressions as rcsssmj and SimSpark read them from agents and monitors.
//!
//! An atom is any sequence of bytes other than `(`, `)` and what separates words: see [`Spacing`].
//! There are no quotes, escapes or comments, and bytes need not be text. A message is a sequence of
//! expressions. An extra `)` ends the message; an expression still open at the end makes the whole
//! message unreadable.
//!
//! `lexpr`, the usual library, reads Lisp, and refuses or changes words that agents do send:
//! numbers as Python prints them (`1e-05`, `5.`), base64 that begins with digits, team names such
//! as `4you` or `#1`, and anything that is not ASCII. Team names also occur in log files; files of
//! fields and robots are XML. `tests/wire/lexpr.rs` shows these words, and that both readers agree
//! on all lists of decimals without exponents and of words that begin with a letter and have only
//! letters, digits and `_=/+-`.
//!
//! Nothing is copied and nothing recurses: a [`List`] is a slice of the message that is known to be
//! balanced, and is parsed again each time it is traversed.

use thiserror::Error;

/// Greatest depth to which expressions may be nested.
pub const MAX_DEPTH: usize = 32;
/// Bytes of the longest message that is read.
pub const MAX_LENGTH: usize = 1 << 16;

/// What separates words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// The blank alone, as in rcsssmj.
    Blank,
    /// Blank, tab, carriage return and line feed, as in SimSpark.
    White,
}

impl Spacing {
    fn separates(self, byte: u8) -> bool {
        match self {
            Self::Blank => byte == b' ',
            Self::White => matches!(byte, b' ' | b'\t' | b'\r' | b'\n'),
        }
    }
}

/// What makes a whole message unreadable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// Longer than [`MAX_LENGTH`].
    #[error("{0} bytes are more than {MAX_LENGTH}")]
    Long(usize),
    /// Deeper than [`MAX_DEPTH`].
    #[error("expressions nested more than {MAX_DEPTH} deep")]
    Deep,
    /// Ends inside an expression.
    #[error("the last expression is not closed")]
    Open,
}

/// An element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<'a> {
    /// A word: at least one byte.
    Atom(&'a [u8]),
    /// An expression in parentheses.
    List(List<'a>),
}

/// The text between two parentheses, or a whole message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List<'a> {
    /// Parentheses in here are balanced.
    inside: &'a [u8],
    spacing: Spacing,
}

/// Reads a message, with blanks between words, as [`read_spaced`] does.
///
/// # Errors
/// [`Malformed`], about the message as a whole.
pub fn read(message: &[u8]) -> Result<List<'_>, Malformed> {
    read_spaced(message, Spacing::Blank)
}

/// Reads a message as the list of its expressions and of the words between them.
///
/// # Errors
/// [`Malformed`], about the message as a whole.
pub fn read_spaced(message: &[u8], spacing: Spacing) -> Result<List<'_>, Malformed> {
    if message.len() > MAX_LENGTH {
        return Err(Malformed::Long(message.len()));
    }
    let mut depth = 0;
    for (at, byte) in message.iter().enumerate() {
        match byte {
            b'(' if depth == MAX_DEPTH => return Err(Malformed::Deep),
            b'(' => depth += 1,
            b')' if depth == 0 => return Ok(List { inside: &message[..at], spacing }),
            b')' => depth -= 1,
            _ => {}
        }
    }
    if depth == 0 { Ok(List { inside: message, spacing }) } else { Err(Malformed::Open) }
}

impl<'a> List<'a> {
    /// Reads a text that is exactly one expression, of any length and depth, with blanks between
    /// words; `None` for any other text.
    pub fn whole(text: &'a [u8]) -> Option<Self> {
        let mut depth = 0_usize;
        for (at, byte) in text.iter().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => {
                    let spacing = Spacing::Blank;
                    return (at + 1 == text.len()).then(|| Self { inside: &text[1..at], spacing });
                }
                b')' => depth = depth.checked_sub(1)?,
                _ if depth == 0 => return None,
                _ => {}
            }
        }
        None
    }

    /// Reads a text as a sequence of expressions and words, of any length and depth, with blanks
    /// between words; `None` if parentheses are not balanced.
    pub fn sequence(text: &'a [u8]) -> Option<Self> {
        let mut depth = 0_usize;
        for byte in text {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        (depth == 0).then_some(Self { inside: text, spacing: Spacing::Blank })
    }

    /// Its text without the parentheses around it.
    pub fn text(self) -> &'a [u8] {
        self.inside
    }

    /// Its elements.
    pub fn nodes(self) -> Nodes<'a> {
        Nodes { rest: self.inside, spacing: self.spacing }
    }

    /// Its elements that are lists.
    pub fn lists(self) -> impl Iterator<Item = List<'a>> {
        self.nodes().filter_map(|node| match node {
            Node::List(list) => Some(list),
            Node::Atom(_) => None,
        })
    }

    /// Its first element, if that is a word.
    pub fn head(self) -> Option<&'a [u8]> {
        self.nodes().next().and_then(Node::atom)
    }
}

impl<'a> Node<'a> {
    /// The word, if it is one.
    pub fn atom(self) -> Option<&'a [u8]> {
        match self {
            Self::Atom(atom) => Some(atom),
            Self::List(_) => None,
        }
    }
}

/// The elements of a list, in order.
#[derive(Clone, Debug)]
pub struct Nodes<'a> {
    rest: &'a [u8],
    spacing: Spacing,
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let spacing = self.spacing;
        let start = self.rest.iter().position(|byte| !spacing.separates(*byte))?;
        let rest = &self.rest[start..];
        let (node, length) = if rest[0] == b'(' {
            let length = list_length(rest);
            (Node::List(List { inside: &rest[1..length - 1], spacing }), length)
        } else {
            let is_end = |byte: &u8| matches!(byte, b'(' | b')') || spacing.separates(*byte);
            let end = rest.iter().position(is_end);
            let length = end.unwrap_or(rest.len());
            (Node::Atom(&rest[..length]), length)
        };
        self.rest = &rest[length..];
        Some(node)
    }
}

/// Returns the length of the list that balanced text begins with, including both parentheses.
fn list_length(text: &[u8]) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return at + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
