//! What an agent's message asks its robot to do.

use crate::action::{Action, NamedActuator};
use crate::perception::audio::MAX_MESSAGE;
use crate::server::dialect::Actuators;
use crate::wire::printable;
use crate::wire::rcsssmj::agent::{Effector, effectors};
use std::fmt::Display;
use thiserror::Error;

/// Decodes the actions in a message. Of several commands to one actuator only the last one counts,
/// because they would be performed in the same step.
pub(super) fn actions(
    message: &[u8],
    actuators: &Actuators,
    complain: &mut dyn FnMut(&dyn Display),
) -> Vec<Action> {
    let message = effectors(message);
    for refusal in &message.refused {
        complain(refusal);
    }
    let mut actions: Vec<Action> = Vec::with_capacity(message.parts.len().min(actuators.len() + 1));
    for effector in message.parts {
        let action = match action(effector, actuators) {
            Ok(action) => action,
            Err(unfit) => {
                complain(&unfit);
                continue;
            }
        };
        match actions.iter_mut().find(|other| is_same_actuator(other, &action)) {
            Some(other) => *other = action,
            None => actions.push(action),
        }
    }
    actions
}

/// Why an effector does nothing; formatted only if it is logged.
#[derive(Debug, Error)]
enum Unfit<'a> {
    #[error("unknown motor '{}'", printable(.0))]
    Motor(&'a str),
    #[error("unknown speaker '{}'", printable(.0))]
    Speaker(&'a str),
    #[error("{0}")]
    Value(crate::Error),
}

fn action<'a>(effector: Effector<'a>, actuators: &Actuators) -> Result<Action, Unfit<'a>> {
    let action = match effector {
        Effector::Motor { name, command } => match actuators.get(name) {
            Some(&NamedActuator::Motor(motor)) => Action::Motor { motor, command },
            _ => return Err(Unfit::Motor(name)),
        },
        Effector::Say { name, volume, mut message } => match actuators.get(name) {
            Some(&NamedActuator::Speaker(speaker)) => {
                // Nobody hears a message that is too long, but it still replaces an earlier one.
                if message.len() > MAX_MESSAGE {
                    message.clear();
                }
                Action::Say { speaker, volume, message }
            }
            _ => return Err(Unfit::Speaker(name)),
        },
        Effector::Beam { position, yaw } => Action::Beam { position, yaw },
    };
    action.check().map_err(Unfit::Value)?;
    Ok(action)
}

fn is_same_actuator(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::Motor { motor: a, .. }, Action::Motor { motor: b, .. }) => a == b,
        (Action::Say { speaker: a, .. }, Action::Say { speaker: b, .. }) => a == b,
        (Action::Beam { .. }, Action::Beam { .. }) => true,
        _ => false,
    }
}
