//! Parts of commands: who is meant, where to, how many goals.

use crate::math::quaternion::about_z;
use crate::wire::Selected;
use crate::wire::rcsssmj::agent::MAX_TEAM_NAME;
use crate::wire::refusal::{Fault, word};
use crate::wire::sexpr::List;
use crate::wire::words::{Words, bounded};

/// `(unum N)` and `(team T)`.
#[derive(Default)]
pub(super) struct Who<'a> {
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

    /// SimSpark's way to select nobody.
    pub fn is_nobody(&self) -> bool {
        self.number == Some(-1)
    }

    /// The player, if number and team are given.
    pub fn selected(&self) -> Result<Option<Selected>, Fault> {
        let (Some(number), Some(team)) = (self.number, self.team) else { return Ok(None) };
        let number = u32::try_from(number)
            .map_err(|_| Fault::Part(format!("{number} is no player's number")))?;
        if team.len() > MAX_TEAM_NAME {
            let name = word(team.as_bytes());
            return Err(Fault::Part(format!("{name} has more than {MAX_TEAM_NAME} bytes")));
        }
        Ok(Some(Selected { team: team.to_owned(), number }))
    }
}

/// Where a player is put; the last of several places counts.
pub(super) struct Placing {
    pub pos: [f64; 3],
    pub quat: Option<[f64; 4]>,
}

impl Placing {
    /// As it was read, with whatever numbers.
    pub fn of(list: List) -> Result<Option<Self>, Fault> {
        let mut place = None;
        for part in list.lists() {
            let words = Words::of(part);
            let quat = match words.head()? {
                b"pos" => None,
                b"move" => {
                    let [_, _, _, theta] = words.floats(1)?;
                    if theta.is_infinite() {
                        // Python's sine raises.
                        return Err(Fault::Rest("cannot turn by an infinite angle".to_owned()));
                    }
                    Some(about_z(theta.to_radians()))
                }
                b"move3d" => {
                    let [_, _, _, w, x, y, z] = words.floats(1)?;
                    Some([w, x, y, z])
                }
                _ => continue,
            };
            place = Some(Self { pos: words.floats(1)?, quat });
        }
        Ok(place)
    }

    /// The same, if a simulation can bear it.
    pub fn checked(self) -> Result<Self, Fault> {
        let pos = bounded(["x", "y", "z"], self.pos)?;
        let quat = self.quat.map(|quat| bounded(["qw", "qx", "qy", "qz"], quat)).transpose()?;
        Ok(Self { pos, quat })
    }
}

/// `(left A)` and `(right B)`.
#[derive(Default)]
pub(super) struct Scores {
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
