//! Numbers as Python's `float` and `int` read them from bytes: rcsssmj accepts what they accept.

/// Digits of an integer, the most significant one first.
type Digits<'a> = std::iter::Filter<std::iter::Copied<std::slice::Iter<'a, u8>>, fn(&u8) -> bool>;

/// Python's `float(text)`: accepts white space around the number, `_` between digits, and `inf`,
/// `infinity` and `nan` in any case. `None` where Python raises.
pub fn float(text: &[u8]) -> Option<f64> {
    let text = trim(text);
    if text.contains(&b'_') {
        let digits = without_underscores(text)?;
        return str::from_utf8(&digits).ok()?.parse().ok();
    }
    str::from_utf8(text).ok()?.parse().ok()
}

/// Python's `int(text)`, cut off at the ends of an `i64`; `None` where Python raises.
pub fn integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = sign_and_digits(text)?;
    Some(digits.fold(0_i64, |number, digit| {
        let digit = i64::from(digit - b'0');
        let number = number.saturating_mul(10);
        if negative { number.saturating_sub(digit) } else { number.saturating_add(digit) }
    }))
}

/// Python's `abs(int(text)) % 100`, of a number of any length; `None` where Python raises.
pub fn last_two_digits(text: &[u8]) -> Option<u32> {
    let (_, digits) = sign_and_digits(text)?;
    Some(digits.fold(0, |number, digit| (number * 10 + u32::from(digit - b'0')) % 100))
}

fn sign_and_digits(text: &[u8]) -> Option<(bool, Digits<'_>)> {
    let text = trim(text);
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let is_whole = !digits.is_empty()
        && digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'_')
        && has_good_underscores(digits);
    is_whole
        .then(|| (negative, digits.iter().copied().filter(u8::is_ascii_digit as fn(&u8) -> bool)))
}

/// Removes the bytes that C considers white space at both ends; unlike Rust, C includes the
/// vertical tab.
fn trim(text: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let start = text.iter().position(|byte| !is_space(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_space(byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

fn without_underscores(text: &[u8]) -> Option<Vec<u8>> {
    let digits = || text.iter().copied().filter(|byte| *byte != b'_').collect();
    has_good_underscores(text).then(digits)
}

/// Whether every underscore is between two digits.
fn has_good_underscores(text: &[u8]) -> bool {
    let is_digit =
        |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_digit);
    let is_good = |at: usize| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    (0..text.len()).all(|at| text[at] != b'_' || is_good(at))
}
