//! Touch sensors give the same readings as MuJoCo's (`tests/reference/make_touch.py`).

use crate::files::{self, numbers};
use rcssgym::batch::WorldBatch;
use rcssgym::math::precision::Precision;
use rcssgym::model;
use serde_json::Value;

fn batch(states: &[Value]) -> WorldBatch {
    let robot = model::parse(include_str!("../reference/touch.xml"), "touch.xml").unwrap();
    files::batch(robot, states, Precision::F64)
}

/// Asserts that readings agree, relative to the largest one of a state.
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
