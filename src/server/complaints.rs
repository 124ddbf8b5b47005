//! What a client did wrong, in the log, but not without end.

use log::{info, warn};
use std::fmt::Display;
use std::time::{Duration, Instant};

/// Complaints about one client that are logged one by one in a [`PERIOD`].
const SHOWN: u64 = 10;
/// Time after which complaints are logged again.
const PERIOD: Duration = Duration::from_secs(60);
/// Bytes of a client's words that a line quotes.
const QUOTED: usize = 80;

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

/// A client's words as part of a line: what is not printable escaped, what is too long cut off.
pub(super) fn printable(words: &str) -> String {
    let mut text = String::new();
    for character in words.chars() {
        if text.len() >= QUOTED {
            text.push_str("...");
            break;
        }
        match character {
            '\'' | '"' => text.push(character),
            _ => text.extend(character.escape_debug()),
        }
    }
    text
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

    #[test]
    fn words_are_printable_and_short() {
        assert_eq!(printable("O'Neill \"7\" ü"), "O'Neill \"7\" ü");
        assert_eq!(printable("a\u{202e}\n\u{2028}"), "a\\u{202e}\\n\\u{2028}");
        assert_eq!(printable(&"x".repeat(1000)), format!("{}...", "x".repeat(QUOTED)));
        assert!(printable(&"\u{10ffff}".repeat(1000)).len() < QUOTED + 20);
    }
}
