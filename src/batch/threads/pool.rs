//! Threads that wait for work: awake for a moment if work comes in quick succession, else asleep.
//! Waking a sleeping thread takes some 20 us, which is long for a short step.

#[cfg(all(test, loom))]
mod model;

use super::sync::{
    Arc, AtomicBool, AtomicPtr, AtomicU64, Builder, Instant, Mutex, MutexGuard, Thread, current,
    park,
};
use std::any::Any;
use std::hint::spin_loop;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;
use std::sync::{OnceLock, PoisonError};
use std::time::Duration;

/// How long a thread spins for more work before it sleeps, if work came no later the last time; and
/// how long a caller spins until the others are done.
const PATIENCE: Duration = Duration::from_micros(50);
/// After longer work they spin for longer: up to the time that it took, divided by this.
const PART: u32 = 8;
/// Checks for work between two reads of the clock.
const LOOKS: usize = 32;
/// How many others a thread wakes.
const WOKEN: usize = 4;

/// What threads are to do, each with its number.
type Work<'a> = &'a (dyn Fn(usize) + Sync);

/// Threads that do the same as their caller. They are numbered from 1; the caller is 0.
pub(super) struct Pool {
    shared: Arc<Shared>,
    workers: Vec<Thread>,
    /// Held by the caller whose work is under way.
    turn: Mutex<Turn>,
}

/// What a caller leaves to the next.
#[derive(Default)]
struct Turn {
    /// When the last work ended, ns after the start.
    ended: u64,
    /// Whether more was to follow at once.
    goes_on: bool,
}

/// State that caller and threads share.
#[derive(Default)]
struct Shared {
    /// Which piece of work is under way, and how many threads are at it.
    gate: Gate,
    /// How long there was no work before this piece, ns; if a step has several pieces, before the
    /// first.
    gap: AtomicU64,
    start: Start,
    /// A [`Work`] of the caller, while the gate is open or a thread is within.
    work: AtomicPtr<()>,
    /// Whether more follows at once.
    goes_on: AtomicBool,
    is_over: AtomicBool,
    /// The caller, if it sleeps until the threads are done.
    caller: Mutex<Option<Thread>>,
    /// What a thread has panicked with.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    threads: OnceLock<Vec<Thread>>,
}

/// The number of a piece of work, whether threads may still begin it, and how many are at it, all
/// in one integer. So no thread begins work that is over, or mistakes one piece of work for
/// another.
#[derive(Default)]
struct Gate(AtomicU64);

/// The bit that is set if no thread may begin any more.
const CLOSED: u64 = 1 << 15;
/// The unit of the work's number in the integer.
const ROUND: u64 = 1 << 16;

impl Gate {
    /// Opens the gate for the next work; no thread is within.
    fn open(&self) {
        self.0.store((self.round() + 1) * ROUND, Ordering::Release);
    }

    /// Tells threads that there is something new, but no work; no thread is within, or will be.
    fn call(&self) {
        self.0.store(((self.round() + 1) * ROUND) | CLOSED, Ordering::Release);
    }

    /// Which work it is.
    fn round(&self) -> u64 {
        self.0.load(Ordering::Acquire) / ROUND
    }

    /// Adds a thread to those at the work if it may still begin; returns whether it may.
    fn enter(&self) -> bool {
        let enter = |now| (now & CLOSED == 0).then_some(now + 1);
        self.0.fetch_update(Ordering::Acquire, Ordering::Relaxed, enter).is_ok()
    }

    /// Removes a thread; returns whether it was the last one that the caller waits for.
    fn leave(&self) -> bool {
        let now = self.0.fetch_sub(1, Ordering::AcqRel) - 1;
        now & (ROUND - 1) == CLOSED
    }

    /// Closes the gate: no thread begins any more.
    fn close(&self) {
        self.0.fetch_or(CLOSED, Ordering::Acquire);
    }

    /// Whether it is closed and nobody within.
    fn is_empty(&self) -> bool {
        self.0.load(Ordering::Acquire) & (ROUND - 1) == CLOSED
    }
}

/// The moment from which time is counted.
struct Start(Instant);

impl Default for Start {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Pool {
    /// Starts `count` threads.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(count: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        // Threads that have been started end if another cannot be: the pool is dropped.
        let mut pool = Self { shared, workers: Vec::new(), turn: Mutex::default() };
        for number in 1..=count {
            let shared = Arc::clone(&pool.shared);
            let name = format!("rcssgym-{number}");
            let worker = Builder::new().name(name).spawn(move || shared.serve(number))?;
            pool.workers.push(worker.thread().clone());
        }
        let _ = pool.shared.threads.set(pool.workers.clone());
        Ok(pool)
    }

    /// How many threads there are.
    pub fn count(&self) -> usize {
        self.workers.len()
    }

    /// Does `work` in the caller's thread, and in all others that begin it before the caller's
    /// thread is done: nobody waits for threads that sleep or have no core. `goes_on`: whether more
    /// work follows at once. Panics if `work` does in any thread, after all are done.
    pub fn run(&self, work: Work<'_>, goes_on: bool) {
        let mut turn = lock(&self.turn);
        let shared = &*self.shared;
        let begin = shared.now();
        if !turn.goes_on {
            shared.gap.store(begin.saturating_sub(turn.ended), Ordering::Relaxed);
        }
        shared.goes_on.store(goes_on, Ordering::Relaxed);
        shared.work.store((&raw const work).cast_mut().cast(), Ordering::Relaxed);
        shared.gate.open();
        shared.wake_behind(0);
        let own = catch_unwind(AssertUnwindSafe(|| work(0)));
        shared.gate.close();
        shared.wait(patience(shared.now() - begin));
        *turn = Turn { ended: shared.now(), goes_on };
        drop(turn);
        let theirs = lock(&shared.panic).take();
        if let Some(panic) = own.err().or(theirs) {
            resume_unwind(panic);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        self.shared.gate.call();
        // The threads are not joined: in a forked process they do not exist.
        self.workers.iter().for_each(Thread::unpark);
    }
}

impl Shared {
    /// What a thread does as long as it lives.
    fn serve(&self, number: usize) {
        let (mut round, mut awake) = (0, None);
        loop {
            round = self.next(round, awake);
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            self.wake_behind(number);
            let goes_on = self.goes_on.load(Ordering::Relaxed);
            let worked = self.take_part(&mut round, number);
            // Not measured as the time asleep, as waking up may take longer than the gap itself.
            let gap = Duration::from_nanos(self.gap.load(Ordering::Relaxed));
            let patience = patience(worked);
            awake = (goes_on || gap < patience).then_some(patience);
        }
    }

    /// Does the work of the round, or of a later one, unless the caller is done with it; returns
    /// how long that took, ns.
    fn take_part(&self, round: &mut u64, number: usize) -> u64 {
        if !self.gate.enter() {
            return 0;
        }
        *round = self.gate.round();
        let begin = self.now();
        // SAFETY: the caller has put a `Work` there before it opened the gate. It stays in `run`
        // until it has closed the gate and all threads that were within have left, and this thread
        // is within.
        let work = unsafe { *self.work.load(Ordering::Relaxed).cast::<Work<'_>>() };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(number))) {
            lock(&self.panic).get_or_insert(panic);
        }
        let worked = self.now() - begin;
        if self.gate.leave() {
            self.wake_caller();
        }
        worked
    }

    /// Wakes the caller, if it sleeps. A late thread may do so when the caller already waits for
    /// the next work, so only the caller itself notes that it no longer sleeps.
    fn wake_caller(&self) {
        if let Some(caller) = &*lock(&self.caller) {
            caller.unpark();
        }
    }

    /// Waits for a round other than `last`: spins for up to `awake`, if given, and then sleeps.
    fn next(&self, last: u64, awake: Option<Duration>) -> u64 {
        let round = || Some(self.gate.round()).filter(|round| *round != last);
        if let Some(round) = awake.and_then(|patience| look(patience, round)) {
            return round;
        }
        loop {
            if let Some(round) = round() {
                return round;
            }
            park();
        }
    }

    /// Wakes the threads that thread `number` has to wake, so that no thread has to wake all.
    fn wake_behind(&self, number: usize) {
        let threads = self.threads.get().map_or(&[][..], Vec::as_slice);
        threads.iter().skip(WOKEN * number).take(WOKEN).for_each(Thread::unpark);
    }

    /// Time since the start, ns.
    fn now(&self) -> u64 {
        self.start.0.elapsed().as_nanos() as u64
    }

    /// Waits until all threads are done: awake for up to `patience`, then asleep.
    fn wait(&self, patience: Duration) {
        let are_done = || self.gate.is_empty().then_some(());
        if look(patience, are_done).is_some() {
            return;
        }
        *lock(&self.caller) = Some(current());
        while are_done().is_none() {
            park();
        }
        *lock(&self.caller) = None;
    }
}

/// How long to spin after work that took `worked` ns.
fn patience(worked: u64) -> Duration {
    PATIENCE.max(Duration::from_nanos(worked) / PART)
}

/// Spins until `find` returns something, for up to `patience`.
fn look<T>(patience: Duration, find: impl Fn() -> Option<T>) -> Option<T> {
    let begin = Instant::now();
    while begin.elapsed() < patience {
        for _ in 0..LOOKS {
            if let Some(found) = find() {
                return Some(found);
            }
            spin_loop();
        }
    }
    None
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use std::panic::catch_unwind;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc::channel;
    use std::thread::{sleep, spawn, yield_now};

    /// Does `work` in all threads; the caller's part lasts until all others have begun.
    fn run_all(pool: &Pool, goes_on: bool, work: impl Fn(usize) + Sync) {
        let begun = AtomicUsize::new(0);
        let own = |number: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            while number == 0 && begun.load(Ordering::Relaxed) <= pool.count() {
                yield_now();
            }
            work(number);
        };
        pool.run(&own, goes_on);
    }

    #[test]
    fn every_thread_that_comes_in_time_does_every_work_once() {
        for count in [1, 2, 7] {
            let pool = Pool::new(count).unwrap();
            for (pause, goes_on) in [(0, false), (0, true), (0, false), (200, true), (0, false)] {
                sleep(Duration::from_micros(pause));
                let done: Vec<AtomicUsize> = (0..=count).map(|_| AtomicUsize::new(0)).collect();
                run_all(&pool, goes_on, |number| {
                    done[number].fetch_add(1, Ordering::Relaxed);
                });
                assert!(done.iter().all(|done| done.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn no_thread_does_a_work_twice_or_after_its_end() {
        let pool = Pool::new(3).unwrap();
        for round in 0..20_000 {
            let done: [AtomicUsize; 4] = Default::default();
            let is_on = AtomicBool::new(true);
            let work = |number: usize| {
                assert!(is_on.load(Ordering::Relaxed));
                done[number].fetch_add(1, Ordering::Relaxed);
            };
            pool.run(&work, round % 3 == 0);
            is_on.store(false, Ordering::Relaxed);
            assert_eq!(done[0].load(Ordering::Relaxed), 1);
            assert!(done.iter().all(|done| done.load(Ordering::Relaxed) <= 1));
        }
    }

    #[test]
    fn the_caller_waits_for_threads_that_take_longer() {
        let pool = Pool::new(2).unwrap();
        let done = AtomicUsize::new(0);
        run_all(&pool, false, |number| {
            sleep(Duration::from_millis(number as u64));
            done.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(done.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn who_is_late_from_the_work_before_leaves_the_caller_to_be_woken() {
        let shared = Arc::new(Shared::default());
        shared.gate.open();
        assert!(shared.gate.enter());
        shared.gate.close();
        let (done, is_done) = channel();
        let caller = Arc::clone(&shared);
        spawn(move || {
            caller.wait(Duration::ZERO);
            done.send(())
        });
        while lock(&shared.caller).is_none() {
            yield_now();
        }
        // A thread has left the previous work, was taken off its core, and continues only now.
        shared.wake_caller();
        sleep(Duration::from_millis(20));
        assert!(shared.gate.leave());
        shared.wake_caller();
        is_done.recv_timeout(Duration::from_secs(30)).unwrap();
    }

    #[test]
    fn a_panic_anywhere_is_the_callers_and_the_pool_goes_on() {
        let pool = Pool::new(2).unwrap();
        for bad in 0..=2 {
            let done = AtomicUsize::new(0);
            let run = || {
                run_all(&pool, false, |number| {
                    done.fetch_add(1, Ordering::Relaxed);
                    assert!(number != bad, "as it should");
                });
            };
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
            assert_eq!(done.load(Ordering::Relaxed), 3);
        }
        pool.run(&|_| {}, false);
    }
}
