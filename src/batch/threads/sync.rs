//! What the pool's threads are made of: the standard library's parts or, with `--cfg loom` in
//! tests, those of loom, which runs a test once for every order in which threads may run.

#[cfg(not(all(test, loom)))]
pub use std::{
    sync::atomic::{AtomicBool, AtomicPtr, AtomicU64},
    sync::{Arc, Mutex, MutexGuard},
    thread::{Builder, Thread, current, park},
    time::Instant,
};

#[cfg(all(test, loom))]
pub use loom::{
    sync::atomic::{AtomicBool, AtomicPtr, AtomicU64},
    sync::{Arc, Mutex, MutexGuard},
    thread::{Builder, Thread, current, park},
};

/// A clock by which all patience ends at once, so that in these tests nobody spins waiting for
/// others.
#[cfg(all(test, loom))]
#[derive(Clone, Copy)]
pub struct Instant;

#[cfg(all(test, loom))]
impl Instant {
    /// The only time.
    pub fn now() -> Self {
        Self
    }

    /// Longer than anybody waits.
    pub fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::from_secs(1)
    }
}
