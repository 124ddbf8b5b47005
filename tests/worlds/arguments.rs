//! Bad arguments are refused with the argument's name and the place of the fault, and change
//! nothing.

use std::sync::Arc;

use crate::batches::batch;
use crate::scenes::{Controller, Scene, arrange};
use rcssgym::batch::{BatchConfig, Commands, MAX_TEAM, MAX_WORLDS, MotorInput, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::soccer::Field;
use rcssgym::{Error, model};

const NOT_FINITE: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

/// Returns two worlds of a T1 and an ant that have made some steps.
fn used() -> WorldBatch {
    let mut batch = batch(&["T1"], &["ant"], 2, 1);
    arrange(&mut batch, 1, Scene::Pile, 5);
    let mut controller = Controller::new(&batch, &[1, 2]);
    for step in 0..5 {
        controller.step(&mut batch, step);
    }
    batch
}

/// Asserts that the call's error names the argument `wanted` and contains all `words`, and that the
/// batch is unchanged.
fn refused<T>(
    batch: &mut WorldBatch,
    wanted: &str,
    words: &[&str],
    call: impl FnOnce(&mut WorldBatch) -> rcssgym::Result<T>,
) {
    let before = batch.snapshot().unwrap();
    let Err(Error::Argument { argument, message }) = call(batch) else {
        panic!("{wanted}, {words:?}: accepted, or refused as something else");
    };
    assert_eq!(argument, wanted, "{message}");
    for word in words {
        assert!(message.contains(word), "'{word}' is not in '{message}'");
    }
    assert!(batch.snapshot().unwrap() == before, "{argument}: {message}");
}

#[test]
fn configurations() {
    let ant = Arc::new(model::load("ant").unwrap());
    let good = BatchConfig {
        num_worlds: 1,
        left: vec![],
        right: vec![],
        field: Field::fifa(),
        threads: None,
        seed: 0,
        precision: Precision::F64,
        game: None,
    };
    let crowd = vec![ant; MAX_TEAM + 1];
    let bad = [
        ("num_worlds", BatchConfig { num_worlds: 0, ..good.clone() }),
        ("num_worlds", BatchConfig { num_worlds: MAX_WORLDS + 1, ..good.clone() }),
        ("left", BatchConfig { left: crowd.clone(), ..good.clone() }),
        ("right", BatchConfig { right: crowd, ..good.clone() }),
        ("threads", BatchConfig { threads: Some(0), ..good.clone() }),
    ];
    for (wanted, config) in bad {
        match WorldBatch::new(config) {
            Err(Error::Argument { argument, .. }) => assert_eq!(argument, wanted),
            other => panic!("{wanted}: {:?}", other.err()),
        }
    }
    assert!(WorldBatch::new(good).is_ok());
    assert!(matches!(Field::from_name("moon"), Err(Error::Argument { argument: "field", .. })));
}

#[test]
fn worlds_and_robots() {
    let batch = &mut used();
    let (nq, nv) = (batch.nq(), batch.nv());
    let (qpos, qvel) = (batch.qpos().to_vec(), batch.qvel().to_vec());
    for (worlds, word) in [([0, 2], "2"), ([1, 1], "twice"), ([0, usize::MAX], "out of range")] {
        refused(batch, "worlds", &[word], |b| b.set_state(&worlds, &qpos, &qvel));
        refused(batch, "worlds", &[word], |b| b.set_warmstart(&worlds, &qvel));
        refused(batch, "worlds", &[word], |b| b.reset(&worlds));
    }
    refused(batch, "worlds", &["2"], |b| b.place_ball(2, [0.0; 3], [0.0; 6]));
    let upright = [1.0, 0.0, 0.0, 0.0];
    refused(batch, "worlds", &["2"], |b| b.place_robot(2, 0, [0.0; 3], upright, None));
    refused(batch, "robot", &["2"], |b| b.place_robot(0, 2, [0.0; 3], upright, None));
    refused(batch, "world", &["2"], |b| b.contacts(2));
    refused(batch, "qpos", &["values"], |b| b.set_state(&[0], &qpos[1..nq], &qvel[..nv]));
    refused(batch, "qvel", &["values"], |b| b.set_state(&[0], &qpos[..nq], &qvel));
    refused(batch, "warmstart", &["values"], |b| b.set_warmstart(&[0], &qvel));
    refused(batch, "qacc", &["values"], |b| b.forward(&mut vec![0.0; 2 * nv - 1]));
}

#[test]
fn states() {
    let batch = &mut used();
    let (qpos, qvel) = (batch.qpos().to_vec(), batch.qvel().to_vec());
    let (nq, nv) = (batch.nq(), batch.nv());
    // Column, and its name in the error.
    let columns = [(1, "ball"), (9, "robot 0 (T1)"), (nq - 1, "robot 1 (ant)")];
    for value in NOT_FINITE {
        for (column, owner) in columns {
            let mut bad = qpos.clone();
            bad[nq + column] = value;
            let words = [&value.to_string(), "world 1", owner];
            refused(batch, "qpos", &words, |b| b.set_state(&[0, 1], &bad, &qvel));
        }
        let mut bad = qvel.clone();
        bad[nv - 1] = value;
        let words = ["world 0", "robot 1 (ant), joint"];
        refused(batch, "qvel", &words, |b| b.set_state(&[0, 1], &qpos, &bad));
        refused(batch, "warmstart", &words, |b| b.set_warmstart(&[0, 1], &bad));
    }
    for scale in [0.0, 1e-9] {
        let mut bad = qpos.clone();
        let start = nq + batch.robot_ranges(1).0.start + 3;
        bad[start..start + 4].copy_from_slice(&[scale, -scale, 0.0, scale]);
        let words = ["world 1", "robot 1 (ant)", "no direction"];
        refused(batch, "qpos", &words, |b| b.set_state(&[0, 1], &bad, &qvel));
    }
}

#[test]
fn placements() {
    let batch = &mut used();
    let (upright, joints) = ([1.0, 0.0, 0.0, 0.0], vec![0.0; 23]);
    for value in NOT_FINITE {
        let at = [0.0, value, 0.5];
        refused(batch, "position", &["1"], |b| b.place_robot(0, 0, at, upright, None));
        refused(batch, "position", &["1"], |b| b.place_ball(0, at, [0.0; 6]));
        let turn = [1.0, 0.0, 0.0, value];
        refused(batch, "quaternion", &["3"], |b| b.place_robot(0, 0, [0.0; 3], turn, None));
        let velocity = [0.0, 0.0, 0.0, 0.0, value, 0.0];
        refused(batch, "velocity", &["4"], |b| b.place_ball(0, [0.0; 3], velocity));
        let mut bent = joints.clone();
        bent[22] = value;
        refused(batch, "joints", &["22"], |b| b.place_robot(0, 0, [0.0; 3], upright, Some(&bent)));
    }
    refused(batch, "quaternion", &["direction"], |b| b.place_robot(0, 0, [0.0; 3], [0.0; 4], None));
    for length in [0, 22, 24] {
        let bent = vec![0.0; length];
        refused(batch, "joints", &["23"], |b| b.place_robot(0, 0, [0.0; 3], upright, Some(&bent)));
    }
}

/// Returns a command of zeros except for one part.
fn with<'a>(part: &str, input: MotorInput<'a>) -> Commands<'a> {
    let zero = MotorInput { values: &[0.0], strides: [0; 3] };
    let pick = |name: &str| if name == part { input } else { zero };
    Commands {
        targets: pick("targets"),
        velocities: pick("velocities"),
        kp: pick("kp"),
        kd: pick("kd"),
        torques: pick("torques"),
    }
}

#[test]
fn commands() {
    let batch = &mut used();
    let motors = batch.max_motors();
    let strides = [2 * motors, motors, 1];
    for part in ["targets", "velocities", "kp", "kd", "torques"] {
        for value in NOT_FINITE {
            let mut values = vec![0.0; 4 * motors];
            values[2 * motors + 1] = value;
            let input = MotorInput { values: &values, strides };
            let words = ["world 1", "robot 0 (T1, left)", "joint"];
            refused(batch, part, &words, |b| b.step(&with(part, input), 1, &mut || false));
            let input = MotorInput { values: &[value], strides: [0; 3] };
            refused(batch, part, &[], |b| b.step(&with(part, input), 1, &mut || false));
        }
        for values in [&[][..], &[0.0; 30]] {
            let input = MotorInput { values, strides };
            refused(batch, part, &["values"], |b| b.step(&with(part, input), 1, &mut || false));
        }
    }
}

#[test]
fn padding_of_shorter_robots_may_hold_anything() {
    let mut batch = used();
    let motors = batch.max_motors();
    let ant = batch.robot_model(1).motors.len();
    let mut values = vec![0.0; 4 * motors];
    values[motors + ant..2 * motors].fill(f64::NAN);
    let input = MotorInput { values: &values, strides: [2 * motors, motors, 1] };
    assert_eq!(batch.step(&with("targets", input), 1, &mut || false).unwrap(), 1);
}

#[test]
fn a_step_that_is_interrupted_says_how_far_it_came() {
    let mut batch = used();
    let before = batch.time().to_vec();
    let made = batch.advance(1000, &mut || true);
    assert!((1..1000).contains(&made), "{made}");
    for (now, before) in batch.time().iter().zip(before) {
        let elapsed = made as f64 * batch.timestep();
        assert!((now - before - elapsed).abs() < 1e-12);
    }
}
