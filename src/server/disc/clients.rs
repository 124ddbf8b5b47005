//! All clients, and the ports where new ones introduce themselves.

use super::link::{LONGEST, Link, Received};
use super::monitor::Monitor;
use super::pictures::SentTiles;
use crate::disc::{Random, Side};
use crate::server::ServerError;
use crate::server::complaints::Complaints;
use crate::server::session::{Exceeded, Quota};
use mio::net::UdpSocket;
use mio::{Events, Interest, Poll, Token};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// Maximum number of clients at a time on each port.
const MOST: usize = 512;
/// Maximum number of messages of one client, or on one port, that are read in one pass; the rest
/// wait.
const BUDGET: usize = 256;
/// Maximum number of events of sockets that one poll returns.
const EVENTS: usize = 1024;

/// A port on which clients introduce themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Door {
    /// For players and monitors.
    Players,
    /// For the trainer.
    Trainer,
    /// For online coaches.
    Coaches,
}

impl Door {
    pub(super) const ALL: [Self; 3] = [Self::Players, Self::Trainer, Self::Coaches];

    /// The kind of clients that connect there, for messages.
    pub(super) fn clients(self) -> &'static str {
        match self {
            Self::Players => "players and monitors",
            Self::Trainer => "trainers",
            Self::Coaches => "coaches",
        }
    }
}

/// Who a client is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A player, by their place in [`crate::disc::Game::players`].
    Player(usize),
    /// The trainer.
    Trainer,
    /// The coach of a side.
    Coach(Side),
    /// A monitor.
    Monitor(Monitor),
}

impl Role {
    fn door(self) -> Door {
        match self {
            Self::Player(_) | Self::Monitor(_) => Door::Players,
            Self::Trainer => Door::Trainer,
            Self::Coach(_) => Door::Coaches,
        }
    }
}

/// A client.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) link: Link,
    pub(super) role: Role,
    /// Whether it must use its own port.
    pub(super) dedicated: bool,
    /// Whether it has sent `(done)` in this cycle.
    pub(super) done: bool,
    /// Consecutive cycles in which the server waited for it in vain.
    pub(super) missed: u32,
    /// What a monitor has been sent of the teams' pictures.
    pub(super) tiles: SentTiles,
    /// Whether its socket may have something to read.
    is_ready: bool,
    pub(super) complaints: Complaints,
}

/// A port that is open.
#[derive(Debug)]
pub(super) struct Port {
    socket: UdpSocket,
    is_ready: bool,
    quota: Quota,
}

/// Limits on the number of clients.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) per_address: usize,
    pub(super) exempts_loopback: bool,
}

/// All clients.
#[derive(Debug)]
pub(super) struct Clients {
    poll: Poll,
    events: Events,
    /// In the order of [`Door::ALL`].
    ports: [Port; 3],
    slots: Vec<Option<Client>>,
    by_peer: HashMap<(Door, SocketAddr), usize>,
    random: Random,
    buffer: Box<[u8; LONGEST]>,
    log: Complaints,
}

/// Opens the socket of a port.
pub(super) fn listen(host: &str, door: Door, port: u16) -> Result<UdpSocket, ServerError> {
    let host = if host.is_empty() { "0.0.0.0" } else { host };
    let bind = || {
        let mut addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
        addresses.sort_by_key(SocketAddr::is_ipv6);
        UdpSocket::bind(addresses.first().copied().ok_or(ErrorKind::AddrNotAvailable)?)
    };
    bind().map_err(|source: std::io::Error| ServerError::Listen {
        clients: door.clients().to_owned(),
        address: format!("{host}:{port}"),
        source,
    })
}

impl Clients {
    pub(super) fn new(
        sockets: [UdpSocket; 3],
        limits: Limits,
        seed: u64,
    ) -> Result<Self, ServerError> {
        let poll = Poll::new()?;
        let mut index = 0;
        let ports = sockets.map(|mut socket| {
            let token = Token(index);
            index += 1;
            let registered = poll.registry().register(&mut socket, token, Interest::READABLE);
            let quota = Quota::new(MOST, limits.per_address, limits.exempts_loopback);
            registered.map(|()| Port { socket, is_ready: true, quota })
        });
        let [players, trainer, coaches] = ports;
        Ok(Self {
            poll,
            events: Events::with_capacity(EVENTS),
            ports: [players?, trainer?, coaches?],
            slots: Vec::new(),
            by_peer: HashMap::new(),
            random: Random::new(seed),
            buffer: Box::new([0; LONGEST]),
            log: Complaints::about("2D clients"),
        })
    }

    /// Polls the sockets, and waits for messages for at most `wait`.
    pub(super) fn look(&mut self, wait: Duration) {
        // If a signal interrupts the poll, its own handler deals with it.
        if self.poll.poll(&mut self.events, Some(wait)).is_err() {
            return;
        }
        for event in &self.events {
            let token = event.token().0;
            if let Some(port) = self.ports.get_mut(token) {
                port.is_ready = true;
            } else if let Some(Some(client)) = self.slots.get_mut(token - self.ports.len()) {
                client.is_ready = true;
            }
        }
    }

    /// Returns the clients of a kind that may have sent something, in random order.
    pub(super) fn ready(&mut self, is: impl Fn(Role) -> bool) -> Vec<usize> {
        let ready = |(index, slot): (usize, &Option<Client>)| {
            slot.as_ref().filter(|client| client.is_ready && is(client.role)).map(|_| index)
        };
        let mut ready: Vec<_> = self.slots.iter().enumerate().filter_map(ready).collect();
        for last in (1..ready.len()).rev() {
            ready.swap(last, self.random.below(last as u32 + 1) as usize);
        }
        ready
    }

    /// Returns what a client has sent, at most `BUDGET` messages.
    pub(super) fn receive(&mut self, index: usize) -> Vec<Vec<u8>> {
        let Some(Some(client)) = self.slots.get_mut(index) else { return Vec::new() };
        let mut messages = Vec::new();
        while messages.len() < BUDGET {
            match client.link.receive(&mut self.buffer) {
                Received::Message(message) => messages.push(message),
                Received::Nothing | Received::Gone => {
                    client.is_ready = false;
                    break;
                }
            }
        }
        messages
    }

    /// Returns what was sent to a port, and from which addresses, at most `BUDGET` messages.
    pub(super) fn arrivals(&mut self, door: Door) -> Vec<(SocketAddr, Vec<u8>)> {
        let port = &mut self.ports[door as usize];
        let mut arrivals = Vec::new();
        while port.is_ready && arrivals.len() < BUDGET {
            match port.socket.recv_from(&mut self.buffer[..]) {
                Ok((length, peer)) => arrivals.push((peer, self.buffer[..length].to_owned())),
                Err(error) if error.kind() == ErrorKind::WouldBlock => port.is_ready = false,
                // The receiver of an earlier answer has gone.
                Err(_) => {}
            }
        }
        arrivals
    }

    /// Answers a sender that is not a client.
    pub(super) fn answer(&self, door: Door, peer: SocketAddr, text: &str) {
        let message = [text.as_bytes(), &[0]].concat();
        // Whoever has gone, or is too slow, misses the answer.
        let _ = self.ports[door as usize].socket.send_to(&message, peer);
    }

    /// The client at an address, among those of a port.
    pub(super) fn at(&self, door: Door, peer: SocketAddr) -> Option<usize> {
        self.by_peer.get(&(door, peer)).copied()
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Client> {
        self.slots.get_mut(index)?.as_mut()
    }

    /// Returns all clients.
    pub(super) fn all(&mut self) -> impl Iterator<Item = &mut Client> {
        self.slots.iter_mut().flatten()
    }

    /// The client of a role.
    pub(super) fn of(&mut self, role: Role) -> Option<&mut Client> {
        self.all().find(|client| client.role == role)
    }

    /// Counts the clients of a kind.
    pub(super) fn count(&self, is: impl Fn(Role) -> bool) -> usize {
        self.slots.iter().flatten().filter(|client| is(client.role)).count()
    }

    /// Whether there is room for one more from an address; if not, the log says so.
    pub(super) fn has_room(&self, door: Door, peer: SocketAddr) -> bool {
        match self.ports[door as usize].quota.take(peer.ip()) {
            Ok(_) => true,
            Err(exceeded) => {
                self.refuse(peer, &exceeded);
                false
            }
        }
    }

    fn refuse(&self, peer: SocketAddr, exceeded: &Exceeded) {
        match exceeded {
            Exceeded::All { is_new: false, .. } | Exceeded::Address { is_new: false, .. } => {}
            Exceeded::All { most, .. } => {
                self.log.add(format_args!("refused from {peer} on: there are {most} already"));
            }
            Exceeded::Address { most, .. } => {
                let ip = peer.ip();
                let reason = format_args!("{most} from {ip} are there, the most per address");
                self.log.add(format_args!("refused from {peer} on: {reason}"));
            }
        }
    }

    /// Adds a client and returns its index; `None` if there is no room or no socket for it.
    pub(super) fn add(&mut self, role: Role, peer: SocketAddr, dedicated: bool) -> Option<usize> {
        let door = role.door();
        let port = &self.ports[door as usize];
        let permit = match port.quota.take(peer.ip()) {
            Ok(permit) => permit,
            Err(exceeded) => {
                self.refuse(peer, &exceeded);
                return None;
            }
        };
        let index = self.slots.iter().position(Option::is_none).unwrap_or(self.slots.len());
        let token = Token(index + self.ports.len());
        let own = port.socket.local_addr().map(|address| address.ip());
        let open = |own| Link::open(self.poll.registry(), token, own, peer, permit);
        let link = match own.and_then(open) {
            Ok(link) => link,
            Err(error) => {
                self.log.add(format_args!("no socket for {peer}: {error}"));
                return None;
            }
        };
        let complaints = Complaints::about(format!("{} {peer}", name(role)));
        let (done, missed, is_ready, tiles) = (false, 0, true, SentTiles::default());
        let client = Client { link, role, dedicated, done, missed, tiles, is_ready, complaints };
        if index == self.slots.len() {
            self.slots.push(None);
        }
        self.slots[index] = Some(client);
        self.by_peer.insert((door, peer), index);
        Some(index)
    }

    /// Removes the clients for which `goes` is true, and returns their roles.
    pub(super) fn remove(&mut self, goes: impl Fn(&Client) -> bool) -> Vec<Role> {
        let mut gone = Vec::new();
        for index in 0..self.slots.len() {
            let Some(mut client) = self.slots[index].take_if(|client| goes(client)) else {
                continue;
            };
            client.link.deregister(self.poll.registry());
            let key = (client.role.door(), client.link.peer());
            if self.by_peer.get(&key) == Some(&index) {
                self.by_peer.remove(&key);
            }
            gone.push(client.role);
        }
        gone
    }
}

/// The log's name for a client.
fn name(role: Role) -> &'static str {
    match role {
        Role::Player(_) => "player",
        Role::Trainer => "trainer",
        Role::Coach(_) => "coach",
        Role::Monitor(_) => "monitor",
    }
}
