//! Limbs of one robot that penetrate each other. Their contacts also resist rotation, which lanes
//! do not solve for. Accelerations are MuJoCo's (`tests/reference/make_folded.py`).

use crate::files::{batch, numbers};
use rcssgym::math::precision::Precision;
use rcssgym::model;
use serde_json::Value;

/// Returns the largest error of each state's accelerations, relative to the largest acceleration.
fn errors(precision: Precision) -> Vec<f64> {
    let file: Value = serde_json::from_str(include_str!("../reference/folded.json")).unwrap();
    let states = file["states"].as_array().unwrap();
    let robot = model::parse(include_str!("../reference/folded.xml"), "folded.xml").unwrap();
    let mut batch = batch(robot, states, precision);
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
