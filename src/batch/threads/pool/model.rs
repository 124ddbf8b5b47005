//! Tests the pool in every order in which its threads may run, as far as [loom] can try them all.
//!
//! [loom]: https://docs.rs/loom

use super::{Gate, Pool, Shared};
use crate::batch::threads::sync::Arc;
use loom::cell::UnsafeCell;
use loom::model::Builder;
use loom::thread::spawn;
use std::time::Duration;

/// Calls `model` once for every order in which threads are preempted at most `most` times. Fails if
/// all threads sleep, or if two touch the same memory at once.
fn check(most: Option<usize>, model: impl Fn() + Send + Sync + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = most;
    builder.check(model);
}

/// A number for each thread, as memory that loom watches.
struct Counts([UnsafeCell<u32>; 3]);

// SAFETY: threads touch numbers of their own; loom fails the test if two touch the same at once.
unsafe impl Sync for Counts {}

impl Counts {
    fn add(&self, number: usize) {
        // SAFETY: loom fails the test if another thread touches it meanwhile.
        self.0[number].with_mut(|count| unsafe { *count += 1 });
    }

    fn get(&self, number: usize) -> u32 {
        // SAFETY: as above.
        self.0[number].with(|count| unsafe { *count })
    }
}

#[test]
fn work_is_done_and_over_when_run_returns() {
    for (most, threads, works) in [(3, 1, 2), (2, 2, 2)] {
        check(Some(most), move || {
            let pool = Pool::new(threads);
            assert!(pool.is_ok());
            for pool in pool.iter().cycle().take(works) {
                let done = Counts(Default::default());
                pool.run(&|number| done.add(number), false);
                // Others need not start in time.
                assert_eq!(done.get(0), 1);
                assert!((1..=threads).all(|number| done.get(number) <= 1));
            }
        });
    }
}

/// Threads within the gate leave, in every order, while the caller waits for two pieces of work in
/// turn.
fn leave(most: Option<usize>, threads: usize) {
    check(most, move || {
        let shared = Arc::new(Shared::default());
        let mut within = Vec::new();
        for _ in 0..2 {
            shared.gate.open();
            for _ in 0..threads {
                assert!(shared.gate.enter());
                let shared = Arc::clone(&shared);
                within.push(spawn(move || {
                    if shared.gate.leave() {
                        shared.wake_caller();
                    }
                }));
            }
            shared.gate.close();
            shared.wait(Duration::ZERO);
            assert!(shared.gate.is_empty());
        }
        assert!(within.into_iter().all(|thread| thread.join().is_ok()));
    });
}

#[test]
fn the_caller_is_woken_whoever_is_late() {
    leave(None, 1);
    leave(Some(2), 2);
}

#[test]
fn nobody_is_within_a_closed_gate() {
    check(None, || {
        let gate = Arc::new(Gate::default());
        let (own, inside) = (Arc::clone(&gate), Arc::new(UnsafeCell::new(0)));
        let counted = Arc::clone(&inside);
        gate.open();
        let other = spawn(move || {
            if own.enter() {
                // SAFETY: loom fails the test if the caller touches it meanwhile.
                counted.with_mut(|count| unsafe { *count += 1 });
                own.leave();
            }
        });
        gate.close();
        if gate.is_empty() {
            // SAFETY: nobody is within, nor will be.
            inside.with_mut(|count| unsafe { *count += 1 });
        }
        assert!(other.join().is_ok());
    });
}
