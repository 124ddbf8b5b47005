//! Threads that wait for work: awake for a moment where work comes in quick succession, else
//! asleep. To wake a sleeping thread takes some 20 us, which is much for a short step.

use std::any::Any;
use std::hint::spin_loop;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, Thread, current, park};
use std::time::{Duration, Instant};

/// How long a thread looks for more work before it sleeps, if that came no later the last time; and
/// how long a caller looks for the others to end.
const PATIENCE: Duration = Duration::from_micros(50);
/// After longer work they look for longer: up to this part of the time that it took.
const PART: u32 = 8;
/// Looks at the work between two looks at the clock.
const LOOKS: usize = 32;
/// How many others a thread wakes.
const WOKEN: usize = 4;

/// What threads are to do, each with its number.
type Work<'a> = &'a (dyn Fn(usize) + Sync);

/// Threads that do the same as their caller. They are numbered from 1; the caller has 0.
pub(super) struct Pool {
    shared: Arc<Shared>,
    workers: Vec<Thread>,
    /// Whose work is done.
    turn: Mutex<()>,
}

/// What caller and threads know of each other.
#[derive(Default)]
struct Shared {
    /// Which work it is; a thread that sees another number has something to do.
    round: AtomicUsize,
    /// When there was work last, ns after `start`.
    begun: AtomicU64,
    start: Start,
    /// A [`Work`] of the caller, while it waits.
    work: AtomicPtr<()>,
    /// How many threads have not done it yet.
    busy: AtomicUsize,
    is_over: AtomicBool,
    /// The caller, if it sleeps until they have.
    caller: Mutex<Option<Thread>>,
    /// What a thread has panicked with.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    threads: OnceLock<Vec<Thread>>,
}

/// From when on time is counted.
struct Start(Instant);

impl Default for Start {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Pool {
    /// So many threads.
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

    /// Does `work` in all threads and in the caller's. Panics if it does in any of them, when all
    /// are done.
    pub fn run(&self, work: Work<'_>) {
        let _turn = lock(&self.turn);
        let shared = &*self.shared;
        shared.work.store((&raw const work).cast_mut().cast(), Ordering::Relaxed);
        shared.busy.store(self.count(), Ordering::Relaxed);
        let begin = shared.now();
        shared.begun.store(begin, Ordering::Relaxed);
        shared.round.fetch_add(1, Ordering::Release);
        shared.wake_behind(0);
        let own = catch_unwind(AssertUnwindSafe(|| work(0)));
        shared.wait(patience(shared.now() - begin));
        let theirs = lock(&shared.panic).take();
        if let Some(panic) = own.err().or(theirs) {
            resume_unwind(panic);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        self.shared.round.fetch_add(1, Ordering::Release);
        // Nobody waits for them: in a forked process they are not there.
        self.workers.iter().for_each(Thread::unpark);
    }
}

impl Shared {
    /// What a thread does as long as it lives.
    fn serve(&self, number: usize) {
        let (mut round, mut is_quick, mut ended) = (0, false, self.now());
        let mut patience = PATIENCE;
        loop {
            round = self.next(round, is_quick.then_some(patience));
            let begun = self.begun.load(Ordering::Relaxed);
            // Not how long it has slept: to wake up may take longer than there was no work.
            is_quick = Duration::from_nanos(begun.saturating_sub(ended)) < patience;
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            self.wake_behind(number);
            // SAFETY: the caller has put a `Work` there before it changed the number of the round,
            // and stays in `run` until all threads are done with it, which is below.
            let work = unsafe { *self.work.load(Ordering::Relaxed).cast::<Work<'_>>() };
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(number))) {
                lock(&self.panic).get_or_insert(panic);
            }
            ended = self.now();
            patience = self::patience(ended - begun);
            if self.busy.fetch_sub(1, Ordering::AcqRel) == 1
                && let Some(caller) = lock(&self.caller).take()
            {
                caller.unpark();
            }
        }
    }

    /// Waits for another round than the last: awake for so long, if that may be worth it.
    fn next(&self, last: usize, awake: Option<Duration>) -> usize {
        let round = || Some(self.round.load(Ordering::Acquire)).filter(|round| *round != last);
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

    /// Wakes the threads that one of them has to wake, so that no one has to wake all.
    fn wake_behind(&self, number: usize) {
        let threads = self.threads.get().map_or(&[][..], Vec::as_slice);
        threads.iter().skip(WOKEN * number).take(WOKEN).for_each(Thread::unpark);
    }

    /// ns after the start.
    fn now(&self) -> u64 {
        self.start.0.elapsed().as_nanos() as u64
    }

    /// Waits until all threads are done: awake for so long.
    fn wait(&self, patience: Duration) {
        let are_done = || (self.busy.load(Ordering::Acquire) == 0).then_some(());
        if look(patience, are_done).is_some() {
            return;
        }
        *lock(&self.caller) = Some(current());
        while are_done().is_none() {
            park();
        }
        lock(&self.caller).take();
    }
}

/// How long to look out after work of so many ns.
fn patience(worked: u64) -> Duration {
    PATIENCE.max(Duration::from_nanos(worked) / PART)
}

/// Looks for something for so long.
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
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn every_thread_does_every_work_once() {
        for count in [1, 2, 7] {
            let pool = Pool::new(count).unwrap();
            for pause in [0, 0, 0, 200, 0] {
                std::thread::sleep(Duration::from_micros(pause));
                let done: Vec<AtomicUsize> = (0..=count).map(|_| AtomicUsize::new(0)).collect();
                pool.run(&|number| {
                    done[number].fetch_add(1, Ordering::Relaxed);
                });
                assert!(done.iter().all(|done| done.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn the_caller_waits_for_threads_that_take_longer() {
        let pool = Pool::new(2).unwrap();
        let done = AtomicUsize::new(0);
        pool.run(&|number| {
            std::thread::sleep(Duration::from_millis(number as u64));
            done.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(done.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn a_panic_anywhere_is_the_callers_and_the_pool_goes_on() {
        let pool = Pool::new(2).unwrap();
        for bad in 0..=2 {
            let done = AtomicUsize::new(0);
            let run = || {
                pool.run(&|number| {
                    done.fetch_add(1, Ordering::Relaxed);
                    assert!(number != bad, "as it should");
                });
            };
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
            assert_eq!(done.load(Ordering::Relaxed), 3);
        }
        pool.run(&|_| {});
    }
}
