//! Directions that terms work with, and arithmetic over many numbers.

use crate::math::lane::{Kernel, Lane};
use crate::math::wide::with_widest;

/// Direction of gravity in the frame of a torso with this orientation.
#[inline]
pub fn gravity(quaternion: &[f64]) -> [f64; 3] {
    let &[w, x, y, z] = quaternion else { return [0.0; 3] };
    [2.0 * (w * y - x * z), -2.0 * (y * z + w * x), 2.0 * (x * x + y * y) - 1.0]
}

/// Cosine and sine of the heading of a torso, counted from the world's x axis to its left.
#[inline]
pub fn heading(quaternion: &[f64]) -> [f64; 2] {
    let &[w, x, y, z] = quaternion else { return [1.0, 0.0] };
    let (sin, cos) = (2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z));
    let length = (sin * sin + cos * cos).sqrt();
    if length > 0.0 { [cos / length, sin / length] } else { [1.0, 0.0] }
}

/// Turns a vector of the world so that x is forwards and y to the left, given the cosine and sine
/// of the forward direction.
#[inline]
pub fn along([cos, sin]: [f64; 2], x: f64, y: f64) -> [f64; 2] {
    [cos * x + sin * y, cos * y - sin * x]
}

/// Direction of gravity in the frame of a torso, in lanes.
#[inline(always)]
pub fn gravity_of<L: Lane>([w, x, y, z]: [L; 4]) -> [L; 3] {
    let two = L::splat(2.0);
    [two * (w * y - x * z), -(two * (y * z + w * x)), two * (x * x + y * y) - L::one()]
}

/// Adds `numbers` to `out`, element by element.
#[inline]
pub fn add_to(out: &mut [f64], numbers: &[f64]) {
    with_widest(Add(numbers), &mut &mut *out);
}

struct Add<'a>(&'a [f64]);

impl<'a> Kernel for Add<'a> {
    type Data = &'a mut [f64];
    type Output = ();

    #[inline(always)]
    fn run(self, out: &mut &'a mut [f64]) {
        for (out, number) in out.iter_mut().zip(self.0) {
            *out += number;
        }
    }
}
