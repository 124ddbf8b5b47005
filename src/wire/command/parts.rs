//! Parts of commands: the player, the number of goals, the position of the ball.

use crate::soccer::{COMMAND_LIMIT, Command};
use crate::wire::refusal::{Fault, word};
use crate::wire::sexpr::List;
use crate::wire::words::{Words, bounded};
use crate::wire::{MAX_TEAM_NAME, Request, Selected};

/// Bytes of the longest word that is sent back.
const LONGEST_WORD: usize = 256;

/// `(unum N)` and `(team T)`.
#[derive(Default)]
pub struct Who<'a> {
    number: Option<i64>,
    team: Option<&'a str>,
}

impl<'a> Who<'a> {
    pub fn of(list: List<'a>) -> Result<Self, Fault> {
        let mut who = Self::default();
        for part in list.lists() {
            let words = Words::of(part);
            match words.head()? {
                b"unum" => who.number = Some(words.integer(1)?),
                b"team" => who.team = Some(words.text(1)?),
                _ => {}
            }
        }
        Ok(who)
    }

    /// Whether it selects nobody, in SimSpark's way.
    fn is_nobody(&self) -> bool {
        self.number == Some(-1)
    }

    /// The player, if number and team are given.
    pub fn selected(&self) -> Result<Option<Selected>, Fault> {
        let (Some(number), Some(team)) = (self.number, self.team) else { return Ok(None) };
        let number = u32::try_from(number)
            .map_err(|_| Fault::Part(format!("{number} is not a player's number")))?;
        if team.len() > MAX_TEAM_NAME {
            let name = word(team.as_bytes());
            return Err(Fault::Part(format!("{name} has more than {MAX_TEAM_NAME} bytes")));
        }
        Ok(Some(Selected { team: team.to_owned(), number }))
    }
}

/// `(left A)` and `(right B)`.
#[derive(Default)]
pub struct Scores {
    left: Option<i64>,
    right: Option<i64>,
}

impl Scores {
    pub fn of(list: List) -> Result<Self, Fault> {
        let mut scores = Self::default();
        for part in list.lists() {
            let words = Words::of(part);
            match words.head()? {
                b"left" => scores.left = Some(words.integer(1)?),
                b"right" => scores.right = Some(words.integer(1)?),
                _ => {}
            }
        }
        Ok(scores)
    }

    /// The score by side.
    pub fn both(&self) -> Result<[i64; 2], Fault> {
        let missing = || Fault::Part("needs (left <goals>) and (right <goals>)".to_owned());
        Ok([self.left.ok_or_else(missing)?, self.right.ok_or_else(missing)?])
    }
}

/// `(ball (pos x y z)(vel x y z))`, either of them or both.
pub fn ball(list: List) -> Result<Command, Fault> {
    let (mut pos, mut vel) = (None, None);
    for part in list.lists() {
        let words = Words::of(part);
        match words.head()? {
            b"pos" => pos = Some(words.floats(1)?),
            b"vel" => vel = Some(words.floats(1)?),
            _ => {}
        }
    }
    let pos = pos.map(|pos| bounded(["x", "y", "z"], pos)).transpose()?;
    let vel = vel.map(|vel| bounded(["vx", "vy", "vz"], vel)).transpose()?;
    match (pos, vel) {
        (Some(pos), vel) => Ok(Command::PlaceBall { pos, vel }),
        (None, Some(vel)) => Ok(Command::SetBallVelocity(vel)),
        (None, None) => Err(Fault::Part("has neither pos nor vel".to_owned())),
    }
}

/// `(time s)`.
pub fn time(words: &Words) -> Result<Command, Fault> {
    let time = words.float(1)?;
    // NaN is in no range.
    if (0.0..=COMMAND_LIMIT).contains(&time) {
        return Ok(Command::SetTime(time));
    }
    Err(Fault::Part(format!("time = {time:e} is not from 0 to {COMMAND_LIMIT:e}")))
}

/// `(select (unum N)(team T))`: nobody with the number -1, the next player if the number or the
/// team is missing.
pub fn select(list: List) -> Result<Request, Fault> {
    let who = Who::of(list)?;
    if who.is_nobody() {
        return Ok(Request::Deselect);
    }
    Ok(Request::Select(who.selected()?))
}

/// `(getAck word)`.
pub fn acknowledge(words: &Words) -> Result<Request, Fault> {
    let text = words.text(1)?;
    if text.len() > LONGEST_WORD {
        return Err(Fault::Part(format!("asks for an answer of {} bytes", text.len())));
    }
    Ok(Request::Acknowledge(text.to_owned()))
}
