//! Robots of files under `tests/reference`, in states that are given there.

use std::sync::Arc;

use rcssgym::batch::{BatchConfig, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::model::Model;
use rcssgym::soccer::Field;
use serde_json::Value;

/// A list of numbers.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// As many worlds as states, each with the robot in one of them and the ball far away.
pub fn batch(robot: Model, states: &[Value], precision: Precision) -> WorldBatch {
    let mut batch = WorldBatch::new(BatchConfig {
        num_worlds: states.len(),
        left: vec![Arc::new(robot)],
        right: vec![],
        field: Field::fifa7vs7(),
        threads: Some(1),
        seed: 0,
        precision,
        game: None,
    })
    .unwrap();
    let (mut qpos, mut qvel) = (Vec::new(), Vec::new());
    for state in states {
        qpos.extend([10.0, 10.0, 0.5, 1.0, 0.0, 0.0, 0.0]);
        qpos.extend(numbers(&state["qpos"]));
        qvel.extend([0.0; 6]);
        qvel.extend(numbers(&state["qvel"]));
    }
    let worlds: Vec<usize> = (0..states.len()).collect();
    batch.set_state(&worlds, &qpos, &qvel).unwrap();
    batch
}
