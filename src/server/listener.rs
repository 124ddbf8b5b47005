//! Who connects, and how many may.

use super::ServerError;
use super::agent::{self, AgentLink};
use super::complaints::Complaints;
use super::monitor::{self, Asked, MonitorLink};
use log::{Level, info};
use std::fmt::Display;
use std::future::Future;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, lookup_host};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Connections of agents at a time, those that have not said yet who they are included.
const MOST_AGENTS: usize = 512;
/// Connections of monitors at a time, for each way to connect.
const MOST_MONITORS: usize = 128;
/// Pause after a connection that could not be accepted, for want of file descriptors perhaps.
const RECOVERY: Duration = Duration::from_millis(50);

/// What an empty host means, to rcsssmj too.
const EVERYWHERE: &str = "0.0.0.0";

/// One of the connections that may be there at a time; to be kept as long as there is one.
pub(super) type Place = Arc<OwnedSemaphorePermit>;

/// A connection that has been accepted.
pub(super) struct Guest {
    pub(super) stream: TcpStream,
    pub(super) peer: SocketAddr,
    pub(super) place: Place,
    /// Place in the order of coming.
    pub(super) number: u64,
}

/// Listens on a port; an empty host is every address of this machine.
pub(super) async fn bind(
    clients: &'static str,
    host: &str,
    port: u16,
) -> Result<TcpListener, ServerError> {
    let listen = async {
        let host = if host.is_empty() { EVERYWHERE } else { host };
        let mut addresses: Vec<SocketAddr> = lookup_host((host, port)).await?.collect();
        // Clients of a name that has both try the old kind, and rcsssmj's server knows no other.
        addresses.sort_by_key(SocketAddr::is_ipv6);
        TcpListener::bind(addresses.first().copied().ok_or(ErrorKind::AddrNotAvailable)?).await
    };
    listen.await.map_err(|source: std::io::Error| {
        let address = format!("{host}:{port}");
        ServerError::Listen { clients, address, source }
    })
}

/// Where clients of one kind come in: what every session needs.
#[derive(Debug)]
pub(super) struct Hall<L> {
    /// Takes the clients to where they are served.
    pub(super) arrive: mpsc::Sender<L>,
    pub(super) stop: CancellationToken,
    /// Everything that talks to clients.
    pub(super) tasks: TaskTracker,
    /// May they command?
    pub(super) commands: bool,
    /// What the log says of them.
    pub(super) lines: Complaints,
}

impl<L> Clone for Hall<L> {
    fn clone(&self) -> Self {
        let Self { arrive, stop, tasks, commands, lines } = self;
        let (arrive, stop) = (arrive.clone(), stop.clone());
        let (tasks, lines) = (tasks.clone(), lines.clone());
        Self { arrive, stop, tasks, commands: *commands, lines }
    }
}

impl Hall<AgentLink> {
    pub(super) async fn serve_agents(self, listener: TcpListener) {
        self.serve(listener, "agent", MOST_AGENTS, agent::serve).await;
    }
}

impl<R: Asked> Hall<MonitorLink<R>> {
    pub(super) async fn serve_monitors(self, listener: TcpListener) {
        self.serve(listener, "monitor", MOST_MONITORS, monitor::serve).await;
    }

    pub(super) async fn serve_websockets(self, listener: TcpListener) {
        self.serve(listener, "WebSocket monitor", MOST_MONITORS, monitor::serve_websocket).await;
    }
}

impl<L> Hall<L> {
    pub(super) fn new(
        clients: &str,
        arrive: mpsc::Sender<L>,
        stop: &CancellationToken,
        tasks: &TaskTracker,
        commands: bool,
    ) -> Self {
        let (stop, tasks, lines) = (stop.clone(), tasks.clone(), Complaints::about_all(clients));
        Self { arrive, stop, tasks, commands, lines }
    }

    /// Says in the log what a client does.
    pub(super) fn note(&self, line: impl Display) {
        self.lines.note(Level::Info, line);
    }

    /// Says in the log that a client has left, unless it is the server that ends.
    pub(super) fn say_goodbye(&self, name: impl Display) {
        if !self.stop.is_cancelled() {
            self.note(format_args!("{name} disconnected"));
        }
    }

    /// Accepts until the server stops; one session a connection.
    async fn serve<F>(
        self,
        listener: TcpListener,
        kind: &str,
        most: usize,
        session: fn(Self, Guest) -> F,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let complaints = Complaints::about(format!("{kind} connections"));
        if let Ok(address) = listener.local_addr() {
            info!("listening for {kind} connections on {address}");
        }
        let places = Arc::new(Semaphore::new(most));
        let (mut was_full, mut has_failed) = (false, false);
        for number in 0.. {
            let accepted = tokio::select! {
                () = self.stop.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    if !has_failed {
                        complaints.add(format_args!("not accepted for now: {error}"));
                    }
                    has_failed = true;
                    tokio::time::sleep(RECOVERY).await;
                    continue;
                }
            };
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                if !was_full {
                    let refused = format_args!("refused from {peer} on: there are {most} already");
                    complaints.add(refused);
                }
                was_full = true;
                continue;
            };
            (was_full, has_failed) = (false, false);
            self.note(format_args!("new {kind} connection from {peer}"));
            let guest = Guest { stream, peer, place: Arc::new(place), number };
            self.tasks.spawn(session(self.clone(), guest));
        }
    }
}
