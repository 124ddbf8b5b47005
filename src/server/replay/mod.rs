//! Serves log files to monitors as the server serves a game.
//!
//! `Index` finds the messages of the file, [`Playhead`] says which of them are due, and every
//! `Viewer` gets these in their order from a full one on, however it came to be where it
//! is: by connecting, by a jump, or by reading slowly.

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

/// Least speed, times real time.
pub const SLOWEST: f64 = 0.01;
/// Greatest speed, times real time.
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
    /// Whether that limit does not hold for this machine's own connections, by its loopback.
    pub exempt_loopback: bool,
    /// Where and how it begins.
    pub begin: Playhead,
}

/// Why a recording cannot be shown.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// Ports or threads.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The recording.
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
    /// Takes the ports.
    ///
    /// # Errors
    /// [`ReplayError`] for a port that is taken, no threads, a text that is not a host among the
    /// trusted pages, a time that the recording does not have, or a speed that is not from
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

    /// What is shown.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Where viewers connect.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where viewers connect by WebSocket, if they may.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn websocket_address(&self) -> std::io::Result<Option<SocketAddr>> {
        self.websockets.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// What controls it.
    pub fn remote(&self) -> Remote {
        self.remote.clone()
    }

    /// What ends it from another thread.
    pub fn stopper(&self) -> Stop {
        Stop(self.stop.clone())
    }

    /// Shows the recording until it is stopped.
    ///
    /// # Errors
    /// [`RecordingError::Unreadable`] if the file cannot be read any more.
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
    /// Where the replay is, and how it goes on.
    pub fn playhead(&self) -> Playhead {
        *self.lock()
    }

    /// Asks for something, which the thread of the replay does soon.
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
        // A replay that has ended does nothing.
        let _ = self.controls.send(control);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Playhead> {
        self.playhead.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
