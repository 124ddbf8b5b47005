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
        // A `String` takes everything.
        let _ = write!(out, "{self}");
    }
}

/// A number of Python, which writes whole ones without a point if they are an `int`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PythonNumber {
    /// An `int`.
    Int(i64),
    /// A `float`.
    Float(f64),
}

impl PythonNumber {
    /// An `int` if the number is whole, as people write figures down.
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

/// Appends Python's `repr(value)`: the fewest digits that read back as `value`, with an exponent
/// below 1e-4 and from 1e16 on.
pub fn python_float(value: f64, out: &mut String) {
    let size = value.abs();
    if write_thousandths(value, out) {
        return;
    }
    if value.is_nan() {
        out.push_str("nan");
    } else if (1e-4..1e16).contains(&size) {
        let _ = write!(out, "{value}");
        if value.fract() == 0.0 {
            out.push_str(".0");
        }
    } else {
        write_scientific(value, out);
    }
}

/// Writes a multiple of 0.001, which most perceptions are, and tells whether `value` is one.
///
/// Two decimals of at most 15 digits never round to the same double, so the one found here has the
/// fewest digits.
fn write_thousandths(value: f64, out: &mut String) -> bool {
    let thousandths = (value * 1000.0).round();
    // A NaN fails here too.
    if !(thousandths.abs() < 1e15 && thousandths / 1000.0 == value) {
        return false;
    }
    if value.is_sign_negative() {
        out.push('-');
    }
    let thousandths = thousandths.abs() as u64;
    write_whole(thousandths / 1000, out);
    out.push('.');
    let digit = |unit: u64| char::from(b'0' + (thousandths / unit % 10) as u8);
    out.push(digit(100));
    if !thousandths.is_multiple_of(100) {
        out.push(digit(10));
    }
    if !thousandths.is_multiple_of(10) {
        out.push(digit(1));
    }
    true
}

fn write_whole(number: u64, out: &mut String) {
    if number >= 10 {
        write_whole(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Writes an exponent with a sign and at least two digits; infinities have none.
fn write_scientific(value: f64, out: &mut String) {
    let start = out.len();
    let _ = write!(out, "{value:e}");
    let Some(exponent) = out[start..].find('e').map(|place| start + place + 1) else {
        return;
    };
    match out[exponent..].strip_prefix('-') {
        None => out.insert(exponent, '+'),
        Some(digits) if digits.len() == 1 => out.insert(exponent + 1, '0'),
        Some(_) => {}
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

    /// The same text without the short cut for thousandths.
    fn longhand(value: f64) -> String {
        let size = value.abs();
        if size == 0.0 || (1e-4..1e16).contains(&size) {
            return format!("{value:?}");
        }
        let mut out = String::new();
        write_scientific(value, &mut out);
        out
    }

    proptest! {
        #[test]
        fn any_number_reads_back(value in any::<f64>()) {
            prop_assert_eq!(text(value).parse::<f64>().unwrap().to_bits(), value.to_bits());
            prop_assert_eq!(text(value), longhand(value));
        }

        #[test]
        fn decimals_keep_their_digits(units in -10_i64.pow(15)..10_i64.pow(15), digits in 0..5) {
            let value = units as f64 / 10_f64.powi(digits);
            prop_assert_eq!(text(value), longhand(value));
        }
    }
}
