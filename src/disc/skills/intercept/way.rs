//! A way to the ball.

use crate::disc::Vec2;
use std::cmp::Ordering;

/// Kind of a way to the ball, by what it consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayKind {
    /// Turns, then dashes ahead.
    Forward,
    /// Turns, then dashes backwards.
    Back,
    /// Dashes to any side.
    Side,
}

/// A way of a player to the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Kind of the way.
    pub kind: WayKind,
    /// Cycles with turns, which come first.
    pub turns: u32,
    /// The angle of these turns together, degrees.
    pub angle: f64,
    /// Cycles with dashes, which come after the turns.
    pub dashes: u32,
    /// Power of the first dash; 0 if the ball comes to them.
    pub power: f64,
    /// Direction of the first dash relative to the body, degrees.
    pub direction: f64,
    /// Where they are at its end.
    pub end: Vec2,
    /// How far the ball is then, m.
    pub gap: f64,
    /// Their stamina then.
    pub stamina: f64,
    /// Whether it costs recovery.
    pub exhausts: bool,
}

/// Smaller differences in stamina do not count.
const SAME_STAMINA: f64 = 200.0;

impl Way {
    /// Cycles that it takes.
    pub fn steps(&self) -> u32 {
        self.turns + self.dashes
    }

    /// Orders the preferred way first: by cycles, turns, stamina if it differs by much, and how
    /// near the ball is.
    fn order(&self, other: &Self) -> Ordering {
        let by_stamina = if (self.stamina - other.stamina).abs() < SAME_STAMINA {
            self.gap.total_cmp(&other.gap)
        } else {
            other.stamina.total_cmp(&self.stamina)
        };
        self.steps().cmp(&other.steps()).then(self.turns.cmp(&other.turns)).then(by_stamina)
    }
}

/// Sorts ways and keeps only the first of neighbours that are alike. The preference by stamina or
/// distance is no total order, so every way moves up only past its neighbours.
pub(super) fn sorted(ways: Vec<Way>) -> Vec<Way> {
    let mut sorted: Vec<Way> = Vec::with_capacity(ways.len());
    for way in ways {
        let behind = sorted.iter().rposition(|other| way.order(other) != Ordering::Less);
        sorted.insert(behind.map_or(0, |index| index + 1), way);
    }
    let key = |way: &Way| (way.kind, way.turns, way.dashes);
    sorted.dedup_by(|one, other| key(one) == key(other));
    sorted
}
