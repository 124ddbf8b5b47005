//! Worlds that differ from the others of their batch.

use crate::batches::{batch, batch_in};
use crate::forged::with_checksum;
use crate::random::Random;
use crate::scenes::{Controller, Scene, arrange, row, rows};
use rcssgym::batch::{Commands, MotorInput, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::world::{Parameter, Randomization, Scope};
use rcssgym::{Error, model};

/// Randomizes every parameter in a range that changes it.
fn everything() -> Randomization {
    let range = |&parameter: &Parameter| {
        let range = match parameter {
            Parameter::CenterOfMass => [-0.01, 0.01],
            Parameter::ActionDelay => [0.0, 8.0],
            Parameter::PushInterval => [0.02, 0.2],
            Parameter::PushVelocity => [0.0, 1.0],
            Parameter::SolimpDmax => [0.9, 1.0],
            _ => [0.7, 1.3],
        };
        (parameter, range)
    };
    Randomization::new(&Parameter::ALL.iter().map(range).collect::<Vec<_>>()).unwrap()
}

fn only(parameter: Parameter, range: [f64; 2]) -> Randomization {
    Randomization::new(&[(parameter, range)]).unwrap()
}

/// Returns worlds with a pile of robots each; worlds of the same index are the same.
fn piles(num_worlds: usize, threads: usize) -> WorldBatch {
    piles_in(Precision::F64, num_worlds, threads)
}

/// Like [`piles`], in this precision.
fn piles_in(precision: Precision, num_worlds: usize, threads: usize) -> WorldBatch {
    let mut batch = batch_in(precision, &["T1", "ant"], &["K1"], num_worlds, threads);
    for world in 0..num_worlds {
        arrange(&mut batch, world, Scene::Pile, world as u64);
    }
    batch
}

fn all(batch: &WorldBatch) -> Vec<usize> {
    (0..batch.num_worlds()).collect()
}

fn run(batch: &mut WorldBatch, steps: usize) {
    let seeds: Vec<u64> = (0..batch.num_worlds() as u64).collect();
    let mut controller = Controller::new(batch, &seeds);
    (0..steps).for_each(|step| controller.step(batch, step));
}

#[test]
fn neither_company_nor_threads_matter() {
    Precision::ALL.into_iter().for_each(company_and_threads);
}

fn company_and_threads(precision: Precision) {
    let mut expected = piles_in(precision, 12, 1);
    expected.randomize(Some(&everything()), &all(&expected), None).unwrap();
    run(&mut expected, 40);
    for (num_worlds, threads) in [(1, 1), (3, 1), (7, 2), (12, 3)] {
        let mut batch = piles_in(precision, num_worlds, threads);
        batch.randomize(Some(&everything()), &all(&batch), None).unwrap();
        for world in 0..num_worlds {
            assert_eq!(batch.variation(world).unwrap(), expected.variation(world).unwrap());
        }
        run(&mut batch, 40);
        assert!(
            rows(&batch) == rows(&expected)[..num_worlds],
            "{precision}: {num_worlds} on {threads}"
        );
    }
}

#[test]
fn plain_worlds_among_varied_ones_are_plain() {
    Precision::ALL.into_iter().for_each(plain_among_varied);
}

fn plain_among_varied(precision: Precision) {
    let [mut mixed, mut plain] = [(); 2].map(|()| piles_in(precision, 9, 1));
    mixed.randomize(Some(&everything()), &[1, 4, 5], None).unwrap();
    for batch in [&mut mixed, &mut plain] {
        run(batch, 40);
    }
    for world in 0..9 {
        let same = row(&mixed, world) == row(&plain, world);
        assert_eq!(same, ![1, 4, 5].contains(&world), "{precision}: world {world}");
    }
}

/// Factors of 1 pass through all code that makes worlds differ, and change no bit.
#[test]
fn nothing_is_changed_by_ones() {
    let neutral = |&parameter: &Parameter| match parameter {
        Parameter::CenterOfMass | Parameter::ActionDelay => Some((parameter, [0.0; 2])),
        Parameter::PushInterval | Parameter::PushVelocity => None,
        _ => Some((parameter, [1.0; 2])),
    };
    let ranges: Vec<_> = Parameter::ALL.iter().filter_map(neutral).collect();
    for precision in Precision::ALL {
        let [mut varied, mut plain] = [(); 2].map(|()| piles_in(precision, 5, 1));
        varied.randomize(Some(&Randomization::new(&ranges).unwrap()), &[0, 2, 3], None).unwrap();
        for batch in [&mut varied, &mut plain] {
            run(batch, 60);
        }
        assert!(rows(&varied) == rows(&plain), "{precision}");
    }
}

#[test]
fn worlds_become_plain_again() {
    let (mut batch, mut plain) = (piles(3, 1), piles(3, 1));
    batch.randomize(Some(&everything()), &[0, 2], None).unwrap();
    run(&mut batch, 5);
    let state = |batch: &WorldBatch| (batch.qpos().to_vec(), batch.qvel().to_vec());
    batch.randomize(None, &[2], None).unwrap();
    assert!(batch.variation(0).unwrap().is_some() && batch.variation(2).unwrap().is_none());
    batch.randomize(None, &[0], None).unwrap();
    assert!(state(&batch) != state(&plain));
    let (qpos, qvel) = state(&plain);
    batch.set_state(&all(&batch), &qpos, &qvel).unwrap();
    for batch in [&mut batch, &mut plain] {
        run(batch, 20);
    }
    assert!(state(&batch) == state(&plain));
}

#[test]
fn seeds_decide_what_is_drawn() {
    let mut batch = batch(&["T1"], &[], 4, 1);
    batch.randomize(Some(&everything()), &[0, 1, 2], Some(&[5, 6, 5])).unwrap();
    let drawn = |batch: &WorldBatch, world| batch.variation(world).unwrap().cloned();
    assert_eq!(drawn(&batch, 0), drawn(&batch, 2));
    assert_ne!(drawn(&batch, 0), drawn(&batch, 1));
    let first = drawn(&batch, 0);
    batch.randomize(Some(&everything()), &[0, 2], None).unwrap();
    assert_ne!(drawn(&batch, 0), first, "the stream goes on");
    assert_eq!(drawn(&batch, 0), drawn(&batch, 2), "in both alike");
    // A parameter's value does not depend on which others are drawn.
    batch.randomize(Some(&only(Parameter::Mass, [0.7, 1.3])), &[3], Some(&[5])).unwrap();
    let masses = |drawn: Option<_>| -> Vec<f64> {
        let drawn: rcssgym::world::Variation = drawn.unwrap();
        drawn.values(Parameter::Mass).to_vec()
    };
    assert_eq!(masses(drawn(&batch, 3)), masses(first));
}

#[test]
fn draws_fill_their_ranges() {
    let mut batch = batch(&["T1"], &["K1"], 400, 1);
    batch.randomize(Some(&everything()), &all(&batch), None).unwrap();
    for &parameter in Parameter::ALL {
        let [low, high] = everything().range(parameter).unwrap();
        let drawn = |world| batch.variation(world).unwrap().unwrap().values(parameter);
        let numbers: Vec<f64> = (0..400).flat_map(drawn).copied().collect();
        assert!(numbers.iter().all(|x| (low..=high).contains(x)), "{parameter:?}");
        let span = high - low;
        let near = |end: f64| numbers.iter().any(|x| (x - end).abs() <= 0.02 * span);
        assert!(near(low) && near(high), "{parameter:?}");
        if parameter == Parameter::ActionDelay {
            assert!((0..=8).all(|delay| numbers.contains(&f64::from(delay))));
        }
    }
}

/// Every parameter has one number for each robot, motor or other item that it applies to.
#[test]
fn robots_have_numbers_of_their_own() {
    let mut batch = batch(&["T1"], &["ant"], 1, 1);
    batch.randomize(Some(&everything()), &[0], None).unwrap();
    let models = ["T1", "ant"].map(|name| model::load(name).unwrap());
    let count = |of: fn(&model::Model) -> usize| models.iter().map(of).sum::<usize>();
    for &parameter in Parameter::ALL {
        let expected = match parameter.scope() {
            Scope::World => 1,
            Scope::Range => 2,
            Scope::Body => count(|model| model.bodies.len()),
            Scope::BodyAxis => count(|model| 3 * model.bodies.len()),
            Scope::Joint => count(|model| model.joints.len()),
            Scope::Motor => count(|model| model.motors.len()),
        };
        let drawn = batch.variation(0).unwrap().unwrap().values(parameter);
        assert_eq!(drawn.len(), expected, "{parameter:?}");
    }
}

/// Makes one substep with this target.
fn substep(batch: &mut WorldBatch, target: f64) {
    let (target, zero, kp, kd) = ([target], [0.0], [25.0], [0.6]);
    let of = |values| MotorInput { values, strides: [0; 3] };
    let commands = Commands {
        targets: of(&target),
        velocities: of(&zero),
        kp: of(&kp),
        kd: of(&kd),
        torques: of(&zero),
    };
    batch.step(&commands, 1, &mut || false).unwrap();
}

#[test]
fn commands_are_late_by_the_delay() {
    for delay in [1, 3, 8] {
        let (mut late, mut plain) = (batch(&["T1"], &[], 1, 1), batch(&["T1"], &[], 1, 1));
        let randomization = only(Parameter::ActionDelay, [delay as f64; 2]);
        // The command before the draw is still in effect when the draw comes.
        for batch in [&mut late, &mut plain] {
            substep(batch, 0.3);
        }
        late.randomize(Some(&randomization), &[0], None).unwrap();
        let targets: Vec<f64> = (0..30).map(|i| (f64::from(i) * 0.7).sin()).collect();
        for (i, &target) in targets.iter().enumerate() {
            substep(&mut late, target);
            substep(&mut plain, if i < delay { 0.3 } else { targets[i - delay] });
            assert!(rows(&late) == rows(&plain), "delay {delay}, substep {i}");
        }
    }
}

/// The robots are high up in the air, where nothing but a push changes a velocity at once.
#[test]
fn pushes_come_in_time_and_with_their_size() {
    let mut batch = batch(&["T1"], &["T1"], 1, 1);
    for (robot, x) in [(0, 0.0), (1, 10.0)] {
        batch.place_robot(0, robot, [x, 0.0, 20.0], [1.0, 0.0, 0.0, 0.0], None).unwrap();
    }
    let ranges = [(Parameter::PushInterval, [0.05; 2]), (Parameter::PushVelocity, [0.5; 2])];
    batch.randomize(Some(&Randomization::new(&ranges).unwrap()), &[0], None).unwrap();
    let dofs = [0, 1].map(|robot| batch.robot_ranges(robot).1.start);
    let mut directions = Vec::new();
    for i in 0..41 {
        let before = batch.qvel().to_vec();
        batch.advance(1, &mut || false);
        for dof in dofs {
            let [x, y] = [0, 1].map(|axis| batch.qvel()[dof + axis] - before[dof + axis]);
            let pushed = i > 0 && i % 10 == 0;
            let expected = if pushed { 0.5 } else { 0.0 };
            assert!((x.hypot(y) - expected).abs() < 2e-2, "substep {i}: ({x}, {y})");
            directions.extend(pushed.then(|| y.atan2(x)));
        }
    }
    assert_eq!(directions.len(), 8);
    directions.sort_by(f64::total_cmp);
    assert!(directions.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn snapshots_go_on_bit_by_bit() {
    let mut batch = piles(5, 1);
    batch.randomize(Some(&everything()), &[0, 1, 3], None).unwrap();
    run(&mut batch, 7);
    let snapshot = batch.snapshot().unwrap();
    let mut other = piles(5, 2);
    other.randomize(Some(&everything()), &[2], None).unwrap();
    other.restore(&snapshot).unwrap();
    for batch in [&mut batch, &mut other] {
        run(batch, 20);
        batch.randomize(Some(&everything()), &[0, 4], None).unwrap();
        run(batch, 5);
    }
    assert!(rows(&batch) == rows(&other));
    assert!(batch.snapshot().unwrap() == other.snapshot().unwrap());
    for world in 0..5 {
        assert_eq!(batch.variation(world).unwrap(), other.variation(world).unwrap());
    }
}

#[test]
fn a_reset_world_goes_the_same_way_again() {
    let mut batch = batch(&["T1"], &[], 2, 1);
    batch.reset(&[0, 1]).unwrap();
    batch.randomize(Some(&everything()), &[0, 1], None).unwrap();
    run(&mut batch, 30);
    let first = rows(&batch);
    batch.reset(&[0, 1]).unwrap();
    run(&mut batch, 30);
    assert!(rows(&batch) == first);
}

#[test]
fn looking_changes_nothing() {
    let (mut looked, mut other) = (piles(2, 1), piles(2, 1));
    for batch in [&mut looked, &mut other] {
        batch.randomize(Some(&everything()), &[0, 1], None).unwrap();
        run(batch, 3);
    }
    let mut qacc = vec![0.0; 2 * looked.nv()];
    looked.forward(&mut qacc).unwrap();
    looked.contacts(1).unwrap();
    for batch in [&mut looked, &mut other] {
        run(batch, 3);
    }
    assert!(rows(&looked) == rows(&other));
}

/// A forged variation is refused unless it could have been drawn.
#[test]
fn forged_variations_do_no_harm() {
    let mut batch = batch(&["ant"], &[], 2, 1);
    let plain = batch.snapshot().unwrap().len();
    batch.randomize(Some(&everything()), &[0], None).unwrap();
    let snapshot = batch.snapshot().unwrap();
    let mut random = Random(1);
    let (mut restored, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut bytes = snapshot.clone();
        let at = plain - 10 + (random.bits() as usize) % (snapshot.len() - plain);
        bytes[at] = random.bits() as u8;
        match batch.restore(&with_checksum(bytes)) {
            Ok(()) => {
                restored += 1;
                batch.advance(2, &mut || false);
            }
            Err(Error::Snapshot(message)) => {
                assert!(!message.contains("checksum"), "{message}");
                refused += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(restored > 100 && refused > 100, "{restored} restored, {refused} refused");
}

#[test]
fn bad_ranges_are_refused_by_name() {
    let message = |ranges: &[(Parameter, [f64; 2])]| match Randomization::new(ranges) {
        Err(Error::Argument { argument, message }) => format!("{argument}: {message}"),
        other => panic!("{other:?}"),
    };
    for &parameter in Parameter::ALL {
        let domain = parameter.domain();
        for range in [
            [domain.start() - 1.0, *domain.start()],
            [*domain.end(), domain.end() + 1.0],
            [f64::NAN, *domain.end()],
            [*domain.end(), *domain.start()],
        ] {
            assert!(message(&[(parameter, range)]).starts_with(parameter.name()));
        }
        assert_eq!(Parameter::parse(parameter.name()), Some(parameter));
    }
    assert!(message(&[(Parameter::ActionDelay, [0.5, 2.0])]).contains("whole substeps"));
    for (range, part) in [
        ([0.0, 1e300], "1e300 is not from 0 to 100"),
        ([1e-300, 0.0], "the range from 1e-300 to 0.0 is empty"),
    ] {
        assert_eq!(message(&[(Parameter::Friction, range)]), format!("friction: {part}"));
    }
    let one_half = message(&[(Parameter::PushVelocity, [0.0, 1.0])]);
    assert_eq!(one_half, "push_velocity: needs push_interval as well");
}

#[test]
fn bad_worlds_and_seeds_change_nothing() {
    let mut batch = batch(&["ant"], &[], 3, 1);
    let before = batch.snapshot().unwrap();
    for (worlds, seeds) in
        [(&[3][..], None), (&[0, 0], None), (&[0, 1], Some(&[1][..])), (&[0], Some(&[1, 2]))]
    {
        assert!(batch.randomize(Some(&everything()), worlds, seeds).is_err());
        assert!(batch.snapshot().unwrap() == before);
    }
    assert!(batch.variation(3).is_err());
}
