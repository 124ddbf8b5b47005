//! The random numbers that rcsssmj thins messages with: numpy's global generator.

use rand_mt::Mt;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most draws that a saved generator may have made: those of five days of play in which all of
/// fourteen robots talk in every cycle. Repeating them takes half a minute.
const MAX_DRAWS: u64 = 1 << 32;

/// Numbers of numpy's legacy generator: `AudioRng::new(s)` yields what `numpy.random.rand` does
/// after `numpy.random.seed(s)` (MT19937, 53 bits of two outputs each).
///
/// Few worlds ever draw, so the generator is created when first needed, and only the number of
/// draws is saved.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub struct AudioRng {
    seed: u32,
    draws: u64,
    #[serde(skip)]
    generator: Option<Box<Mt>>,
}

/// Saved form of a generator.
#[derive(Deserialize)]
struct Saved {
    seed: u32,
    draws: u64,
}

impl TryFrom<Saved> for AudioRng {
    type Error = String;

    fn try_from(Saved { seed, draws }: Saved) -> Result<Self, Self::Error> {
        if draws > MAX_DRAWS {
            return Err(format!("a generator cannot have been used {draws} times"));
        }
        Ok(Self { seed, draws, generator: None })
    }
}

impl AudioRng {
    /// Starts with a seed.
    pub fn new(seed: u32) -> Self {
        Self { seed, draws: 0, generator: None }
    }

    /// The next number, at least 0 and less than 1.
    pub fn uniform(&mut self) -> f64 {
        let (seed, draws) = (self.seed, self.draws);
        let generator = self.generator.get_or_insert_with(|| replayed(seed, draws));
        self.draws += 1;
        let high = f64::from(generator.next_u32() >> 5);
        let low = f64::from(generator.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }
}

/// The generator after some draws.
fn replayed(seed: u32, draws: u64) -> Box<Mt> {
    let mut generator = Box::new(Mt::new(seed));
    for _ in 0..2 * draws {
        generator.next_u32();
    }
    generator
}

impl PartialEq for AudioRng {
    fn eq(&self, other: &Self) -> bool {
        (self.seed, self.draws) == (other.seed, other.draws)
    }
}

impl Eq for AudioRng {}

impl fmt::Debug for AudioRng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AudioRng")
            .field("seed", &self.seed)
            .field("draws", &self.draws)
            .finish_non_exhaustive()
    }
}
