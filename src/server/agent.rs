//! The session of an agent: from its first byte to its last.

use super::complaints::Complaints;
use super::dialect::{Actuators, Dialect, Opened, Opening, Stage, Turn};
use super::jersey;
use super::listener::ClientKind;
use super::patience::Patience;
use super::session::{Capacity, Connection, Frames, Intake, Outbox, Parcel, Sessions};
use crate::action::Action;
use crate::wire::{Init, Introduction, framing};
use std::fmt::Display;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc::Receiver;
use tokio_util::sync::CancellationToken;

/// Maximum number of connections at a time, including those of agents that have not introduced
/// themselves yet.
pub(super) const KIND: ClientKind = ClientKind { name: "agent", most: 512 };
/// Longest message that an agent may send, bytes; a message that commands all motors has about
/// 2,000.
const LONGEST: usize = 1 << 15;
/// Messages that may wait for an agent: 5 s' worth. An agent that leaves more unread is
/// disconnected.
const MOST_UNREAD: u32 = 250;
/// How much of what one agent sends may wait for the cycle.
const CAPACITY: Capacity = Capacity { messages: 32, bytes: 1 << 15 };
/// How long an agent may take to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// The state in which an agent arrives.
pub(super) enum Entrance {
    /// It has said who it is.
    Introduced(Init),
    /// It has a robot, but has not said who it is.
    Staged(Stage),
}

/// An agent that the cycle does not know yet.
pub(super) struct Newcomer {
    pub(super) entrance: Entrance,
    pub(super) link: AgentLink,
}

/// What an agent's message asks for.
#[derive(Default)]
pub(super) struct Said {
    pub(super) actions: Vec<Action>,
    /// Who it is, if it had not said so before.
    pub(super) introduction: Option<Introduction>,
    /// Whether it announces a pass.
    pub(super) is_pass: bool,
    /// What it is of the agent's turn.
    pub(super) turn: Turn,
}

impl Said {
    /// Adds what a later message asks for.
    pub(super) fn add(&mut self, mut later: Self) {
        match self.actions.is_empty() {
            true => self.actions = later.actions,
            false => self.actions.append(&mut later.actions),
        }
        self.introduction = later.introduction.or(self.introduction.take());
        self.is_pass |= later.is_pass;
        if self.turn != Turn::End {
            self.turn = later.turn;
        }
    }
}

/// An agent as the cycle sees it.
pub(super) struct AgentLink {
    /// Place in the order of connecting.
    pub(super) number: u64,
    /// What each message asks for; closed when the agent is gone.
    pub(super) messages: Receiver<Parcel<Said>>,
    pub(super) outbox: Outbox,
    /// Ends the session.
    pub(super) gone: CancellationToken,
    /// Set when its robot joins. What an agent without a robot asks for before that is dropped.
    pub(super) actuators: Arc<OnceLock<Actuators>>,
    /// Whether it ends its turns, as far as is known. Otherwise each of its messages is one.
    pub(super) ends_turns: bool,
    /// Log lines about what it sends.
    pub(super) complaints: Complaints,
}

/// Serves one agent.
pub(super) async fn serve(
    dialect: Arc<dyn Dialect>,
    sessions: Sessions<Newcomer>,
    connection: Connection,
) {
    let Connection { stream, name, permit, number } = connection;
    // Agent and server answer each other's messages, so none may be held back until the next one.
    let _ = stream.set_nodelay(true);
    let gone = sessions.clients.stop.child_token();
    let _over = gone.clone().drop_guard();
    let complaints = sessions.clients.log.of(&name);
    let (reader, mut writer) = stream.into_split();
    let mut frames = Frames::new(reader, LONGEST, gone.clone());
    let opening = open(dialect.opening(), &mut frames, &mut writer, &complaints);
    let entrance = match Patience::new(INTRODUCTION).wait(opening).await {
        None => return complaints.add(format_args!("no init in {INTRODUCTION:?}, disconnected")),
        Some(Ok(Some(entrance))) => entrance,
        Some(Ok(None)) => {
            return sessions.clients.note(format_args!("{name} left before its init"));
        }
        Some(Err(problem)) => return complaints.add(format_args!("{problem}; disconnected")),
    };
    // What is said to the actuators of a robot before it joins counts from then on.
    let early = match &entrance {
        Entrance::Introduced(_) => None,
        Entrance::Staged(stage) => Some(actuators_of(&*dialect, stage)),
    };
    let name = match &entrance {
        Entrance::Introduced(init) => format!("{name}, {}", jersey(init)),
        Entrance::Staged(_) => name,
    };
    let complaints = sessions.clients.log.of(&name);
    let (intake, messages) = Intake::new(CAPACITY, gone.clone());
    let actuators = Arc::new(OnceLock::new());
    let tasks = &sessions.clients.tasks;
    let link = AgentLink {
        number,
        messages,
        outbox: Outbox::tcp(writer, MOST_UNREAD, gone.clone(), Arc::clone(&permit), tasks),
        gone,
        ends_turns: true,
        actuators: Arc::clone(&actuators),
        complaints: complaints.clone(),
    };
    if sessions.arrivals.send(Newcomer { entrance, link }).is_err() {
        return;
    }
    while let Some(message) = frames.next(&complaints).await {
        let has_joined = actuators.get().is_some();
        let Some(actuators) = actuators.get().or(early.as_ref()) else { continue };
        let Some(room) = intake.room(message.len()).await else { break };
        let said = read(&*dialect, &message, actuators, has_joined, &complaints);
        if !intake.hand_over(room, said) {
            break;
        }
    }
    sessions.clients.note_end(name);
}

/// Reads a message of an agent whose robot has joined, or is known at least.
fn read(
    dialect: &dyn Dialect,
    message: &[u8],
    actuators: &Actuators,
    has_joined: bool,
    complaints: &Complaints,
) -> Said {
    let mut complain = |problem: &dyn Display| complaints.add(problem);
    Said {
        introduction: match has_joined {
            true => None,
            false => dialect.introduction(message, &mut complain),
        },
        actions: dialect.actions(message, actuators, &mut complain),
        is_pass: has_joined && dialect.announces_pass(message),
        turn: dialect.turn(message),
    }
}

/// The actuators of a robot whose agent does not play yet.
fn actuators_of(dialect: &dyn Dialect, stage: &Stage) -> Actuators {
    // The robots of clients are loaded before the first cycle.
    crate::model::load_shared(&stage.model)
        .map(|model| dialect.actuators(&model))
        .unwrap_or_default()
}

/// Reads and answers messages until the agent has said who it is, or what its robot is; `None` if
/// it leaves before that.
///
/// # Errors
/// Why the dialect refuses the agent.
async fn open(
    mut opening: Box<dyn Opening>,
    frames: &mut Frames<OwnedReadHalf>,
    writer: &mut OwnedWriteHalf,
    complaints: &Complaints,
) -> Result<Option<Entrance>, String> {
    while let Some(message) = frames.next(complaints).await {
        match opening.read(&message)? {
            Opened::Introduced(init) => return Ok(Some(Entrance::Introduced(init))),
            Opened::Staged(stage) => return Ok(Some(Entrance::Staged(stage))),
            Opened::Ignored(problem) => complaints.add(problem),
            Opened::Answered(None) => {}
            Opened::Answered(Some(answer)) => {
                let Some(answer) = framing::framed(answer.as_bytes()) else { return Ok(None) };
                if writer.write_all(&answer).await.is_err() {
                    return Ok(None);
                }
            }
        }
    }
    Ok(None)
}
