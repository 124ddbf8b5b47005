//! Serves log files to monitors as the server serves a game.
//!
//! `Index` finds the messages of the file, [`Playhead`] says which of them are due, and every
//! `Viewer` gets these in their order, starting with a full one. It does not matter how a viewer
//! got to its place in the recording: by connecting, by a jump, or by reading slowly.

mod index;
mod playhead;
mod recording;
mod screening;
mod viewer;

pub use playhead::Playhead;
pub use recording::{Recording, RecordingError};

use super::listener;
use super::origin::TrustedPages;
use super::session::{Clients, Policy, Sessions};
use super::{ServerError, Stop, end, listen_to_monitors, network};
use crate::wire::rcsssmj::replay::{Control, controls};
use playhead::{check_speed, check_time};
use screening::Screening;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Lowest speed, as a multiple of real time.
pub const SLOWEST: f64 = 0.01;
/// Highest speed, as a multiple of real time.
pub const FASTEST: f64 = 1000.0;

/// Where to listen, and how to begin.
#[derive(Clone, Debug)]
pub struct ReplayConfig {
    /// Address for viewers.
    pub host: String,
    /// Port for viewers; 0 takes a free one.
    pub port: u16,
    /// Port for viewers by WebSocket; `None` for none.
    pub websocket_port: Option<u16>,
    /// Hosts whose pages may control it by WebSocket, as in [`ServerConfig`](super::ServerConfig).
    pub websocket_origins: Vec<String>,
    /// Whether viewers may control it.
    pub viewer_commands: bool,
    /// Connections from one address at a time, as in [`ServerConfig`](super::ServerConfig).
    pub max_per_address: usize,
    /// Whether connections over this machine's loopback are exempt from that limit.
    pub exempt_loopback: bool,
    /// Where and how it begins.
    pub begin: Playhead,
}

/// Why a recording cannot be shown.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// Ports could not be opened, or threads could not be started.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The recording cannot be read or shown.
    #[error(transparent)]
    Recording(#[from] RecordingError),
}

/// A recording that can be watched once it runs.
#[derive(Debug)]
pub struct Replay {
    recording: Recording,
    runtime: Runtime,
    listener: TcpListener,
    websockets: Option<TcpListener>,
    policy: Policy,
    remote: Remote,
    asked: mpsc::Receiver<Control>,
    stop: CancellationToken,
}

/// Controls a replay from elsewhere.
#[derive(Clone, Debug)]
pub struct Remote {
    controls: mpsc::Sender<Control>,
    playhead: Arc<Mutex<Playhead>>,
    duration: f64,
}

impl Replay {
    /// Opens the ports.
    ///
    /// # Errors
    /// [`ReplayError`] if a port is taken, threads cannot be started, one of the trusted hosts is
    /// not a host, the recording does not have the time at which to begin, or the speed is not from
    /// [`SLOWEST`] to [`FASTEST`].
    pub fn bind(recording: Recording, config: ReplayConfig) -> Result<Self, ReplayError> {
        check_time(config.begin.time, recording.duration())?;
        check_speed(config.begin.speed)?;
        let pages = TrustedPages::new(&config.websocket_origins, &config.host)?;
        let policy = Policy {
            commands: config.viewer_commands,
            pages,
            most_per_address: config.max_per_address,
            exempts_loopback: config.exempt_loopback,
        };
        let runtime = network().map_err(ServerError::from)?;
        let listen = |clients, port| runtime.block_on(listener::bind(clients, &config.host, port));
        let listener = listen("viewers", config.port)?;
        let websockets =
            (config.websocket_port).map(|port| listen("viewers by WebSocket", port)).transpose()?;
        let (controls, asked) = mpsc::channel();
        let playhead = Arc::new(Mutex::new(config.begin));
        let remote = Remote { controls, playhead, duration: recording.duration() };
        Ok(Self {
            recording,
            runtime,
            listener,
            websockets,
            policy,
            remote,
            asked,
            stop: CancellationToken::new(),
        })
    }

    /// Returns the recording that is shown.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Where viewers connect.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where viewers connect by WebSocket, if there is a port for them.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn websocket_address(&self) -> std::io::Result<Option<SocketAddr>> {
        self.websockets.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Returns a handle that controls the replay.
    pub fn remote(&self) -> Remote {
        self.remote.clone()
    }

    /// Returns a handle that ends the replay from another thread.
    pub fn stopper(&self) -> Stop {
        Stop(self.stop.clone())
    }

    /// Shows the recording until it is stopped.
    ///
    /// # Errors
    /// [`RecordingError`] if the file cannot be read any more, or has changed.
    pub fn run(self) -> Result<(), ReplayError> {
        let Self { recording, runtime, listener, websockets, remote, asked, stop, .. } = self;
        let tasks = TaskTracker::new();
        let clients = Clients::new("viewers", &stop, &tasks, self.policy);
        let (sessions, arrivals) = Sessions::new(&clients, recording.form().label());
        listen_to_monitors(&runtime, &sessions, Arc::new(controls), Some(listener), websockets);
        let result = Screening::new(recording, remote, arrivals, asked).run(&stop);
        end(runtime, &stop, &tasks);
        Ok(result?)
    }
}

impl Remote {
    /// Returns where the replay is, and how it continues.
    pub fn playhead(&self) -> Playhead {
        *self.lock()
    }

    /// Sends a control to the thread of the replay, which carries it out soon.
    ///
    /// # Errors
    /// [`RecordingError`] for a time that the recording does not have, or a speed at which nothing
    /// can be shown.
    pub fn control(&self, control: Control) -> Result<(), RecordingError> {
        match control {
            Control::Seek(time) => check_time(time, self.duration)?,
            Control::Speed(speed) => check_speed(speed)?,
            _ => {}
        }
        // A replay that has ended ignores it.
        let _ = self.controls.send(control);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Playhead> {
        self.playhead.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
