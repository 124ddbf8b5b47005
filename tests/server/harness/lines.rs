//! What servers log.

use log::{LevelFilter, Log, Metadata, Record};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

/// Everything that servers of this process have logged.
pub struct Lines {
    all: Mutex<Vec<String>>,
    /// How many lines there were when a client got its port, which another client may have had.
    begins: Mutex<BTreeMap<u16, usize>>,
    /// Whether there is a line that no log should have. A panic where it is logged would be lost.
    is_garbled: AtomicBool,
}

pub static LOG: Lines = Lines {
    all: Mutex::new(Vec::new()),
    begins: Mutex::new(BTreeMap::new()),
    is_garbled: AtomicBool::new(false),
};

impl Lines {
    pub fn install(&'static self) {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            log::set_logger(self).unwrap();
            log::set_max_level(LevelFilter::Info);
        });
    }

    /// Notes that a client has got a port: older lines are about other clients that had it. Servers
    /// do not know when that was, because a server that is stopped may never hear of the newest
    /// client.
    pub(super) fn begin(&self, port: u16) {
        let count = self.all.lock().unwrap_or_else(PoisonError::into_inner).len();
        self.begins.lock().unwrap_or_else(PoisonError::into_inner).insert(port, count);
    }

    /// Returns the lines about a client, which is identified by its port.
    pub fn about(&self, port: u16) -> Vec<String> {
        let begins = self.begins.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = begins.get(&port).copied().expect("the port of a client");
        let name = format!("127.0.0.1:{port}");
        self.of(begin, |line| {
            line.match_indices(&name)
                .any(|(at, _)| !line[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()))
        })
    }

    /// Returns the lines that contain a text.
    pub fn with(&self, text: &str) -> Vec<String> {
        self.of(0, |line| line.contains(text))
    }

    /// Fails if there is a line that no log should have.
    pub(super) fn check(&self) {
        if self.is_garbled.load(Ordering::Acquire) {
            let lines = self.of(0, is_garbled);
            let line: String = lines[0].escape_debug().take(1000).collect();
            panic!("{} garbled lines: {line}", lines.len());
        }
    }

    fn of(&self, begin: usize, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let lines = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        lines[begin..].iter().filter(|line| is_wanted(line)).cloned().collect()
    }
}

impl Log for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("rcssgym::server")
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let line = format!("{} {}", record.level(), record.args());
            let is_garbled = is_garbled(&line);
            self.all.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            self.is_garbled.fetch_or(is_garbled, Ordering::AcqRel);
        }
    }

    fn flush(&self) {}
}

/// Whether a line is too long or would be displayed as something else.
fn is_garbled(line: &str) -> bool {
    line.len() >= 600 || line.chars().any(is_unprintable)
}

/// Whether `escape_debug` escapes a character, except for quotes and backslashes, which are fine in
/// a log.
fn is_unprintable(c: char) -> bool {
    !matches!(c, '\'' | '"' | '\\') && c.escape_debug().len() > 1
}
