//! Turns actions into commands without a game.

use super::super::error::{OrRaise, argument_error};
use super::encode::encode;
use super::layout::layouts;
use prost::Message;
use pyo3::prelude::*;
use rcssgym::disc::Rules;
use rcssgym::playmaker::execute::{Mind, Nobody};
use rcssgym::playmaker::{parameters, protos, read};
use rcssgym::teams::Playbook;
use std::sync::{Arc, Mutex, PoisonError};

/// What a player keeps from one :func:`execute` to the next: whether they save stamina, when they
/// last looked in each direction, how far their free kick as the goalie has come, and what they go
/// on with in the next cycle. It also holds the parameters of their game.
///
/// :param server_param: a ``ServerParam``; ``None``: rcssserver's defaults.
/// :param player_param: a ``PlayerParam``; ``None``: the same.
/// :param player_types: ``PlayerType`` messages; types that are not among them are like type 0.
#[pyclass(name = "Memory", module = "rcssgym.playmaker", frozen)]
pub struct PyMemory {
    rules: Rules,
    mind: Mutex<Mind>,
}

#[pymethods]
impl PyMemory {
    #[new]
    #[pyo3(signature = (server_param=None, player_param=None, player_types=None))]
    fn new(
        server_param: Option<Bound<'_, PyAny>>,
        player_param: Option<Bound<'_, PyAny>>,
        player_types: Option<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let server = server_param.map(|own| from_object(&own, "ServerParam", "server_param"));
        let player = player_param.map(|own| from_object(&own, "PlayerParam", "player_param"));
        let (server, player) = (server.transpose()?, player.transpose()?);
        let types: Vec<protos::PlayerType> = player_types
            .unwrap_or_default()
            .iter()
            .map(|own| from_object(own, "PlayerType", "player_types"))
            .collect::<PyResult<_>>()?;
        let rules = parameters::rules(server.as_ref(), player.as_ref(), &types).or_raise()?;
        Ok(Self { rules, mind: Mutex::default() })
    }
}

/// Reads a message of a class from a Python object.
fn from_object<M: Message + Default>(
    own: &Bound<'_, PyAny>,
    class: &str,
    argument: &str,
) -> PyResult<M> {
    let layouts = layouts(own.py())?;
    message(&encode(layouts, layouts.named(class)?, own)?, argument)
}

fn message<M: Message + Default>(bytes: &[u8], argument: &str) -> PyResult<M> {
    M::decode(bytes).map_err(|error| argument_error(argument, error))
}

/// Commands of a player who sends a State and receives actions; see ``rcssgym.playmaker.execute``.
#[pyfunction]
#[pyo3(signature = (state, actions, memory, formation, habits))]
pub(super) fn playmaker_execute(
    py: Python<'_>,
    state: &[u8],
    actions: &[u8],
    memory: &PyMemory,
    formation: Option<&str>,
    habits: bool,
) -> PyResult<Vec<String>> {
    let state: protos::State = message(state, "state")?;
    let actions: protos::PlayerActions = message(actions, "actions")?;
    let playbook = match formation {
        Some(text) => Arc::new(Playbook::parse(text).or_raise()?),
        None => Playbook::standard().or_raise()?,
    };
    let Some(model) = state.world_model.as_ref() else {
        return Err(argument_error("state", "world_model is missing"));
    };
    let mut task = read::read_task(&memory.rules, model, &playbook, &Nobody).or_raise()?;
    task.has_habits = habits;
    py.detach(|| {
        let mut mind = memory.mind.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(task.execute(&actions, &mut mind).texts())
    })
}
