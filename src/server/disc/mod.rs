//! The 2D server: players, trainers, coaches and monitors of rcssserver connect by UDP.
//!
//! ```text
//! sockets (clients, link) <-> receive, cycle (one thread) <-> disc::World
//!                              \ wire::rcssserver: reads and writes all messages
//! ```
//!
//! One thread does everything else: UDP sends and receives without waiting, so no client can hold
//! it up. `schedule` says what is to be done in each tick of 10 ms, `cycle` does it, `receive`
//! reads what clients send, `logs` writes the game's logs in a thread of their own.

mod clients;
mod compression;
mod cycle;
mod link;
mod logs;
mod monitor;
mod pictures;
mod receive;
mod schedule;

use super::{ServerError, Stop};
use crate::disc::{ServerParameters, World};
use crate::teams::Statistics;
use clients::{Clients, Door, Limits, listen};
use log::info;
use logs::Logs;
use mio::net::UdpSocket;
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;

pub use logs::Stamps;

/// How a server is to run, besides the parameters of its game.
#[derive(Clone, Debug)]
pub struct DiscServerConfig {
    /// Address to listen on.
    pub host: String,
    /// Maximum number of clients from one address at a time on each port; 0 for no limit except
    /// that for all addresses together.
    pub max_per_address: usize,
    /// Whether this machine's own clients are exempt from that limit.
    pub exempt_loopback: bool,
    /// Seed of the random numbers outside the game itself, such as those in what players sense.
    pub seed: u64,
    /// Message that coaches of version 11 and later are sent when they connect.
    pub coach_message: Option<String>,
    /// The time of day, for logs.
    pub stamps: Stamps,
    /// A table of results to which a line is appended at the end.
    pub results: Option<PathBuf>,
}

/// Where a server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscAddresses {
    /// For players and monitors.
    pub players: SocketAddr,
    /// For the trainer.
    pub trainer: SocketAddr,
    /// For online coaches.
    pub coaches: SocketAddr,
}

/// A server that listens already, but does not run yet.
#[derive(Debug)]
pub struct DiscServer {
    config: DiscServerConfig,
    sockets: [UdpSocket; 3],
    stop: CancellationToken,
}

/// The largest factor by which steps are slowed down.
const SLOWEST: i32 = 1000;

/// Refuses values of parameters that would change what this server does but are not supported.
fn check(server: &ServerParameters) -> Result<(), ServerError> {
    let wrong = |message: String| Err(ServerError::Parameter(message));
    for (name, command) in
        [("team_l_start", &server.team_l_start), ("team_r_start", &server.team_r_start)]
    {
        if !command.is_empty() {
            return wrong(format!("{name}: teams are not started from here: {command:?}"));
        }
    }
    if server.synch_mode && !(0..server.simulator_step).contains(&server.synch_offset) {
        let (offset, step) = (server.synch_offset, server.simulator_step);
        let range = format!("from 0 and below simulator_step {step}");
        return wrong(format!("synch_offset: must be {range}, not {offset}"));
    }
    for (name, value) in [
        ("recv_step", server.recv_step),
        ("send_step", server.send_step),
        ("sense_body_step", server.sense_body_step),
        ("send_vi_step", server.send_vi_step),
        ("simulator_step", server.simulator_step),
    ] {
        if !(1..=60_000).contains(&value) {
            return wrong(format!("{name}: must be from 1 to 60000 ms, not {value}"));
        }
    }
    let slow = server.slow_down_factor;
    if slow > SLOWEST {
        return wrong(format!("slow_down_factor: must be at most {SLOWEST}, not {slow}"));
    }
    logs::check(server)
}

impl DiscServer {
    /// Opens the ports that the parameters name.
    ///
    /// # Errors
    /// [`ServerError`] for an invalid port, for one that is taken, and for parameters that are not
    /// supported.
    pub fn bind(server: &ServerParameters, config: DiscServerConfig) -> Result<Self, ServerError> {
        check(server)?;
        let ports = [
            ("port", server.port),
            ("coach_port", server.coach_port),
            ("olcoach_port", server.olcoach_port),
        ];
        let mut sockets = Vec::with_capacity(ports.len());
        for (door, (name, port)) in Door::ALL.into_iter().zip(ports) {
            let number = u16::try_from(port).map_err(|_| {
                ServerError::Parameter(format!("{name}: must be from 0 to 65535, not {port}"))
            })?;
            sockets.push(listen(&config.host, door, number)?);
        }
        let sockets = <[UdpSocket; 3]>::try_from(sockets)
            .map_err(|_| ServerError::Parameter("ports: three are needed".to_owned()))?;
        Ok(Self { config, sockets, stop: CancellationToken::new() })
    }

    /// Where clients connect.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn addresses(&self) -> std::io::Result<DiscAddresses> {
        let [players, trainer, coaches] = &self.sockets;
        Ok(DiscAddresses {
            players: players.local_addr()?,
            trainer: trainer.local_addr()?,
            coaches: coaches.local_addr()?,
        })
    }

    /// Returns a handle that ends the server from another thread.
    pub fn stopper(&self) -> Stop {
        Stop(self.stop.clone())
    }

    /// Plays until it is stopped, or until the game is over in `auto_mode`. Counts what both teams
    /// do in `statistics`.
    ///
    /// # Errors
    /// [`ServerError`] if logs cannot be written, or sockets cannot be listened to.
    pub fn run(self, world: &mut World, statistics: &mut Statistics) -> Result<(), ServerError> {
        let Self { config, sockets, stop } = self;
        let limits = Limits {
            per_address: config.max_per_address,
            exempts_loopback: config.exempt_loopback,
        };
        for (door, socket) in Door::ALL.into_iter().zip(&sockets) {
            if let Ok(address) = socket.local_addr() {
                info!("listening for {} on {address}", door.clients());
            }
        }
        let clients = Clients::new(sockets, limits, config.seed)?;
        let logs = Logs::open(world, &config.stamps, config.results.as_deref())?;
        cycle::Cycle::new(world, statistics, clients, logs, config, &stop).run()
    }
}
