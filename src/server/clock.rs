//! The beat of the cycles.

use std::time::{Duration, Instant};

/// Ticks that come at equal intervals on the long run.
#[derive(Debug)]
pub(super) struct Clock {
    interval: Duration,
    next: Instant,
}

impl Clock {
    /// The first tick comes at once.
    pub(super) fn new(interval: Duration) -> Self {
        Self { interval, next: Instant::now() }
    }

    /// Waits for the next tick. Ticks that are more than one interval late are left out, so that a
    /// pause of the machine is not followed by a hurry.
    pub(super) fn wait(&mut self) {
        let now = Instant::now();
        if let Some(rest) = self.next.checked_duration_since(now) {
            std::thread::sleep(rest);
        } else if now - self.next > self.interval {
            self.next = now;
        }
        self.next += self.interval;
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
    }
}
