//! Whole powers.

/// Returns `base` to a whole power: the same as `f64::powi` to the last bit, without its call.
#[inline(always)]
pub(crate) fn whole_power(base: f64, exponent: u32) -> f64 {
    let (mut square, mut left, mut product) = (base, exponent, 1.0);
    loop {
        if left & 1 != 0 {
            product *= square;
        }
        left >>= 1;
        if left == 0 {
            return product;
        }
        square *= square;
    }
}

#[cfg(test)]
mod tests {
    use super::whole_power;

    #[test]
    fn powers_have_the_bits_of_the_standard_library() {
        for base in [0.4, 0.437_219_5, 0.94, 0.96, 1.0, -0.3, 0.0, 3.7] {
            for exponent in 0..1100 {
                let own = std::hint::black_box(whole_power(base, exponent));
                let other = std::hint::black_box(base).powi(exponent as i32);
                assert_eq!(own.to_bits(), other.to_bits(), "{base} to {exponent}");
            }
        }
    }
}
