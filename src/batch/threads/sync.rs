//! What the pool's threads are made of: the standard library's parts or, in tests with
//! `--cfg loom`, those of loom, which runs a test once for every order in which threads may go on.

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

/// A clock by which every patience has an end at once: there, nobody looks out for others.
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
