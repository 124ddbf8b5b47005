//! What the numbers of an action mean to a player of the 2D game.

use super::act::{Act, Done, POWER};
use crate::disc::{Command, World};
use crate::error::{Error, Result};
use crate::teams::Orders;
use crate::terms::Stream;
use std::sync::Arc;

/// How actions, numbers from -1 to 1, become commands of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionMode {
    /// One number a: a dash with power 100 at 180 a degrees.
    Dash,
    /// Four: score and direction of a turn, score and direction of a dash with power 100, the
    /// directions in half turns. One of the two is drawn with the softmax of the scores; as in
    /// gym-soccer-2d-env, the turn has the probability of the dash's score.
    TurnOrDash,
    /// A score for each act, then the parameters of all acts. The act with the highest score is
    /// done, the first one in a tie.
    Acts(Arc<[Act]>),
    /// A score for each choice of a keeper in keepaway: to hold the ball, or a pass to the nearest,
    /// second nearest, ... other keeper.
    Choices,
}

/// The meaning of an action, which is found before anybody acts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// A command.
    Plain(Command),
    /// An act of the list, and where its parameters begin.
    Act(Act, usize),
}

impl Choice {
    /// Whether a script is asked what to do.
    pub fn asks_script(self) -> bool {
        matches!(self, Self::Act(act, _) if act.asks_script())
    }

    /// Returns the result of the choice.
    pub fn done(self, action: &[f64], world: &World, place: usize, script: &Orders) -> Done {
        match self {
            Self::Plain(command) => {
                let orders = Orders { body: Some(command), ..Orders::default() };
                Done { orders, in_vain: false }
            }
            Self::Act(act, first) => {
                act.done(&action[first..first + act.parameters()], world, place, script)
            }
        }
    }
}

impl ActionMode {
    /// Acts by their names.
    ///
    /// # Errors
    /// [`Error::Argument`] if there are no names, for unknown ones, and for one that is listed
    /// twice.
    pub fn acts<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let mut acts = Vec::new();
        for name in names {
            let act = Act::named(name)?;
            if acts.contains(&act) {
                return Err(Error::argument("actions", format!("{name:?} is listed twice")));
            }
            acts.push(act);
        }
        if acts.is_empty() {
            return Err(Error::argument("actions", "there must be at least one"));
        }
        Ok(Self::Acts(acts.into()))
    }

    /// The mode of a name.
    ///
    /// # Errors
    /// [`Error::Argument`] for another name.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "dash" => Ok(Self::Dash),
            "turn_or_dash" => Ok(Self::TurnOrDash),
            "choices" => Ok(Self::Choices),
            _ => {
                let message =
                    format!("there is no {name:?}, only dash, turn_or_dash, choices, and acts");
                Err(Error::argument("action_mode", message))
            }
        }
    }

    /// The fewest numbers of an action. Among choices, those without a score are not chosen.
    pub fn numbers(&self) -> usize {
        match self {
            Self::Dash | Self::Choices => 1,
            Self::TurnOrDash => 4,
            Self::Acts(acts) => acts.iter().map(|act| 1 + act.parameters()).sum(),
        }
    }

    /// Whether actions are nothing but commands.
    pub(super) fn is_command(&self) -> bool {
        matches!(self, Self::Dash | Self::TurnOrDash)
    }

    /// The acts, if actions choose among acts.
    pub fn listed(&self) -> &[Act] {
        match self {
            Self::Acts(acts) => acts,
            Self::Dash | Self::TurnOrDash | Self::Choices => &[],
        }
    }

    /// What an action means.
    pub(super) fn choose(&self, action: &[f64], stream: &mut Stream) -> Option<Choice> {
        match (self, action) {
            (Self::Dash, &[direction, ..]) => {
                Some(Choice::Plain(Command::Dash(POWER, 180.0 * direction)))
            }
            (Self::TurnOrDash, &[turn, turned, dash, direction, ..]) => {
                let turns = stream.unit() < 1.0 / (1.0 + (turn - dash).exp());
                Some(Choice::Plain(match turns {
                    true => Command::Turn(180.0 * turned),
                    false => Command::Dash(POWER, 180.0 * direction),
                }))
            }
            (Self::Acts(acts), action) => {
                let scores = action.get(..acts.len())?;
                let first =
                    |best: usize, at: usize| if scores[at] > scores[best] { at } else { best };
                let best = (0..acts.len()).reduce(first)?;
                let before: usize = acts[..best].iter().map(|act| act.parameters()).sum();
                Some(Choice::Act(acts[best], acts.len() + before))
            }
            _ => None,
        }
    }
}
