//! The threads that step a batch's worlds: the caller's own, and those of a pool.

mod pool;
mod sync;

use crate::error::{Error, Result};
use pool::Pool;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Minimum number of shares into which a thread's worlds are divided. It takes them one after the
/// other, so that threads that are done can help.
pub(super) const SHARES: usize = 32;

/// Threads that share work. Each begins with the worlds that it had the last time, which its cache
/// still holds, and continues with those that others have not begun. Which thread takes which world
/// does not change results, since worlds share nothing that changes.
pub struct Threads {
    /// All but the caller's own; none if that is the only one.
    others: Option<Pool>,
}

/// Something to be done, until a thread has taken it.
type Task<T> = Mutex<Option<T>>;

/// Which task of a thread's part is to be taken next, whichever thread takes it. It has a cache
/// line of its own, since most of the time only its thread uses it.
#[repr(align(64))]
struct Next(AtomicUsize);

impl Threads {
    /// Makes `threads` threads, the caller's included.
    ///
    /// # Errors
    /// [`Error::Argument`] if the system refuses them.
    pub fn new(threads: usize) -> Result<Self> {
        let others = match threads {
            0 | 1 => None,
            n => Some(Pool::new(n - 1).map_err(|error| {
                Error::argument("threads", format!("cannot start {n} threads: {error}"))
            })?),
        };
        Ok(Self { others })
    }

    /// Number of threads.
    pub fn count(&self) -> usize {
        1 + self.others.as_ref().map_or(0, Pool::count)
    }

    /// Calls `work` for all `items`, a share at a time, with the index of the first item and the
    /// share.
    pub fn share<T: Send>(&self, items: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
        // Units take no memory.
        let mut nothing = vec![(); items.len()];
        self.share_both(items, &mut nothing, |index, items, _| work(index, items));
    }

    /// Like [`share`](Self::share), with two slices of the same length, whose items belong
    /// together.
    pub fn share_both<T: Send, U: Send>(
        &self,
        items: &mut [T],
        others: &mut [U],
        work: impl Fn(usize, &mut [T], &mut [U]) + Sync,
    ) {
        let size = match &self.others {
            None => items.len(),
            Some(_) => items.len().div_ceil(SHARES * self.count()),
        };
        let shares = items.chunks_mut(size.max(1)).zip(others.chunks_mut(size.max(1))).enumerate();
        self.each(shares, |(part, (items, others)), _| work(part * size, items, others));
    }

    /// Calls `work` with every task and the number of the thread that has it. Each thread begins
    /// with its part of the tasks, in their order.
    pub fn each<T: Send>(&self, tasks: impl Iterator<Item = T>, work: impl Fn(T, usize) + Sync) {
        self.each_before(false, tasks, work);
    }

    /// Like [`each`](Self::each); `goes_on` says that other work follows at once.
    pub fn each_before<T: Send>(
        &self,
        goes_on: bool,
        tasks: impl Iterator<Item = T>,
        work: impl Fn(T, usize) + Sync,
    ) {
        let Some(pool) = &self.others else { return tasks.for_each(|task| work(task, 0)) };
        let threads = self.count();
        let tasks: Vec<Task<T>> = tasks.map(|task| Mutex::new(Some(task))).collect();
        let begin = |thread: usize| thread * tasks.len() / threads;
        let nexts: Vec<Next> = (0..threads).map(|own| Next(begin(own).into())).collect();
        let do_part = |part: usize, thread: usize| {
            let take = || Some(nexts[part].0.fetch_add(1, Ordering::Relaxed));
            let own = std::iter::from_fn(take).take_while(|&at| at < begin(part + 1));
            for task in own.map(|at| &tasks[at]) {
                let taken = task.try_lock().ok().and_then(|mut task| task.take());
                if let Some(task) = taken {
                    work(task, thread);
                }
            }
        };
        let work =
            |thread| (thread..threads).chain(0..thread).for_each(|part| do_part(part, thread));
        pool.run(&work, goes_on);
    }
}
