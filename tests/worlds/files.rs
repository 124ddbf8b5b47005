//! Robots from files under `tests/reference`, in states from those files.

use std::sync::Arc;

use rcssgym::batch::{BatchConfig, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::model::Model;
use rcssgym::soccer::Field;
use serde_json::Value;

/// Reads a list of numbers.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Returns one world for each state, with the robot in that state and the ball far away.
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
