//! The session of an agent: from its first byte to its last.

use super::complaints::Complaints;
use super::jersey;
use super::listener::Kind;
use super::patience::Patience;
use super::session::{Capacity, Connection, Frames, Intake, Outbox, Parcel, Sessions};
use crate::action::{Action, Actuator};
use crate::model::Model;
use crate::perception::audio::MAX_MESSAGE;
use crate::wire::Init;
use crate::wire::printable;
use crate::wire::rcsssmj::agent::{Effector, effectors, init};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use thiserror::Error;
use tokio::sync::mpsc::Receiver;
use tokio_util::sync::CancellationToken;

/// Connections at a time, those of agents that have not said yet who they are included.
pub(super) const KIND: Kind = Kind { name: "agent", most: 512 };
/// Longest message that an agent may send, bytes; one for all motors has about 2,000.
const LONGEST: usize = 1 << 15;
/// Messages that may wait for an agent, 5 s of them. An agent that leaves more unread is let go.
const MOST_UNREAD: u32 = 250;
/// What may wait for the cycle.
const CAPACITY: Capacity = Capacity { messages: 32, bytes: 1 << 15 };
/// Time to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// Motors and speakers of a robot by the names that its agent knows.
pub(super) type Actuators = HashMap<String, Actuator>;

/// The actuators of a model.
pub(super) fn actuators(model: &Model) -> Actuators {
    Actuator::all(model).map(|(name, actuator)| (name.to_owned(), actuator)).collect()
}

/// An agent as the cycle has it.
pub(super) struct AgentLink {
    /// Place in the order of connecting.
    pub(super) number: u64,
    pub(super) init: Init,
    /// What every message asks for; closed when the agent is gone.
    pub(super) actions: Receiver<Parcel<Vec<Action>>>,
    pub(super) outbox: Outbox,
    /// Ends the session.
    pub(super) gone: CancellationToken,
    /// To be set when its robot joins; what it sends before is dropped.
    pub(super) actuators: Arc<OnceLock<Actuators>>,
    /// About what it sends.
    pub(super) complaints: Complaints,
}

/// Serves one agent.
pub(super) async fn serve(sessions: Sessions<AgentLink>, connection: Connection) {
    let Connection { stream, peer, permit, number } = connection;
    // Messages are answers to messages: none may wait for the next.
    let _ = stream.set_nodelay(true);
    let gone = sessions.stop.child_token();
    let _over = gone.clone().drop_guard();
    let complaints = sessions.log.of(format!("agent {peer}"));
    let (reader, writer) = stream.into_split();
    let mut frames = Frames::new(reader, LONGEST, gone.clone());
    let init = match Patience::new(INTRODUCTION).wait(frames.next(&complaints)).await {
        None => return complaints.add(format_args!("no init in {INTRODUCTION:?}, disconnected")),
        Some(None) => {
            return sessions.note(format_args!("agent {peer} left before its init"));
        }
        Some(Some(message)) => match init(&message) {
            Ok(init) => init,
            Err(refusal) => return complaints.add(format_args!("{refusal}; disconnected")),
        },
    };
    let name = format!("agent {peer}, {}", jersey(&init));
    let complaints = sessions.log.of(&name);
    let (intake, actions) = Intake::new(CAPACITY, gone.clone());
    let actuators = Arc::new(OnceLock::new());
    let link = AgentLink {
        number,
        init,
        actions,
        outbox: Outbox::tcp(
            writer,
            MOST_UNREAD,
            gone.clone(),
            Arc::clone(&permit),
            &sessions.tasks,
        ),
        gone,
        actuators: Arc::clone(&actuators),
        complaints: complaints.clone(),
    };
    if sessions.arrivals.send(link).is_err() {
        return;
    }
    while let Some(message) = frames.next(&complaints).await {
        let Some(actuators) = actuators.get() else { continue };
        let Some(room) = intake.room(message.len()).await else { break };
        if !intake.hand_over(room, actions_of(&message, actuators, &complaints)) {
            break;
        }
    }
    sessions.note_end(name);
}

/// What a message asks for. Of several commands to one actuator the last one counts, as they would
/// be performed in the same step.
fn actions_of(message: &[u8], actuators: &Actuators, complaints: &Complaints) -> Vec<Action> {
    let message = effectors(message);
    for refusal in &message.refused {
        complaints.add(refusal);
    }
    let mut actions: Vec<Action> = Vec::with_capacity(message.parts.len().min(actuators.len() + 1));
    for effector in message.parts {
        let action = match action(effector, actuators) {
            Ok(action) => action,
            Err(unfit) => {
                complaints.add(unfit);
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

/// Why an effector does nothing; in words only if somebody is to read them.
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
            Some(&Actuator::Motor(motor)) => Action::Motor { motor, command },
            _ => return Err(Unfit::Motor(name)),
        },
        Effector::Say { name, volume, mut message } => match actuators.get(name) {
            Some(&Actuator::Speaker(speaker)) => {
                // Nobody hears it, but it takes the place of what was to be said before.
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
