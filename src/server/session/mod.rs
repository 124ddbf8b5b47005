//! What the sessions of all clients share, whatever they speak: the permit of a connection,
//! messages in a stream of bytes, and bounded queues from and to the client.

mod frames;
mod intake;
mod outbox;
mod queue;
mod quota;

pub(super) use frames::Frames;
pub(super) use intake::{Capacity, Intake, Requests};
pub(super) use outbox::{Outbox, Queued};
pub(super) use queue::Parcel;
pub(super) use quota::{Exceeded, Permit, Quota};

use super::complaints::Complaints;
use super::origin::TrustedPages;
use log::Level;
use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// A connection that has been accepted.
pub(super) struct Connection {
    pub(super) stream: TcpStream,
    /// The log's name for the client, e.g. `monitor 127.0.0.1:50000`.
    pub(super) name: String,
    /// To be kept as long as the connection is open.
    pub(super) permit: Arc<Permit>,
    /// Rank in the order of connecting.
    pub(super) number: u64,
}

/// What clients of one kind may do.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    /// Whether they may send commands.
    pub(super) commands: bool,
    /// The hosts whose web pages may also send commands.
    pub(super) pages: Arc<TrustedPages>,
    /// Connections from one address at a time, for each way to connect; 0 for no limit.
    pub(super) most_per_address: usize,
    /// Whether loopback addresses are exempt from that limit.
    pub(super) exempts_loopback: bool,
}

/// All clients of one kind: what their sessions have in common.
#[derive(Clone, Debug)]
pub(super) struct Clients {
    pub(super) stop: CancellationToken,
    /// All tasks that talk to clients, so that the server can wait for them when it ends.
    pub(super) tasks: TaskTracker,
    pub(super) policy: Policy,
    /// Log lines about these clients.
    pub(super) log: Complaints,
    /// Connections so far, on all ports.
    connected: Arc<AtomicU64>,
}

impl Clients {
    /// `name` is the log's name for all of them, such as `agents`.
    pub(super) fn new(
        name: &str,
        stop: &CancellationToken,
        tasks: &TaskTracker,
        policy: Policy,
    ) -> Self {
        let (stop, tasks, log) = (stop.clone(), tasks.clone(), Complaints::about_all(name));
        Self { stop, tasks, policy, log, connected: Arc::default() }
    }

    /// Counts a new connection and returns its rank in the order of connecting.
    pub(super) fn next_number(&self) -> u64 {
        self.connected.fetch_add(1, Ordering::Relaxed)
    }

    /// Logs what a client does.
    pub(super) fn note(&self, line: impl Display) {
        self.log.note(Level::Info, line);
    }

    /// Logs that a client has left, unless the server is ending.
    pub(super) fn note_end(&self, name: impl Display) {
        if !self.stop.is_cancelled() {
            self.note(format_args!("{name} disconnected"));
        }
    }
}

/// Where the sessions of one port hand their clients over.
#[derive(Debug)]
pub(super) struct Sessions<L> {
    pub(super) clients: Clients,
    /// Prefix of their kind in the log, with a trailing space.
    pub(super) label: &'static str,
    /// Sends each new client to the thread that serves it.
    pub(super) arrivals: mpsc::Sender<L>,
}

impl<L> Clone for Sessions<L> {
    fn clone(&self) -> Self {
        Self { clients: self.clients.clone(), label: self.label, arrivals: self.arrivals.clone() }
    }
}

impl<L> Sessions<L> {
    /// Returns sessions and the receiver of their clients.
    pub(super) fn new(clients: &Clients, label: &'static str) -> (Self, mpsc::Receiver<L>) {
        let (arrivals, receiver) = mpsc::channel();
        (Self { clients: clients.clone(), label, arrivals }, receiver)
    }
}
