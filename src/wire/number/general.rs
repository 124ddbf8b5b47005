//! Numbers as C prints them with `%g`.

use super::text::{LONGEST, Text};

/// Appends a number as C prints it with `%g`: six significant digits at most, no trailing zeros,
/// and an exponent for numbers below 1e-4 or of at least 1e6.
pub fn general(value: f64, out: &mut String) {
    out.push_str(general_text(value).as_str());
}

/// What [`general`] appends.
pub fn general_text(value: f64) -> Text {
    let size = value.abs();
    let text = match size {
        0.0 => units::<0>(0),
        _ => six_digits(size).unwrap_or_else(|| any_size(size)),
    };
    text.signed(value.is_sign_negative() && !value.is_nan())
}

/// Returns a number rounded to `DECIMALS` decimals, without trailing zeros, and without a sign if
/// it is rounded to zero. For numbers below 1e6 this is what `%g` prints with at most these
/// decimals.
pub fn rounded<const DECIMALS: usize>(value: f64) -> Text {
    let scaled = value.abs() * const { 10_u64.pow(DECIMALS as u32) } as f64 + 0.5;
    // This is false for a NaN, too.
    if scaled < f64::from(TOO_MANY) {
        let count = scaled as u32;
        return units::<DECIMALS>(count).signed(value < 0.0 && count > 0);
    }
    general_text(value)
}

/// The first number with more than six digits.
const TOO_MANY: u32 = 1_000_000;

/// Returns the text of a positive number without an exponent; `None` if it needs one, or if it is
/// too close to a tie for the fast rounding.
fn six_digits(size: f64) -> Option<Text> {
    // Between two powers of ten, numbers have the same number of decimals.
    match size {
        1e-1..1e0 => decimals::<6>(size),
        1e-2..1e-1 => decimals::<7>(size),
        1e0..1e1 => decimals::<5>(size),
        1e1..1e2 => decimals::<4>(size),
        1e-3..1e-2 => decimals::<8>(size),
        1e-4..1e-3 => decimals::<9>(size),
        1e2..1e3 => decimals::<3>(size),
        1e3..1e4 => decimals::<2>(size),
        1e4..1e5 => decimals::<1>(size),
        1e5..1e6 => decimals::<0>(size),
        _ => None,
    }
}

/// Returns the text of a positive number that has six significant digits with `DECIMALS` decimals;
/// `None` if it is too close to a tie, or is rounded up to one more digit.
fn decimals<const DECIMALS: usize>(size: f64) -> Option<Text> {
    let scaled = size * const { 10_u64.pow(DECIMALS as u32) } as f64;
    let whole = scaled as u32;
    let rest = scaled - f64::from(whole);
    let count = whole + u32::from(rest > 0.5);
    ((rest - 0.5).abs() >= 1e-6 && count < TOO_MANY).then(|| units::<DECIMALS>(count))
}

/// Returns the text of a number given in units of its last decimal, less than [`TOO_MANY`], without
/// trailing zeros after the point.
fn units<const DECIMALS: usize>(count: u32) -> Text {
    // The place of the point. With more than five decimals, there are zeros around it.
    let (point, zeros) = if DECIMALS < 6 { (6 - DECIMALS, 0) } else { (1, DECIMALS - 5) };
    let digits = u128::from(digits(count)) << (8 * zeros) | ZEROS & low(zeros);
    let end = 6 + zeros;
    if DECIMALS == 0 {
        let begin = leading(digits ^ ZEROS & low(end)).min(end - 1);
        return Text::packed(digits >> (8 * begin), end - begin);
    }
    let point_byte = u128::from(b'.') << (8 * point);
    let text = digits & low(point) | point_byte | (digits & !low(point)) << 8;
    // The bytes that are not zeros, one of which is the point. One of the zeros before the point
    // stays.
    let other = text ^ ZEROS & low(end + 1);
    let begin = leading(other).min(point - 1);
    let last = LONGEST - 1 - other.leading_zeros() as usize / 8;
    let end = last + usize::from(last != point);
    Text::packed(text >> (8 * begin), end - begin)
}

/// Zeros, as ASCII bytes.
const ZEROS: u128 = u128::from_le_bytes([b'0'; LONGEST]);

/// A mask of the lowest `bytes` bytes.
const fn low(bytes: usize) -> u128 {
    (1 << (8 * bytes)) - 1
}

/// Number of zero bytes before the first nonzero one.
fn leading(bytes: u128) -> usize {
    bytes.trailing_zeros() as usize / 8
}

/// The six ASCII digits of a number below [`TOO_MANY`], with leading zeros; the first is in the
/// lowest byte.
fn digits(number: u32) -> u64 {
    /// The two digits of each number below 100.
    const PAIRS: [u16; 100] = {
        let (mut pairs, mut at) = ([0; 100], 0);
        while at < 100 {
            pairs[at] = u16::from_le_bytes([b'0' + (at / 10) as u8, b'0' + (at % 10) as u8]);
            at += 1;
        }
        pairs
    };
    let pair = |number: u32| u64::from(PAIRS[(number % 100) as usize]);
    pair(number / 10_000) | pair(number / 100) << 16 | pair(number) << 32
}

/// Returns the text of a positive number as `%g` prints it, for any number.
fn any_size(size: f64) -> Text {
    if size.is_nan() {
        return Text::new("nan");
    }
    if size.is_infinite() {
        return Text::new("inf");
    }
    let digits = format!("{size:.5e}");
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((&digits, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) {
        let fixed = format!("{size:.*}", (5 - exponent).unsigned_abs() as usize);
        let trimmed = if fixed.contains('.') { fixed.trim_end_matches('0') } else { &fixed };
        return Text::new(trimmed.trim_end_matches('.'));
    }
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    let sign = if exponent < 0 { '-' } else { '+' };
    Text::new(&format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn single_text(value: f64) -> String {
        general_text(f64::from(value as f32)).as_str().into()
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
            assert_eq!(single_text(value), expected, "{value:e}");
        }
    }

    #[test]
    fn doubles_of_c() {
        for (value, expected) in [
            (1.0 / 3.0, "0.333333"),
            (123_456.7, "123457"),
            (999_999.5, "1e+06"),
            (130_600.0, "130600"),
            (-2.5e300, "-2.5e+300"),
            (-1.234_567_8e-300, "-1.23457e-300"),
        ] {
            assert_eq!(general_text(value).as_str(), expected, "{value:e}");
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
            assert_eq!(rounded::<4>(value).as_str(), expected, "{value:e}");
        }
    }

    proptest! {
        #[test]
        fn rounded_numbers_are_those_of_c(value in -1.5..1.5) {
            let digits = format!("{value:.4}");
            let expected = general_text(digits.parse().unwrap());
            let expected = if expected.as_str() == "-0" { "0" } else { expected.as_str() };
            let found = rounded::<4>(value);
            prop_assert_eq!(found.as_str(), expected);
        }

        #[test]
        fn six_digits_are_enough_for_the_quick_way(value in any::<f32>()) {
            let (value, mut expected) = (f64::from(value), String::new());
            if value.is_finite() && value != 0.0 {
                if value < 0.0 {
                    expected.push('-');
                }
                expected.push_str(any_size(value.abs()).as_str());
                prop_assert_eq!(&single_text(value), &expected);
                let read: f64 = expected.parse().unwrap();
                prop_assert!((read - value).abs() <= 5.000_001e-6 * value.abs(), "{}", expected);
            }
        }

        #[test]
        fn numbers_of_everyday_size_too(units in -2_000_000_i64..2_000_000, digits in 0..9) {
            let value = f64::from((units as f64 / 10_f64.powi(digits)) as f32);
            if value != 0.0 {
                let mut expected = String::from(if value < 0.0 { "-" } else { "" });
                expected.push_str(any_size(value.abs()).as_str());
                prop_assert_eq!(single_text(value), expected);
            }
        }
    }
}
