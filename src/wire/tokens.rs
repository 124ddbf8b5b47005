//! Splits expressions into tokens, for long texts that are read once.
//!
//! Unlike [`sexpr`](super::sexpr), which reads agents' messages as rcsssmj does, any white space
//! separates words here, because servers may break lines.

/// A part of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// At least one byte.
    Word(&'a [u8]),
}

/// The tokens of a piece of a message.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    /// The message up to the end of the piece.
    text: &'a [u8],
    /// Where the search for the next token begins.
    next: usize,
    /// Where the last token began.
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Reads `message[from..]`.
    pub fn new(message: &'a [u8], from: usize) -> Self {
        Self { text: message, next: from, at: from }
    }

    /// Where the last token began, bytes from the beginning of the message.
    pub fn at(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.next..];
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &rest[start..];
        self.at = self.next + start;
        let (token, length) = match rest[0] {
            b'(' => (Token::Open, 1),
            b')' => (Token::Close, 1),
            _ => {
                let is_end = |byte: &u8| matches!(byte, b'(' | b')') || byte.is_ascii_whitespace();
                let length = rest.iter().position(is_end).unwrap_or(rest.len());
                (Token::Word(&rest[..length]), length)
            }
        };
        self.next = self.at + length;
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_white_space_separates() {
        let mut tokens = Tokens::new(b"##(nd\t TRF\r\n(x))y ", 2);
        let mut found = Vec::new();
        while let Some(token) = tokens.next() {
            found.push((tokens.at(), token));
        }
        let expected = [
            (2, Token::Open),
            (3, Token::Word(b"nd")),
            (7, Token::Word(b"TRF")),
            (12, Token::Open),
            (13, Token::Word(b"x")),
            (14, Token::Close),
            (15, Token::Close),
            (16, Token::Word(b"y")),
        ];
        assert_eq!(found, expected);
    }
}
