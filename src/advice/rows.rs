//! Directives as rows of numbers, for batches.

use super::directives::{Applied, Directives};
use super::situation::{Situation, Unums};
use crate::wire::clang::Team;

/// An action that a player is to do, or not to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// [`super::ActionKind`] plus one; 0 for an empty row.
    pub kind: u8,
    /// Whether it is to be done rather than avoided.
    pub positive: bool,
    /// The point of the action's region that is nearest to the player; NaN without a region.
    pub target: [f64; 2],
    /// Players that the action is about.
    pub unums: Unums,
    /// The player type of `htype`.
    pub number: i32,
}

/// Fills the rows of one of our players with what they are to follow, in order, and returns how
/// many actions that are, even if there are fewer rows. Rows that are left over are empty.
pub fn rows(
    directives: &Directives,
    situation: &Situation,
    number: usize,
    rows: &mut [Row],
) -> usize {
    rows.fill(Row { target: [f64::NAN; 2], ..Row::default() });
    let from = situation.player(Team::Our, number).unwrap_or(situation.ball);
    let mut count = 0;
    for applied in directives.advice_for(number) {
        if let Some(row) = rows.get_mut(count) {
            *row = Row {
                kind: applied.kind as u8 + 1,
                positive: applied.positive,
                target: target(directives, applied, from),
                unums: applied.unums,
                number: applied.number,
            };
        }
        count += 1;
    }
    count
}

fn target(directives: &Directives, applied: &Applied, from: [f64; 2]) -> [f64; 2] {
    directives.nearest(applied, from).unwrap_or([f64::NAN; 2])
}
