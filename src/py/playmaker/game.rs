//! Teams of a 2D game that ask playmakers, and playmakers written in Python.

use super::super::error::{BusyError, OrRaise, ServerError, argument_error};
use super::answering::Answering;
use crate::disc::PyDiscWorld;
use crate::door::SignalCheck;
use prost::Message;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rcssgym::disc::Side;
use rcssgym::playmaker::protos;
use rcssgym::playmaker::rpc::{
    Method, Playmaker, Reason, Served, Setting, Squad, preferred, runtime, serve,
};
use rcssgym::teams::Playbook;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Reads an address, such as `127.0.0.1:50051`; one of another machine only if `may_leave` is set.
fn address(text: &str, argument: &str, may_leave: bool) -> PyResult<SocketAddr> {
    let wrong = |what: String| argument_error(argument, format!("{text:?} {what}"));
    let found =
        text.to_socket_addrs().map_err(|error| wrong(format!("is not an address: {error}")))?;
    let own = preferred(found).ok_or_else(|| wrong("has no address".to_owned()))?;
    if !may_leave && !own.ip().is_loopback() {
        return Err(wrong("is not of this machine, and remote was not asked for".to_owned()));
    }
    Ok(own)
}

/// A team whose agents ask a playmaker: they decide and act once per cycle, before the simulation's
/// step.
#[pyclass(name = "PlaymakerSquad", module = "rcssgym._core", frozen)]
pub struct PySquad(Mutex<Squad>);

impl PySquad {
    /// The team, unless another call is using it: a signal handler that runs while it asks would
    /// wait for itself forever.
    fn open(&self) -> PyResult<MutexGuard<'_, Squad>> {
        match self.0.try_lock() {
            Ok(squad) => Ok(squad),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(BusyError::new_err(
                "this team is asking its playmaker in another call that has not returned yet",
            )),
        }
    }
}

#[pymethods]
impl PySquad {
    #[new]
    #[pyo3(signature = (
        side, team, playmaker, *, full_state, trainer, habits, formation, patience, staff_patience,
        remote,
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        side: usize,
        team: &str,
        playmaker: &str,
        full_state: bool,
        trainer: bool,
        habits: bool,
        formation: Option<&str>,
        patience: f64,
        staff_patience: f64,
        remote: bool,
    ) -> PyResult<Self> {
        let Some(side) = Side::BOTH.get(side).copied() else {
            return Err(argument_error("side", format!("must be 0 or 1, not {side}")));
        };
        let seconds = |value: f64, argument: &str| {
            let valid = Duration::try_from_secs_f64(value).ok().filter(|own| !own.is_zero());
            valid.ok_or_else(|| argument_error(argument, format!("must be positive, not {value}")))
        };
        let setting = Setting {
            address: address(playmaker, "playmaker", remote)?,
            is_full: full_state,
            has_trainer: trainer,
            has_habits: habits,
            playbook: match formation {
                Some(text) => Arc::new(Playbook::parse(text).or_raise()?),
                None => Playbook::standard().or_raise()?,
            },
            patience: [seconds(patience, "patience")?, seconds(staff_patience, "staff_patience")?],
        };
        Ok(Self(Mutex::new(Squad::new(side, team, setting, runtime().or_raise()?).or_raise()?)))
    }

    /// Asks the playmaker for every agent; nobody acts yet. Ctrl-C ends the waiting; then nothing
    /// has been decided.
    fn decide(&self, py: Python<'_>, world: &PyDiscWorld) -> PyResult<()> {
        let mut guard = self.open()?;
        let mut game = world.open()?;
        if game.is_asked() {
            let what = "a simulation with `chance` cannot be played by playmakers";
            return Err(argument_error("simulation", what));
        }
        let world = &mut game.world;
        world.forget_ended_cycle();
        let mut signals = SignalCheck::new();
        let (squad, interrupted) = (&mut *guard, &mut || signals.interrupted());
        py.detach(|| squad.decide(world, interrupted));
        signals.finish()
    }

    /// Gives the commands that have been decided on.
    fn act(&self, world: &PyDiscWorld) -> PyResult<()> {
        let mut guard = self.open()?;
        let mut game = world.open()?;
        guard.act(&mut game.world);
        Ok(())
    }

    /// Says goodbye for every agent.
    fn leave(&self, py: Python<'_>) -> PyResult<()> {
        let mut guard = self.open()?;
        let squad = &mut *guard;
        py.detach(|| squad.leave());
        Ok(())
    }

    /// Number of calls, numbers of failed calls by call and reason, seconds waited.
    fn tally<'py>(&self, py: Python<'py>) -> PyResult<(u64, Bound<'py, PyDict>, f64)> {
        let squad = self.open()?;
        let missed = PyDict::new(py);
        for ((method, reason), count) in &squad.tally.missed {
            missed.set_item((method.name(), reason.name()), count)?;
        }
        Ok((squad.tally.calls, missed, squad.waited.as_secs_f64()))
    }

    /// What players have drawn in this cycle: numbers and bytes of ``Log`` messages.
    fn drawings<'py>(&self, py: Python<'py>) -> PyResult<Vec<(u8, Bound<'py, PyBytes>)>> {
        let squad = self.open()?;
        let drawn = squad.drawings.iter();
        Ok(drawn.map(|(unum, log)| (*unum, PyBytes::new(py, &log.encode_to_vec()))).collect())
    }
}

/// A playmaker that always gives the same answer, without Python: for measuring the cost of
/// everything else.
struct Constant(Vec<u8>);

impl Playmaker for Constant {
    fn answer(&self, method: Method, _: &[u8]) -> Result<Vec<u8>, String> {
        Ok(match method {
            Method::GetPlayerActions => self.0.clone(),
            Method::Register => {
                protos::RegisterResponse { client_id: 1, ..Default::default() }.encode_to_vec()
            }
            _ => Vec::new(),
        })
    }
}

/// A playmaker that agents can ask.
#[pyclass(name = "PlaymakerServer", module = "rcssgym._core", frozen)]
pub struct PyPlaymakerServer(Mutex<Option<Served>>, SocketAddr);

#[pymethods]
impl PyPlaymakerServer {
    /// `answer`: a callable, or bytes of ``PlayerActions`` that every agent always receives.
    #[new]
    fn new(
        answer: &Bound<'_, PyAny>,
        host: &str,
        port: u16,
        remote: bool,
        max_connections: usize,
    ) -> PyResult<Self> {
        let playmaker: Arc<dyn Playmaker> = match answer.cast::<PyBytes>() {
            Ok(bytes) => Arc::new(Constant(bytes.as_bytes().to_vec())),
            Err(_) => Arc::new(Answering(answer.clone().unbind())),
        };
        let own = address(&format!("{host}:{port}"), "host", remote)?;
        let served = serve(own, max_connections, playmaker)
            .map_err(|error| ServerError::new_err(error.to_string()))?;
        let address = served.address();
        Ok(Self(Mutex::new(Some(served)), address))
    }

    /// Where it listens: host and port.
    #[getter]
    fn address(&self) -> (String, u16) {
        (self.1.ip().to_string(), self.1.port())
    }

    /// Stops listening and ends the server.
    fn close(&self, py: Python<'_>) {
        let served = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        py.detach(|| drop(served));
    }
}

/// Names of calls, and of the reasons for which they fail.
pub(super) fn names() -> (Vec<&'static str>, Vec<&'static str>) {
    (
        Method::ALL.iter().map(|method| method.name()).collect(),
        Reason::ALL.iter().map(|reason| reason.name()).collect(),
    )
}
