//! How SimSpark's agents introduce themselves, and what their messages ask for.

use crate::action::{Action, NamedActuator};
use crate::server::dialect::{Actuators, Opened, Opening, Stage};
use crate::wire::simspark::agent::{Effector, Scene, effectors, scene};
use crate::wire::{Introduction, printable, simspark::agent as wire};
use std::fmt::Display;

/// An agent's first message with a scene gives it a robot; others before that have no effect.
pub(super) struct SceneMessage;

impl Opening for SceneMessage {
    fn read(&mut self, message: &[u8]) -> Result<Opened, String> {
        Ok(match scene(message) {
            Ok(Some(Scene { model, make })) => {
                Opened::Staged(Stage { model: model.to_owned(), make, cycles: 0 })
            }
            Ok(None) => Opened::Ignored("sends something before its scene".to_owned()),
            // An agent whose scene is unknown gets nothing, and may ask for another one.
            Err(refusal) => Opened::Ignored(refusal.to_string()),
        })
    }
}

/// Who an agent says it is.
pub(super) fn introduction(
    message: &[u8],
    complain: &mut dyn FnMut(&dyn Display),
) -> Option<Introduction> {
    wire::introduction(message).unwrap_or_else(|refusal| {
        complain(&refusal);
        None
    })
}

/// Decodes all actions in a message, in their order. A motor's command carries nothing but its
/// speed, which the motor's servo turns into a full command.
pub(super) fn actions(
    message: &[u8],
    actuators: &Actuators,
    complain: &mut dyn FnMut(&dyn Display),
) -> Vec<Action> {
    let message = effectors(message);
    for refusal in &message.refused {
        complain(refusal);
    }
    let mut actions = Vec::with_capacity(message.parts.len());
    for effector in message.parts {
        match effector {
            Effector::Speed { name, speed } => match actuators.get(name) {
                Some(&NamedActuator::Motor(motor)) => {
                    actions.push(Action::Motor { motor, command: [0.0, speed, 0.0, 0.0, 0.0] });
                }
                _ => complain(&format_args!("unknown effector '{}'", printable(name))),
            },
            Effector::Beam { position, yaw } => actions.push(Action::Beam { position, yaw }),
            Effector::Say(message) => match actuators.get(SPEAKER) {
                Some(&NamedActuator::Speaker(speaker)) => {
                    let message = message.to_vec();
                    actions.push(Action::Say { speaker, volume: 1.0, message });
                }
                _ => complain(&format_args!("its robot cannot speak")),
            },
        }
    }
    actions
}

/// The speaker that `(say ...)` uses.
const SPEAKER: &str = "say";
