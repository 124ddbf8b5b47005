//! Random numbers of one environment, the same as `rcssgym.envs.Streams` draws in numpy.

use crate::math::splitmix::mix;

/// What the state of the generator grows by.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
/// The difference between neighbouring numbers.
const UNIT: f64 = 1.0 / (1u64 << 53) as f64;

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

    /// A number from `[low, high)`.
    #[inline]
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + self.unit() * (high - low)
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
}
