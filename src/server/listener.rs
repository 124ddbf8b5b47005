//! Ports: accepts connections within their quota, and begins a session for each.

use super::ServerError;
use super::complaints::Complaints;
use super::session::{Connection, Exceeded, Quota, Sessions};
use log::info;
use std::future::Future;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, lookup_host};

/// Pause after a connection could not be accepted, perhaps for lack of file descriptors.
const RECOVERY: Duration = Duration::from_millis(50);

/// What an empty host means, as in rcsssmj.
const EVERYWHERE: &str = "0.0.0.0";

/// Clients that connect to one port.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClientKind {
    /// The log's name for one of them.
    pub(super) name: &'static str,
    /// Maximum number of simultaneous connections.
    pub(super) most: usize,
}

/// Listens on a port; an empty host is every address of this machine.
pub(super) async fn bind(clients: &str, host: &str, port: u16) -> Result<TcpListener, ServerError> {
    let listen = async {
        let host = if host.is_empty() { EVERYWHERE } else { host };
        let mut addresses: Vec<SocketAddr> = lookup_host((host, port)).await?.collect();
        // IPv4 first: clients try it first when a name resolves to both, and rcsssmj's server has
        // only IPv4.
        addresses.sort_by_key(SocketAddr::is_ipv6);
        TcpListener::bind(addresses.first().copied().ok_or(ErrorKind::AddrNotAvailable)?).await
    };
    listen.await.map_err(|source: std::io::Error| {
        let address = format!("{host}:{port}");
        ServerError::Listen { clients: clients.to_owned(), address, source }
    })
}

/// Accepts connections until the server stops, with one session for each.
pub(super) async fn accept<L, F>(
    listener: TcpListener,
    kind: ClientKind,
    sessions: Sessions<L>,
    session: impl Fn(Sessions<L>, Connection) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let name = format!("{}{}", sessions.label, kind.name);
    let complaints = Complaints::about(format!("{name} connections"));
    if let Ok(address) = listener.local_addr() {
        info!("listening for {name} connections on {address}");
    }
    let policy = &sessions.clients.policy;
    let quota = Quota::new(kind.most, policy.most_per_address, policy.exempts_loopback);
    let mut has_failed = false;
    loop {
        let accepted = tokio::select! {
            () = sessions.clients.stop.cancelled() => return,
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
        let permit = match quota.take(peer.ip()) {
            Ok(permit) => Arc::new(permit),
            Err(exceeded) => {
                complain(&complaints, peer, &exceeded);
                continue;
            }
        };
        has_failed = false;
        sessions.clients.note(format_args!("new {name} connection from {peer}"));
        let number = sessions.clients.next_number();
        let name = format!("{name} {peer}");
        let connection = Connection { stream, name, permit, number };
        sessions.clients.tasks.spawn(session(sessions.clone(), connection));
    }
}

/// Logs that connections are refused: only once until one is accepted again.
fn complain(complaints: &Complaints, peer: SocketAddr, exceeded: &Exceeded) {
    match exceeded {
        Exceeded::All { is_new: false, .. } | Exceeded::Address { is_new: false, .. } => {}
        Exceeded::All { most, .. } => {
            complaints.add(format_args!("refused from {peer} on: there are {most} already"));
        }
        Exceeded::Address { most, .. } => {
            let ip = peer.ip();
            let reason = format_args!("{most} from {ip} are there already, the most per address");
            complaints.add(format_args!("refused from {peer} on: {reason}"));
        }
    }
}
