//! The networked server: agents and monitors of the league connect by TCP to one world.
//!
//! ```text
//! sockets <-> sessions (tokio) <-> bounded queues <-> Cycle (one thread of its own)
//! ```
//!
//! `listener` accepts connections within a quota and begins a session for each: `agent`, `monitor`
//! or `websocket`. A session reads messages, reserves room in its queue, decodes the requests in
//! them and hands those over to `cycle`. What the messages mean is up to the [`dialect`] that is
//! spoken on the port.
//!
//! Everything that happens in the world happens in `cycle`, in rcsssmj's order: players whose
//! agents have left are removed, new ones join, perceptions are written, the next tick is awaited,
//! actions are collected, perceptions are sent, the world makes a step, and monitors get a frame. A
//! client cannot make the cycle wait, because queues are bounded: an agent that does not read is
//! disconnected, and a monitor misses frames. Only in sync mode are agents waited for, and no
//! longer than [`SILENCE`].
//!
//! [`replay`] serves recorded games to the same kinds of monitors.
//!
//! Where to add things: an update loop or a mode in `cycle.rs`, a kind of client as a session of
//! its own, a request of monitors in `trainer.rs`, a protocol in [`dialect`].

mod agent;
mod broadcast;
mod chronicle;
mod clock;
mod complaints;
mod config;
mod cycle;
pub mod dialect;
pub mod disc;
mod guests;
mod journal;
mod listener;
mod monitor;
mod origin;
mod patience;
mod players;
mod recovery;
pub mod replay;
mod session;
mod simulation;
mod trainer;
pub mod web;
mod websocket;
mod writer_thread;

pub use config::{MAX_PER_ADDRESS, MONITOR_INTERVAL, ServerConfig, ServerError};
pub use simulation::{LocalSimulation, Refused, Simulation, check_robot, get_robots_ready, step};

use crate::wire::Init;
use crate::wire::log_file::LogForm;
use crate::wire::printable;
use agent::Newcomer;
use dialect::{Dialect, Reporting, Spoken};
use monitor::{Decode, MonitorLink};
use origin::TrustedPages;
use session::{Clients, Policy, Sessions};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use web::WebConfig;

/// How long the server waits for an agent's turn in sync mode before it disconnects it, as in
/// rcsssmj. Time in which this process was stopped does not count.
pub const SILENCE: Duration = Duration::from_secs(5);
/// Threads that read and write sockets.
const NETWORK_THREADS: usize = 2;
/// When a session ends: time to send what is still queued. When the server ends: time for its
/// threads.
const FAREWELL: Duration = Duration::from_millis(500);

/// New clients that the sessions of one dialect hand to the cycle.
struct Arrivals {
    agents: mpsc::Receiver<Newcomer>,
    monitors: mpsc::Receiver<MonitorLink>,
}

/// All new clients that sessions hand to the cycle.
struct Everybody {
    /// By dialect.
    arrivals: Vec<Arrivals>,
    /// Browsers, if there is a port for them.
    audience: Option<mpsc::Receiver<MonitorLink>>,
}

/// Where the server listens in one dialect; `None` for a port that is not open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    /// For agents.
    pub agents: Option<SocketAddr>,
    /// For monitors by TCP.
    pub monitors: Option<SocketAddr>,
    /// For monitors by WebSocket.
    pub websockets: Option<SocketAddr>,
}

/// The open ports of one dialect.
#[derive(Debug)]
struct Listeners {
    agents: Option<TcpListener>,
    monitors: Option<TcpListener>,
    websockets: Option<TcpListener>,
}

/// A server that listens already, but does not run yet.
#[derive(Debug)]
pub struct Server {
    config: ServerConfig,
    runtime: Runtime,
    /// In the order of dialects.
    listeners: Vec<Listeners>,
    /// For browsers.
    web: Option<TcpListener>,
    journal: Option<journal::Journal>,
    pages: Arc<TrustedPages>,
    stop: CancellationToken,
}

/// Ends a server from elsewhere.
#[derive(Clone, Debug)]
pub struct Stop(CancellationToken);

impl Stop {
    /// Asks the server to end after its current cycle.
    pub fn stop(&self) {
        self.0.cancel();
    }
}

impl Server {
    /// Takes the ports and opens the log file.
    ///
    /// # Errors
    /// [`ServerError`] if a port is taken, the file cannot be written, one of the trusted hosts is
    /// not a host, or threads cannot be started.
    pub fn bind(config: ServerConfig) -> Result<Self, ServerError> {
        let monitor_host = config.monitor_host.as_ref().unwrap_or(&config.host);
        let pages = TrustedPages::new(&config.websocket_origins, monitor_host)?;
        let runtime = network()?;
        let listen = |label: &str, kind, host, port: Option<u16>| {
            let clients = format!("{label}{kind}");
            port.map(|port| runtime.block_on(listener::bind(&clients, host, port))).transpose()
        };
        let mut listeners = Vec::new();
        for Spoken { ports, dialect } in &config.dialects {
            let label = dialect.label();
            listeners.push(Listeners {
                agents: listen(label, "agents", &config.host, ports.agents)?,
                monitors: listen(label, "monitors", monitor_host, ports.monitors)?,
                websockets: listen(label, "monitors by WebSocket", monitor_host, ports.websockets)?,
            });
        }
        let web = config
            .web
            .as_ref()
            .map(|web| runtime.block_on(listener::bind("browsers", monitor_host, web.port)));
        let web = web.transpose()?;
        let mut forms = config.dialects.iter().filter_map(|spoken| spoken.dialect.log_form());
        let form = config.log_form.or_else(|| forms.next()).unwrap_or(LogForm::Rcsssmj);
        let open = |path| journal::Journal::open(path, form);
        let journal = config.log_file.as_deref().map(open).transpose()?;
        let stop = CancellationToken::new();
        Ok(Self { config, runtime, listeners, web, journal, pages, stop })
    }

    /// Where clients connect, in the order of dialects.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn addresses(&self) -> std::io::Result<Vec<Addresses>> {
        let of =
            |port: &Option<TcpListener>| port.as_ref().map(TcpListener::local_addr).transpose();
        let addresses = self.listeners.iter().map(|Listeners { agents, monitors, websockets }| {
            Ok(Addresses {
                agents: of(agents)?,
                monitors: of(monitors)?,
                websockets: of(websockets)?,
            })
        });
        addresses.collect()
    }

    /// Where browsers connect, if there is a port for them.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn web_address(&self) -> std::io::Result<Option<SocketAddr>> {
        self.web.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Returns a handle that ends the server from another thread.
    pub fn stopper(&self) -> Stop {
        Stop(self.stop.clone())
    }

    /// Runs until it is stopped or a monitor kills the simulation.
    ///
    /// # Errors
    /// [`ServerError::Simulation`] if the world cannot be stepped any further.
    pub fn run(self, simulation: &mut impl Simulation) -> Result<(), ServerError> {
        let Self { config, runtime, listeners, web, journal, pages, stop } = self;
        let tasks = TaskTracker::new();
        let policy = Policy {
            commands: true,
            pages,
            most_per_address: config.max_per_address,
            exempts_loopback: config.exempt_loopback,
        };
        let agents = Clients::new("agents", &stop, &tasks, policy.clone());
        let policy = Policy { commands: config.monitor_commands, ..policy };
        let monitors = Clients::new("monitors", &stop, &tasks, policy);
        let mut arrivals = Vec::new();
        for (Spoken { dialect, .. }, listeners) in config.dialects.iter().zip(listeners) {
            let (sessions, new_agents) = Sessions::new(&agents, dialect.label());
            listen_to_agents(&runtime, sessions, Arc::clone(dialect), listeners.agents);
            let (sessions, new_monitors) = Sessions::new(&monitors, dialect.label());
            let decode = Arc::clone(dialect);
            let decode = Arc::new(move |message: &[u8]| decode.requests(message));
            let Listeners { monitors: tcp, websockets, .. } = listeners;
            listen_to_monitors(&runtime, &sessions, decode, tcp, websockets);
            arrivals.push(Arrivals { agents: new_agents, monitors: new_monitors });
        }
        let mut audience = None;
        if let (Some(listener), Some(WebConfig { token, .. })) = (web, &config.web) {
            let (sessions, browsers) = Sessions::new(&monitors, "");
            let decode = Arc::new(|message: &[u8]| web::Web.requests(message));
            listen_to_browsers(&runtime, sessions, token, decode, listener);
            audience = Some(browsers);
        }
        let arrivals = Everybody { arrivals, audience };
        let cycle =
            cycle::Cycle::new(&config, simulation, runtime.handle(), &stop, arrivals, journal);
        let result = cycle.and_then(cycle::Cycle::run);
        end(runtime, &stop, &tasks);
        result
    }
}

/// Accepts agents that speak a dialect, if there is a port for them.
fn listen_to_agents(
    runtime: &Runtime,
    sessions: Sessions<Newcomer>,
    dialect: Arc<dyn Dialect>,
    listener: Option<TcpListener>,
) {
    let serve = move |sessions, connection| agent::serve(dialect.clone(), sessions, connection);
    if let Some(listener) = listener {
        runtime.spawn(listener::accept(listener, agent::KIND, sessions, serve));
    }
}

/// Accepts monitors by TCP and by WebSocket, as far as there are ports for them.
fn listen_to_monitors<R: Send + 'static>(
    runtime: &Runtime,
    sessions: &Sessions<MonitorLink<R>>,
    decode: Decode<R>,
    tcp: Option<TcpListener>,
    websockets: Option<TcpListener>,
) {
    if let Some(listener) = websockets {
        let decode = decode.clone();
        let serve =
            move |sessions, connection| websocket::serve(decode.clone(), sessions, connection);
        runtime.spawn(listener::accept(listener, websocket::KIND, sessions.clone(), serve));
    }
    if let Some(listener) = tcp {
        let serve =
            move |sessions, connection| monitor::serve(decode.clone(), sessions, connection);
        runtime.spawn(listener::accept(listener, monitor::KIND, sessions.clone(), serve));
    }
}

/// Accepts browsers; those that know the token may send commands.
fn listen_to_browsers<R: Send + 'static>(
    runtime: &Runtime,
    sessions: Sessions<MonitorLink<R>>,
    token: &str,
    decode: Decode<R>,
    listener: TcpListener,
) {
    let token: Arc<str> = token.into();
    let serve = move |sessions, connection| {
        web::serve(Arc::clone(&token), decode.clone(), sessions, connection)
    };
    runtime.spawn(listener::accept(listener, web::KIND, sessions, serve));
}

/// Ends all sessions. Waits until what was queued has been sent to the clients that still read, and
/// until nothing listens any more, so that the ports are free. Must be called when nothing more
/// will be queued.
fn end(runtime: Runtime, stop: &CancellationToken, tasks: &TaskTracker) {
    stop.cancel();
    tasks.close();
    // Every task ends by itself within one farewell.
    let _ = runtime.block_on(async { tokio::time::timeout(2 * FAREWELL, tasks.wait()).await });
    runtime.shutdown_timeout(FAREWELL);
}

/// The threads that read and write sockets.
fn network() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(NETWORK_THREADS)
        .thread_name("rcssgym-network")
        .enable_all()
        .build()
}

/// The log's name for an agent.
fn jersey(init: &Init) -> String {
    format!("{} #{}", printable(&init.team), init.number)
}
