//! The random draws of the senses: hashes instead of a stream, so that no draw depends on another.

use crate::disc::{Answers, Lot};
use crate::math::splitmix::mix;
use std::f64::consts::TAU;

/// The random draws for one observer on one occasion.
pub struct Draws<'a> {
    key: u64,
    place: usize,
    answers: Option<&'a mut dyn Answers>,
}

impl<'a> Draws<'a> {
    /// The draws of an observer; `answers` is asked first.
    pub fn new(
        seed: u64,
        occasion: u64,
        place: usize,
        answers: Option<&'a mut dyn Answers>,
    ) -> Self {
        let own = mix(seed ^ 0x5e15_e0f5_0cce_7000).wrapping_add(occasion);
        Self { key: mix(mix(own).wrapping_add(place as u64)), place, answers }
    }

    /// A number from [0, 1) for a draw about an object.
    fn unit(&self, lot: Lot, object: usize, part: u64) -> f64 {
        let what = ((lot as u64) << 32) | (part << 16) | object as u64;
        (mix(self.key ^ mix(what)) >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Whether something of this probability happens; `answers` is not asked about what is certain.
    pub fn event(&mut self, lot: Lot, object: usize, probability: f64) -> bool {
        if probability <= 0.0 || probability >= 1.0 {
            return probability >= 1.0;
        }
        let place = Some(self.place);
        let answer = self.answers.as_mut().and_then(|asked| asked.event(lot, place, probability));
        answer.unwrap_or_else(|| self.unit(lot, object, 0) < probability)
    }

    /// A number of the standard normal distribution.
    pub fn normal(&mut self, lot: Lot, object: usize) -> f64 {
        let place = Some(self.place);
        let answer = self.answers.as_mut().and_then(|asked| asked.number(lot, place));
        answer.unwrap_or_else(|| {
            let radius = (-2.0 * (1.0 - self.unit(lot, object, 0)).ln()).sqrt();
            radius * (TAU * self.unit(lot, object, 1)).cos()
        })
    }

    /// A number from [-1, 1), for which `answers` is not asked.
    pub fn symmetric(&self, lot: Lot, object: usize) -> f64 {
        2.0 * self.unit(lot, object, 0) - 1.0
    }

    /// Chooses one of `count` things: its index, starting at 0.
    pub fn choice(&mut self, lot: Lot, round: usize, count: usize) -> usize {
        let place = Some(self.place);
        let most = count.saturating_sub(1);
        match self.answers.as_mut().and_then(|asked| asked.number(lot, place)) {
            Some(number) => (number.max(0.0) as usize).min(most),
            None => ((self.unit(lot, round, 0) * count as f64) as usize).min(most),
        }
    }
}
