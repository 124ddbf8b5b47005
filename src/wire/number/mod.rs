//! Numbers as Python and C print them, for messages that agents and monitors of the league parse.

mod fixed;
mod general;
mod text;

pub use fixed::fixed;
pub use general::{general, general_text, rounded};
pub use text::{Line, Text};

use std::fmt::Write;

/// A number that can be part of an expression.
pub trait Number {
    /// Appends the number's text.
    fn write(&self, out: &mut String);
}

impl Number for f64 {
    fn write(&self, out: &mut String) {
        python_float(*self, out);
    }
}

impl Number for i64 {
    fn write(&self, out: &mut String) {
        // Writing to a `String` does not fail.
        let _ = write!(out, "{self}");
    }
}

/// A number of Python, which writes a whole number without a point if it is an `int`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PythonNumber {
    /// An `int`.
    Int(i64),
    /// A `float`.
    Float(f64),
}

impl PythonNumber {
    /// An `int` if the number is whole, as people write numbers.
    pub fn plain(value: f64) -> Self {
        match value.fract() == 0.0 && value.abs() < 1e15 {
            true => Self::Int(value as i64),
            false => Self::Float(value),
        }
    }
}

impl Number for PythonNumber {
    fn write(&self, out: &mut String) {
        match self {
            Self::Int(value) => value.write(out),
            Self::Float(value) => value.write(out),
        }
    }
}

impl<N: Number + ?Sized> Number for &N {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

/// Appends Python's `repr(value)`: the fewest digits that read back as `value`. Of several such
/// texts it is the one nearest to `value`; of two that are equally near, the one with the even last
/// digit. There is an exponent below 1e-4 and from 1e16.
pub fn python_float(value: f64, out: &mut String) {
    let size = value.abs();
    if !value.is_finite() {
        out.push_str(match (value.is_nan(), value > 0.0) {
            (true, _) => "nan",
            (false, true) => "inf",
            (false, false) => "-inf",
        });
    } else if size == 0.0 || (1e-4..1e16).contains(&size) {
        out.push_str(zmij::Buffer::new().format_finite(value));
    } else {
        write_scientific(value, out);
    }
}

/// Writes an exponent with a sign and at least two digits.
fn write_scientific(value: f64, out: &mut String) {
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value);
    if let Some((digits, exponent)) = text.split_once('e') {
        let (sign, power) = exponent.split_at(1);
        let zero = if power.len() == 1 { "0" } else { "" };
        out.extend([digits, "e", sign, zero, power]);
    } else {
        // From 1e-5 to 1e-4 `zmij` writes decimals, and Python an exponent.
        let (sign, decimals) = match text.strip_prefix('-') {
            Some(decimals) => ("-", decimals),
            None => ("", text),
        };
        let (first, rest) = decimals.trim_start_matches(['0', '.']).split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        out.extend([sign, first, point, rest, "e-05"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(value: f64) -> String {
        let mut out = String::new();
        python_float(value, &mut out);
        out
    }

    #[test]
    fn values_of_python() {
        for (value, expected) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-12.5, "-12.5"),
            (0.01, "0.01"),
            (-0.001, "-0.001"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1.0 / 3.0, "0.3333333333333333"),
            (100.05, "100.05"),
            (0.0001, "0.0001"),
            (0.000_099_999_999_999_999_99, "9.999999999999999e-05"),
            (1e-5, "1e-05"),
            (1.5e-7, "1.5e-07"),
            (-1e-10, "-1e-10"),
            (999_999_999_999.999, "999999999999.999"),
            (1e15, "1000000000000000.0"),
            (9_999_999_999_999_998.0, "9999999999999998.0"),
            (1e16, "1e+16"),
            (1.234e22, "1.234e+22"),
            (5e-324, "5e-324"),
            (0.000_012_345, "1.2345e-05"),
            (-0.000_02, "-2e-05"),
            (1.5e-10, "1.5e-10"),
            (2.5e-5, "2.5e-05"),
            (1e100, "1e+100"),
            // Halfway between two texts with the fewest digits.
            (70_368_744_177_664.0 + 0.625, "70368744177664.62"),
            (-70_368_744_177_664.0 - 0.375, "-70368744177664.38"),
            (562_949_953_421_312.0 + 0.25, "562949953421312.2"),
            (2.0_f64.powi(-44), "5.684341886080802e-14"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::NAN, "nan"),
            (-f64::NAN, "nan"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(text(value), expected);
        }
    }

    #[test]
    fn numbers_are_appended() {
        let mut out = String::from("e ");
        for value in [1e-7, 2e20, 3.0] {
            value.write(&mut out);
            out.push(' ');
        }
        (-7_i64).write(&mut out);
        assert_eq!(out, "e 1e-07 2e+20 3.0 -7");
    }

    /// The same text by the standard library, which takes the larger of two that are equally near.
    fn longhand(value: f64) -> String {
        let size = value.abs();
        if !value.is_finite() || size == 0.0 || (1e-4..1e16).contains(&size) {
            return format!("{value:?}").to_lowercase();
        }
        let text = format!("{value:e}");
        let (digits, exponent) = text.split_once('e').unwrap();
        format!("{digits}e{:+03}", exponent.parse::<i32>().unwrap())
    }

    /// Whether these are the same except for the last digit, which is even in `text` and one higher
    /// in `larger`.
    fn differ_by_a_tie(text: &str, larger: &str) -> bool {
        let differing = text.char_indices().zip(larger.chars()).filter(|((_, a), b)| a != b);
        let differing: Vec<_> = differing.collect();
        let [((place, even), odd)] = differing[..] else { return false };
        let is_last = !text[place + 1..].starts_with(|next: char| next.is_ascii_digit());
        let [even, odd] = [even, odd].map(|digit| digit.to_digit(10).unwrap());
        is_last && text.len() == larger.len() && even % 2 == 0 && odd == even + 1
    }

    fn check(value: f64) -> Result<(), TestCaseError> {
        let (text, longhand) = (text(value), longhand(value));
        prop_assert!(text == longhand || differ_by_a_tie(&text, &longhand), "{text} {longhand}");
        prop_assert_eq!(
            text.parse::<f64>().unwrap().to_bits(),
            longhand.parse::<f64>().unwrap().to_bits()
        );
        Ok(())
    }

    proptest! {
        #[test]
        fn any_number_reads_back(value in any::<f64>()) {
            prop_assert_eq!(text(value).parse::<f64>().unwrap().to_bits(), value.to_bits());
            check(value)?;
        }

        #[test]
        fn of_two_texts_as_near_it_is_the_even_one(
            whole in 1_u64 << 44..1 << 50, part in 0..64_u8
        ) {
            check(whole as f64 + f64::from(part) / 64.0)?;
        }

        #[test]
        fn decimals_keep_their_digits(units in -10_i64.pow(15)..10_i64.pow(15), digits in 0..5) {
            let value = units as f64 / 10_f64.powi(digits);
            prop_assert_eq!(text(value), longhand(value));
        }
    }
}
