//! Requests of clients, independent of the protocol.

use crate::soccer::Command;

/// Bytes of the longest name of a team. Names are part of what all agents are sent.
pub const MAX_TEAM_NAME: usize = 64;

/// Who an agent is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Init {
    /// Robot model, e.g. `T1`.
    pub model: String,
    /// Name of its team: no spaces, parentheses or control characters.
    pub team: String,
    /// Number on the jersey, 0 to 99.
    pub number: u32,
}

/// Who an agent is, if it already has a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introduction {
    /// Name of its team: no spaces, parentheses or control characters.
    pub team: String,
    /// Number on the jersey; `None` for the lowest free one, starting at 1.
    pub number: Option<u32>,
}

/// Something that a monitor or trainer asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// A command that the game performs itself.
    Command(Command),
    /// A command that places something on the ground if it would otherwise place it below.
    Lifted(Command),
    /// A player goes away from where it is; `None` for the selected one.
    SendAway(Option<Selected>),
    /// A player goes to the place beside the field that belongs to its number; `None` for the
    /// selected one.
    LineUp(Option<Selected>),
    /// A kick-off for a side that is drawn at random.
    CoinToss,
    /// The next message to monitors describes the whole scene.
    FullState,
    /// Selects the player to whom a `Kill` or `Reposition` without a player applies; `None` selects
    /// the next one.
    Select(Option<Selected>),
    /// No player is selected.
    Deselect,
    /// A player leaves the match; `None` for the selected one.
    Kill(Option<Selected>),
    /// A player goes to its place beside the field; `None` for the selected one.
    Reposition(Option<Selected>),
    /// An answer with this word is sent once all requests before it are done.
    Acknowledge(String),
}

/// A player, as monitors name one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Name of its team, or `Left` or `Right`.
    pub team: String,
    /// Its number.
    pub number: u32,
}
