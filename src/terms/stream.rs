//! Random numbers of one environment, the same as `rcssgym.envs.Streams` draws in numpy.

use super::rows::RowsMut;
use crate::math::lane::Kernel;
use crate::math::splitmix::mix;
use crate::math::wide::with_widest;
use std::ops::Range;

/// Increment of the generator's state.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
/// The difference between neighbouring numbers.
const UNIT: f64 = 1.0 / (1u64 << 53) as f64;

/// 2^84; the last bit of its mantissa is worth 2^32.
const HIGH: f64 = (1u128 << 84) as f64;
/// 2^52; the last bit of its mantissa is worth 1.
const LOW: f64 = (1u64 << 52) as f64;

/// A SplitMix64 generator (Steele et al., 2014), given by its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(pub u64);

impl Stream {
    /// A number from `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(GAMMA);
        (mix(self.0) >> 11) as f64 * UNIT
    }

    /// Skips `count` numbers.
    pub fn skip(&mut self, count: usize) {
        self.0 = self.0.wrapping_add(GAMMA.wrapping_mul(count as u64));
    }

    /// Draws a number for each element of `largest`, evenly from minus that element to it.
    pub fn fill_even(&mut self, largest: &[f64], out: &mut [f64]) {
        let count = out.len().min(largest.len());
        with_widest(Even { state: self.0, largest }, &mut &mut out[..count]);
        self.skip(count);
    }

    /// Like [`fill_even`](Self::fill_even), for several environments and the same cells of their
    /// rows.
    pub fn fill_each(
        streams: &mut [Self],
        rows: &mut RowsMut<'_>,
        largest: &[f64],
        cells: Range<usize>,
    ) {
        let mut data = (&mut *streams, rows.again());
        with_widest(EvenEach { largest, cells }, &mut data);
        streams.iter_mut().take(rows.count()).for_each(|stream| stream.skip(largest.len()));
    }

    /// A number from `[low, high)`.
    #[inline]
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + self.unit() * (high - low)
    }
}

/// The numbers that follow a state, drawn side by side: each depends only on the state and its
/// place.
struct Even<'a> {
    state: u64,
    largest: &'a [f64],
}

impl<'a> Kernel for Even<'a> {
    type Data = &'a mut [f64];
    type Output = ();

    #[inline(always)]
    fn run(self, out: &mut &'a mut [f64]) {
        even(self.state, self.largest, out);
    }
}

#[inline(always)]
fn even(mut state: u64, largest: &[f64], out: &mut [f64]) {
    for (out, largest) in out.iter_mut().zip(largest) {
        state = state.wrapping_add(GAMMA);
        let unit = number_of(mix(state) >> 11) * UNIT;
        *out = largest * (-1.0 + unit * 2.0);
    }
}

/// Converts an integer below 2^53 to a real number. The result is the same as that of `as f64`, for
/// which AVX2 has no instruction that converts several at once.
#[inline(always)]
fn number_of(bits: u64) -> f64 {
    // Each half becomes the last bits of the mantissa of a power of two.
    let high = f64::from_bits(bits >> 32 | HIGH.to_bits());
    let low = f64::from_bits(bits & 0xffff_ffff | LOW.to_bits());
    (high - (HIGH + LOW)) + low
}

/// [`Even`] for several environments.
struct EvenEach<'a> {
    largest: &'a [f64],
    cells: Range<usize>,
}

impl<'a> Kernel for EvenEach<'a> {
    type Data = (&'a mut [Stream], RowsMut<'a>);
    type Output = ();

    #[inline(always)]
    fn run(self, (streams, rows): &mut Self::Data) {
        for (row, stream) in rows.each().zip(streams.iter()) {
            even(stream.0, self.largest, &mut row[self.cells.clone()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for state 0, from the generator's reference implementation.
    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut stream = Stream(0);
        let reference = [0xe220_a839_7b1d_cdaf_u64, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        for number in reference {
            assert_eq!(stream.unit(), (number >> 11) as f64 * UNIT);
        }
        assert_eq!(Stream(5).uniform(2.0, 2.0), 2.0);
        let mut skipping = Stream(0);
        skipping.skip(2);
        assert_eq!(skipping.unit(), (reference[2] >> 11) as f64 * UNIT);
    }

    #[test]
    fn integers_become_the_numbers_that_they_are() {
        let mut stream = Stream(3);
        let drawn = (0..10_000).map(|_| (stream.unit() / UNIT) as u64);
        let edges = [0, 1, (1 << 32) - 1, 1 << 32, (1 << 53) - 1, (1 << 53) - (1 << 32)];
        for bits in drawn.chain(edges) {
            assert_eq!(number_of(bits), bits as f64);
        }
    }

    #[test]
    fn numbers_drawn_side_by_side_are_those_drawn_one_by_one() {
        let largest: Vec<f64> = (0..53).map(|i| 0.1 * f64::from(i)).collect();
        for count in 0..=largest.len() {
            let (mut one, mut many) = (Stream(7), Stream(7));
            let mut out = vec![f64::NAN; count];
            many.fill_even(&largest, &mut out);
            let wanted = largest.iter().take(count).map(|most| most * one.uniform(-1.0, 1.0));
            assert_eq!(out, wanted.collect::<Vec<_>>());
            assert_eq!(one, many);
        }
    }
}
