//! `rcssgym._core.Server`: the networked server, serving a `SoccerSimulation`.

mod attend;
mod commands;
mod disc;
mod log;
mod replay;
mod served;

pub use disc::PyDiscServer;
pub use replay::PyReplay;

use super::argument::{integer, text, texts};
use super::door::ServedGuard;
use super::error::{IntoException, OrRaise, ServerError, argument_error};
use super::soccer::PySoccerWorld;
use ::log::LevelFilter;
use attend::attend;
use pyo3::prelude::*;
use rcssgym::server::dialect::{self, Ports, Spoken};
use rcssgym::server::web::WebConfig;
use rcssgym::server::{self, Addresses, Server, ServerConfig, Stop};
use rcssgym::wire::log_file::LogForm;
use served::Served;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

impl IntoException for server::ServerError {
    fn into_exception(self) -> PyErr {
        match self {
            Self::Page(_) => argument_error("websocket_origins", self),
            Self::Parameter(_) => argument_error("server_params", self),
            _ => ServerError::new_err(self.to_string()),
        }
    }
}

/// A server that listens, and runs once. An implementation detail of
/// :class:`rcssgym.SoccerSimServer`.
#[pyclass(name = "Server", module = "rcssgym._core", frozen)]
pub struct PyServer {
    /// `None` once it runs.
    server: Mutex<Option<Server>>,
    stop: Stop,
    /// Addresses for rcsssmj's dialect, if it is spoken.
    rcsssmj: Addresses,
    /// Addresses for SimSpark's dialect, if it is spoken.
    simspark: Addresses,
    /// Address for browsers, if any.
    web: Option<SocketAddr>,
}

/// Seconds of a cycle, in which agents act once.
const CYCLE: f64 = 0.02;
/// Tolerance for a time between frames, s.
const ROUNDING: f64 = 1e-9;

/// The number of cycles between two frames that are `step` seconds apart.
fn interval(step: f64) -> PyResult<u64> {
    let cycles = (step / CYCLE).round();
    let is_right = (1.0..=1e6).contains(&cycles) && (cycles * CYCLE - step).abs() <= ROUNDING;
    if !is_right {
        let message = format!("{step} s is not a multiple of {CYCLE} s from {CYCLE} s on");
        return Err(argument_error("monitor_step", message));
    }
    Ok(cycles as u64)
}

/// The dialects to speak, by the name of one or `both`, and their ports.
fn dialects(protocol: &str, rcsssmj: Ports, simspark: Ports) -> PyResult<Vec<Spoken>> {
    let names = match protocol {
        "both" => vec!["rcsssmj", "simspark"],
        "rcsssmj" | "simspark" => vec![protocol],
        _ => {
            let message = format!("must be 'rcsssmj', 'simspark' or 'both', not '{protocol}'");
            return Err(argument_error("protocol", message));
        }
    };
    let spoken = dialect::all().into_iter().filter(|spoken| names.contains(&spoken.dialect.name()));
    let spoken = spoken.map(|Spoken { dialect, .. }| {
        let ports = if dialect.name() == "rcsssmj" { rcsssmj } else { simspark };
        Spoken { dialect, ports }
    });
    Ok(spoken.collect())
}

/// The form of the log file by the name of its protocol, if one is given.
fn log_form(protocol: Option<&str>, has_file: bool) -> PyResult<Option<LogForm>> {
    let form = match protocol {
        None => return Ok(None),
        Some("rcsssmj") => LogForm::Rcsssmj,
        Some("simspark") => LogForm::Simspark,
        Some(protocol) => {
            let message = format!("must be 'rcsssmj' or 'simspark', not '{protocol}'");
            return Err(argument_error("log_protocol", message));
        }
    };
    match has_file {
        true => Ok(Some(form)),
        false => Err(argument_error("log_protocol", "there is no log_file to write")),
    }
}

/// Host and port.
type Address = (String, u16);

fn port(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<u16> {
    integer(value, argument, 0..=u16::MAX)
}

/// Port for WebSockets, if any, and the hosts whose pages may command there.
fn websockets(
    port: Option<Bound<'_, PyAny>>,
    origins: &Bound<'_, PyAny>,
    has_web: bool,
) -> PyResult<(Option<u16>, Vec<String>)> {
    let port = port.map(|port| self::port(&port, "websocket_port")).transpose()?;
    let origins = texts(origins, "websocket_origins")?;
    match (port, origins.first()) {
        (None, Some(origin)) if !has_web => {
            let problem = format!("'{origin}' needs a port for WebSockets, and there is none");
            Err(argument_error("websocket_origins", problem))
        }
        _ => Ok((port, origins)),
    }
}

/// Where the viewer is served, and who may send commands through it.
fn web_config(port: &Bound<'_, PyAny>, token: String) -> PyResult<WebConfig> {
    Ok(WebConfig { port: self::port(port, "web_port")?, token })
}

/// A limit; 0 means none.
fn max_per_address(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(integer(value, "max_per_address", 0..=u32::MAX)? as usize)
}

fn address(of: SocketAddr) -> Address {
    (of.ip().to_string(), of.port())
}

#[pymethods]
impl PyServer {
    #[new]
    #[pyo3(signature = (
        *, protocol, host, agent_port, monitor_port, simspark_agent_port, simspark_monitor_port,
        monitor_host, websocket_port, web, websocket_origins, monitor_commands, monitor_step,
        lift_placed,
        max_per_address, exempt_loopback, log_file, log_protocol, sequential, sync, real_time
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        protocol: &Bound<'_, PyAny>,
        host: &Bound<'_, PyAny>,
        agent_port: &Bound<'_, PyAny>,
        monitor_port: &Bound<'_, PyAny>,
        simspark_agent_port: &Bound<'_, PyAny>,
        simspark_monitor_port: &Bound<'_, PyAny>,
        monitor_host: Option<Bound<'_, PyAny>>,
        websocket_port: Option<Bound<'_, PyAny>>,
        web: Option<(Bound<'_, PyAny>, String)>,
        websocket_origins: &Bound<'_, PyAny>,
        monitor_commands: bool,
        monitor_step: f64,
        lift_placed: bool,
        max_per_address: &Bound<'_, PyAny>,
        exempt_loopback: bool,
        log_file: Option<PathBuf>,
        log_protocol: Option<Bound<'_, PyAny>>,
        sequential: bool,
        sync: bool,
        real_time: bool,
    ) -> PyResult<Self> {
        let web = web.map(|(port, token)| web_config(&port, token)).transpose()?;
        let (websocket_port, websocket_origins) =
            websockets(websocket_port, websocket_origins, web.is_some())?;
        let host = text(host, "host")?;
        let rcsssmj = Ports {
            agents: Some(port(agent_port, "agent_port")?),
            monitors: Some(port(monitor_port, "monitor_port")?),
            websockets: websocket_port,
        };
        let simspark = Ports {
            agents: Some(port(simspark_agent_port, "simspark_agent_port")?),
            monitors: Some(port(simspark_monitor_port, "simspark_monitor_port")?),
            websockets: None,
        };
        let dialects = dialects(&text(protocol, "protocol")?, rcsssmj, simspark)?;
        let log_protocol =
            log_protocol.map(|protocol| text(&protocol, "log_protocol")).transpose()?;
        let log_form = log_form(log_protocol.as_deref(), log_file.is_some())?;
        let names: Vec<_> = dialects.iter().map(|spoken| spoken.dialect.name()).collect();
        let config = ServerConfig {
            host,
            monitor_host: monitor_host.map(|host| text(&host, "monitor_host")).transpose()?,
            dialects,
            websocket_origins,
            monitor_commands,
            lift_placed,
            max_per_address: self::max_per_address(max_per_address)?,
            exempt_loopback,
            sync,
            sequential,
            real_time,
            monitor_interval: interval(monitor_step)?,
            web,
            log_file,
            log_form,
        };
        log::install(LevelFilter::Info);
        let server = py.detach(|| Server::bind(config)).or_raise()?;
        let addresses = server.addresses();
        let addresses = addresses.map_err(|error| ServerError::new_err(error.to_string()))?;
        let web = server.web_address();
        let web = web.map_err(|error| ServerError::new_err(error.to_string()))?;
        let of = |name: &str| {
            let place = names.iter().position(|known| *known == name);
            place.and_then(|place| addresses.get(place)).copied().unwrap_or_default()
        };
        Ok(Self {
            stop: server.stopper(),
            rcsssmj: of("rcsssmj"),
            simspark: of("simspark"),
            web,
            server: Mutex::new(Some(server)),
        })
    }

    #[getter]
    fn agent_address(&self) -> Option<Address> {
        self.rcsssmj.agents.map(address)
    }

    #[getter]
    fn monitor_address(&self) -> Option<Address> {
        self.rcsssmj.monitors.map(address)
    }

    #[getter]
    fn websocket_address(&self) -> Option<Address> {
        self.rcsssmj.websockets.map(address)
    }

    #[getter]
    fn web_address(&self) -> Option<Address> {
        self.web.map(address)
    }

    #[getter]
    fn simspark_agent_address(&self) -> Option<Address> {
        self.simspark.agents.map(address)
    }

    #[getter]
    fn simspark_monitor_address(&self) -> Option<Address> {
        self.simspark.monitors.map(address)
    }

    /// Asks the server to end; from any thread, or from a signal handler.
    fn shutdown(&self) {
        self.stop.stop();
    }

    /// Begins the simulation, a `ServedSimulation`, anew, runs it until the server is shut down or
    /// a monitor kills the simulation, and ends it. Meanwhile `report` is called with the level and
    /// the text of what is to be logged, and `look` every 20 ms.
    ///
    /// An exception in one of these or in a signal handler ends the server and is raised
    /// afterwards. An exception in the simulation is the cause of the `ServerError` that is raised.
    #[pyo3(signature = (simulation, world, report, look=None))]
    fn run(
        &self,
        py: Python<'_>,
        simulation: Py<PyAny>,
        world: Py<PySoccerWorld>,
        report: &Bound<'_, PyAny>,
        look: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (server, _door) = self.claim(world.get())?;
        simulation.call_method0(py, "init")?;
        let mut served = Served::new(py, simulation.clone_ref(py), world.clone_ref(py))?;
        let result = attend(py, &self.stop, report, look, || server.run(&mut served));
        let ended = simulation.call_method0(py, "shutdown");
        result?.map_err(|error| {
            let error = error.into_exception();
            error.set_cause(py, served.take_raised());
            error
        })?;
        ended.map(drop)
    }
}

impl PyServer {
    /// Takes the server, which runs once, and reserves the world, which no other server may be
    /// serving.
    fn claim<'a>(&self, world: &'a PySoccerWorld) -> PyResult<(Server, ServedGuard<'a>)> {
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        let spent = || ServerError::new_err("this server has run already");
        if server.is_none() {
            return Err(spent());
        }
        let door = world
            .door()
            .serve()
            .ok_or_else(|| ServerError::new_err("another server serves this simulation already"))?;
        Ok((server.take().ok_or_else(spent)?, door))
    }
}
