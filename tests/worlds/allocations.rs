//! Memory grows to what a scene needs and then stays that size: playing the same scene again
//! allocates nothing.
//!
//! The allocator of this binary counts the allocations of all threads, so each of these tests runs
//! in a process of its own. Handing a step to several threads takes a few allocations, which
//! `two_threads` bounds.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::alone::run_alone;
use crate::batches::{batch, batch_in};
use crate::scenes::{Controller, Scene, arrange};
use crate::tasks;
use rcssgym::batch::{Episodes, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::world::{Parameter, Randomization};

static COUNT: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise, passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise, passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Tests that `a_step_allocates_nothing` runs.
const TESTS: [&str; 6] = [
    "standing_and_falling_robots",
    "ball_in_the_goal",
    "piles_and_goals",
    "varied_worlds",
    "two_threads",
    "episodes_of_a_task",
];

const STEPS: usize = 300;
/// Largest number of allocations with which a step is handed to two threads.
const HANDOVER: usize = 8;

/// Returns the number of allocations in each control step of a scene that has been played before,
/// in either precision.
fn counts(left: &[&str], right: &[&str], scene: Scene, threads: usize) -> Vec<usize> {
    counts_varied(left, right, scene, threads, None)
}

/// Like [`counts`], with every other world randomized.
fn counts_varied(
    left: &[&str],
    right: &[&str],
    scene: Scene,
    threads: usize,
    randomization: Option<&Randomization>,
) -> Vec<usize> {
    let in_one =
        |precision| counts_in(precision, left, right, scene, threads, randomization).into_iter();
    Precision::ALL.into_iter().flat_map(in_one).collect()
}

fn counts_in(
    precision: Precision,
    left: &[&str],
    right: &[&str],
    scene: Scene,
    threads: usize,
    randomization: Option<&Randomization>,
) -> Vec<usize> {
    let seeds: Vec<u64> = (0..9).collect();
    let mut batch = batch_in(precision, left, right, seeds.len(), threads);
    for (world, &seed) in seeds.iter().enumerate() {
        arrange(&mut batch, world, scene, seed);
    }
    batch.randomize(randomization, &[1, 3, 5, 7], None).unwrap();
    let start = batch.snapshot().unwrap();
    let mut controller = Controller::new(&batch, &seeds);
    let mut pass = || -> Vec<usize> {
        batch.restore(&start).unwrap();
        let count_step = |step| {
            let before = COUNT.load(Ordering::Relaxed);
            controller.step(&mut batch, step);
            COUNT.load(Ordering::Relaxed) - before
        };
        (0..STEPS).map(count_step).collect()
    };
    pass();
    // The test harness has a thread of its own, which may still be allocating during the first of
    // these passes. Allocations of the step itself happen in every pass.
    let (first, second) = (pass(), pass());
    first.into_iter().zip(second).map(|(a, b)| a.min(b)).collect()
}

fn assert_at_most(limit: usize, what: &str, counted: &[usize]) {
    let over: Vec<_> = counted.iter().enumerate().filter(|(_, count)| **count > limit).collect();
    assert!(over.is_empty(), "{what}: (step, allocations) {over:?}");
}

#[test]
fn a_step_allocates_nothing() {
    for test in TESTS {
        run_alone(&format!("allocations::{test}"));
    }
}

#[test]
#[ignore = "runs in a process of its own"]
fn standing_and_falling_robots() {
    for roster in ["T1", "K1", "ant"] {
        assert_at_most(0, roster, &counts(&[roster], &[], Scene::Kickoff, 1));
    }
}

#[test]
#[ignore = "runs in a process of its own"]
fn ball_in_the_goal() {
    assert_at_most(0, "ball", &counts(&[], &[], Scene::Goal, 1));
}

#[test]
#[ignore = "runs in a process of its own"]
fn piles_and_goals() {
    assert_at_most(0, "pile", &counts(&["T1", "ant"], &["K1"], Scene::Pile, 1));
    assert_at_most(0, "goal", &counts(&["K1"], &["T1"], Scene::Goal, 1));
}

#[test]
#[ignore = "runs in a process of its own"]
fn varied_worlds() {
    let ranges = [
        (Parameter::Mass, [0.9, 1.1]),
        (Parameter::Kp, [0.9, 1.1]),
        (Parameter::ActionDelay, [0.0, 4.0]),
        (Parameter::PushInterval, [0.1, 0.2]),
        (Parameter::PushVelocity, [0.0, 0.5]),
    ];
    let randomization = Randomization::new(&ranges).unwrap();
    let counted = counts_varied(&["T1"], &[], Scene::Kickoff, 1, Some(&randomization));
    assert_at_most(0, "varied", &counted);
}

#[test]
#[ignore = "runs in a process of its own"]
fn two_threads() {
    let counted = counts(&["T1"], &[], Scene::Kickoff, 2);
    assert_at_most(HANDOVER, "two threads", &counted);
}

#[test]
#[ignore = "runs in a process of its own"]
fn episodes_of_a_task() {
    for make in [tasks::Env::new, tasks::Env::with_options] {
        count_steps(make);
    }
}

fn count_steps(make: fn(&WorldBatch, &mut Episodes) -> tasks::Env) {
    const WORLDS: usize = 9;
    let mut batch = batch(&["T1"], &[], WORLDS, 1);
    let (mut episodes, joints) = (tasks::walking(&batch), batch.max_motors());
    let actions = vec![0.3; WORLDS * joints];
    let mut env = make(&batch, &mut episodes);
    let mut counts = Vec::new();
    // In this many steps all robots fall and restart more than once; after that nothing is new.
    for step in 0..2 * STEPS {
        let before = COUNT.load(Ordering::Relaxed);
        env.step(&mut batch, &mut episodes, &actions);
        if step >= STEPS {
            counts.push(COUNT.load(Ordering::Relaxed) - before);
        }
    }
    assert!(env.ends > 2 * WORLDS, "{} episodes ended", env.ends);
    // The harness may allocate beside a step, but not beside most of them.
    let free = counts.iter().filter(|count| **count == 0).count();
    assert!(free > STEPS * 9 / 10, "{free} of {STEPS} steps allocated nothing");
}
