//! Batches that tests and benchmarks step.

use std::sync::Arc;

use rcssgym::batch::{BatchConfig, Commands, MotorInput, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::model;
use rcssgym::soccer::Field;

/// Control steps are 20 ms.
pub const SUBSTEPS: usize = 4;
/// Returns a batch of worlds with these models on the small field.
pub fn batch(left: &[&str], right: &[&str], num_worlds: usize, threads: usize) -> WorldBatch {
    batch_in(Precision::F64, left, right, num_worlds, threads)
}

/// Like [`batch`], in this precision.
pub fn batch_in(
    precision: Precision,
    left: &[&str],
    right: &[&str],
    num_worlds: usize,
    threads: usize,
) -> WorldBatch {
    let load =
        |names: &[&str]| names.iter().map(|name| Arc::new(model::load(name).unwrap())).collect();
    let config = BatchConfig {
        num_worlds,
        left: load(left),
        right: load(right),
        field: Field::fifa7vs7(),
        threads: Some(threads),
        seed: 0,
        precision,
        game: None,
    };
    WorldBatch::new(config).unwrap()
}

/// Makes one control step with these targets and gains.
pub fn step_with(batch: &mut WorldBatch, targets: MotorInput<'_>, kp: f64, kd: f64) {
    let (zero, kp, kd) = ([0.0], [kp], [kd]);
    let all = |values| MotorInput { values, strides: [0; 3] };
    let commands = Commands {
        targets,
        velocities: all(&zero),
        kp: all(&kp),
        kd: all(&kd),
        torques: all(&zero),
    };
    batch.step(&commands, SUBSTEPS, &mut || false).unwrap();
}
