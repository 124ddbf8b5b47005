//! Game logs of rcssserver (`.rcg`) as rcssserver 19 writes them: binary formats of
//! `game_log_version` 1 to 3, text formats of 4 to 6, and JSON. The text formats, which the
//! league's log players read, are read as well.
//!
//! A text log begins with `ULG` and its version. Lines follow: parameters and player types, then a
//! [`Show`] for every step, preceded by a line wherever the play mode or the score has changed, and
//! messages.

mod binary;
mod json;
mod read;
mod show;
mod text;
mod write;

pub use read::{Line, LogError, Reader};
pub use show::{PlayerShow, Show};
pub(crate) use text::write_objects;
pub use text::write_show;
pub use write::{Writer, result};

/// Version of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Packets of monitors of version 1, without parameters.
    One,
    /// The same packets, shortened.
    Two,
    /// Packets of monitors of version 2, without the parts that repeat.
    Three,
    /// Text without stamina capacity and focus.
    Four,
    /// Text without the focus.
    Five,
    /// Text with everything.
    Six,
    /// JSON.
    Json,
}

impl Version {
    const ALL: [Self; 7] =
        [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::Six, Self::Json];

    /// Returns the version with a number: 1 to 6, -1 for JSON.
    pub fn numbered(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|version| i32::from(version.number()) == number)
    }

    /// 1 to 6, -1 for JSON.
    pub fn number(self) -> i8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
            Self::Five => 5,
            Self::Six => 6,
            Self::Json => -1,
        }
    }

    /// Whether it is one of the text formats, which are read as well.
    fn is_text(self) -> bool {
        matches!(self, Self::Four | Self::Five | Self::Six)
    }
}
