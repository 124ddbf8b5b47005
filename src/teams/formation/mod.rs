//! Formations: where players of a team stand, by where the ball is.

mod parse;

use super::situation::Situation;
use crate::disc::{TEAM, Vec2};
use crate::error::Result;
use std::sync::{Arc, OnceLock};

/// What a player is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Role {
    Goalie,
    CentreBack,
    SideBack,
    Anchor,
    Midfielder,
    Winger,
    Forward,
}

impl Role {
    /// All of them with their words in files.
    const NAMES: [(Self, &str); 7] = [
        (Self::Goalie, "goalie"),
        (Self::CentreBack, "centre_back"),
        (Self::SideBack, "side_back"),
        (Self::Anchor, "anchor"),
        (Self::Midfielder, "midfielder"),
        (Self::Winger, "winger"),
        (Self::Forward, "forward"),
    ];

    /// Whether he belongs to the last line.
    pub fn is_defender(self) -> bool {
        matches!(self, Self::CentreBack | Self::SideBack)
    }

    /// Whether he plays at the opponents' last line.
    pub fn is_attacker(self) -> bool {
        matches!(self, Self::Winger | Self::Forward)
    }
}

/// Where players stand: points for ball positions on a grid, and between them the bilinear
/// interpolation.
#[derive(Clone, Debug, PartialEq)]
pub struct Formation {
    /// Ball positions of the grid, ascending, m.
    columns: Vec<f64>,
    rows: Vec<f64>,
    /// Of all players, row by row.
    spots: Vec<[Vec2; TEAM]>,
}

impl Formation {
    /// Where a player stands, by number, while the ball is somewhere. Beyond the grid it is as at
    /// its edge.
    pub fn home(&self, unum: u8, ball: Vec2) -> Vec2 {
        let (column, along) = cell(&self.columns, ball.x);
        let (row, across) = cell(&self.rows, ball.y);
        let player = usize::from(unum.clamp(1, TEAM as u8)) - 1;
        let width = self.columns.len();
        let spot = |row: usize, column: usize| {
            let (row, column) = (row.min(self.rows.len() - 1), column.min(width - 1));
            self.spots[row * width + column][player]
        };
        let between = |one: Vec2, other: Vec2, part: f64| one + (other - one) * part;
        let upper = between(spot(row, column), spot(row, column + 1), along);
        let lower = between(spot(row + 1, column), spot(row + 1, column + 1), along);
        between(upper, lower, across)
    }
}

/// The interval of a grid in which a coordinate lies, and at what share of it.
fn cell(grid: &[f64], at: f64) -> (usize, f64) {
    let last = grid.len() - 1;
    let Some(next) = grid.iter().position(|&line| at < line) else { return (last, 0.0) };
    let Some(before) = next.checked_sub(1) else { return (0, 0.0) };
    (before, (at - grid[before]) / (grid[next] - grid[before]))
}

/// All formations of a team, and what its players are.
#[derive(Clone, Debug, PartialEq)]
pub struct Playbook {
    roles: [Role; TEAM],
    /// By [`Situation`].
    formations: [Arc<Formation>; Situation::COUNT],
}

impl Playbook {
    /// The one that comes with the package.
    ///
    /// # Errors
    /// None, unless its text is broken: a test reads it.
    pub fn standard() -> Result<Arc<Self>> {
        static STANDARD: OnceLock<Arc<Playbook>> = OnceLock::new();
        if let Some(own) = STANDARD.get() {
            return Ok(Arc::clone(own));
        }
        let own = Arc::new(Self::parse(include_str!("standard.txt"))?);
        Ok(Arc::clone(STANDARD.get_or_init(|| own)))
    }

    /// Reads the text of a file of formations; `docs/disc-teams.md` has the format.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] that names line and value.
    pub fn parse(text: &str) -> Result<Self> {
        parse::playbook(text)
    }

    /// For a team of so many players, with or without a goalie.
    pub fn lineup(&self, size: usize, has_goalie: bool) -> Lineup<'_> {
        let mut slots: [u8; TEAM] = std::array::from_fn(|index| index as u8 + 1);
        if size < TEAM {
            let keeper = has_goalie.then_some(1);
            let own = keeper.into_iter().chain(SMALL).take(size);
            slots[..size].iter_mut().zip(own).for_each(|(slot, own)| *slot = own);
            slots[..size].sort_unstable();
        }
        Lineup { book: self, slots }
    }

    /// What a player is.
    pub fn role(&self, unum: u8) -> Role {
        self.roles[usize::from(unum.clamp(1, TEAM as u8)) - 1]
    }

    /// Where a player stands in a situation, by number, with the ball somewhere, in the team's
    /// frame.
    pub fn home(&self, situation: Situation, unum: u8, ball: Vec2) -> Vec2 {
        self.formations[situation as usize].home(unum, ball)
    }
}

/// Whose places small teams take first.
const SMALL: [u8; TEAM - 1] = [11, 2, 7, 10, 6, 3, 9, 8, 4, 5];

/// The formations of a team of some size: with less than eleven, players take the places that
/// matter most, in the order of their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Lineup<'a> {
    book: &'a Playbook,
    /// The number in the formations that each player stands for.
    slots: [u8; TEAM],
}

impl Lineup<'_> {
    /// The number in the formations that a player stands for.
    pub fn slot(&self, unum: u8) -> u8 {
        self.slots[usize::from(unum.clamp(1, TEAM as u8)) - 1]
    }

    /// What a player is.
    pub fn role(&self, unum: u8) -> Role {
        self.book.role(self.slot(unum))
    }

    /// Where a player stands in a situation, with the ball somewhere, in the team's frame.
    pub fn home(&self, situation: Situation, unum: u8, ball: Vec2) -> Vec2 {
        self.book.home(situation, self.slot(unum), ball)
    }
}
