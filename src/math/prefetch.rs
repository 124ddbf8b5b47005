//! Prefetching of memory ahead of its use.

use std::ops::Range;

/// Size of a cache line, bytes.
const LINE: usize = 64;

/// Prefetches the cache lines that hold some bytes of a value that will be needed soon. It changes
/// nothing but how long reading them takes, and does nothing on processors other than x86-64.
#[inline(always)]
pub fn prefetch_part<T: ?Sized>(value: &T, bytes: Range<usize>) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = std::ptr::from_ref(value).cast::<i8>();
        let ask = |byte: usize| {
            // SAFETY: prefetching reads nothing that the program sees, from any address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(byte)) };
        };
        let mut byte = bytes.start;
        while byte < bytes.end {
            ask(byte);
            byte += LINE;
        }
        // The last byte may be in one line more.
        if bytes.len() > 1 {
            ask(bytes.end - 1);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (value, bytes, LINE);
}

/// [`prefetch_part`] of a whole value or slice.
#[inline(always)]
pub fn prefetch<T: ?Sized>(value: &T) {
    prefetch_part(value, 0..size_of_val(value));
}

/// [`prefetch_part`] of the line that a value begins in.
#[inline(always)]
pub fn prefetch_line<T>(value: &T) {
    prefetch_part(value, 0..1);
}
