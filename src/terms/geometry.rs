//! Directions that terms work with, and arithmetic over many numbers.

use crate::math::lane::Kernel;
use crate::math::wide::with_widest;

/// Direction of gravity in the frame of a torso with this orientation.
#[inline]
pub fn gravity(quaternion: &[f64]) -> [f64; 3] {
    let &[w, x, y, z] = quaternion else { return [0.0; 3] };
    [2.0 * (w * y - x * z), -2.0 * (y * z + w * x), 2.0 * (x * x + y * y) - 1.0]
}

/// Cosine and sine of the direction in which a torso looks, from the world's x axis to its left.
#[inline]
pub fn heading(quaternion: &[f64]) -> [f64; 2] {
    let &[w, x, y, z] = quaternion else { return [1.0, 0.0] };
    let (sin, cos) = (2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z));
    let length = (sin * sin + cos * cos).sqrt();
    if length > 0.0 { [cos / length, sin / length] } else { [1.0, 0.0] }
}

/// A vector of the world so that x is forwards and y to the left.
#[inline]
pub fn along([cos, sin]: [f64; 2], x: f64, y: f64) -> [f64; 2] {
    [cos * x + sin * y, cos * y - sin * x]
}

/// Sum of squares.
#[inline]
pub fn squared(numbers: &[f64]) -> f64 {
    sum_of(numbers, |_, number| number * number)
}

/// Numbers that are summed up side by side: a processor begins sums faster than it ends them.
const SUMS: usize = 8;

/// Sum of a function of numbers and their indices.
#[inline]
pub fn sum_of(numbers: &[f64], function: impl Fn(usize, f64) -> f64) -> f64 {
    with_widest(Sum(numbers, function), &mut ())
}

struct Sum<'a, F>(&'a [f64], F);

impl<F: Fn(usize, f64) -> f64> Kernel for Sum<'_, F> {
    type Data = ();
    type Output = f64;

    #[inline(always)]
    fn run(self, (): &mut ()) -> f64 {
        let Self(numbers, function) = self;
        let mut sums = [0.0; SUMS];
        let (chunks, rest) = numbers.as_chunks::<SUMS>();
        for (chunk, numbers) in chunks.iter().enumerate() {
            for (place, number) in numbers.iter().enumerate() {
                sums[place] += function(chunk * SUMS + place, *number);
            }
        }
        for (place, number) in rest.iter().enumerate() {
            sums[place] += function(chunks.len() * SUMS + place, *number);
        }
        let [a, b, c, d, e, f, g, h] = sums;
        ((a + e) + (b + f)) + ((c + g) + (d + h))
    }
}

/// Writes a function of numbers and their indices.
#[inline]
pub fn map_to(out: &mut [f64], numbers: &[f64], function: impl Fn(usize, f64) -> f64) {
    with_widest(Map(numbers, function), &mut &mut *out);
}

struct Map<'a, F>(&'a [f64], F);

impl<'a, F: Fn(usize, f64) -> f64> Kernel for Map<'a, F> {
    type Data = &'a mut [f64];
    type Output = ();

    #[inline(always)]
    fn run(self, out: &mut &'a mut [f64]) {
        for (index, (out, number)) in out.iter_mut().zip(self.0).enumerate() {
            *out = (self.1)(index, *number);
        }
    }
}

/// Adds numbers to others.
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
