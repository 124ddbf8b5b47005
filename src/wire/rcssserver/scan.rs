//! Reads what trainers and coaches send, as C's `scanf` does: any number of blanks is allowed, and
//! nothing after the last requested item is checked.

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

    /// Reads a byte, after blanks.
    pub fn byte(&mut self, expected: u8) -> Option<()> {
        self.skip_blanks();
        self.rest = self.rest.strip_prefix(&[expected])?;
        Some(())
    }

    /// Reads exactly these bytes, after blanks.
    pub fn literal(&mut self, expected: &str) -> Option<()> {
        self.skip_blanks();
        self.rest = self.rest.strip_prefix(expected.as_bytes())?;
        Some(())
    }

    /// Reads the longest nonempty piece of bytes that fit, after blanks.
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

    /// Like [`piece`](Self::piece), with at most `most` bytes.
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

    /// Skips everything before a byte, or the whole rest if it does not occur.
    pub fn skip_to(&mut self, byte: u8) {
        let at = self.rest.iter().position(|&own| own == byte).unwrap_or(self.rest.len());
        self.rest = &self.rest[at..];
    }

    /// A command's name, or a word like it.
    pub fn name(&mut self) -> Option<&'a str> {
        self.piece(|byte| byte.is_ascii_alphanumeric() || b"-.+*/?<>_".contains(&byte))
    }

    /// A whole number. One of more than 32 bits loses its high bits, as with `%d`.
    pub fn integer(&mut self) -> Option<i32> {
        self.skip_blanks();
        let sign = usize::from(matches!(self.rest.first(), Some(b'+' | b'-')));
        let digits = self.rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        let (number, rest) = self.rest.split_at(sign + digits);
        self.rest = rest;
        Some(super::lexer::wide(str::from_utf8(number).ok()?) as i32)
    }

    /// Reads the longest prefix that is a number, which may not be finite.
    pub fn real(&mut self) -> Option<f64> {
        self.skip_blanks();
        let length = number(self.rest);
        let number = str::from_utf8(&self.rest[..length]).ok()?.parse().ok()?;
        self.rest = &self.rest[length..];
        Some(number)
    }

    /// Returns what has not been read.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

/// Returns the length of the longest prefix of a text that `%lf` reads as a number, except for
/// hexadecimal ones; 0 if there is none.
fn number(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = |at: usize| usize::from(matches!(text.get(at), Some(b'+' | b'-')));
    let begin = sign(0);
    for word in [&b"infinity"[..], b"inf", b"nan"] {
        let end = begin + word.len();
        if text.get(begin..end).is_some_and(|own| own.eq_ignore_ascii_case(word)) {
            return end;
        }
    }
    let whole = digits(begin);
    let mut end = begin + whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let at = end + 1 + sign(end + 1);
        let exponent = if at <= text.len() { digits(at) } else { 0 };
        if exponent > 0 {
            end = at + exponent;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_they_are_none_any_more() {
        for (text, value, rest) in [
            ("12)", Some(12.0), ")"),
            (" -1.5e2x", Some(-150.0), "x"),
            ("1e)", Some(1.0), "e)"),
            ("1e+", Some(1.0), "e+"),
            ("+.5 1", Some(0.5), " 1"),
            ("5. 1", Some(5.0), " 1"),
            ("inf", Some(f64::INFINITY), ""),
            (".)", None, ".)"),
            ("-", None, "-"),
            ("x", None, "x"),
            ("", None, ""),
        ] {
            let mut scan = Scan::new(text.as_bytes());
            assert_eq!((scan.real(), scan.rest()), (value, rest.as_bytes()), "{text}");
        }
        assert!(Scan::new(b"NaN").real().is_some_and(f64::is_nan));
    }

    #[test]
    fn whole_numbers_have_32_bits() {
        for (text, value) in [
            (" +12)", Some(12)),
            ("-3.5", Some(-3)),
            ("4294967297", Some(1)),
            ("2147483648", Some(i32::MIN)),
            ("99999999999999999999", Some(-1)),
            ("-99999999999999999999", Some(0)),
            ("x", None),
            ("-", None),
        ] {
            assert_eq!(Scan::new(text.as_bytes()).integer(), value, "{text}");
        }
    }
}
