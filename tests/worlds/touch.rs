//! Touch sensors read what MuJoCo's read (`tests/reference/make_touch.py`).

use std::sync::Arc;

use rcssgym::batch::{BatchConfig, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::model;
use rcssgym::soccer::Field;
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// As many worlds as states, each with the robot in one of them and the ball far away.
fn batch(states: &[Value]) -> WorldBatch {
    let model = model::parse(include_str!("../reference/touch.xml"), "touch.xml").unwrap();
    let mut batch = WorldBatch::new(BatchConfig {
        num_worlds: states.len(),
        left: vec![Arc::new(model)],
        right: vec![],
        field: Field::fifa7vs7(),
        threads: Some(1),
        seed: 0,
        precision: Precision::F64,
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

/// Readings agree relative to the largest one of a state.
fn assert_alike(batch: &WorldBatch, states: &[Value]) {
    for (world, state) in states.iter().enumerate() {
        let (found, wanted) = (&batch.sensordata(world, 0)[1..], numbers(&state["touch"]));
        let size = wanted.iter().fold(1.0, |a: f64, b| a.max(*b));
        for (sensor, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            let error = (found - wanted).abs() / size;
            assert!(error < 1e-6, "state {world}, touch {sensor}: {found} N, not {wanted} N");
        }
    }
}

#[test]
fn readings_are_those_of_mujoco() {
    let file: Value = serde_json::from_str(include_str!("../reference/touch.json")).unwrap();
    let states = file["states"].as_array().unwrap();
    let mut many = batch(states);
    many.advance(1, &mut || false);
    assert_alike(&many, states);
    for state in states.chunks(1) {
        let mut one = batch(state);
        one.advance(1, &mut || false);
        assert_alike(&one, state);
    }
}
