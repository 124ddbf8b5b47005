//! Numbers as C++ streams print them: six significant digits (`%g`).

use std::fmt::Write;

/// Significant digits.
const DIGITS: usize = 6;

/// Appends a number: no zeros at the end, an exponent where `%g` writes one.
pub fn general(value: f64, out: &mut String) {
    if !value.is_finite() {
        let _ = write!(out, "{}", if value.is_nan() { "nan" } else { "inf" });
        return;
    }
    if value == 0.0 {
        out.push_str(if value.is_sign_negative() { "-0" } else { "0" });
        return;
    }
    // Rounded to its digits first: 999999.5 has an exponent more than it seems.
    let scientific = format!("{value:.*e}", DIGITS - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..DIGITS as i32).contains(&exponent) {
        let decimals = (DIGITS as i32 - 1 - exponent).max(0) as usize;
        out.push_str(trimmed(&format!("{value:.decimals$}")));
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(out, "{}e{sign}{:02}", trimmed(mantissa), exponent.abs());
    }
}

/// Without zeros behind the point, and without a point at the end.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `printf("%g")` prints.
    #[test]
    fn prints_six_significant_digits() {
        for (value, text) in [
            (52.5, "52.5"),
            (-0.0, "-0"),
            (0.0, "0"),
            (1.0 / 3.0, "0.333333"),
            (-1e-5, "-1e-05"),
            (0.0001, "0.0001"),
            (123_456.7, "123457"),
            (999_999.5, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (100_000.0, "100000"),
            (-2.5e300, "-2.5e+300"),
            (130_600.0, "130600"),
        ] {
            let mut out = String::new();
            general(value, &mut out);
            assert_eq!(out, text);
        }
    }
}
