//! SplitMix64 (Steele et al., "Fast splittable pseudorandom number generators", 2014): small streams
//! that many worlds can have one each of, and a hash for numbers that follow from a place and time.

use serde::{Deserialize, Serialize};

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A stream; neighbouring seeds begin far from each other.
    pub fn new(seed: u64) -> Self {
        Self { state: mix(seed.wrapping_add(GAMMA)) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        mix(self.state)
    }

    /// A number from `[low, high)`; `low` if they are equal.
    pub fn uniform(&mut self, [low, high]: [f64; 2]) -> f64 {
        low + unit(self.bits()) * (high - low)
    }
}

/// The output function: every bit of the result depends on every bit.
pub fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// A standard normal number that follows from the key (Box and Muller).
pub fn normal(key: u64) -> f64 {
    let mut stream = SplitMix64::new(key);
    let radius = (-2.0 * (1.0 - unit(stream.bits())).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(stream.bits())).cos()
}

/// 53 bits as a number from [0, 1).
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}
