//! A `SoccerSimulation` as the server needs it, through `rcssgym.soccer.served.ServedSimulation`.

use super::commands::object;
use crate::error::OrRaise;
use crate::soccer::{PlayerKey, PySoccerWorld};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use rcssgym::batch::WorldBatch;
use rcssgym::server::{Refused, ServerError, Simulation, check_robot, get_robots_ready, step};
use rcssgym::soccer::{Command, PlayerId, Side};
use rcssgym::wire::Init;
use std::collections::BTreeMap;

/// A simulation and its world. Players join and leave through Python, where their objects live;
/// cycles do not involve Python unless a subclass wants to be called.
pub struct Served {
    simulation: Py<PyAny>,
    world: Py<PySoccerWorld>,
    /// Can whole cycles run in the core?
    is_plain: bool,
    /// The exception that ended the simulation.
    raised: Option<PyErr>,
}

impl Served {
    pub fn new(py: Python<'_>, simulation: Py<PyAny>, world: Py<PySoccerWorld>) -> PyResult<Self> {
        get_robots_ready().or_raise()?;
        let is_plain = simulation.bind(py).call_method0("runs_in_core")?.extract()?;
        Ok(Self { simulation, world, is_plain, raised: None })
    }

    /// The exception of the simulation that ended the server, if one did.
    pub fn take_raised(&mut self) -> Option<PyErr> {
        self.raised.take()
    }

    /// Runs `work` in Python, keeps its exception, and returns the text of it as an error.
    fn attached<T>(
        &mut self,
        work: impl FnOnce(&Self, Python<'_>) -> PyResult<T>,
    ) -> Result<T, ServerError> {
        Python::attach(|py| work(self, py)).map_err(|error| {
            let text = error.to_string();
            self.raised = Some(error);
            ServerError::Simulation(text)
        })
    }

    fn step_in_python(&self, py: Python<'_>, commands: &[Command]) -> PyResult<Vec<Refused>> {
        let commands = commands.iter().map(|command| object(py, command));
        let commands = PyList::new(py, commands.collect::<PyResult<Vec<_>>>()?)?;
        let refused = self.simulation.bind(py).call_method1("step", (commands,))?;
        // A subclass may perform them in another order, and some of them twice.
        let refused: BTreeMap<usize, String> = refused.extract::<Vec<_>>()?.into_iter().collect();
        Ok(refused.into_iter().map(|(index, reason)| Refused { index, reason }).collect())
    }

    fn add(&self, py: Python<'_>, init: &Init) -> PyResult<Result<PlayerId, String>> {
        let request = (&init.model, &init.team, init.number);
        let joined = self.simulation.bind(py).call_method1("join", request)?;
        if let Ok(reason) = joined.extract() {
            return Ok(Err(reason));
        }
        let (team, number) = joined.extract::<PlayerKey>()?;
        let side = Side::from_index(team);
        let side = side.ok_or_else(|| PyRuntimeError::new_err("a player of no team"))?;
        Ok(Ok(PlayerId { side, number }))
    }

    fn remove(&self, py: Python<'_>, player: PlayerId) -> PyResult<()> {
        let player = (player.side.index(), player.number);
        self.simulation.bind(py).call_method1("leave", player).map(drop)
    }
}

impl Simulation for Served {
    fn with<T>(&mut self, work: impl FnOnce(&mut WorldBatch) -> T) -> Result<T, ServerError> {
        let mut batch = self.world.get().door().wait().map_err(ServerError::Simulation)?;
        Ok(work(&mut batch))
    }

    fn join(&mut self, init: &Init) -> Result<Result<PlayerId, String>, ServerError> {
        if let Err(reason) = check_robot(&init.model) {
            return Ok(Err(reason));
        }
        self.attached(|served, py| served.add(py, init))
    }

    fn leave(&mut self, player: PlayerId) -> Result<(), ServerError> {
        self.attached(|served, py| served.remove(py, player))
    }

    fn step(&mut self, commands: &[Command]) -> Result<Vec<Refused>, ServerError> {
        match self.is_plain {
            true => Ok(self.with(|batch| step(batch, commands))??),
            false => self.attached(|served, py| served.step_in_python(py, commands)),
        }
    }
}
