//! Commands and states far out of any range: finite input gives finite output, or the world is
//! frozen and reported as such. This holds in either precision.

use crate::batches::{batch_in, step_with};
use crate::random::Random;
use crate::scenes::{Controller, Scene, arrange, row};
use rcssgym::batch::{MotorInput, WorldBatch};
use rcssgym::math::precision::Precision;

fn assert_finite(batch: &WorldBatch, what: &str) {
    let numbers = batch.qpos().iter().chain(batch.qvel()).chain(batch.qacc_warmstart());
    assert!(numbers.into_iter().all(|x| x.is_finite()), "{what}");
    for world in 0..batch.num_worlds() {
        for robot in 0..batch.num_robots() {
            assert!(batch.sensordata(world, robot).iter().all(|x| x.is_finite()), "{what}");
        }
    }
}

#[test]
fn absurd_warm_starts_lead_to_the_same_accelerations() {
    for (precision, starts, bound) in [
        (Precision::F64, [1e7, 1e10, 1e20, 1e300], 1e-5),
        (Precision::F32, [1e4, 1e7, 1e20, 1e300], 1e-3),
    ] {
        let mut batch = batch_in(precision, &["T1"], &["ant"], 1, 1);
        let (qpos, qvel) = (batch.qpos().to_vec(), batch.qvel().to_vec());
        let (mut wanted, mut found) = (vec![0.0; batch.nv()], vec![0.0; batch.nv()]);
        batch.forward(&mut wanted).unwrap();
        for start in starts {
            let mut random = Random(7);
            let mut warmstart = vec![0.0; batch.nv()];
            warmstart.fill_with(|| random.within(-start, start));
            batch.set_state(&[0], &qpos, &qvel).unwrap();
            batch.set_warmstart(&[0], &warmstart).unwrap();
            batch.forward(&mut found).unwrap();
            let largest = wanted.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
            for (found, wanted) in found.iter().zip(&wanted) {
                assert!((found - wanted).abs() <= bound * largest, "{precision}, {start:e}");
            }
        }
    }
}

#[test]
fn absurd_commands_stay_finite() {
    Precision::ALL.into_iter().for_each(absurd_commands);
}

fn absurd_commands(precision: Precision) {
    for (target, kp, kd) in [(1e9, 1e6, 0.0), (1e9, 1e6, 1e6), (1e-9, 1e6, 1e3), (1e300, 1e8, 1.0)]
    {
        let mut batch = batch_in(precision, &["T1", "ant"], &["K1"], 2, 1);
        arrange(&mut batch, 1, Scene::Pile, 3);
        let (robots, motors) = (batch.num_robots(), batch.max_motors());
        let mut targets = vec![0.0; 2 * robots * motors];
        let mut random = Random(17);
        for step in 0..500 {
            if step % 5 == 0 {
                targets.fill_with(|| random.within(-target, target));
            }
            let strides = [robots * motors, motors, 1];
            step_with(&mut batch, MotorInput { values: &targets, strides }, kp, kd);
        }
        // Limbs whirled at full torque may be too fast for a substep of 5 ms, in MuJoCo as here:
        // such a world stops at finite numbers and stays there.
        let what = format!("{precision}: targets {target:e}, kp {kp:e}, kd {kd:e}");
        assert_finite(&batch, &what);
        let (frozen, before) = (batch.frozen().to_vec(), batch.qpos().to_vec());
        step_with(&mut batch, MotorInput { values: &targets, strides: [0, 0, 0] }, kp, kd);
        let nq = batch.nq();
        for world in (0..2).filter(|&world| frozen[world]) {
            let row = world * nq..(world + 1) * nq;
            assert_eq!(batch.qpos()[row.clone()], before[row], "{what}");
        }
    }
}

#[test]
fn absurd_targets_that_stay_do_not_stop_a_world() {
    Precision::ALL.into_iter().for_each(absurd_targets);
}

fn absurd_targets(precision: Precision) {
    let mut batch = batch_in(precision, &["T1"], &["ant"], 4, 1);
    let (robots, motors) = (batch.num_robots(), batch.max_motors());
    let mut targets = vec![0.0; 4 * robots * motors];
    let mut random = Random(23);
    targets.fill_with(|| random.within(-1e9, 1e9));
    for _ in 0..500 {
        let strides = [robots * motors, motors, 1];
        step_with(&mut batch, MotorInput { values: &targets, strides }, 25.0, 0.6);
    }
    assert_finite(&batch, "targets 1e9 that stay");
    assert_eq!(batch.frozen(), [false; 4]);
}

/// A target that single precision cannot represent gives no torque if its gain is zero.
#[test]
fn targets_without_gain_count_for_nothing() {
    for precision in Precision::ALL {
        let [mut one, mut other] = [(); 2].map(|()| batch_in(precision, &["T1"], &[], 1, 1));
        for (batch, target) in [(&mut one, 1e300), (&mut other, 0.0)] {
            for _ in 0..10 {
                step_with(batch, MotorInput { values: &[target], strides: [0; 3] }, 0.0, 0.6);
            }
        }
        assert_eq!(row(&one, 0), row(&other, 0), "{precision}");
        assert_eq!(one.frozen(), [false]);
    }
}

#[test]
fn a_world_that_overflows_freezes_alone() {
    Precision::ALL.into_iter().for_each(overflow);
}

fn overflow(precision: Precision) {
    const STEPS: usize = 60;
    let seeds = [1, 2, 3];
    let roster = (&["T1"][..], &["ant"][..]);
    let start = |seeds: &[u64]| {
        let mut batch = batch_in(precision, roster.0, roster.1, seeds.len(), 1);
        for (world, &seed) in seeds.iter().enumerate() {
            arrange(&mut batch, world, Scene::Pile, seed);
        }
        let controller = Controller::new(&batch, seeds);
        (batch, controller)
    };
    for speed in [1e30, 1e160, 1e200, f64::MAX] {
        let (mut batch, mut controller) = start(&seeds);
        let qpos = batch.qpos()[batch.nq()..][..batch.nq()].to_vec();
        let qvel = vec![speed; batch.nv()];
        batch.set_state(&[1], &qpos, &qvel).unwrap();
        let before = row(&batch, 1);
        for step in 0..STEPS {
            controller.step(&mut batch, step);
        }
        assert_finite(&batch, &format!("speed {speed:e}"));
        if speed > 1e100 {
            assert_eq!(batch.frozen(), [false, true, false], "speed {speed:e}");
            assert_eq!(row(&batch, 1)[..before.len() - 1], before[..before.len() - 1]);
        }
        let (mut without, mut controller) = start(&[1, 3]);
        for step in 0..STEPS {
            controller.step(&mut without, step);
        }
        assert!(row(&batch, 0) == row(&without, 0) && row(&batch, 2) == row(&without, 1));

        // A frozen world waits for a new state, and then works as before.
        batch.reset(&[1]).unwrap();
        assert_eq!(batch.frozen(), [false; 3]);
        batch.advance(4, &mut || false);
        assert!(batch.time()[1] > 0.0);
    }
}

#[test]
fn robots_that_fly_away_together_freeze_their_world() {
    for precision in Precision::ALL {
        for speed in [1e10, -1e17, 1e18, 1e20, 1e24] {
            let mut batch = batch_in(precision, &["ant", "T1"], &["ant"], 2, 1);
            for robot in 0..3 {
                let position = [2.0 * robot as f64, 5.0, 0.7];
                batch.place_robot(1, robot, position, [1.0, 0.0, 0.0, 0.0], None).unwrap();
            }
            let qpos = batch.qpos()[batch.nq()..].to_vec();
            let mut qvel = vec![speed; batch.nv()];
            qvel[..6].fill(0.0);
            batch.set_state(&[1], &qpos, &qvel).unwrap();
            batch.advance(3, &mut || false);
            assert_finite(&batch, &format!("speed {speed:e}"));
            assert_eq!(batch.frozen(), [false, true], "speed {speed:e}");
        }
    }
}

/// Robots fall over each other under random commands. `RCSSGYM_SOAK_STEPS` sets the number of
/// control steps (2,000 if unset).
#[test]
fn robots_fall_over_each_other_for_long() {
    Precision::ALL.into_iter().for_each(fall_for_long);
}

fn fall_for_long(precision: Precision) {
    let steps = crate::scenes::from_env("RCSSGYM_SOAK_STEPS", 2_000);
    let seeds: Vec<u64> = (0..8).collect();
    let mut batch = batch_in(precision, &["T1"], &["ant"], seeds.len(), 2);
    let mut controller = Controller::new(&batch, &seeds);
    for step in 0..steps {
        if step % 500 == 0 {
            for (world, &seed) in seeds.iter().enumerate() {
                arrange(&mut batch, world, Scene::Pile, seed ^ (step as u64) << 8);
            }
        }
        controller.step(&mut batch, step);
        assert_plausible(&batch, step);
    }
}

/// Asserts that robots do not sink into the ground or fly away, and that no world is frozen. Robots
/// may start inside each other, which throws them up by metres.
fn assert_plausible(batch: &WorldBatch, step: usize) {
    assert!(batch.frozen().iter().all(|frozen| !frozen), "step {step}");
    for (world, qpos) in batch.qpos().chunks_exact(batch.nq()).enumerate() {
        for robot in 0..batch.num_robots() {
            let root = &qpos[batch.robot_ranges(robot).0][..7];
            let norm = root[3..].iter().map(|x| x * x).sum::<f64>().sqrt();
            let near = (-0.05..20.0).contains(&root[2]) && root[..2].iter().all(|x| x.abs() < 50.0);
            assert!(near && (norm - 1.0).abs() < 1e-9, "step {step}, world {world}: {root:?}");
        }
    }
}
