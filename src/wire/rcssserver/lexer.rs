//! The tokens of players' commands, as rcssserver's scanner matches them: always the longest, and
//! of two equally long ones a number or a keyword rather than a name.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A whole number.
    Int(i32),
    /// A number with a point or an exponent.
    Real(f64),
    /// A keyword or a name.
    Word(&'a str),
    /// A text in quotes, including the quotes.
    Quoted(&'a str),
    /// The text of a `(say ...)` without quotes, up to the last closing parenthesis.
    Said(&'a str),
    /// A character that begins no token.
    Error,
}

/// Reads token after token.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a [u8],
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        // Bytes after a NUL are not read.
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
        Self { rest: &text[..end] }
    }

    /// Returns the next token; `None` at the end.
    pub fn next(&mut self) -> Option<Token<'a>> {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
        let skipped = self.rest.iter().take_while(|byte| blank(byte)).count();
        self.rest = &self.rest[skipped..];
        let first = *self.rest.first()?;
        if let Some(said) = self.said() {
            return Some(Token::Said(said));
        }
        Some(match first {
            b'(' => self.take(1, |_| Token::Open),
            b')' => self.take(1, |_| Token::Close),
            b'"' => match quoted(self.rest) {
                Some(length) => self.take(length, Token::Quoted),
                None => self.take(1, |_| Token::Error),
            },
            _ => self.word(),
        })
    }

    fn take(&mut self, length: usize, token: impl FnOnce(&'a str) -> Token<'a>) -> Token<'a> {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        // All bytes that are taken are ASCII.
        token(str::from_utf8(taken).unwrap_or_default())
    }

    /// A number or a name, whichever is longer.
    fn word(&mut self) -> Token<'a> {
        let name = self.rest.iter().take_while(|byte| in_name(**byte)).count();
        let (number, real) = number(self.rest);
        if number > 0 && number >= name {
            return self.take(number, |text| match real {
                true => text.parse().map_or(Token::Error, Token::Real),
                // A number that is too large loses its high bits.
                false => Token::Int(wide(text) as i32),
            });
        }
        if name > 0 { self.take(name, Token::Word) } else { self.take(1, |_| Token::Error) }
    }

    /// Takes `(say ` without quotes, all characters that may be said, and a closing parenthesis at
    /// the end.
    fn said(&mut self) -> Option<&'a str> {
        const HEAD: &[u8] = b"(say ";
        let text = self.rest.strip_prefix(HEAD)?;
        let length = text.iter().take_while(|byte| may_be_said(**byte)).count();
        let close = text[..length].iter().rposition(|&byte| byte == b')')?;
        if close == 0 {
            return None;
        }
        self.rest = &self.rest[HEAD.len() + close + 1..];
        str::from_utf8(&text[..close]).ok()
    }
}

/// Returns the length of a number, and whether it is real.
fn number(text: &[u8]) -> (usize, bool) {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let whole = digits(sign);
    let (mut end, mut real) = (sign + whole, false);
    if text.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        if fraction > 0 {
            (end, real) = (end + 1 + fraction, true);
        }
    }
    if whole == 0 && !real {
        return (0, false);
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = text.get(end + 1 + sign..).map_or(0, |_| digits(end + 1 + sign));
        if exponent > 0 {
            (end, real) = (end + 1 + sign + exponent, true);
        }
    }
    (end, real)
}

/// Reads a whole number, saturated to 64 bits.
pub(super) fn wide(text: &str) -> i64 {
    let negative = text.starts_with('-');
    text.parse().unwrap_or(if negative { i64::MIN } else { i64::MAX })
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Whether players may say a character.
pub fn may_be_said(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" ()+-*/.?<>_".contains(&byte)
}

/// Returns the length of a text in quotes, including the quotes; `None` if it is empty or has no
/// end.
fn quoted(text: &[u8]) -> Option<usize> {
    let inside = text[1..].iter().take_while(|byte| may_be_said(**byte)).count();
    (inside > 0 && text.get(inside + 1) == Some(&b'"')).then_some(inside + 2)
}
