//! Random numbers of one environment, the same as `rcssgym.envs.Streams` draws in numpy.

use super::rows::RowsMut;
use crate::math::lane::Kernel;
use crate::math::splitmix::mix;
use crate::math::wide::with_widest;
use std::ops::Range;

/// What the state of the generator grows by.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
/// The difference between neighbouring numbers.
const UNIT: f64 = 1.0 / (1u64 << 53) as f64;

/// 2^84, of which the last place of the mantissa is 2^32.
const HIGH: f64 = (1u128 << 84) as f64;
/// 2^52, of which it is 1.
const LOW: f64 = (1u64 << 52) as f64;

/// A SplitMix64 generator (Steele et al., 2014) that goes on from a state and leaves one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(pub u64);

impl Stream {
    /// A number from `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(GAMMA);
        (mix(self.0) >> 11) as f64 * UNIT
    }

    /// Leaves out so many numbers.
    pub fn skip(&mut self, count: usize) {
        self.0 = self.0.wrapping_add(GAMMA.wrapping_mul(count as u64));
    }

    /// Draws as many numbers as `largest` has, each from minus its largest to its largest.
    pub fn fill_even(&mut self, largest: &[f64], out: &mut [f64]) {
        let count = out.len().min(largest.len());
        with_widest(Even { state: self.0, largest }, &mut &mut out[..count]);
        self.skip(count);
    }

    /// The same of several environments, to the same cells of their rows.
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

/// Numbers that follow a state, drawn side by side: each depends on its place alone.
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

/// An integer below 2^53 as a number: the same as `as f64`, for which AVX2 has no instruction that
/// does several at once.
#[inline(always)]
fn number_of(bits: u64) -> f64 {
    // Each half stands behind the exponent of a power of two, whose last places they are.
    let high = f64::from_bits(bits >> 32 | HIGH.to_bits());
    let low = f64::from_bits(bits & 0xffff_ffff | LOW.to_bits());
    (high - (HIGH + LOW)) + low
}

/// The same for several environments.
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
