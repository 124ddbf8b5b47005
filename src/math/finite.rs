//! Checks of many numbers at once, written so that the compiler handles as many side by side as
//! registers hold. NaN is neither finite nor within bounds.

use super::lane::Kernel;
use super::wide::with_widest;

/// A check of all numbers of a slice.
struct All<'a, T, F>(&'a [T], F);

impl<T: Copy, F: Fn(T) -> bool> Kernel for All<'_, T, F> {
    type Data = ();
    type Output = bool;

    #[inline(always)]
    fn run(self, (): &mut ()) -> bool {
        // One flag for all, which compilers vectorize over neighbours. One flag for each place in
        // groups of sixteen became gathers across the groups with AVX-512.
        let mut wrong = false;
        for &number in self.0 {
            wrong |= !(self.1)(number);
        }
        !wrong
    }
}

/// Whether all numbers are finite.
pub fn all_finite(numbers: &[f64]) -> bool {
    with_widest(
        All(
            numbers,
            #[inline(always)]
            |number: f64| number.abs() < f64::INFINITY,
        ),
        &mut (),
    )
}

/// Whether no number is infinite. NaN is allowed.
pub fn none_infinite(numbers: &[f64]) -> bool {
    with_widest(
        All(
            numbers,
            #[inline(always)]
            |number: f64| number.abs() != f64::INFINITY,
        ),
        &mut (),
    )
}

/// Whether all codes are below this one.
pub fn all_below(codes: &[u8], count: u8) -> bool {
    with_widest(
        All(
            codes,
            #[inline(always)]
            |code: u8| code < count,
        ),
        &mut (),
    )
}

/// The same as [`all_finite`] in single precision.
pub fn all_finite_single(numbers: &[f32]) -> bool {
    with_widest(
        All(
            numbers,
            #[inline(always)]
            |number: f32| number.abs() < f32::INFINITY,
        ),
        &mut (),
    )
}

/// Whether all numbers are from -1 to 1.
pub fn all_within_one(numbers: &[f64]) -> bool {
    with_widest(
        All(
            numbers,
            #[inline(always)]
            |number: f64| number.abs() <= 1.0,
        ),
        &mut (),
    )
}

/// The same in single precision.
pub fn all_within_one_single(numbers: &[f32]) -> bool {
    with_widest(
        All(
            numbers,
            #[inline(always)]
            |number: f32| number.abs() <= 1.0,
        ),
        &mut (),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_code_too_large_is_found_wherever_it_is() {
        for length in 0..150 {
            let good: Vec<u8> = (0..length).map(|i| i % 10).collect();
            assert!(all_below(&good, 10));
            for at in 0..good.len() {
                let mut codes = good.clone();
                codes[at] = 10;
                assert!(!all_below(&codes, 10));
            }
        }
    }

    #[test]
    fn one_bad_number_is_found_wherever_it_is() {
        for length in 0..40 {
            let good: Vec<f64> = (0..length).map(|i| 1.0 - 0.05 * f64::from(i)).collect();
            let single = |numbers: &[f64]| numbers.iter().map(|&x| x as f32).collect::<Vec<_>>();
            assert!(all_finite(&good) && all_within_one(&good));
            assert!(all_finite_single(&single(&good)) && all_within_one_single(&single(&good)));
            for at in 0..good.len() {
                for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let mut numbers = good.clone();
                    numbers[at] = bad;
                    assert!(!all_finite(&numbers) && !all_within_one(&numbers));
                    assert!(!all_finite_single(&single(&numbers)));
                    assert!(!all_within_one_single(&single(&numbers)));
                }
                let mut numbers = good.clone();
                numbers[at] = -1.0 - f64::EPSILON;
                assert!(all_finite(&numbers) && !all_within_one(&numbers));
                numbers[at] = 1.0 + f64::from(f32::EPSILON);
                let numbers = single(&numbers);
                assert!(all_finite_single(&numbers) && !all_within_one_single(&numbers));
            }
        }
    }
}
