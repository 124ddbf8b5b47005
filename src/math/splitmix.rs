//! SplitMix64 (Steele et al., "Fast splittable pseudorandom number generators", 2014), the usual
//! generator of random numbers here, and the normal distribution (`rand_distr`). The generator is
//! small enough for every world to have its own streams, and every sensor error its own generator.
//!
//! There are three exceptions. Which messages robots hear (`perception::audio`) is drawn from a
//! Mersenne Twister, since the numbers must be those that rcsssmj draws with numpy. So are the
//! player types of the 2D game, as in rcssserver. Its rules draw from xoshiro256++
//! (`disc::Random`).

use rand_distr::{Distribution, StandardNormal};
use rand_xoshiro::SplitMix64 as Generator;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// Increment of the generator's state.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitMix64(Generator);

impl SplitMix64 {
    /// A stream; neighbouring seeds begin far from each other.
    pub fn new(seed: u64) -> Self {
        Self(Generator::seed_from_u64(Generator::seed_from_u64(seed).next_u64()))
    }

    /// A stream that follows from several keys.
    pub fn of_keys(keys: &[u64]) -> Self {
        Self::new(keys.iter().fold(0, |hash, &key| mix(hash.wrapping_add(GAMMA) ^ mix(key))))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from `[low, high)`; `low` if they are equal.
    pub fn uniform(&mut self, [low, high]: [f64; 2]) -> f64 {
        low + unit(self.bits()) * (high - low)
    }

    /// A standard normal number.
    pub fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }
}

/// The output function: every bit of the result depends on every bit.
#[inline(always)]
pub fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// 53 bits as a number from [0, 1).
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Steele et al. publish it, and as `rcssgym.envs` draws in numpy.
    #[test]
    fn streams_are_those_of_the_paper() {
        let mut state = mix(7u64.wrapping_add(GAMMA));
        let mut stream = SplitMix64::new(7);
        for _ in 0..100 {
            state = state.wrapping_add(GAMMA);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            assert_eq!(stream.bits(), z ^ z >> 31);
        }
        assert_eq!(mix(1), 0x5692_161d_100b_05e5);
    }

    #[test]
    fn keys_count_in_their_places() {
        let keys: [&[u64]; 6] = [&[], &[0], &[1, 2], &[2, 1], &[1, 2, 0], &[0, 1, 2]];
        let first: Vec<u64> = keys.iter().map(|k| SplitMix64::of_keys(k).bits()).collect();
        assert!((0..6).all(|i| (0..i).all(|j| first[i] != first[j])), "{first:x?}");
    }
}
