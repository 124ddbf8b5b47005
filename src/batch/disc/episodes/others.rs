//! Players of a 2D game whom the learner does not command, and what they do.

use crate::disc::{Command, Side};
use crate::error::{Error, Result};
use crate::teams::Script;
use crate::terms::Stream;

/// What such a player does.
#[derive(Clone, Debug, PartialEq)]
pub enum Other {
    /// Nothing.
    Still,
    /// Anything: each draws three numbers for whether they kick (1 time in 10; in vain where the
    /// ball is not in reach), turns (2) or dashes (7), with what power, 0 to 100, and in which
    /// direction.
    Random,
    /// What a script says, with full state.
    Scripted(Script),
    /// What their own action says, as for players whom the learner commands; a player without
    /// actions does nothing.
    Commanded,
}

/// What such players of the left and of the right team do: one of several choices, drawn for every
/// episode.
#[derive(Clone, Debug, PartialEq)]
pub struct Others {
    choices: [Vec<Other>; 2],
}

impl Others {
    /// Checks that there is something to choose, and nothing that tasks do not support.
    ///
    /// # Errors
    /// [`Error::Argument`] for no choice, more than 255, and players who sense.
    pub fn new(choices: [Vec<Other>; 2]) -> Result<Self> {
        for own in &choices {
            if own.is_empty() || own.len() > usize::from(u8::MAX) {
                let message = format!("{} are not from 1 to 255", own.len());
                return Err(Error::argument("others", message));
            }
            let senses =
                |other: &Other| matches!(other, Other::Scripted(script) if script.is_sensed);
            if own.iter().any(senses) {
                let message = "tasks of the 2D game have full state, none with sensed=True";
                return Err(Error::argument("others", message));
            }
            let hears = |other: &Other| match other {
                Other::Scripted(script) => !script.advice.is_empty(),
                _ => false,
            };
            if own.iter().any(hears) {
                return Err(Error::argument("others", "have no coach in tasks of the 2D game"));
            }
        }
        Ok(Self { choices })
    }

    /// Draws what the teams do in an episode. If there is only one choice, nothing is drawn.
    pub(super) fn draw(&self, stream: &mut Stream) -> [u8; 2] {
        self.choices.each_ref().map(|own| match own.len() {
            1 => 0,
            count => (stream.unit() * count as f64).min(count as f64 - 1.0) as u8,
        })
    }

    /// What a team does, as it was drawn.
    pub(super) fn of(&self, side: Side, drawn: [u8; 2]) -> &Other {
        let own = &self.choices[side.index()];
        &own[usize::from(drawn[side.index()]).min(own.len() - 1)]
    }

    /// Whether `is_so` holds for any of the choices.
    pub(super) fn any(&self, is_so: impl Fn(&Other) -> bool) -> bool {
        self.choices.iter().flatten().any(is_so)
    }

    /// Whether a draw can be one of these.
    pub fn is_possible(&self, drawn: [u8; 2]) -> bool {
        self.choices.iter().zip(drawn).all(|(own, at)| usize::from(at) < own.len())
    }
}

/// Draws a random command.
pub(super) fn anything(stream: &mut Stream) -> Command {
    let [what, power, direction] = [0; 3].map(|_| stream.unit());
    let (power, direction) = (100.0 * power, 360.0 * direction - 180.0);
    match what {
        ..0.1 => Command::Kick(power, direction),
        0.1..0.3 => Command::Turn(direction),
        _ => Command::Dash(power, direction),
    }
}
