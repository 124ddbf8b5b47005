//! Questions about many numbers at once, asked so that the compiler answers eight in a row.

/// Numbers that are looked at together.
const WIDE: usize = 8;

/// Are all numbers finite?
pub fn all_finite(numbers: &[f64]) -> bool {
    let (chunks, rest) = numbers.as_chunks::<WIDE>();
    let mut sums = [0.0; WIDE];
    for chunk in chunks {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            // Zero, but for what is not finite.
            *sum += number * 0.0;
        }
    }
    sums.iter().sum::<f64>() == 0.0 && rest.iter().all(|number| number.is_finite())
}

/// The same in single precision.
pub fn all_finite_single(numbers: &[f32]) -> bool {
    let (chunks, rest) = numbers.as_chunks::<WIDE>();
    let mut sums = [0.0; WIDE];
    for chunk in chunks {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum += number * 0.0;
        }
    }
    sums.iter().sum::<f32>() == 0.0 && rest.iter().all(|number| number.is_finite())
}

/// Are all numbers from -1 to 1?
pub fn all_within_one(numbers: &[f64]) -> bool {
    let (chunks, rest) = numbers.as_chunks::<WIDE>();
    let mut outside = [0u64; WIDE];
    for chunk in chunks {
        for (outside, number) in outside.iter_mut().zip(chunk) {
            *outside |= u64::from(!is_within_one(*number));
        }
    }
    outside == [0; WIDE] && rest.iter().all(|number| is_within_one(*number))
}

/// What is no number is not.
fn is_within_one(number: f64) -> bool {
    number.abs() <= 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bad_number_is_found_wherever_it_is() {
        for length in 0..40 {
            let good: Vec<f64> = (0..length).map(|i| 1.0 - 0.05 * f64::from(i)).collect();
            let single = |numbers: &[f64]| numbers.iter().map(|&x| x as f32).collect::<Vec<_>>();
            assert!(all_finite(&good) && all_within_one(&good));
            assert!(all_finite_single(&single(&good)));
            for at in 0..good.len() {
                for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let mut numbers = good.clone();
                    numbers[at] = bad;
                    assert!(!all_finite(&numbers) && !all_within_one(&numbers));
                    assert!(!all_finite_single(&single(&numbers)));
                }
                let mut numbers = good.clone();
                numbers[at] = -1.0 - f64::EPSILON;
                assert!(all_finite(&numbers) && !all_within_one(&numbers));
            }
        }
    }
}
