//! Waiting for clients, counting only the time in which this process runs.
//!
//! If the process was stopped for a while (Ctrl-Z, a debugger, a paused virtual machine), all
//! deadlines have passed when it continues, although the messages that clients sent meanwhile are
//! still unread in their sockets. So time is counted in short steps. After a step that took far too
//! long, [`Patience`] begins anew, and a [`RunningClock`] has advanced by one second.

use std::future::Future;
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Longest time between two readings of the clock while waiting for a client.
const PART: Duration = Duration::from_millis(250);
/// If the clock is read later than planned by more than this, the process was stopped.
const STOPPED: Duration = Duration::from_secs(1);

/// How much longer to wait for a client.
#[derive(Debug)]
pub(super) struct Patience {
    whole: Duration,
    left: Duration,
}

impl Patience {
    /// Starts with the whole time left.
    pub(super) fn new(whole: Duration) -> Self {
        Self { whole, left: whole }
    }

    /// Waits for something; `None` if it does not come in the time that is left. If the process has
    /// been stopped, the whole time starts again.
    pub(super) async fn wait<F: Future>(&mut self, what: F) -> Option<F::Output> {
        let mut what = pin!(what);
        while !self.left.is_zero() {
            let (part, begin) = (PART.min(self.left), Instant::now());
            let outcome = timeout(part, &mut what).await.ok();
            self.spend(part, begin.elapsed());
            if outcome.is_some() {
                return outcome;
            }
        }
        None
    }

    fn spend(&mut self, part: Duration, elapsed: Duration) {
        self.left = match elapsed > part + STOPPED {
            true => self.whole,
            false => self.left.saturating_sub(elapsed.min(part)),
        };
    }
}

/// A clock that advances by at most one second between two readings.
#[derive(Debug)]
pub(super) struct RunningClock {
    time: Instant,
    looked: Instant,
}

impl RunningClock {
    /// Starts with the current time.
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { time: now, looked: now }
    }

    /// Returns the clock's time.
    pub(super) fn now(&mut self) -> Instant {
        self.look(Instant::now())
    }

    fn look(&mut self, now: Instant) -> Instant {
        self.time += now.saturating_duration_since(self.looked).min(STOPPED);
        self.looked = now;
        self.time
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use tokio::runtime::Builder;

    #[test]
    fn patience_ends_but_not_by_a_stop() {
        let whole = 2 * PART;
        let mut patience = Patience::new(whole);
        patience.spend(PART, PART);
        assert_eq!(patience.left, PART);
        patience.spend(PART, Duration::from_secs(3600));
        assert_eq!(patience.left, whole, "it begins anew");
        patience.spend(PART, PART + STOPPED);
        patience.spend(PART, PART / 2);
        assert_eq!(patience.left, PART / 2);
        patience.spend(PART / 2, PART);
        assert_eq!(patience.left, Duration::ZERO);
    }

    #[test]
    fn what_comes_is_taken_and_what_does_not_come_is_given_up() {
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let mut patience = Patience::new(Duration::from_millis(10));
            assert_eq!(patience.wait(async { 7 }).await, Some(7));
            assert_eq!(patience.wait(std::future::pending::<()>()).await, None);
            assert_eq!(patience.wait(std::future::pending::<()>()).await, None);
        });
    }

    #[test]
    fn the_clock_stands_still_while_the_process_is_stopped() {
        let mut clock = RunningClock::new();
        let (begin, step) = (clock.looked, Duration::from_millis(40));
        assert_eq!(clock.look(begin + step), begin + step);
        assert_eq!(clock.look(begin + Duration::from_secs(60)), begin + step + STOPPED);
        assert_eq!(clock.look(begin + Duration::from_secs(60) + step), begin + 2 * step + STOPPED);
    }
}
