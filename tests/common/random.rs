//! Random numbers that are the same in every run.

/// A generator whose numbers depend only on its seed (Steele et al., "Fast splittable pseudorandom
/// number generators", 2014).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Between `low` and `high`.
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        let part = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * part
    }

    /// Returns a quaternion that is not normalized and never zero.
    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q: [f64; 4] = std::array::from_fn(|_| self.within(-1.0, 1.0));
            if q.iter().map(|x| x * x).sum::<f64>() > 0.1 {
                return q;
            }
        }
    }
}
