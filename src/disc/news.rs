//! Events of a game that are reported at once, besides what players sense.

use super::said::{Clang, Said};
use super::{Message, Side};

/// A reported event and its time.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// The clock.
    pub cycle: u32,
    /// Cycles for which the clock had been stopped.
    pub stopped: u32,
    /// The event.
    pub event: Event,
}

/// An event that is reported.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The referee spoke.
    Referee(Message),
    /// A player was given another type by a coach, the trainer or at the first kick-off.
    Substitution {
        /// Their place.
        place: u8,
        /// The type.
        type_id: u8,
    },
    /// A coach has made the player at a place the goalie.
    NewGoalie(u8),
    /// A player has said something.
    PlayerSaid {
        /// Their place.
        place: u8,
        /// The text.
        text: String,
    },
    /// Somebody beside the pitch has said something that is not in the coach language.
    Said(Said),
    /// A coach's message in the coach language reaches the players.
    Clang(Side, Clang),
    /// A player has declared which versions of the coach language they understand.
    ClangVersions {
        /// Their place.
        place: u8,
        /// Lowest and highest version.
        versions: [i32; 2],
    },
    /// A coach has sent a tile of the team's picture.
    Graphic {
        /// The team.
        side: Side,
        /// Column and row.
        tile: [u32; 2],
        /// The lines of the tile, each in quotes, separated by blanks.
        xpm: String,
    },
    /// The first episode of keepaway begins.
    KeepawayBegun {
        /// How many keepers there are.
        keepers: u8,
        /// How many takers there are.
        takers: u8,
    },
    /// An episode of keepaway ends, and the next one begins.
    KeepawayEnded {
        /// Whether the takers have taken the ball; if not, it has left the field.
        is_taken: bool,
    },
}
