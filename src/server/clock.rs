//! The clock of the cycles.

use std::fmt;
use std::time::{Duration, Instant};

/// How long delays are summed up before the log reports how much time was lost.
const WATCH: Duration = Duration::from_secs(10);
/// Time between two log lines if the clock keeps falling behind.
const SILENCE: Duration = Duration::from_secs(60);
/// Lost time is logged if it is at least one part in this many.
const WORTH_MENTIONING: u32 = 20;

/// Ticks at equal intervals. One that is a little late does not delay the next ones.
#[derive(Debug)]
pub(super) struct Clock {
    interval: Duration,
    next: Instant,
    lag: Lag,
}

impl Clock {
    /// The first tick comes at once.
    pub(super) fn new(interval: Duration) -> Self {
        let now = Instant::now();
        Self { interval, next: now, lag: Lag::new(now) }
    }

    /// Waits for the next tick. Ticks that are more than one interval late are skipped, so that the
    /// world, which makes one step per tick, does not run faster than real time after the machine
    /// was paused. The time of those ticks is lost.
    ///
    /// Returns from time to time how much has been lost, if it is worth a line in the log.
    pub(super) fn wait(&mut self) -> Option<Lost> {
        let now = Instant::now();
        let mut late = Duration::ZERO;
        if let Some(rest) = self.next.checked_duration_since(now) {
            std::thread::sleep(rest);
        } else if now - self.next > self.interval {
            late = now - self.next;
            self.next = now;
        }
        self.next += self.interval;
        self.lag.add(late, now)
    }

    /// Waits as [`wait`](Self::wait) does while nothing happens, when lost time does not matter.
    pub(super) fn idle(&mut self) {
        let _ = self.wait();
        self.lag = Lag::new(Instant::now());
    }
}

/// Time that was lost, and the period in which it was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lost {
    lost: Duration,
    within: Duration,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, within] = [self.lost, self.within].map(|time| time.as_secs_f64());
        write!(f, "{lost:.1} of the last {within:.1} s")
    }
}

/// Sums up lost time.
#[derive(Debug)]
struct Lag {
    lost: Duration,
    begin: Instant,
    /// Time since `begin` after which the sum is checked.
    due: Duration,
}

impl Lag {
    fn new(begin: Instant) -> Self {
        Self { lost: Duration::ZERO, begin, due: WATCH }
    }

    fn add(&mut self, late: Duration, now: Instant) -> Option<Lost> {
        self.lost += late;
        let within = now.saturating_duration_since(self.begin);
        if within < self.due {
            return None;
        }
        let lost = self.lost;
        *self = Self::new(now);
        if lost * WORTH_MENTIONING < within {
            return None;
        }
        self.due = SILENCE;
        Some(Lost { lost, within })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_do_not_add_up_errors() {
        let interval = Duration::from_millis(2);
        let mut clock = Clock::new(interval);
        clock.wait();
        let first = clock.next;
        for _ in 0..20 {
            clock.wait();
        }
        // Later only if the machine slept for more than an interval.
        assert!(clock.next - first >= 20 * interval);
        assert!(Instant::now() >= clock.next - interval);
    }

    #[test]
    fn a_pause_is_not_made_up_for() {
        let mut clock = Clock::new(Duration::from_millis(5));
        clock.wait();
        std::thread::sleep(Duration::from_millis(30));
        clock.wait();
        assert!(clock.next > Instant::now());
        assert!(clock.lag.lost >= Duration::from_millis(15));
        clock.idle();
        assert_eq!(clock.lag.lost, Duration::ZERO);
    }

    /// The reports about `ticks` ticks at intervals of `every`, each `late`.
    fn losses(ticks: u32, every: Duration, late: Duration) -> Vec<Lost> {
        let begin = Instant::now();
        let mut lag = Lag::new(begin);
        (1..=ticks).filter_map(|tick| lag.add(late, begin + tick * every)).collect()
    }

    #[test]
    fn what_is_lost_all_the_time_is_told_once_a_minute() {
        let (every, late) = (Duration::from_millis(50), Duration::from_millis(30));
        let lost = losses(20 * 135, every, late);
        let [first, second, third] = lost.try_into().expect("three lines");
        assert_eq!(first, Lost { lost: 200 * late, within: WATCH });
        assert_eq!((second, third), (Lost { lost: 1200 * late, within: SILENCE }, second));
        assert_eq!(first.to_string(), "6.0 of the last 10.0 s");
    }

    #[test]
    fn one_long_pause_is_told_and_little_is_not() {
        let pause = Duration::from_secs(60);
        assert_eq!(losses(1, pause, pause), [Lost { lost: pause, within: pause }]);
        assert_eq!(losses(10_000, Duration::from_millis(20), Duration::from_micros(900)), []);
    }
}
