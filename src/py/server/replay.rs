//! `rcssgym._core.Replay`: a recorded game for monitors.

use super::attend::attend;
use super::{Address, address, log, max_per_address, port, websockets};
use crate::argument::text;
use crate::error::{IntoException, OrRaise, ServerError, argument_error};
use ::log::LevelFilter;
use pyo3::prelude::*;
use rcssgym::server::Stop;
use rcssgym::server::replay::{
    Playhead, Recording, RecordingError, Remote, Replay, ReplayConfig, ReplayError,
};
use rcssgym::wire::log_file::LogForm;
use rcssgym::wire::rcsssmj::replay::Control;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

impl IntoException for RecordingError {
    fn into_exception(self) -> PyErr {
        match self {
            Self::Time { .. } => argument_error("time", self),
            Self::Speed { .. } => argument_error("speed", self),
            _ => ServerError::new_err(self.to_string()),
        }
    }
}

impl IntoException for ReplayError {
    fn into_exception(self) -> PyErr {
        match self {
            Self::Server(error) => error.into_exception(),
            Self::Recording(error) => error.into_exception(),
        }
    }
}

/// A recorded game that monitors may watch, and that runs once. An implementation detail of
/// :class:`rcssgym.Replay`.
#[pyclass(name = "Replay", module = "rcssgym._core", frozen)]
pub struct PyReplay {
    /// `None` once it runs.
    replay: Mutex<Option<Replay>>,
    remote: Remote,
    stop: Stop,
    address: SocketAddr,
    websockets: Option<SocketAddr>,
    /// Duration, s.
    #[pyo3(get)]
    duration: f64,
    #[pyo3(get)]
    messages: usize,
    #[pyo3(get)]
    games: usize,
}

#[pymethods]
impl PyReplay {
    /// `name` is what errors call the file.
    #[new]
    #[pyo3(signature = (
        *, file, name, host, port, websocket_port, websocket_origins, viewer_commands,
        max_per_address, exempt_loopback, start, speed, r#loop, simspark
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        file: PathBuf,
        name: String,
        host: &Bound<'_, PyAny>,
        port: &Bound<'_, PyAny>,
        websocket_port: Option<Bound<'_, PyAny>>,
        websocket_origins: &Bound<'_, PyAny>,
        viewer_commands: bool,
        max_per_address: &Bound<'_, PyAny>,
        exempt_loopback: bool,
        start: f64,
        speed: f64,
        r#loop: bool,
        simspark: bool,
    ) -> PyResult<Self> {
        let (websocket_port, websocket_origins) =
            websockets(websocket_port, websocket_origins, false)?;
        let config = ReplayConfig {
            host: text(host, "host")?,
            port: self::port(port, "port")?,
            websocket_port,
            websocket_origins,
            viewer_commands,
            max_per_address: self::max_per_address(max_per_address)?,
            exempt_loopback,
            begin: Playhead { time: start, speed, paused: false, looped: r#loop },
        };
        let form = if simspark { LogForm::Simspark } else { LogForm::Rcsssmj };
        log::install(LevelFilter::Info);
        let replay = py
            .detach(|| {
                let recording =
                    Recording::open(Path::new(&file), name, form).map_err(ReplayError::from)?;
                Replay::bind(recording, config)
            })
            .or_raise()?;
        let unknown = |error: std::io::Error| ServerError::new_err(error.to_string());
        let recording = replay.recording();
        Ok(Self {
            remote: replay.remote(),
            stop: replay.stopper(),
            address: replay.address().map_err(unknown)?,
            websockets: replay.websocket_address().map_err(unknown)?,
            duration: recording.duration(),
            messages: recording.messages(),
            games: recording.games(),
            replay: Mutex::new(Some(replay)),
        })
    }

    #[getter]
    fn address(&self) -> Address {
        address(self.address)
    }

    #[getter]
    fn websocket_address(&self) -> Option<Address> {
        self.websockets.map(address)
    }

    /// Where it is: time in s, speed as a multiple of real time, whether it is paused.
    fn state(&self) -> (f64, f64, bool) {
        let Playhead { time, speed, paused, .. } = self.remote.playhead();
        (time, speed, paused)
    }

    fn pause(&self) -> PyResult<()> {
        self.remote.control(Control::Pause).or_raise()
    }

    fn play(&self) -> PyResult<()> {
        self.remote.control(Control::Play).or_raise()
    }

    fn step(&self) -> PyResult<()> {
        self.remote.control(Control::Step).or_raise()
    }

    fn seek(&self, time: f64) -> PyResult<()> {
        self.remote.control(Control::Seek(time)).or_raise()
    }

    fn set_speed(&self, speed: f64) -> PyResult<()> {
        self.remote.control(Control::Speed(speed)).or_raise()
    }

    /// Asks it to end; from any thread, or from a signal handler.
    fn shutdown(&self) {
        self.stop.stop();
    }

    /// Runs until it is shut down. `report` is called with the level and the text of what is to be
    /// logged; its exceptions, and those of signal handlers, end the replay.
    fn run(&self, py: Python<'_>, report: &Bound<'_, PyAny>) -> PyResult<()> {
        let replay = self.replay.lock().unwrap_or_else(PoisonError::into_inner).take();
        let replay = replay.ok_or_else(|| ServerError::new_err("this replay has run already"))?;
        attend(py, &self.stop, report, None, || replay.run())?.or_raise()
    }
}
