//! How a server is to run, and why it cannot.

use super::dialect::{self, Spoken};
use super::web::WebConfig;
use crate::wire::log_file::LogForm;
use crate::wire::printable;
use std::path::PathBuf;
use thiserror::Error;

/// Connections of one kind from one address at a time, by default: enough for two teams with
/// substitutes, or for all screens beside a field.
pub const MAX_PER_ADDRESS: usize = 64;

/// Cycles between two frames for monitors, by default: 40 ms, as in rcsssmj and in SimSpark.
pub const MONITOR_INTERVAL: u64 = 2;

/// Where to listen and how to run; the default is that of `rcssservermj`.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Address for agents.
    pub host: String,
    /// Address for monitors; `None` for that of the agents.
    pub monitor_host: Option<String>,
    /// Which dialects are spoken, and on which ports.
    pub dialects: Vec<Spoken>,
    /// Hosts, by name or address, whose pages may send commands by WebSocket, besides pages of this
    /// machine and of the address that they connect to.
    pub websocket_origins: Vec<String>,
    /// Whether monitors may send commands.
    pub monitor_commands: bool,
    /// Lift objects that monitors place below the ground until they stand on it; otherwise they are
    /// thrown out of it.
    pub lift_placed: bool,
    /// Maximum number of simultaneous connections of agents from one address; the same limit
    /// applies to monitors and, again separately, to monitors by WebSocket. 0 for no limit except
    /// that for all addresses together.
    pub max_per_address: usize,
    /// Whether connections over this machine's loopback are exempt from that limit.
    pub exempt_loopback: bool,
    /// Wait for one message of every agent in every cycle.
    pub sync: bool,
    /// Send perceptions right after the step; implies `sync`.
    pub sequential: bool,
    /// Let a cycle take 20 ms; otherwise it takes as little time as possible, which implies `sync`.
    pub real_time: bool,
    /// Cycles between two frames for monitors, at least one.
    pub monitor_interval: u64,
    /// Serve the viewer to browsers, where monitors connect.
    pub web: Option<WebConfig>,
    /// Append the frames that monitors are sent to this file.
    pub log_file: Option<PathBuf>,
    /// The form of that file, which may belong to a dialect that no port speaks; `None` for the
    /// form of the first dialect that has log files.
    pub log_form: Option<LogForm>,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            monitor_host: None,
            dialects: dialect::all().into_iter().take(1).collect(),
            websocket_origins: Vec::new(),
            monitor_commands: true,
            lift_placed: false,
            max_per_address: MAX_PER_ADDRESS,
            exempt_loopback: false,
            sync: false,
            sequential: false,
            real_time: true,
            monitor_interval: MONITOR_INTERVAL,
            web: None,
            log_file: None,
            log_form: None,
        }
    }
}

impl ServerConfig {
    /// Whether a cycle waits for agents.
    pub(super) fn waits(&self) -> bool {
        self.sync || self.sequential || !self.real_time
    }
}

/// Why a server cannot run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// An address that cannot be listened on.
    #[error("cannot listen for {clients} on {address}: {source}")]
    Listen {
        /// The kind of clients that connect there.
        clients: String,
        /// Host and port.
        address: String,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// A log file that cannot be written.
    #[error("cannot write the log file {}: {source}", path.display())]
    LogFile {
        /// The path as given.
        path: PathBuf,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// A parameter of a 2D game that a server cannot be run with.
    #[error("{0}")]
    Parameter(String),
    /// A text that is not a host name or an address, given as the host of trusted pages.
    #[error(
        "'{}' is neither the name of a host nor an address; without scheme and port",
        printable(.0)
    )]
    Page(String),
    /// The operating system refuses to start threads.
    #[error("cannot start the threads of the server: {0}")]
    Threads(#[from] std::io::Error),
    /// The world cannot be stepped any further.
    #[error("the simulation failed: {0}")]
    Simulation(String),
}

impl From<crate::Error> for ServerError {
    fn from(error: crate::Error) -> Self {
        Self::Simulation(error.to_string())
    }
}
