//! `rcssgym._core.DiscServer`: the 2D server, serving a `DiscSimulation`.

use super::attend::attend;
use super::{Address, address, log, max_per_address};
use crate::argument::{integer, text};
use crate::disc::{DiscWorld, PyDiscWorld};
use crate::error::{OrRaise, ServerError, argument_error};
use ::log::LevelFilter;
use pyo3::prelude::*;
use rcssgym::server::Stop;
use rcssgym::server::disc::{DiscAddresses, DiscServer, DiscServerConfig, Stamps};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A 2D server that listens, and runs once. An implementation detail of
/// :class:`rcssgym.DiscServer`.
#[pyclass(name = "DiscServer", module = "rcssgym._core", frozen)]
pub struct PyDiscServer {
    /// `None` once it runs.
    server: Mutex<Option<DiscServer>>,
    stop: Stop,
    addresses: DiscAddresses,
}

#[pymethods]
impl PyDiscServer {
    #[new]
    #[pyo3(signature = (
        world, *, host, max_per_address, exempt_loopback, seed, coach_message, stamps, results
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        world: &PyDiscWorld,
        host: &Bound<'_, PyAny>,
        max_per_address: &Bound<'_, PyAny>,
        exempt_loopback: bool,
        seed: &Bound<'_, PyAny>,
        coach_message: Option<String>,
        stamps: [String; 4],
        results: Option<PathBuf>,
    ) -> PyResult<Self> {
        let game = world.open()?;
        if game.is_asked() {
            let message = "a simulation whose lots Python decides cannot be served";
            return Err(argument_error("chance", message));
        }
        let [date, minute, second, begun] = stamps;
        let config = DiscServerConfig {
            host: text(host, "host")?,
            max_per_address: self::max_per_address(max_per_address)?,
            exempt_loopback,
            seed: integer(seed, "seed", 0..=u64::MAX)?,
            coach_message,
            stamps: Stamps { date, minute, second, begun },
            results,
        };
        log::install(LevelFilter::Info);
        let parameters = game.world.rules().server.clone();
        drop(game);
        let server = py.detach(|| DiscServer::bind(&parameters, config)).or_raise()?;
        let addresses = server.addresses();
        let addresses = addresses.map_err(|error| ServerError::new_err(error.to_string()))?;
        Ok(Self { stop: server.stopper(), addresses, server: Mutex::new(Some(server)) })
    }

    #[getter]
    fn player_address(&self) -> Address {
        address(self.addresses.players)
    }

    #[getter]
    fn trainer_address(&self) -> Address {
        address(self.addresses.trainer)
    }

    #[getter]
    fn coach_address(&self) -> Address {
        address(self.addresses.coaches)
    }

    /// Asks the server to end; from any thread, or from a signal handler.
    fn shutdown(&self) {
        self.stop.stop();
    }

    /// Serves a world until it is shut down. `report` is called with the level and the text of
    /// what is to be logged.
    fn run(
        &self,
        py: Python<'_>,
        world: &Bound<'_, PyDiscWorld>,
        report: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(server) = server else {
            return Err(ServerError::new_err("this server has run already"));
        };
        let mut game = world
            .get()
            .open()
            .map_err(|_| ServerError::new_err("another server serves this simulation already"))?;
        let DiscWorld { world, statistics, .. } = &mut *game;
        attend(py, &self.stop, report, None, || server.run(world, statistics))?.or_raise()
    }
}
