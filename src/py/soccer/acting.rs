//! Actions from Python objects.

use super::names::RobotNames;
use super::{PlayerKey, PySoccerWorld, slot};
use crate::actions::{BeamAction, MotorAction, SpeakerAction};
use crate::argument::type_name;
use crate::array::vector;
use crate::error::{IntoException, OrRaise, argument_error};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rcssgym::action::{Action, NamedActuator};
use rcssgym::error::Error;
use rcssgym::soccer::{PlayerId, Side};

/// The items of a sequence of actions. The code that makes them may read the world, which must not
/// be in use meanwhile.
pub fn listed<'py>(actions: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let wrong = |_| {
        let kind = type_name(actions);
        argument_error("actions", format!("must be a sequence of actions, not {kind}"))
    };
    actions.try_iter().map_err(wrong)?.collect()
}

/// Core actions from Python ones; `None` if some are defined by the user.
pub fn actions_of(
    names: &RobotNames,
    actions: &[Bound<'_, PyAny>],
) -> PyResult<Option<Vec<Action>>> {
    let mut found = Vec::with_capacity(actions.len());
    let mut all_known = true;
    for (index, action) in actions.iter().enumerate() {
        match action_of(names, action).map_err(|error| at(error, index))? {
            Some(action) => found.push(action),
            None => all_known = false,
        }
    }
    Ok(all_known.then_some(found))
}

/// Says which action an error is about.
fn at(error: NotTaken, index: usize) -> PyErr {
    match error {
        NotTaken::Here(message) => argument_error("actions", format!("action {index}, {message}")),
        NotTaken::There(error) => error,
    }
}

enum NotTaken {
    Here(String),
    There(PyErr),
}

impl From<PyErr> for NotTaken {
    fn from(error: PyErr) -> Self {
        Self::There(error)
    }
}

/// A core action from a Python one; `None` for one defined by the user.
fn action_of(names: &RobotNames, action: &Bound<'_, PyAny>) -> Result<Option<Action>, NotTaken> {
    let py = action.py();
    let core = if let Ok(motor) = action.cast_exact::<MotorAction>() {
        let motor = motor.borrow();
        let index = motor_index(names, motor.as_super().actuator(py)?.to_str()?)?;
        let MotorAction { q, dq, kp, kd, tau } = *motor;
        Action::Motor { motor: index, command: [q, dq, kp, kd, tau] }
    } else if let Ok(speaker) = action.cast_exact::<SpeakerAction>() {
        let speaker = speaker.borrow();
        let site = speaker_site(names, speaker.as_super().actuator(py)?.to_str()?)?;
        Action::Say { speaker: site, volume: speaker.volume, message: speaker.bytes(py)? }
    } else if let Ok(beam) = action.cast_exact::<BeamAction>() {
        let beam = beam.borrow();
        beam_name(names, beam.as_super().actuator(py)?.to_str()?)?;
        let (x, y, yaw) = beam.target_pose;
        Action::Beam { position: [x, y], yaw }
    } else if action.hasattr("perform")? {
        return Ok(None);
    } else {
        let kind = type_name(action);
        return Err(NotTaken::Here(format!("a {kind} is not an action: it has no perform()")));
    };
    core.check().map_err(|error| match error {
        Error::Argument { argument, message } => {
            let actuator = action.getattr("actuator_name").map(|name| name.to_string());
            let actuator = actuator.unwrap_or_default();
            NotTaken::Here(format!("{} '{actuator}': {argument}: {message}", type_name(action)))
        }
        other => NotTaken::There(other.into_exception()),
    })?;
    Ok(Some(core))
}

fn motor_index(names: &RobotNames, name: &str) -> Result<usize, NotTaken> {
    match names.actuators.get(name) {
        Some(NamedActuator::Motor(index)) => Ok(*index),
        _ => Err(unknown(names, "motor", name)),
    }
}

fn speaker_site(names: &RobotNames, name: &str) -> Result<usize, NotTaken> {
    match names.actuators.get(name) {
        Some(NamedActuator::Speaker(site)) => Ok(*site),
        _ => Err(unknown(names, "speaker", name)),
    }
}

/// Checks the prefix only, as rcsssmj does.
fn beam_name(names: &RobotNames, name: &str) -> Result<(), NotTaken> {
    match names.player {
        Some(player) if name.starts_with(&player.prefix()) => Ok(()),
        _ => Err(unknown(names, "beam effector", name)),
    }
}

fn unknown(names: &RobotNames, what: &str, name: &str) -> NotTaken {
    let player = names.player.map(|player| player.to_string()).unwrap_or_default();
    let mut known: Vec<&str> = names.actuators.keys().map(String::as_str).collect();
    known.sort_unstable();
    let known = known.join(", ");
    NotTaken::Here(format!("unknown {what} '{name}': {player} has {known}"))
}

/// The player that a prefixed name belongs to.
fn player_of(name: &str) -> Option<PlayerId> {
    let mut parts = name.strip_prefix("r-")?.splitn(3, '-');
    let side = Side::from_index(parts.next()?.parse().ok()?)?;
    let number = parts.next()?.parse().ok()?;
    Some(PlayerId { side, number })
}

#[pymethods]
impl PySoccerWorld {
    /// Sets a player's actions. Returns false, with none set, if some are defined by the user, or
    /// may change unnoticed.
    fn set_actions(&self, player: PlayerKey, actions: &Bound<'_, PyAny>) -> PyResult<bool> {
        let listed = listed(actions)?;
        let mut batch = self.door.open()?;
        let slot = slot(&batch, Some(player))?;
        let actions = actions_of(&self.names().robots[slot], &listed)?;
        let is_live = |action: &Bound<'_, PyAny>| {
            let speaker = action.cast_exact::<SpeakerAction>();
            speaker.is_ok_and(|speaker| speaker.borrow().is_live(action.py()))
        };
        let actions = actions.filter(|_| !listed.iter().any(is_live));
        let all_known = actions.is_some();
        batch.act(0, slot - 1, actions.unwrap_or_default()).or_raise()?;
        Ok(all_known)
    }

    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn ctrl_motor(&self, name: &str, q: f64, dq: f64, kp: f64, kd: f64, tau: f64) -> PyResult<()> {
        self.perform(name, "name", None, |names| {
            let motor = motor_index(names, name)?;
            Ok(Action::Motor { motor, command: [q, dq, kp, kd, tau] })
        })
    }

    fn say_message(
        &self,
        actuator_name: &str,
        volume: f64,
        message: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let message = crate::value::bytes(message)?.into_owned();
        self.perform(actuator_name, "actuator_name", None, |names| {
            let speaker = speaker_site(names, actuator_name)?;
            Ok(Action::Say { speaker, volume, message })
        })
    }

    /// Beams a player if ``is_allowed`` is true or, if it is ``None``, if the play mode allows it.
    #[pyo3(signature = (actuator_name, beam_pose, is_allowed=None))]
    fn beam_agent(
        &self,
        actuator_name: &Bound<'_, PyString>,
        beam_pose: &Bound<'_, PyAny>,
        is_allowed: Option<bool>,
    ) -> PyResult<()> {
        let [x, y, yaw] = vector(beam_pose, "beam_pose")?;
        let beam = Action::Beam { position: [x, y], yaw };
        self.perform(actuator_name.to_str()?, "actuator_name", is_allowed, |_| Ok(beam))
    }
}

impl PySoccerWorld {
    /// Has the player whose prefix the actuator's name has perform an action.
    fn perform(
        &self,
        name: &str,
        argument: &str,
        is_allowed: Option<bool>,
        action: impl FnOnce(&RobotNames) -> Result<Action, NotTaken>,
    ) -> PyResult<()> {
        let mut batch = self.door.open()?;
        let slot = player_of(name).and_then(|player| batch.slot_of(player)).ok_or_else(|| {
            argument_error(argument, format!("'{name}' belongs to no player of this game"))
        })?;
        let action = action(&self.names().robots[slot]).map_err(|refusal| match refusal {
            NotTaken::Here(message) => argument_error(argument, message),
            NotTaken::There(error) => error,
        })?;
        batch.perform(0, slot - 1, &action, is_allowed).or_raise()
    }
}
