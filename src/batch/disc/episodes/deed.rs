//! What the numbers of an action mean to a player of the 2D game.

use crate::disc::{Command, Stadium};
use crate::error::{Error, Result};
use crate::terms::Stream;

/// How actions, numbers from -1 to 1, become commands of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// One number a: a dash with power 100 at 180 a degrees.
    Dash,
    /// Four: score and direction of a turn, score and direction of a dash with power 100, the
    /// directions in half turns. One of both is drawn with softmax of the scores; as in
    /// gym-soccer-2d-env the turn has the probability of the dash's score.
    TurnOrDash,
}

/// Power of dashes.
const POWER: f64 = 100.0;

impl Deed {
    /// The deed of a name.
    ///
    /// # Errors
    /// [`Error::Argument`] for another name.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "dash" => Ok(Self::Dash),
            "turn_or_dash" => Ok(Self::TurnOrDash),
            _ => {
                let message = format!("there is no {name:?}, only dash and turn_or_dash");
                Err(Error::argument("deed", message))
            }
        }
    }

    /// Numbers of an action.
    pub fn numbers(self) -> usize {
        match self {
            Self::Dash => 1,
            Self::TurnOrDash => 4,
        }
    }

    /// Gives the player of a place his command.
    pub(super) fn perform(
        self,
        action: &[f64],
        stream: &mut Stream,
        stadium: &mut Stadium<'_>,
        place: usize,
    ) {
        let command = match (self, action) {
            (Self::Dash, &[direction]) => Command::Dash(POWER, 180.0 * direction),
            (Self::TurnOrDash, &[turn, turned, dash, direction]) => {
                if stream.unit() < 1.0 / (1.0 + (turn - dash).exp()) {
                    Command::Turn(180.0 * turned)
                } else {
                    Command::Dash(POWER, 180.0 * direction)
                }
            }
            _ => return,
        };
        stadium.act(place, command);
    }
}
