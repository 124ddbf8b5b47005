//! Formations: where players of a team stand, by where the ball is.

mod parse;

use super::situation::Situation;
use crate::disc::{TEAM, Vec2};
use crate::error::Result;
use std::sync::{Arc, OnceLock};

/// The role of a player in their team.
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
    /// All roles with their names in files.
    const NAMES: [(Self, &str); 7] = [
        (Self::Goalie, "goalie"),
        (Self::CentreBack, "centre_back"),
        (Self::SideBack, "side_back"),
        (Self::Anchor, "anchor"),
        (Self::Midfielder, "midfielder"),
        (Self::Winger, "winger"),
        (Self::Forward, "forward"),
    ];

    /// Whether they belong to the last line.
    pub fn is_defender(self) -> bool {
        matches!(self, Self::CentreBack | Self::SideBack)
    }

    /// Whether they play at the opponents' last line.
    pub fn is_attacker(self) -> bool {
        matches!(self, Self::Winger | Self::Forward)
    }
}

/// Where players stand: points for ball positions on a grid, and between them the bilinear
/// interpolation.
#[derive(Clone, Debug, PartialEq)]
pub struct Formation {
    /// Ball positions of the grid along the pitch, ascending, m.
    columns: Vec<f64>,
    /// Ball positions of the grid across the pitch, ascending, m.
    rows: Vec<f64>,
    /// Places of all players, row by row.
    spots: Vec<[Vec2; TEAM]>,
}

impl Formation {
    /// Where a player stands, by number, for a position of the ball. Beyond the grid the values at
    /// its edge apply.
    pub fn home(&self, unum: u8, ball: Vec2) -> Vec2 {
        self.around(ball).home(usize::from(unum.clamp(1, TEAM as u8)) - 1)
    }

    /// Where all players stand, by number.
    pub fn homes(&self, ball: Vec2) -> [Vec2; TEAM] {
        let around = self.around(ball);
        std::array::from_fn(|player| around.home(player))
    }

    fn around(&self, ball: Vec2) -> Around<'_> {
        let (column, along) = cell(&self.columns, ball.x);
        let (row, across) = cell(&self.rows, ball.y);
        let width = self.columns.len();
        let spots = |row: usize, column: usize| {
            let (row, column) = (row.min(self.rows.len() - 1), column.min(width - 1));
            &self.spots[row * width + column]
        };
        let corners =
            [row, row + 1].map(|row| [column, column + 1].map(|column| spots(row, column)));
        Around { corners, along, across }
    }
}

/// Where players stand at the corners of a cell of the grid, and the ball's position in the cell,
/// as shares of its length and width.
struct Around<'a> {
    /// By row and column.
    corners: [[&'a [Vec2; TEAM]; 2]; 2],
    along: f64,
    across: f64,
}

impl Around<'_> {
    fn home(&self, player: usize) -> Vec2 {
        let between = |one: Vec2, other: Vec2, part: f64| one + (other - one) * part;
        let [upper, lower] =
            self.corners.map(|[one, other]| between(one[player], other[player], self.along));
        between(upper, lower, self.across)
    }
}

/// The interval of a grid in which a coordinate lies, and the share of the interval before it.
fn cell(grid: &[f64], at: f64) -> (usize, f64) {
    let last = grid.len() - 1;
    let Some(next) = grid.iter().position(|&line| at < line) else { return (last, 0.0) };
    let Some(before) = next.checked_sub(1) else { return (0, 0.0) };
    (before, (at - grid[before]) / (grid[next] - grid[before]))
}

/// All formations of a team, and the roles of its players.
#[derive(Clone, Debug, PartialEq)]
pub struct Playbook {
    roles: [Role; TEAM],
    /// By [`Situation`].
    formations: [Arc<Formation>; Situation::COUNT],
}

impl Playbook {
    /// Returns the playbook that comes with the package.
    ///
    /// # Errors
    /// None, unless its text is broken, which a test rules out.
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
    /// [`crate::Error::Argument`] with the line and the value.
    pub fn parse(text: &str) -> Result<Self> {
        parse::playbook(text)
    }

    /// Returns the lineup of a team of `size` players, with or without a goalie.
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

    /// Returns the role of a player.
    pub fn role(&self, unum: u8) -> Role {
        self.roles[usize::from(unum.clamp(1, TEAM as u8)) - 1]
    }

    /// Where a player stands in a situation, by number, for a position of the ball, in the team's
    /// frame.
    pub fn home(&self, situation: Situation, unum: u8, ball: Vec2) -> Vec2 {
        self.formations[situation as usize].home(unum, ball)
    }

    /// Where all players stand in a situation, by number, for a position of the ball.
    pub fn homes(&self, situation: Situation, ball: Vec2) -> [Vec2; TEAM] {
        self.formations[situation as usize].homes(ball)
    }
}

/// Numbers whose places small teams fill, in this order.
const SMALL: [u8; TEAM - 1] = [11, 2, 7, 10, 6, 3, 9, 8, 4, 5];

/// The formations of a team of some size. Teams of fewer than eleven fill the places that matter
/// most; players take these in the order of their numbers.
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

    /// Returns the role of a player.
    pub fn role(&self, unum: u8) -> Role {
        self.book.role(self.slot(unum))
    }

    /// Where a player stands in a situation, for a position of the ball, in the team's frame.
    pub fn home(&self, situation: Situation, unum: u8, ball: Vec2) -> Vec2 {
        self.book.home(situation, self.slot(unum), ball)
    }
}
