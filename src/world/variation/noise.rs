//! How the sensors of a varied world err: a function of the world's seed, of time and of the
//! sensor, so that nothing depends on who reads them when, and reading twice gives the same.

use super::VariedWorld;
use super::parameter::Parameter;
use crate::math::quaternion::turned;
use crate::math::splitmix::{SplitMix64, mix};

impl VariedWorld {
    /// Adds noise to values of sensors of one kind; `first` is the index of the first among all of
    /// that kind in the world.
    pub fn add_noise(&self, kind: Parameter, first: usize, values: &mut [f64]) {
        let Some(deviation) = self.drawn.value(kind) else { return };
        for (index, value) in (first..).zip(values) {
            *value += deviation * self.error(kind, index);
        }
    }

    /// Turns a quaternion by small angles about the axes of its own frame.
    pub fn turn(&self, index: usize, quaternion: &mut [f64]) {
        let Some(deviation) = self.drawn.value(Parameter::OrientationNoise) else { return };
        let &mut [w, x, y, z] = quaternion else { return };
        let angles: [f64; 3] = std::array::from_fn(|axis| {
            deviation * self.error(Parameter::OrientationNoise, 3 * index + axis)
        });
        quaternion.copy_from_slice(&turned([w, x, y, z], angles));
    }

    /// A standard normal number for a sensor at this time.
    fn error(&self, kind: Parameter, index: usize) -> f64 {
        let of_sensor = mix(self.drawn.seed ^ mix((kind as u64) << 32 | index as u64));
        SplitMix64::new(of_sensor ^ self.course.clock).normal()
    }
}
