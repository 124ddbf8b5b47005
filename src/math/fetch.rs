//! Caches asked for what will be read soon.

/// Numbers that a cache line holds.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 8;

/// Asks the caches for numbers that will be read or written soon. Nothing follows from it but how
/// soon they are there; where there is no such instruction it does nothing.
#[inline(always)]
pub fn fetch(numbers: &[f64]) {
    #[cfg(target_arch = "x86_64")]
    for line in numbers.chunks(LINE) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the numbers are there, and all processors of 64 bits have the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = numbers;
}
