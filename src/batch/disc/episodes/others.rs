//! What those players of a 2D game do whom no policy commands.

use crate::disc::{Command, Stadium};
use crate::error::{Error, Result};
use crate::terms::Stream;

/// What they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Nothing.
    Still,
    /// Anything: each draws from three numbers whether he kicks (of ten 1; in vain where the ball is
    /// not in reach), turns (2) or dashes (7), with what power, 0 to 100, and in which direction.
    Random,
}

impl Others {
    /// Those of a name.
    ///
    /// # Errors
    /// [`Error::Argument`] for another name.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "still" => Ok(Self::Still),
            "random" => Ok(Self::Random),
            _ => {
                let message = format!("there are no {name:?} ones, only still and random ones");
                Err(Error::argument("others", message))
            }
        }
    }

    /// Gives the player of a place his command.
    pub(super) fn act(self, stream: &mut Stream, stadium: &mut Stadium<'_>, place: usize) {
        if self == Self::Still {
            return;
        }
        let [what, power, direction] = [0; 3].map(|_| stream.unit());
        let (power, direction) = (100.0 * power, 360.0 * direction - 180.0);
        let command = match what {
            ..0.1 => Command::Kick(power, direction),
            0.1..0.3 => Command::Turn(direction),
            _ => Command::Dash(power, direction),
        };
        stadium.act(place, command);
    }
}
