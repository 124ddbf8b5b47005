//! The threads that step a batch's worlds: the caller's own, and those of a pool.

use crate::error::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::hint::spin_loop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Parts of its worlds that a thread takes at a time, so that those help who are done.
const SHARES: usize = 8;
/// How long a caller looks for the others to end before it sleeps: to be woken takes longer.
const PATIENCE: Duration = Duration::from_micros(50);

/// Threads that share work. Each begins with the worlds that it had the last time, which its cache
/// still holds, and goes on with what others have not begun. Which thread takes what changes
/// nothing: worlds share nothing that changes.
pub struct Threads {
    /// All but the caller's own; none if that is the only one.
    others: Option<ThreadPool>,
}

/// Worlds of a share that nobody has taken, with what belongs to each: the index of the first, and
/// they.
type Share<'a, T, U> = Mutex<Option<(usize, &'a mut [T], &'a mut [U])>>;

impl Threads {
    /// So many threads, the caller's included.
    ///
    /// # Errors
    /// [`Error::Argument`] if the system refuses them.
    pub fn new(threads: usize) -> Result<Self> {
        let others = match threads {
            0 | 1 => None,
            n => Some(ThreadPoolBuilder::new().num_threads(n - 1).build().map_err(|error| {
                Error::argument("threads", format!("cannot start {n} threads: {error}"))
            })?),
        };
        Ok(Self { others })
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        1 + self.others.as_ref().map_or(0, ThreadPool::current_num_threads)
    }

    /// Does `work` with all `items`, a share at a time: the index of its first item, and they.
    pub fn share<T: Send>(&self, items: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
        // Nothing takes no memory.
        let mut nothing = vec![(); items.len()];
        self.share_both(items, &mut nothing, |index, items, _| work(index, items));
    }

    /// The same with two slices of the same length, whose items belong together.
    pub fn share_both<T: Send, U: Send>(
        &self,
        items: &mut [T],
        others: &mut [U],
        work: impl Fn(usize, &mut [T], &mut [U]) + Sync,
    ) {
        let Some(pool) = &self.others else { return work(0, items, others) };
        let threads = self.count();
        let size = items.len().div_ceil(SHARES * threads).max(1);
        let shares = items.chunks_mut(size).zip(others.chunks_mut(size)).enumerate();
        let shares = shares.map(|(part, (items, others))| (part * size, items, others));
        let shares: Vec<Share<'_, T, U>> = shares.map(|share| Mutex::new(Some(share))).collect();
        let busy = AtomicUsize::new(threads);
        let run = |thread: usize| {
            let first = thread * shares.len() / threads;
            for share in shares[first..].iter().chain(&shares[..first]) {
                let taken = share.try_lock().ok().and_then(|mut share| share.take());
                if let Some((index, items, others)) = taken {
                    work(index, items, others);
                }
            }
            busy.fetch_sub(1, Ordering::Release);
        };
        pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, context| run(context.index() + 1));
            run(0);
            let begin = Instant::now();
            while busy.load(Ordering::Acquire) > 0 && begin.elapsed() < PATIENCE {
                spin_loop();
            }
        });
    }
}
