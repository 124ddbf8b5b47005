//! All SIMD levels that the CPU has step worlds alike: those with fused multiply-add to the last
//! bit, the baseline up to rounding.

use crate::batches::batch;
use crate::random::Random;
use crate::scenes::{Controller, Scene, arrange};
use rcssgym::batch::WorldBatch;
use rcssgym::math::precision::Precision;
use rcssgym::math::simd::SimdLevel;
use rcssgym::world::state::{COMMAND_LEN, Start, State};
use rcssgym::world::{block_size, new_engine};

const WORLDS: usize = 9;
/// Number of runs from states that are shifted by their last bit, to see how a state amplifies
/// rounding.
const SHIFTED: u64 = 12;

/// Worlds in which robots have fallen onto each other, and the command for further steps.
struct Fallen {
    batch: WorldBatch,
    command: Vec<f64>,
}

impl Fallen {
    fn new(left: &[&str], right: &[&str]) -> Self {
        let mut batch = batch(left, right, WORLDS, 1);
        let seeds: Vec<u64> = (0..WORLDS as u64).collect();
        for (world, &seed) in seeds.iter().enumerate() {
            arrange(&mut batch, world, Scene::Pile, seed);
        }
        let mut controller = Controller::new(&batch, &seeds);
        for step in 0..40 {
            controller.step(&mut batch, step);
        }
        let command: Vec<f64> = (0..batch.scene().nu())
            .flat_map(|motor| [0.2 * (motor % 5) as f64 - 0.4, 0.0, 25.0, 0.6, 0.0])
            .collect();
        assert_eq!(command.len(), batch.scene().nu() * COMMAND_LEN);
        Self { batch, command }
    }

    /// Returns positions and velocities of all worlds after `steps` control steps. A shift other
    /// than 0 is a seed: every number of the state is moved by its last bit or not, at random.
    fn outcome(
        &self,
        (precision, level): (Precision, SimdLevel),
        steps: usize,
        shift: u64,
    ) -> [Vec<f64>; 2] {
        let scene = self.batch.scene();
        let start = Start { qpos: scene.reference_qpos(), command: self.command.clone() };
        let mut state = State::new(scene, WORLDS, &start, false);
        state.qpos.copy_from_slice(self.batch.qpos());
        state.qvel.copy_from_slice(self.batch.qvel());
        state.warmstart.copy_from_slice(self.batch.qacc_warmstart());
        if shift > 0 {
            let epsilon = match precision {
                Precision::F64 => f64::EPSILON,
                Precision::F32 => f64::from(f32::EPSILON),
            };
            let mut random = Random(shift);
            for number in state.qpos.iter_mut().chain(&mut state.qvel) {
                *number += random.within(-1.0, 1.0).round() * epsilon * number.abs().max(1.0);
            }
        }
        let block = block_size(scene, WORLDS, level, precision);
        let mut engine = new_engine(scene, block, level, precision);
        for _ in 0..steps {
            engine.step(&mut state.all(), 4);
        }
        assert!(!state.frozen.contains(&true), "a world froze");
        [state.qpos, state.qvel]
    }
}

/// Returns the largest relative difference of each world.
fn differences(found: &[Vec<f64>; 2], wanted: &[Vec<f64>; 2]) -> [f64; WORLDS] {
    let mut worst = [0.0f64; WORLDS];
    for (found, wanted) in found.iter().zip(wanted) {
        let width = wanted.len() / WORLDS;
        for (place, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            let difference = (found - wanted).abs() / wanted.abs().max(1.0);
            worst[place / width] = worst[place / width].max(difference);
        }
    }
    worst
}

/// The effect of rounding depends on the state: for a robot of hulls, the last bit of a coordinate
/// may move a contact point, which is found by iteration, by a micrometre. So each world's bound
/// follows from the effect of shifting its state by the last bit in the same engine, and in most
/// worlds this effect must be next to nothing.
#[test]
fn every_level_steps_alike() {
    let cases: [(&[&str], &[&str]); 3] =
        [(&["T1"], &[]), (&["K1"], &[]), (&["T1", "ant"], &["K1"])];
    for (left, right) in cases {
        let fallen = Fallen::new(left, right);
        for precision in Precision::ALL {
            if SimdLevel::of_cpu() >= SimdLevel::Avx512 {
                let [some, more] = [SimdLevel::Avx2, SimdLevel::Avx512]
                    .map(|level| fallen.outcome((precision, level), 25, 0));
                assert!(some == more, "{precision}, {left:?} {right:?}: AVX2 and AVX-512 differ");
            }
        }
        for precision in Precision::ALL {
            let step = |level, shift| fallen.outcome((precision, level), 1, shift);
            let best = step(SimdLevel::of_cpu(), 0);
            let mut shifted = [0.0f64; WORLDS];
            for shift in 1..=SHIFTED {
                let other = differences(&step(SimdLevel::of_cpu(), shift), &best);
                for (worst, other) in shifted.iter_mut().zip(other) {
                    *worst = worst.max(other);
                }
            }
            let found = differences(&step(SimdLevel::Baseline, 0), &best);
            let (least, little) = match precision {
                Precision::F64 => (1e-11, 1e-8),
                Precision::F32 => (1e-4, 1e-2),
            };
            for (world, (found, shifted)) in found.iter().zip(shifted).enumerate() {
                let bound = least + 10.0 * shifted;
                assert!(
                    *found < bound,
                    "{precision}, {left:?} {right:?}, world {world}: off by {found:e}; shifts \
                     make {shifted:e}"
                );
            }
            let calm = shifted.iter().filter(|shifted| **shifted < little).count();
            assert!(
                calm + 2 >= WORLDS,
                "{precision}, {left:?} {right:?}: {calm} calm worlds, {shifted:?}"
            );
        }
    }
}
