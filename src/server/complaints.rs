//! What a client did wrong, in the log, but not without end.

use log::{info, warn};
use std::fmt::Display;
use std::time::{Duration, Instant};

/// Complaints about one client that are logged one by one in a [`PERIOD`].
const SHOWN: u64 = 10;
/// Time after which complaints are logged again.
const PERIOD: Duration = Duration::from_secs(60);

/// Complaints about one client.
#[derive(Debug)]
pub(super) struct Complaints {
    client: String,
    count: u64,
    /// Of the period.
    shown: u64,
    begin: Instant,
}

impl Complaints {
    pub(super) fn about(client: impl Into<String>) -> Self {
        Self { client: client.into(), count: 0, shown: 0, begin: Instant::now() }
    }

    pub(super) fn rename(&mut self, client: String) {
        self.client = client;
    }

    pub(super) fn client(&self) -> &str {
        &self.client
    }

    /// Logs a complaint, or counts it.
    pub(super) fn add(&mut self, problem: impl Display) {
        self.add_at(Instant::now(), problem);
    }

    fn add_at(&mut self, now: Instant, problem: impl Display) {
        if now.saturating_duration_since(self.begin) >= PERIOD {
            (self.begin, self.shown) = (now, 0);
        }
        self.count += 1;
        self.shown += 1;
        if self.shown <= SHOWN {
            warn!("{}: {problem}", self.client);
        }
        if self.shown == SHOWN {
            warn!("{}: further complaints are counted, not logged, for a minute", self.client);
        }
    }
}

impl Drop for Complaints {
    fn drop(&mut self) {
        if self.count > SHOWN {
            info!("{}: {} complaints in all", self.client, self.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_come_again_after_a_while() {
        let mut complaints = Complaints::about("somebody");
        let begin = complaints.begin;
        (0..100).for_each(|_| complaints.add_at(begin, "noise"));
        assert_eq!((complaints.count, complaints.shown), (100, 100));
        complaints.add_at(begin + PERIOD, "noise");
        assert_eq!((complaints.count, complaints.shown), (101, 1));
    }
}
