//! Actions in many games at once.

use super::super::error::{OrRaise, argument_error};
use crate::disc::PyDiscBatch;
use prost::Message;
use pyo3::prelude::*;
use rcssgym::playmaker::Company;
use rcssgym::playmaker::protos::{CoachActions, PlayerActions};
use rcssgym::teams::Playbook;
use std::sync::{Arc, Mutex, PoisonError};

/// The players of a batch's games, which are given actions without a network.
#[pyclass(name = "PlaymakerCompany", module = "rcssgym._core", frozen)]
pub struct PyCompany(Mutex<Company>);

#[pymethods]
impl PyCompany {
    #[new]
    fn new(worlds: usize, full_state: bool, formation: Option<&str>) -> PyResult<Self> {
        let playbook = match formation {
            Some(text) => Arc::new(Playbook::parse(text).or_raise()?),
            None => Playbook::standard().or_raise()?,
        };
        Ok(Self(Mutex::new(Company::new(worlds, full_state, playbook))))
    }

    /// Give the commands of a cycle: bytes of ``PlayerActions`` for each player, or ``None``.
    #[pyo3(signature = (batch, actions, active=None))]
    fn act(
        &self,
        py: Python<'_>,
        batch: &PyDiscBatch,
        actions: Vec<Option<Vec<u8>>>,
        active: Option<Vec<bool>>,
    ) -> PyResult<()> {
        let actions: Vec<_> =
            actions.into_iter().map(read::<PlayerActions>).collect::<PyResult<_>>()?;
        batch.door.attempt(py, |batch| {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).act(
                batch,
                &actions,
                active.as_deref(),
            )
        })
    }

    /// Carry out actions of coaches: bytes of ``CoachActions`` for left and right, or ``None``.
    #[pyo3(signature = (batch, actions, active=None))]
    fn instruct(
        &self,
        py: Python<'_>,
        batch: &PyDiscBatch,
        actions: [Option<Vec<u8>>; 2],
        active: Option<Vec<bool>>,
    ) -> PyResult<()> {
        let [left, right] = actions;
        let actions = [read::<CoachActions>(left)?, read(right)?];
        batch.door.attempt(py, |batch| {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).instruct(
                batch,
                &actions,
                active.as_deref(),
            )
        })
    }
}

/// The message in these bytes, if there are any.
fn read<M: Message + Default>(bytes: Option<Vec<u8>>) -> PyResult<Option<M>> {
    let message = bytes.map(|bytes| M::decode(bytes.as_slice())).transpose();
    message.map_err(|error| argument_error("actions", error))
}
