//! What trainers and coaches send, read as C's `scanf` does: blanks are free, what follows the last
//! thing asked for is not looked at.

/// Reads from the front of a text.
#[derive(Clone, Debug)]
pub(super) struct Scan<'a> {
    rest: &'a [u8],
}

impl<'a> Scan<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
        Self { rest: &text[..end] }
    }

    /// Skips blanks.
    pub fn skip_blanks(&mut self) {
        let blanks = self.rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.rest = &self.rest[blanks..];
    }

    /// A byte, behind blanks.
    pub fn byte(&mut self, expected: u8) -> Option<()> {
        self.skip_blanks();
        self.rest = self.rest.strip_prefix(&[expected])?;
        Some(())
    }

    /// Bytes as they are, behind blanks.
    pub fn literal(&mut self, expected: &str) -> Option<()> {
        self.skip_blanks();
        self.rest = self.rest.strip_prefix(expected.as_bytes())?;
        Some(())
    }

    /// The longest piece, not empty, of bytes that fit; blanks before it are skipped.
    pub fn piece(&mut self, fits: impl Fn(u8) -> bool) -> Option<&'a str> {
        self.skip_blanks();
        let length = self.rest.iter().take_while(|byte| fits(**byte)).count();
        let (piece, rest) = self.rest.split_at(length);
        if piece.is_empty() {
            return None;
        }
        self.rest = rest;
        str::from_utf8(piece).ok()
    }

    /// As [`piece`](Self::piece), of so many bytes at most.
    pub fn piece_of(&mut self, most: usize, fits: impl Fn(u8) -> bool) -> Option<&'a str> {
        self.skip_blanks();
        let length = self.rest.iter().take(most).take_while(|byte| fits(**byte)).count();
        let (piece, rest) = self.rest.split_at(length);
        if piece.is_empty() {
            return None;
        }
        self.rest = rest;
        str::from_utf8(piece).ok()
    }

    /// Skips everything in front of a byte, or all if there is none.
    pub fn skip_to(&mut self, byte: u8) {
        let at = self.rest.iter().position(|&own| own == byte).unwrap_or(self.rest.len());
        self.rest = &self.rest[at..];
    }

    /// A command's name, or a word like it.
    pub fn name(&mut self) -> Option<&'a str> {
        self.piece(|byte| byte.is_ascii_alphanumeric() || b"-.+*/?<>_".contains(&byte))
    }

    /// A whole number.
    pub fn integer(&mut self) -> Option<i32> {
        self.skip_blanks();
        let sign = usize::from(matches!(self.rest.first(), Some(b'+' | b'-')));
        let digits = self.rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        let (number, rest) = self.rest.split_at(sign + digits);
        self.rest = rest;
        str::from_utf8(number).ok()?.parse().ok()
    }

    /// A number, maybe not a finite one.
    pub fn real(&mut self) -> Option<f64> {
        self.skip_blanks();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        let length = self.rest.iter().take_while(|byte| fits(**byte)).count();
        // The longest beginning that is a number.
        let number = (1..=length).rev().find_map(|length| {
            let number = str::from_utf8(&self.rest[..length]).ok()?.parse::<f64>().ok()?;
            Some((number, length))
        });
        let (number, length) = number?;
        self.rest = &self.rest[length..];
        Some(number)
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }
}
