//! Who connects, and how many may.

use super::ServerError;
use super::agent::{self, AgentLink};
use super::complaints::Complaints;
use super::monitor::{self, Asked, MonitorLink};
use super::origin::TrustedPages;
use super::places::{Place, Places, Refusal};
use log::{Level, info};
use std::fmt::Display;
use std::future::Future;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, lookup_host};
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

/// A connection that has been accepted.
pub(super) struct Guest {
    pub(super) stream: TcpStream,
    pub(super) peer: SocketAddr,
    /// To be kept as long as there is the connection.
    pub(super) place: Arc<Place>,
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

/// What clients of one kind may do.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    /// May they command?
    pub(super) commands: bool,
    /// Whose pages may command, too.
    pub(super) pages: Arc<TrustedPages>,
    /// Connections from one address at a time, for each way to connect; 0 for no limit.
    pub(super) most_per_address: usize,
}

/// Where clients of one kind come in: what every session needs.
#[derive(Debug)]
pub(super) struct Hall<L> {
    /// Takes the clients to where they are served.
    pub(super) arrive: mpsc::Sender<L>,
    pub(super) stop: CancellationToken,
    /// Everything that talks to clients.
    pub(super) tasks: TaskTracker,
    pub(super) policy: Policy,
    /// What the log says of them.
    pub(super) lines: Complaints,
}

impl<L> Clone for Hall<L> {
    fn clone(&self) -> Self {
        let Self { arrive, stop, tasks, policy, lines } = self;
        let (arrive, stop) = (arrive.clone(), stop.clone());
        let (tasks, policy, lines) = (tasks.clone(), policy.clone(), lines.clone());
        Self { arrive, stop, tasks, policy, lines }
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
        policy: Policy,
    ) -> Self {
        let (stop, tasks, lines) = (stop.clone(), tasks.clone(), Complaints::about_all(clients));
        Self { arrive, stop, tasks, policy, lines }
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
        let places = Places::new(most, self.policy.most_per_address);
        let mut has_failed = false;
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
            let place = match places.take(peer.ip()) {
                Ok(place) => Arc::new(place),
                Err(refusal) => {
                    complain(&complaints, peer, &refusal);
                    continue;
                }
            };
            has_failed = false;
            self.note(format_args!("new {kind} connection from {peer}"));
            let guest = Guest { stream, peer, place, number };
            self.tasks.spawn(session(self.clone(), guest));
        }
    }
}

/// Says in the log that connections are refused, once until one is accepted.
fn complain(complaints: &Complaints, peer: SocketAddr, refusal: &Refusal) {
    match refusal {
        Refusal::Full { is_new: false, .. } | Refusal::FullOf { is_new: false, .. } => {}
        Refusal::Full { most, .. } => {
            complaints.add(format_args!("refused from {peer} on: there are {most} already"));
        }
        Refusal::FullOf { most, .. } => {
            let ip = peer.ip();
            let reason = format_args!("{most} from {ip} are there already, the most per address");
            complaints.add(format_args!("refused from {peer} on: {reason}"));
        }
    }
}
