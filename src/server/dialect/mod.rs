//! Protocols in which agents and monitors talk to the server.
//!
//! The server opens ports, keeps sessions and runs the game; a dialect says what the messages on
//! its ports mean and how the game is told there. Several dialects may be spoken at a time, about
//! the same game. To add one, give it a room here and a line in [`all`].

pub mod rcsssmj;
pub mod simspark;

use crate::action::{Action, NamedActuator};
use crate::batch::{WorldBatch, WorldGame};
use crate::model::Model;
use crate::perception::Perceiver;
use crate::soccer::{Command, Foul, PlayerId, Side};
use crate::wire::log_file::LogForm;
use crate::wire::{Init, Introduction, Message, Request};
use crate::world::WorldRef;
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::sync::Arc;

/// Every dialect that there is, and on which ports it is usually spoken. rcsssmj's is the first.
pub fn all() -> Vec<Spoken> {
    vec![
        Spoken { dialect: Arc::new(rcsssmj::Rcsssmj), ports: rcsssmj::PORTS },
        Spoken { dialect: Arc::new(simspark::Simspark), ports: simspark::PORTS },
    ]
}

/// A dialect that is spoken on some ports.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// The dialect.
    pub dialect: Arc<dyn Dialect>,
    /// Where it is spoken.
    pub ports: Ports,
}

/// Ports of one dialect; `None` for one that is not opened, 0 for a free one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ports {
    /// For agents.
    pub agents: Option<u16>,
    /// For monitors by TCP.
    pub monitors: Option<u16>,
    /// For monitors by WebSocket.
    pub websockets: Option<u16>,
}

/// Motors and speakers of a robot by the names that its agent uses.
pub type Actuators = HashMap<String, NamedActuator>;

/// What monitors speak: what they are told, and how they are understood.
pub trait Reporting: Debug + Send + Sync {
    /// What the log calls its clients, in front of the word for their kind and with a blank behind
    /// it; nothing for those that a server usually has.
    fn label(&self) -> &'static str {
        ""
    }

    /// What a monitor's message asks for.
    fn requests(&self, message: &[u8]) -> Message<Request>;

    /// The answer to [`Request::Acknowledge`]. Answers to one monitor in one cycle are sent in one
    /// message, one after the other.
    fn acknowledgement(&self, word: &str) -> String;

    /// What writes the frames of one game, one in so many cycles.
    fn frames(&self, interval: u64) -> Box<dyn Frames>;

    /// The form of log files with its frames, if they can be read again.
    fn log_form(&self) -> Option<LogForm> {
        None
    }
}

/// A protocol: how agents and monitors that speak it are understood, and what they are told.
pub trait Dialect: Reporting {
    /// What the dialect is called, e.g. by whoever starts a server.
    fn name(&self) -> &'static str;

    /// How an agent that has just connected says who it is.
    fn opening(&self) -> Box<dyn Opening>;

    /// The actuators of a robot by the names that its agent uses; as in its model, unless the
    /// dialect has other names.
    fn actuators(&self, model: &Model) -> Actuators {
        NamedActuator::all(model).map(|(name, actuator)| (name.to_owned(), actuator)).collect()
    }

    /// What an agent's message asks its robot to do, at most one action for each actuator. What
    /// cannot be used is left out, and `complain` is told why.
    fn actions(
        &self,
        message: &[u8],
        actuators: &Actuators,
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Vec<Action>;

    /// Does an agent's message announce a pass of its team?
    fn announces_pass(&self, message: &[u8]) -> bool {
        let _ = message;
        false
    }

    /// Who an agent says it is that was given a robot by [`Opened::Staged`] and plays for nobody
    /// yet; `None` as long as its message does not say so. What cannot be used is left out, and
    /// `complain` is told why.
    fn introduction(
        &self,
        message: &[u8],
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Option<Introduction> {
        let _ = (message, complain);
        None
    }

    /// What writes perceptions in one game, and controls robots there.
    fn senses(&self) -> Box<dyn Senses>;
}

/// The first messages of one agent, up to the one that says who it is.
pub trait Opening: Send {
    /// Reads the agent's next message.
    ///
    /// # Errors
    /// Why the agent is disconnected, in one line for the log.
    fn read(&mut self, message: &[u8]) -> Result<Opened, String>;
}

/// What an opening message comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The agent has more to say, after an answer if there is one.
    Answered(Option<String>),
    /// Nothing comes of the message, and the log is told why.
    Ignored(String),
    /// The agent has a robot, but has not said who it is: it perceives, and plays for nobody.
    Staged(Stage),
    /// The agent has said who it is.
    Introduced(Init),
}

/// The robot of an agent that has not said who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Robot model, e.g. `nao`.
    pub model: String,
    /// Which make of that model, in the dialect's own numbers.
    pub make: u32,
    /// Cycles in which its agent has been told what it perceives.
    pub cycles: u64,
}

/// The message that is being written for each player.
pub type Messages<'a> = HashMap<PlayerId, &'a mut String>;

/// Writes what players perceive, and has their robots do what they ask for.
#[expect(unused_variables, reason = "a dialect may need nothing of this")]
pub trait Senses: Send {
    /// Looks at the world before anything is written in a cycle.
    ///
    /// # Errors
    /// As the batch has them.
    fn prepare(&mut self, batch: &mut WorldBatch) -> crate::Result<()> {
        Ok(())
    }

    /// Why a robot may not join a side that others of its dialect have joined, if it may not.
    fn refusal(&self, side: Side, stage: &Stage) -> Option<String> {
        None
    }

    /// A player has joined whose agent speaks this dialect. `stage` is what its robot was before.
    fn joined(&mut self, player: PlayerId, model: &Model, stage: Option<&Stage>) {}

    /// A player has left.
    fn left(&mut self, player: PlayerId) {}

    /// What a robot does in the next step, if its agent asks for some actions. Called for every
    /// player in every cycle.
    fn control(&mut self, batch: &WorldBatch, player: PlayerId, asked: Vec<Action>) -> Vec<Action> {
        asked
    }

    /// What comes of a pass that a player has announced.
    ///
    /// # Errors
    /// Why it cannot pass now, for the log.
    fn pass(&mut self, batch: &WorldBatch, player: PlayerId) -> Result<Command, String> {
        Err("nobody announces passes in this protocol".to_owned())
    }

    /// Writes what somebody perceives that has a robot and plays for nobody, in place of what
    /// `message` was before.
    fn write_staged(&mut self, perceiver: &mut Perceiver<'_>, stage: &Stage, message: &mut String) {
    }

    /// Writes what some players perceive now, each in place of what its message was before. What is
    /// heard has been drawn anew.
    fn write(&mut self, perceiver: &mut Perceiver<'_>, messages: Messages<'_>);
}

/// The game after a step, as monitors may be shown it.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The batch that has the world.
    pub batch: &'a WorldBatch,
    /// The world.
    pub view: WorldRef<'a>,
    /// The game that is played there.
    pub game: &'a WorldGame,
    /// Fouls since the last frame, in the order in which they were given.
    pub fouls: &'a [(PlayerId, Foul)],
    /// Fouls before these.
    pub fouls_before: u64,
    /// The player that a monitor has selected; maybe one who has left since.
    pub selected: Option<PlayerId>,
}

/// Whoever gets every frame, such as a monitor or a log file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReaderId(pub u64);

/// Writes frames: what monitors are told of the game from time to time.
///
/// Whoever is not known yet knows nothing. Readers get their messages about the same frame one
/// after the other, so what is the same for many is written once.
pub trait Frames: Send {
    /// Is a frame due after this cycle? To be asked once for every cycle.
    fn is_due(&mut self, cycle: u64) -> bool;

    /// Somebody wants the next frame to tell everything.
    fn refresh(&mut self);

    /// Begins a frame.
    fn begin(&mut self, moment: &Moment<'_>);

    /// The message about the frame for one reader, which will get it.
    fn message(&mut self, moment: &Moment<'_>, reader: ReaderId) -> &[u8];

    /// A reader has missed frames.
    fn missed(&mut self, reader: ReaderId);

    /// A reader has left.
    fn left(&mut self, reader: ReaderId);
}
