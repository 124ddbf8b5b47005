//! Game logs of rcssserver (`.rcg`), the text formats of `game_log_version` 4, 5 and 6, as
//! rcssserver 19 writes them and the league's log players read them.
//!
//! A log begins with `ULG` and its version. Lines follow: parameters and player types, then for
//! every step a [`Show`], with a line in front of it where the play mode or the score has changed,
//! and messages.

mod read;
mod show;
mod write;

pub use read::{Line, LogError, Reader};
pub use show::{PlayerShow, Show};
pub(crate) use write::write_objects;
pub use write::{Writer, write_show};

/// Version of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Without stamina's capacity and focus.
    Four,
    /// Without the focus.
    Five,
    /// All there is.
    Six,
}

impl Version {
    /// The version of a number.
    pub fn numbered(number: u8) -> Option<Self> {
        [Self::Four, Self::Five, Self::Six].into_iter().find(|version| version.number() == number)
    }

    /// 4, 5 or 6.
    pub fn number(self) -> u8 {
        match self {
            Self::Four => 4,
            Self::Five => 5,
            Self::Six => 6,
        }
    }
}
