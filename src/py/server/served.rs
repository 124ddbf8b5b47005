//! A `SoccerSimulation` as the server wants it.

use super::commands::object;
use crate::batch::WorldBatch;
use crate::py::soccer::PySoccerWorld;
use crate::server::{Refused, ServerError, Simulation, check_robot, get_robots_ready, step};
use crate::soccer::{Command, PlayerId, Side};
use crate::wire::Init;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::collections::BTreeMap;

/// A simulation and its world. Players join and leave through Python, where their objects live;
/// cycles leave Python alone unless a subclass wants to be called.
pub struct Served {
    simulation: Py<PyAny>,
    world: Py<PySoccerWorld>,
    /// Can whole cycles run in the core?
    is_plain: bool,
    /// What ended the simulation.
    raised: Option<PyErr>,
}

impl Served {
    pub fn new(py: Python<'_>, simulation: Py<PyAny>, world: Py<PySoccerWorld>) -> PyResult<Self> {
        get_robots_ready()?;
        let is_plain = simulation.bind(py).call_method0("_is_plain_on_a_server")?.extract()?;
        Ok(Self { simulation, world, is_plain, raised: None })
    }

    /// The exception of the simulation that ended the server, if one did.
    pub fn take_raised(&mut self) -> Option<PyErr> {
        self.raised.take()
    }

    /// Runs something in Python and words its exception.
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
        let refused = self.simulation.bind(py).call_method1("_step_served", (commands,))?;
        // A subclass may perform them in another order, and some of them twice.
        let refused: BTreeMap<usize, String> = refused.extract::<Vec<_>>()?.into_iter().collect();
        Ok(refused.into_iter().map(|(index, reason)| Refused { index, reason }).collect())
    }

    fn add(&self, py: Python<'_>, init: &Init) -> PyResult<Result<PlayerId, String>> {
        let request = py.import("rcssgym.actions")?.getattr("InitRequest")?;
        let request = request.call1((&init.model, &init.team, init.number))?;
        let simulation = self.simulation.bind(py);
        let players = simulation.call_method1("add_players", (PyList::new(py, [request])?,))?;
        let player = players.get_item(0)?;
        if player.is_none() {
            let refusals = simulation.getattr("refusals")?;
            return Ok(Err(refusals.call_method0("pop")?.extract()?));
        }
        let id = player.getattr("agent_id")?;
        let number = id.getattr("player_no")?.extract()?;
        let side = Side::from_index(id.getattr("team_id")?.extract()?);
        let side = side.ok_or_else(|| PyRuntimeError::new_err("a player of no team"))?;
        Ok(Ok(PlayerId { side, number }))
    }

    fn remove(&self, py: Python<'_>, player: PlayerId) -> PyResult<()> {
        let simulation = self.simulation.bind(py);
        let team = simulation.call_method1("get_players", (player.side.index(),))?;
        let player = team.call_method1("get", (player.number,))?;
        if !player.is_none() {
            simulation.call_method1("remove_players", (PyList::new(py, [player])?,))?;
        }
        Ok(())
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
