//! What a client did wrong, in the log, but not without end.

use log::{info, warn};
use std::fmt::Display;

/// Complaints about one client that are logged one by one.
const SHOWN: u64 = 10;

/// Complaints about one client.
#[derive(Debug)]
pub(super) struct Complaints {
    client: String,
    count: u64,
}

impl Complaints {
    pub(super) fn about(client: String) -> Self {
        Self { client, count: 0 }
    }

    pub(super) fn rename(&mut self, client: String) {
        self.client = client;
    }

    pub(super) fn client(&self) -> &str {
        &self.client
    }

    /// Logs a complaint, or counts it.
    pub(super) fn add(&mut self, problem: impl Display) {
        self.count += 1;
        if self.count <= SHOWN {
            warn!("{}: {problem}", self.client);
        }
        if self.count == SHOWN {
            warn!("{}: further complaints are counted, not logged", self.client);
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
