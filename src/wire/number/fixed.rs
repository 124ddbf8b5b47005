//! Numbers with a fixed number of decimals.

use std::fmt::Write;

/// Appends a number as Python's `f"{value:.4f}"` does, including `-0.0000`, with `DECIMALS` (1 to
/// 9) in place of 4.
pub fn fixed<const DECIMALS: usize>(value: f64, out: &mut String) {
    const { assert!(DECIMALS > 0 && DECIMALS < 10, "1 to 9 decimals") };
    let unit = 10_u64.pow(DECIMALS as u32);
    let scaled = value.abs() * unit as f64;
    let whole = scaled.floor();
    let rest = scaled - whole;
    // The product is rounded, so near a half all digits of the value are needed to decide. A NaN
    // fails this test, too.
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

fn write_whole(number: u64, out: &mut String) {
    if number >= 10 {
        write_whole(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            // Ties, which occur for binary fractions, are rounded to the even digit.
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

    proptest! {
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
    }
}
