//! Limbs of one robot in each other, with contacts that resist rotation, too, which lanes do not
//! solve for: accelerations are MuJoCo's (`tests/reference/make_folded.py`).

use std::sync::Arc;

use rcssgym::batch::{BatchConfig, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::model;
use rcssgym::soccer::Field;
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// The largest error of each state's accelerations, relative to the largest of these.
fn errors(precision: Precision) -> Vec<f64> {
    let file: Value = serde_json::from_str(include_str!("../reference/folded.json")).unwrap();
    let states = file["states"].as_array().unwrap();
    let robot = model::parse(include_str!("../reference/folded.xml"), "folded.xml").unwrap();
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
    batch.advance(1, &mut || false);
    let found = batch.qacc_warmstart().chunks_exact(batch.nv());
    let error = |(found, state): (&[f64], &Value)| {
        let wanted = numbers(&state["qacc"]);
        let size = wanted.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        let errors = found[6..].iter().zip(&wanted).map(|(a, b)| (a - b).abs() / size);
        errors.fold(0.0, f64::max)
    };
    found.zip(states).map(error).collect()
}

#[test]
fn accelerations_are_those_of_mujoco() {
    for (precision, bound) in [(Precision::F64, 1e-9), (Precision::F32, 1e-3)] {
        for (state, error) in errors(precision).into_iter().enumerate() {
            assert!(error < bound, "{precision:?}, state {state}: {error:e}");
        }
    }
}
