//! Protocols in which agents and monitors talk to the server.
//!
//! The server opens ports, keeps sessions and runs the game; a dialect defines what the messages on
//! its ports mean and how the game is reported there. Several dialects may be spoken at the same
//! time, about the same game. To add one, add a module here and a line in [`all`].

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

/// Returns every dialect with the ports on which it is usually spoken. rcsssmj's is the first.
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

/// The monitors' side of a protocol: what they are sent, and what their messages mean.
pub trait Reporting: Debug + Send + Sync {
    /// Prefix of the log's names for its clients, with a trailing space, which precedes the word
    /// for their kind; empty for the usual dialect of a server.
    fn label(&self) -> &'static str {
        ""
    }

    /// Decodes a monitor's message into requests.
    fn requests(&self, message: &[u8]) -> Message<Request>;

    /// The answer to [`Request::Acknowledge`], a message of its own.
    fn acknowledgement(&self, word: &str) -> String;

    /// Makes a writer for the frames of one game, with a frame every `interval` cycles.
    fn frames(&self, interval: u64) -> Box<dyn Frames>;

    /// The form of log files with its frames, if they can be read again.
    fn log_form(&self) -> Option<LogForm> {
        None
    }
}

/// A protocol: what messages of agents and monitors mean, and what they are sent.
pub trait Dialect: Reporting {
    /// The name of the dialect, for example on the command line.
    fn name(&self) -> &'static str;

    /// Makes the reader for the messages with which a newly connected agent says who it is.
    fn opening(&self) -> Box<dyn Opening>;

    /// The actuators of a robot by the names that its agent uses; as in its model, unless the
    /// dialect has other names.
    fn actuators(&self, model: &Model) -> Actuators {
        NamedActuator::all(model).map(|(name, actuator)| (name.to_owned(), actuator)).collect()
    }

    /// Decodes what an agent's message asks its robot to do: at most one action for each actuator.
    /// Parts that cannot be used are left out, and `complain` is called with the reason.
    fn actions(
        &self,
        message: &[u8],
        actuators: &Actuators,
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Vec<Action>;

    /// What an agent's message means for its turn, where the server waits for agents.
    fn turn(&self, message: &[u8]) -> Turn {
        let _ = message;
        Turn::Whole
    }

    /// Whether an agent's message announces a pass of its team.
    fn announces_pass(&self, message: &[u8]) -> bool {
        let _ = message;
        false
    }

    /// Reads who an agent says it is, if the agent was given a robot by [`Opened::Staged`] and does
    /// not play for a team yet; `None` if the message does not say so. Parts that cannot be used
    /// are left out, and `complain` is called with the reason.
    fn introduction(
        &self,
        message: &[u8],
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Option<Introduction> {
        let _ = (message, complain);
        None
    }

    /// Makes the object that writes perceptions in one game and controls the robots there.
    fn senses(&self) -> Box<dyn Senses>;
}

/// What a message is of an agent's turn: of what it says in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// All of it: the next message is for the next cycle.
    #[default]
    Whole,
    /// A part of it, after which more will come.
    Part,
    /// Its end. What else has come before the cycle goes on is of this turn as well.
    End,
}

/// The first messages of one agent, up to the one that says who it is.
pub trait Opening: Send {
    /// Reads the agent's next message.
    ///
    /// # Errors
    /// Why the agent is disconnected, in one line for the log.
    fn read(&mut self, message: &[u8]) -> Result<Opened, String>;
}

/// The outcome of an opening message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The agent has more to say, after it has received this answer, if any.
    Answered(Option<String>),
    /// The message has no effect; the text says why, for the log.
    Ignored(String),
    /// The agent has a robot but has not said who it is: it perceives, but plays for no team.
    Staged(Stage),
    /// The agent has said who it is.
    Introduced(Init),
}

/// The robot of an agent that has not said who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Robot model, e.g. `nao`.
    pub model: String,
    /// Variant of that model, in the dialect's own numbering.
    pub make: u32,
    /// Cycles in which its agent has been sent its perceptions.
    pub cycles: u64,
}

/// The message that is being written for each player.
pub type Messages<'a> = HashMap<PlayerId, &'a mut String>;

/// Writes what players perceive, and turns what they ask for into their robots' actions.
#[expect(unused_variables, reason = "a dialect may need nothing of this")]
pub trait Senses: Send {
    /// Reads the world before anything is written in a cycle.
    ///
    /// # Errors
    /// Those of the batch.
    fn prepare(&mut self, batch: &mut WorldBatch) -> crate::Result<()> {
        Ok(())
    }

    /// Returns why a robot may not join a side that others of its dialect have joined; `None` if it
    /// may.
    fn refusal(&self, side: Side, stage: &Stage) -> Option<String> {
        None
    }

    /// Called when a player has joined whose agent speaks this dialect. `stage` is the robot that
    /// the agent had before.
    fn joined(&mut self, player: PlayerId, model: &Model, stage: Option<&Stage>) {}

    /// Called when a player has left.
    fn left(&mut self, player: PlayerId) {}

    /// Returns what a robot does in the next step, given the actions that its agent asks for.
    /// Called for every player in every cycle.
    fn control(&mut self, batch: &WorldBatch, player: PlayerId, asked: Vec<Action>) -> Vec<Action> {
        asked
    }

    /// Returns the command for a pass that a player has announced.
    ///
    /// # Errors
    /// Why it cannot pass now, for the log.
    fn pass(&mut self, batch: &WorldBatch, player: PlayerId) -> Result<Command, String> {
        Err("nobody announces passes in this protocol".to_owned())
    }

    /// Writes what an agent perceives that has a robot but plays for no team; replaces the contents
    /// of `message`.
    fn write_staged(&mut self, perceiver: &mut Perceiver<'_>, stage: &Stage, message: &mut String) {
    }

    /// Writes what some players perceive now; replaces the contents of each message. The random
    /// choice of who is heard in this cycle has been made before.
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
    /// Number of fouls before these.
    pub fouls_before: u64,
    /// The player that a monitor has selected, who may have left since.
    pub selected: Option<PlayerId>,
}

/// Identifies a reader of frames, such as a monitor or a log file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReaderId(pub u64);

/// Writes frames: the reports on the game that monitors get from time to time.
///
/// A reader that has not appeared before knows nothing. Readers get their messages about the same
/// frame one after the other, so a message that is the same for many is written once.
pub trait Frames: Send {
    /// Whether a frame is due after this cycle. Must be called once for every cycle.
    fn is_due(&mut self, cycle: u64) -> bool;

    /// Makes the next frame a full one for everybody.
    fn refresh(&mut self);

    /// Begins a frame.
    fn begin(&mut self, moment: &Moment<'_>);

    /// Returns the message about the frame for one reader, which is then taken to have received it.
    fn message(&mut self, moment: &Moment<'_>, reader: ReaderId) -> &[u8];

    /// Called when a reader has missed frames.
    fn missed(&mut self, reader: ReaderId);

    /// Called when a reader has left.
    fn left(&mut self, reader: ReaderId);
}
