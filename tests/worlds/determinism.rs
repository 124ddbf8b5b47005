//! A world's numbers depend on its state and commands alone, to the last bit: not on threads, on
//! other worlds of the batch, on its index in the batch, nor on snapshots in between. This holds in
//! either precision, and at every SIMD level that the CPU has.

use crate::alone::run_alone_with;
use crate::batches::batch_in;
use crate::scenes::{Controller, Scene, arrange, row, rows};
use rcssgym::batch::WorldBatch;
use rcssgym::math::precision::Precision;
use rcssgym::math::simd::{SimdLevel, VARIABLE};

const STEPS: usize = 200;

/// Rosters small enough for many steps, and the scene of each.
const CASES: [(&[&str], &[&str], Scene); 4] = [
    (&["T1"], &[], Scene::Kickoff),
    (&["T1", "ant"], &["K1"], Scene::Pile),
    (&["K1"], &["T1"], Scene::Goal),
    (&[], &[], Scene::Goal),
];

/// A case in a precision.
type Case = (Precision, usize);

fn cases() -> impl Iterator<Item = Case> {
    Precision::ALL.into_iter().flat_map(|precision| (0..CASES.len()).map(move |c| (precision, c)))
}

/// Worlds with these seeds, set up.
fn start(case: Case, seeds: &[u64], threads: usize) -> (WorldBatch, Controller) {
    let (precision, index) = case;
    let (left, right, scene) = CASES[index];
    let mut batch = batch_in(precision, left, right, seeds.len(), threads);
    for (world, &seed) in seeds.iter().enumerate() {
        arrange(&mut batch, world, scene, seed);
    }
    let controller = Controller::new(&batch, seeds);
    (batch, controller)
}

fn run(batch: &mut WorldBatch, controller: &mut Controller, steps: std::ops::Range<usize>) {
    for step in steps {
        controller.step(batch, step);
    }
}

#[test]
fn threads_change_nothing() {
    for case in cases() {
        let seeds: Vec<u64> = (0..9).collect();
        let outcome = |threads| {
            let (mut batch, mut controller) = start(case, &seeds, threads);
            run(&mut batch, &mut controller, 0..STEPS);
            (batch.threads(), rows(&batch))
        };
        let (alone, one) = outcome(1);
        assert_eq!(alone, 1);
        assert!(one.iter().all(|row| row.last() == Some(&0)), "a world froze");
        for threads in [2, 16] {
            let (used, many) = outcome(threads);
            assert!(used > 1 && one == many, "case {case:?}, {used} threads");
        }
    }
}

#[test]
fn neighbours_change_nothing() {
    const WATCHED: u64 = 4711;
    for case in cases() {
        let (mut alone, mut controller) = start(case, &[WATCHED], 1);
        run(&mut alone, &mut controller, 0..STEPS);
        let wanted = row(&alone, 0);
        // A batch of 64 worlds is slow; where it is, few worlds other than the watched ones have
        // contacts.
        for (worlds, places) in [(2, vec![0, 1]), (7, vec![0, 3, 6]), (64, vec![5, 37, 62])] {
            let mut seeds: Vec<u64> = (0..worlds).collect();
            for &place in &places {
                seeds[place] = WATCHED;
            }
            let (mut batch, mut controller) = start(case, &seeds, 1);
            if worlds == 64 {
                empty_all_but(&mut batch, &places);
            }
            run(&mut batch, &mut controller, 0..STEPS);
            for place in places {
                assert!(row(&batch, place) == wanted, "case {case:?}, world {place} of {worlds}");
            }
        }
    }
}

/// Puts the robots of the other worlds where they touch neither each other nor goals.
fn empty_all_but(batch: &mut WorldBatch, places: &[usize]) {
    let others: Vec<usize> = (0..batch.num_worlds()).filter(|w| !places.contains(w)).collect();
    batch.reset(&others).unwrap();
}

#[test]
fn snapshot_in_between_changes_nothing() {
    for case in cases() {
        let seeds = [1, 2, 3];
        let (mut straight, mut controller) = start(case, &seeds, 1);
        run(&mut straight, &mut controller, 0..STEPS / 2);
        let snapshot = straight.snapshot().unwrap();
        run(&mut straight, &mut controller, STEPS / 2..STEPS);
        let wanted = rows(&straight);

        // Restore into the same batch, and into one with another number of threads that has done
        // something else.
        straight.restore(&snapshot).unwrap();
        run(&mut straight, &mut controller, STEPS / 2..STEPS);
        assert!(rows(&straight) == wanted, "case {case:?}, same batch");
        let (mut other, mut controller) = start(case, &[7, 8, 9], 2);
        run(&mut other, &mut controller, 0..13);
        other.restore(&snapshot).unwrap();
        assert_eq!(other.snapshot().unwrap(), snapshot);
        let mut controller = Controller::new(&other, &seeds);
        run(&mut other, &mut controller, STEPS / 2..STEPS);
        assert!(rows(&other) == wanted, "case {case:?}, other batch");
    }
}

#[test]
fn reset_leads_back_to_the_start() {
    for case in cases() {
        let (_, _, scene) = CASES[case.1];
        let seeds = [1, 2, 3];
        let (mut used, mut controller) = start(case, &seeds, 1);
        let fresh = start(case, &seeds, 1).0;
        run(&mut used, &mut controller, 0..STEPS / 4);
        let kept = row(&used, 1);
        used.reset(&[0, 2]).unwrap();
        assert_eq!(row(&used, 1), kept);
        used.reset(&[1]).unwrap();
        for (world, &seed) in seeds.iter().enumerate() {
            arrange(&mut used, world, scene, seed);
        }
        assert_eq!(used.snapshot().unwrap(), fresh.snapshot().unwrap());
        let (mut fresh, mut again) = (fresh, Controller::new(&used, &seeds));
        run(&mut used, &mut again, 0..STEPS / 4);
        run(&mut fresh, &mut again, 0..STEPS / 4);
        assert!(rows(&used) == rows(&fresh), "case {case:?}");
    }
}

/// The tests above run at the SIMD level in use, which is the CPU's unless the environment says
/// otherwise. This runs them at lower levels, and with them those of terms, which have as many
/// lanes.
#[test]
fn all_of_this_at_lower_levels() {
    let tests = [
        "determinism::threads_change_nothing",
        "determinism::neighbours_change_nothing",
        "together::together_worlds_are_told_what_each_is_alone",
        "tasks::neither_threads_nor_company_change_an_episode",
    ];
    for level in SimdLevel::ALL.iter().filter(|level| **level < SimdLevel::of_cpu()) {
        for test in tests {
            run_alone_with(test, &[(VARIABLE, level.name())]);
        }
    }
}

/// Only the total number of substeps matters, not how many are made in one call.
#[test]
fn long_steps_are_short_ones_in_a_row() {
    for case in cases() {
        let (mut short, mut controller) = start(case, &[1, 2, 3], 1);
        run(&mut short, &mut controller, 0..20);
        let mut long = start(case, &[1, 2, 3], 1).0;
        long.restore(&short.snapshot().unwrap()).unwrap();
        long.advance(8, &mut || false);
        for _ in 0..8 {
            short.advance(1, &mut || false);
        }
        assert!(rows(&long) == rows(&short), "case {case:?}");
    }
}

/// The solver remembers more than the part of the state that can be set.
#[test]
fn a_state_that_is_set_has_no_past() {
    for case in cases() {
        let seeds = [1, 2, 3];
        let (mut used, mut controller) = start(case, &seeds, 1);
        run(&mut used, &mut controller, 0..30);
        let (mut fresh, mut again) = start(case, &seeds, 1);
        let (qpos, qvel) = (used.qpos().to_vec(), used.qvel().to_vec());
        let warmstart = used.qacc_warmstart().to_vec();
        for batch in [&mut used, &mut fresh] {
            batch.set_state(&[0, 1, 2], &qpos, &qvel).unwrap();
            batch.set_warmstart(&[0, 1, 2], &warmstart).unwrap();
        }
        run(&mut used, &mut controller, 30..40);
        run(&mut fresh, &mut again, 30..40);
        assert!(used.qpos() == fresh.qpos() && used.qvel() == fresh.qvel(), "case {case:?}");
    }
}
