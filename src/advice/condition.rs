//! Compiled conditions, and whether they hold.
//!
//! A condition about somebody who does not play, or about a variable that nothing binds, is neither
//! true nor false. It is `None`, as in Kleene's three-valued logic, and so is what depends on it.

use super::bindings::Bindings;
use super::region::{Area, Set};
use super::situation::{Situation, Unums, bit, numbers};
use crate::wire::clang::{Comparison, PlayMode, Quantity, Team};

/// A condition, its names replaced by what they stand for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    Always(bool),
    /// About a name that stands for nothing.
    Unknown,
    Players {
        team: Team,
        set: Set,
        minimum: i32,
        maximum: i32,
        area: Area,
    },
    Ball(Area),
    Owner(Team, Set),
    Mode(PlayMode),
    /// All of the tests hold.
    And(Vec<Self>),
    /// One of the tests holds. If they bind variables, all are evaluated.
    Or {
        tests: Vec<Self>,
        binds: bool,
    },
    Not(Box<Self>),
    Compare {
        quantity: Quantity,
        comparison: Comparison,
        value: i64,
    },
    Unum {
        slot: u8,
        set: Set,
    },
}

impl Test {
    /// Whether it holds. Variables are bound and narrowed only if it does.
    pub fn holds(&self, situation: &Situation, bindings: &mut Bindings) -> Option<bool> {
        match self {
            Self::Always(always) => Some(*always),
            Self::Unknown => None,
            Self::Players { team, set, minimum, maximum, area } => {
                let inside = inside(*team, set.candidates(bindings), area, situation, bindings)?;
                let count = inside.count_ones() as i32;
                let holds = (*minimum..=*maximum).contains(&count);
                if holds {
                    set.narrow(inside, bindings);
                }
                Some(holds)
            }
            Self::Ball(area) => area.contains(situation.ball, situation, bindings),
            Self::Owner(team, set) => {
                let owners = situation.owners[*team as usize];
                let holds = set.candidates(bindings) & owners != 0;
                if holds {
                    set.narrow(owners, bindings);
                }
                Some(holds)
            }
            Self::Mode(mode) => Some(situation.mode == Some(*mode)),
            Self::And(tests) => and(tests, situation, bindings),
            Self::Or { tests, binds } => or(tests, *binds, situation, bindings),
            Self::Not(test) => test.holds(situation, &mut bindings.clone()).map(|holds| !holds),
            Self::Compare { quantity, comparison, value } => {
                Some(compare(number(*quantity, situation), *comparison, *value))
            }
            Self::Unum { slot, set } => {
                let numbers = set.value(bindings)?;
                let own = bindings.get(usize::from(*slot)).unwrap_or(numbers);
                let holds = own & numbers != 0;
                if holds {
                    bindings.narrow(usize::from(*slot), numbers);
                }
                Some(holds)
            }
        }
    }
}

fn and(tests: &[Test], situation: &Situation, bindings: &mut Bindings) -> Option<bool> {
    let mut own = *bindings;
    let mut all = Some(true);
    for test in tests {
        match test.holds(situation, &mut own) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    if all.is_some() {
        *bindings = own;
    }
    all
}

fn or(tests: &[Test], binds: bool, situation: &Situation, bindings: &mut Bindings) -> Option<bool> {
    let mut joined = Bindings::default();
    let mut any = Some(false);
    for test in tests {
        let mut own = *bindings;
        match test.holds(situation, &mut own) {
            Some(true) if !binds => return Some(true),
            Some(true) => {
                joined.join(&own);
                any = Some(true);
            }
            Some(false) => {}
            None => any = any.filter(|holds| *holds),
        }
    }
    if any == Some(true) {
        *bindings = joined;
    }
    any
}

/// Those of these players who are in an area; `None` if that is not known of one who plays.
fn inside(
    team: Team,
    players: Unums,
    area: &Area,
    situation: &Situation,
    bindings: &Bindings,
) -> Option<Unums> {
    let (mut inside, mut is_known) = (0, true);
    // Computes every shape once for all players.
    for outline in &area.outlines {
        let Some(shape) = outline.shape(situation, bindings) else {
            is_known = false;
            continue;
        };
        for number in numbers(players & !inside) {
            let place = situation.player(team, number);
            if place.is_some_and(|point| shape.contains(point)) {
                inside |= bit(number as i32);
            }
        }
    }
    let is_out = |number| situation.player(team, number).is_some();
    (is_known || !numbers(players & !inside).any(is_out)).then_some(inside)
}

fn number(quantity: Quantity, situation: &Situation) -> i64 {
    let [our, opp] = situation.goals;
    match quantity {
        Quantity::Time => situation.time,
        Quantity::OurGoals => our,
        Quantity::OppGoals => opp,
        Quantity::GoalDifference => our.saturating_sub(opp),
    }
}

fn compare(number: i64, comparison: Comparison, value: i64) -> bool {
    match comparison {
        Comparison::Less => number < value,
        Comparison::LessEqual => number <= value,
        Comparison::Equal => number == value,
        Comparison::NotEqual => number != value,
        Comparison::GreaterEqual => number >= value,
        Comparison::Greater => number > value,
    }
}

/// What the compiler needs to know of tests.
impl Test {
    /// Whether it can bind variables.
    pub fn binds(&self) -> bool {
        match self {
            Self::Players { set, .. } | Self::Owner(_, set) => !set.slots.is_empty(),
            Self::Unum { .. } => true,
            Self::And(tests) | Self::Or { tests, .. } => tests.iter().any(Self::binds),
            Self::Always(_)
            | Self::Unknown
            | Self::Ball(_)
            | Self::Mode(_)
            | Self::Not(_)
            | Self::Compare { .. } => false,
        }
    }

    /// Whether it depends on the position of a player whose number is a variable.
    pub fn has_variable_points(&self) -> bool {
        match self {
            Self::Players { area, .. } | Self::Ball(area) => area.has_variables(),
            Self::And(tests) | Self::Or { tests, .. } => {
                tests.iter().any(Self::has_variable_points)
            }
            Self::Not(test) => test.has_variable_points() || test.binds(),
            Self::Always(_)
            | Self::Unknown
            | Self::Owner(..)
            | Self::Mode(_)
            | Self::Compare { .. }
            | Self::Unum { .. } => false,
        }
    }
}
