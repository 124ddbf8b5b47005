//! What a policy sees: clipped, in single precision.

use crate::math::lane::Kernel;
use crate::math::wide::with_widest;
use crate::terms::{LARGEST_IN_2D, LARGEST_OBSERVATION};

/// Makes what a policy sees: clipped, and in single precision. NaN stays NaN.
pub(super) fn round(seen: &[f64], out: &mut [f32]) {
    with_widest(Rounded::<false>(seen), &mut &mut *out);
}

/// [`round`] in the 2D game, where numbers are larger.
pub(in crate::batch) fn round_in_2d(seen: &[f64], out: &mut [f32]) {
    with_widest(Rounded::<true>(seen), &mut &mut *out);
}

pub(super) struct Rounded<'a, const IN_2D: bool>(pub &'a [f64]);

impl<'a, const IN_2D: bool> Kernel for Rounded<'a, IN_2D> {
    type Data = &'a mut [f32];
    type Output = ();

    #[inline(always)]
    fn run(self, out: &mut &'a mut [f32]) {
        let largest = if IN_2D { LARGEST_IN_2D } else { LARGEST_OBSERVATION };
        for (out, number) in out.iter_mut().zip(self.0) {
            *out = number.clamp(-largest, largest) as f32;
        }
    }
}
