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
    /// Eight, as in half field offense: scores of a dash, a turn and a kick, of which the highest is
    /// done; power (100) and direction (half turns) of the dash; direction of the turn; power and
    /// direction of the kick, whose power of -1 is 0.
    DashTurnKick,
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
            "dash_turn_kick" => Ok(Self::DashTurnKick),
            _ => {
                let message =
                    format!("there is no {name:?}, only dash, turn_or_dash, dash_turn_kick");
                Err(Error::argument("deed", message))
            }
        }
    }

    /// Numbers of an action.
    pub fn numbers(self) -> usize {
        match self {
            Self::Dash => 1,
            Self::TurnOrDash => 4,
            Self::DashTurnKick => 8,
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
            (Self::DashTurnKick, &[dash, turn, kick, power, way, turned, force, aim]) => {
                if kick > dash.max(turn) {
                    Command::Kick(50.0 * (force + 1.0), 180.0 * aim)
                } else if turn > dash {
                    Command::Turn(180.0 * turned)
                } else {
                    Command::Dash(POWER * power, 180.0 * way)
                }
            }
            _ => return,
        };
        stadium.act(place, command);
    }
}
