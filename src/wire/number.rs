//! Numbers as Python and C print them, for messages that agents and monitors of the league parse.

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

/// Appends a number as Python's `f"{value:.4f}"` does, `-0.0000` included; 4 may be any number of
/// decimals up to 9.
pub fn fixed<const DECIMALS: usize>(value: f64, out: &mut String) {
    const { assert!(DECIMALS > 0 && DECIMALS < 10, "1 to 9 decimals") };
    let unit = 10_u64.pow(DECIMALS as u32);
    let scaled = value.abs() * unit as f64;
    let whole = scaled.floor();
    let rest = scaled - whole;
    // The product is rounded: near a half, only all digits of the value decide. A NaN fails, too.
    if !(whole < 1e9 && (rest - 0.5).abs() > 1e-6) {
        return match value.is_nan() {
            true => out.push_str("nan"),
            false => drop(write!(out, "{value:.DECIMALS$}")),
        };
    }
    let units = whole as u64 + u64::from(rest > 0.5);
    if value.is_sign_negative() {
        out.push('-');
    }
    write_whole(units / unit, out);
    out.push('.');
    let mut place = unit / 10;
    while place > 0 {
        out.push(char::from(b'0' + (units / place % 10) as u8));
        place /= 10;
    }
}

/// Appends a number as C prints it with `%g`: six significant digits at most, no zeros behind
/// them, an exponent below 1e-4 and from 1e6 on.
pub fn general(value: f64, out: &mut String) {
    let size = value.abs();
    if value.is_sign_negative() && !value.is_nan() {
        out.push('-');
    }
    if size == 0.0 {
        out.push('0');
    } else if size.is_nan() {
        out.push_str("nan");
    } else if size.is_infinite() {
        out.push_str("inf");
    } else if !write_six_digits(size, out) {
        write_general(size, out);
    }
}

/// Writes a positive number without an exponent, unless it needs one or is too near to a tie to
/// round it in a hurry.
fn write_six_digits(size: f64, out: &mut String) -> bool {
    // Between two powers of ten, numbers have the same number of decimals.
    match size {
        1e-1..1e0 => write_decimals::<6>(size, out),
        1e-2..1e-1 => write_decimals::<7>(size, out),
        1e0..1e1 => write_decimals::<5>(size, out),
        1e1..1e2 => write_decimals::<4>(size, out),
        1e-3..1e-2 => write_decimals::<8>(size, out),
        1e-4..1e-3 => write_decimals::<9>(size, out),
        1e2..1e3 => write_decimals::<3>(size, out),
        1e3..1e4 => write_decimals::<2>(size, out),
        1e4..1e5 => write_decimals::<1>(size, out),
        1e5..1e6 => write_decimals::<0>(size, out),
        _ => false,
    }
}

/// Most bytes of a number with six significant digits and no exponent, e.g. `0.000123457`.
const LONGEST: usize = 12;

/// Writes a positive number that has six digits with so many decimals; false if it is too near to a
/// tie.
fn write_decimals<const DECIMALS: usize>(size: f64, out: &mut String) -> bool {
    let scaled = size * const { 10_u64.pow(DECIMALS as u32) } as f64;
    let whole = scaled as u64;
    let rest = scaled - whole as f64;
    let units = whole + u64::from(rest > 0.5);
    // Rounded up to 1e6, it has an exponent.
    if (rest - 0.5).abs() < 1e-6 || DECIMALS == 0 && units == 1_000_000 {
        return false;
    }
    write_units::<DECIMALS>(units, out);
    true
}

/// Appends a number rounded to so many decimals, without zeros behind them and without a sign if
/// nothing is left of it: of one below 1e6, what `%g` prints of it with these decimals at most.
pub fn rounded<const DECIMALS: usize>(value: f64, out: &mut String) {
    let scaled = value.abs() * const { 10_u64.pow(DECIMALS as u32) } as f64;
    if scaled.is_nan() || scaled >= 1e6 {
        return general(value, out);
    }
    let units = (scaled + 0.5) as u64;
    if value < 0.0 && units > 0 {
        out.push('-');
    }
    write_units::<DECIMALS>(units, out);
}

/// Writes a number below 1e6, given in units of its last decimal, without zeros behind its
/// decimals.
fn write_units<const DECIMALS: usize>(units: u64, out: &mut String) {
    let unit = const { 10_u64.pow(DECIMALS as u32) };
    let (mut whole, mut fraction, mut decimals) = (units / unit, units % unit, DECIMALS);
    while decimals > 0 && fraction.is_multiple_of(10) {
        (fraction, decimals) = (fraction / 10, decimals - 1);
    }
    // From the last digit to the first one.
    let (mut text, mut begin) = ([0; LONGEST], LONGEST);
    let mut put = |byte: u8| {
        begin -= 1;
        text[begin] = byte;
    };
    let digit = |number: u64| b'0' + (number % 10) as u8;
    if decimals > 0 {
        for _ in 0..decimals {
            put(digit(fraction));
            fraction /= 10;
        }
        put(b'.');
    }
    put(digit(whole));
    while whole >= 10 {
        whole /= 10;
        put(digit(whole));
    }
    out.push_str(str::from_utf8(&text[begin..]).unwrap_or_default());
}

/// Writes a positive number in any way that `%g` may.
fn write_general(size: f64, out: &mut String) {
    let digits = format!("{size:.5e}");
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((&digits, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) {
        let fixed = format!("{size:.*}", (5 - exponent).unsigned_abs() as usize);
        let trimmed = if fixed.contains('.') { fixed.trim_end_matches('0') } else { &fixed };
        return out.push_str(trimmed.trim_end_matches('.'));
    }
    out.push_str(mantissa.trim_end_matches('0').trim_end_matches('.'));
    let sign = if exponent < 0 { '-' } else { '+' };
    // A `String` takes everything.
    let _ = write!(out, "e{sign}{:02}", exponent.unsigned_abs());
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

    #[test]
    fn decimals_of_python() {
        let text = |value| {
            let mut out = String::new();
            fixed::<4>(value, &mut out);
            out
        };
        for (value, expected) in [
            (0.0, "0.0000"),
            (-0.0, "-0.0000"),
            (-1e-18, "-0.0000"),
            (-52.5, "-52.5000"),
            (0.99995, "1.0000"),
            (0.061_85, "0.0619"),
            (0.000_05, "0.0001"),
            // Ties, which binary fractions can be, go to the even digit.
            (0.03125, "0.0312"),
            (0.09375, "0.0938"),
            (1.0 / 3.0, "0.3333"),
            (99_999.999_96, "100000.0000"),
            (1e17, "100000000000000000.0000"),
            (f64::NAN, "nan"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(text(value), expected, "{value:e}");
        }
    }

    fn general_text(value: f64) -> String {
        let mut out = String::new();
        general(f64::from(value as f32), &mut out);
        out
    }

    #[test]
    fn floats_of_c() {
        // What `printf("%g", (float)value)` prints.
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (30.0, "30"),
            (0.026, "0.026"),
            (25.0404, "25.0404"),
            (8.560_01, "8.56001"),
            (-8.742_277_657_347_586e-8, "-8.74228e-08"),
            (-3.821_371e-15, "-3.82137e-15"),
            (0.000_1, "0.0001"),
            (0.000_099_999_9, "9.99999e-05"),
            (0.001_234_565, "0.00123457"),
            (0.099_999_99, "0.1"),
            (9.999_999, "10"),
            (99_999.95, "100000"),
            (999_999.0, "999999"),
            (999_999.5, "1e+06"),
            (999_999.44, "999999"),
            (1e6, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (1e10, "1e+10"),
            (2.5e38, "2.5e+38"),
            (f64::NAN, "nan"),
            (-f64::NAN, "nan"),
            (f64::INFINITY, "inf"),
            (-1e300, "-inf"),
        ] {
            assert_eq!(general_text(value), expected, "{value:e}");
        }
    }

    #[test]
    fn rounded_numbers_have_no_more_digits_than_they_need() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-0.000_049, "0"),
            (0.000_051, "0.0001"),
            (-0.000_1, "-0.0001"),
            (1.0, "1"),
            (-1.0, "-1"),
            (0.999_96, "1"),
            (-0.5, "-0.5"),
            (0.123_449, "0.1234"),
            (12.040_01, "12.04"),
            (123_456.7, "123457"),
            (f64::NAN, "nan"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            let mut out = String::new();
            rounded::<4>(value, &mut out);
            assert_eq!(out, expected, "{value:e}");
        }
    }

    proptest! {
        #[test]
        fn rounded_numbers_are_those_of_c(value in -1.5..1.5) {
            let (mut out, mut expected) = (String::new(), String::new());
            rounded::<4>(value, &mut out);
            let digits = format!("{value:.4}");
            general(digits.parse().unwrap(), &mut expected);
            prop_assert_eq!(out, if expected == "-0" { "0" } else { &expected });
        }

        #[test]
        fn six_digits_are_enough_for_the_quick_way(value in any::<f32>()) {
            let (value, mut expected) = (f64::from(value), String::new());
            if value.is_finite() && value != 0.0 {
                if value < 0.0 {
                    expected.push('-');
                }
                write_general(value.abs(), &mut expected);
                prop_assert_eq!(&general_text(value), &expected);
                let read: f64 = expected.parse().unwrap();
                prop_assert!((read - value).abs() <= 5.000_001e-6 * value.abs(), "{}", expected);
            }
        }

        #[test]
        fn numbers_of_everyday_size_too(units in -2_000_000_i64..2_000_000, digits in 0..9) {
            let value = f64::from((units as f64 / 10_f64.powi(digits)) as f32);
            if value != 0.0 {
                let mut expected = String::from(if value < 0.0 { "-" } else { "" });
                write_general(value.abs(), &mut expected);
                prop_assert_eq!(general_text(value), expected);
            }
        }

        #[test]
        fn decimals_are_those_of_the_library(value in -1e3..1e3, shift in 0..20) {
            let value = value / 2_f64.powi(shift);
            let mut out = String::new();
            fixed::<4>(value, &mut out);
            prop_assert_eq!(out, format!("{value:.4}"));
        }

        #[test]
        fn decimals_near_ties_are_right(units in -100_000_i64..100_000, ulps in -3_i64..4) {
            let tie = (units as f64 + 0.5) / 1e4;
            let value = f64::from_bits(tie.to_bits().wrapping_add_signed(ulps));
            let mut out = String::new();
            fixed::<4>(value, &mut out);
            prop_assert_eq!(out, format!("{value:.4}"));
        }

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
