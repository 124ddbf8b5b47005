//! Log lines about what clients do, and do wrong, bounded in number.

use log::{Level, info, log, warn};
use std::cmp::Ordering;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Complaints about one client that are logged one by one in a [`PERIOD`].
const SHOWN: u64 = 10;
/// Lines about all clients of a kind that are logged in a [`PERIOD`]. Without this limit a client
/// could reconnect to start with a new count. A match in which everybody connects twice has fewer
/// lines.
const SHOWN_OF_ALL: u64 = 300;
/// Time after which lines are logged again.
const PERIOD: Duration = Duration::from_secs(60);

/// Log lines about one client, or about all clients of a kind. Clones share one count.
///
/// Lines that are not logged are not formatted either.
#[derive(Clone, Debug)]
pub(super) struct Complaints(Arc<Source>);

#[derive(Debug)]
struct Source {
    name: String,
    /// Maximum number of lines in a period.
    most: u64,
    count: Mutex<Count>,
    /// Lines about one client also count as lines about its kind.
    kind: Option<Complaints>,
}

#[derive(Debug)]
struct Count {
    all: u64,
    /// Lines in the current period.
    recent: u64,
    begin: Instant,
}

impl Complaints {
    pub(super) fn about(client: impl Into<String>) -> Self {
        Self::new(client.into(), SHOWN, None)
    }

    /// About all clients of a kind.
    pub(super) fn about_all(kind: impl Into<String>) -> Self {
        Self::new(kind.into(), SHOWN_OF_ALL, None)
    }

    /// About one of these clients; its lines also count as lines about all of them.
    pub(super) fn of(&self, client: impl Into<String>) -> Self {
        Self::new(client.into(), SHOWN, Some(self.clone()))
    }

    fn new(name: String, most: u64, kind: Option<Self>) -> Self {
        let count = Mutex::new(Count { all: 0, recent: 0, begin: Instant::now() });
        Self(Arc::new(Source { name, most, count, kind }))
    }

    /// Logs a complaint, or counts it.
    pub(super) fn add(&self, problem: impl Display) {
        self.log(Level::Warn, format_args!("{}: {problem}", self.0.name));
    }

    /// Logs a line that itself names the client it is about, or counts it.
    pub(super) fn note(&self, level: Level, line: impl Display) {
        self.log(level, format_args!("{line}"));
    }

    fn log(&self, level: Level, line: std::fmt::Arguments<'_>) {
        if self.0.has_room(Instant::now()) {
            log!(level, "{line}");
        }
    }
}

impl Source {
    /// Counts a line; returns whether it may be logged.
    fn has_room(&self, now: Instant) -> bool {
        let kind_has_room = || self.kind.as_ref().is_none_or(|kind| kind.0.has_room(now));
        match self.count(now).cmp(&(self.most + 1)) {
            Ordering::Less => kind_has_room(),
            Ordering::Equal => {
                if kind_has_room() {
                    warn!("{}: further lines are counted, not logged, for a minute", self.name);
                }
                false
            }
            Ordering::Greater => false,
        }
    }

    /// Counts a line and returns its number within the period, starting at 1.
    fn count(&self, now: Instant) -> u64 {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_duration_since(count.begin) >= PERIOD {
            (count.begin, count.recent) = (now, 0);
        }
        count.all += 1;
        count.recent += 1;
        count.recent
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        let all = self.count.get_mut().unwrap_or_else(PoisonError::into_inner).all;
        let kind = self.kind.as_ref();
        if all > self.most && kind.is_none_or(|kind| kind.0.has_room(Instant::now())) {
            info!("{}: {all} lines in all", self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_come_again_after_a_while() {
        let Complaints(source) = Complaints::about("somebody");
        let now = Instant::now();
        let shown = (0..100).filter(|_| source.has_room(now)).count();
        assert_eq!(shown as u64, SHOWN);
        assert!(source.has_room(now + PERIOD));
    }

    #[test]
    fn clients_that_come_anew_count_together() {
        let all = Complaints::about_all("clients");
        let now = Instant::now();
        let shown = (0..1000).filter(|_| all.of("one of them").0.has_room(now)).count();
        assert_eq!(shown as u64, SHOWN_OF_ALL);
    }

    #[test]
    fn one_client_silences_no_other() {
        let all = Complaints::about_all("clients");
        let now = Instant::now();
        let [loud, other] = ["loud", "other"].map(|name| all.of(name));
        (0..100_000).for_each(|_| _ = loud.clone().0.has_room(now));
        assert!(other.0.has_room(now));
    }

    #[test]
    fn what_is_not_logged_is_not_formatted() {
        struct Costly<'a>(&'a std::cell::Cell<u64>);
        impl Display for Costly<'_> {
            fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.set(self.0.get() + 1);
                Ok(())
            }
        }
        let (times, complaints) = (std::cell::Cell::new(0), Complaints::about("somebody"));
        (0..100).for_each(|_| complaints.add(Costly(&times)));
        assert!(times.get() <= SHOWN);
    }
}
