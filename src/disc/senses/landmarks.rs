//! Flags and goals.

use crate::disc::Vec2;
use crate::disc::pitch::{
    GOAL_HALF_WIDTH, HALF_LENGTH, HALF_WIDTH, MARGIN, PENALTY_AREA_HALF_WIDTH, PENALTY_AREA_LENGTH,
};

/// Something on the pitch that does not move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landmark {
    /// Whether it is a goal; otherwise it is a flag.
    pub is_goal: bool,
    /// Its name after `f ` or `g `.
    pub name: &'static str,
    /// Its position, m.
    pub position: Vec2,
    /// The first version of the protocol whose players see it.
    pub since: u8,
}

const AREA_X: f64 = HALF_LENGTH - PENALTY_AREA_LENGTH;
const AREA_Y: f64 = PENALTY_AREA_HALF_WIDTH;
const OUT_X: f64 = HALF_LENGTH + MARGIN;
const OUT_Y: f64 = HALF_WIDTH + MARGIN;

const fn flag(name: &'static str, x: f64, y: f64) -> Landmark {
    Landmark { is_goal: false, name, position: Vec2::new(x, y), since: 3 }
}

const fn goal(name: &'static str, x: f64) -> Landmark {
    Landmark { is_goal: true, name, position: Vec2::new(x, 0.0), since: 3 }
}

/// A flag beside the pitch.
const fn outer(name: &'static str, x: f64, y: f64) -> Landmark {
    Landmark { is_goal: false, name, position: Vec2::new(x, y), since: 4 }
}

/// All landmarks, in the order in which they are reported.
pub const LANDMARKS: [Landmark; 55] = [
    flag("c", 0.0, 0.0),
    flag("c t", 0.0, -HALF_WIDTH),
    flag("c b", 0.0, HALF_WIDTH),
    flag("r t", HALF_LENGTH, -HALF_WIDTH),
    flag("r b", HALF_LENGTH, HALF_WIDTH),
    flag("l t", -HALF_LENGTH, -HALF_WIDTH),
    flag("l b", -HALF_LENGTH, HALF_WIDTH),
    flag("g r b", HALF_LENGTH, GOAL_HALF_WIDTH),
    goal("r", HALF_LENGTH),
    flag("g r t", HALF_LENGTH, -GOAL_HALF_WIDTH),
    flag("g l b", -HALF_LENGTH, GOAL_HALF_WIDTH),
    goal("l", -HALF_LENGTH),
    flag("g l t", -HALF_LENGTH, -GOAL_HALF_WIDTH),
    flag("p r b", AREA_X, AREA_Y),
    flag("p r c", AREA_X, 0.0),
    flag("p r t", AREA_X, -AREA_Y),
    flag("p l b", -AREA_X, AREA_Y),
    flag("p l c", -AREA_X, 0.0),
    flag("p l t", -AREA_X, -AREA_Y),
    outer("t 0", 0.0, -OUT_Y),
    outer("t r 10", 10.0, -OUT_Y),
    outer("t r 20", 20.0, -OUT_Y),
    outer("t r 30", 30.0, -OUT_Y),
    outer("t r 40", 40.0, -OUT_Y),
    outer("t r 50", 50.0, -OUT_Y),
    outer("t l 10", -10.0, -OUT_Y),
    outer("t l 20", -20.0, -OUT_Y),
    outer("t l 30", -30.0, -OUT_Y),
    outer("t l 40", -40.0, -OUT_Y),
    outer("t l 50", -50.0, -OUT_Y),
    outer("b 0", 0.0, OUT_Y),
    outer("b r 10", 10.0, OUT_Y),
    outer("b r 20", 20.0, OUT_Y),
    outer("b r 30", 30.0, OUT_Y),
    outer("b r 40", 40.0, OUT_Y),
    outer("b r 50", 50.0, OUT_Y),
    outer("b l 10", -10.0, OUT_Y),
    outer("b l 20", -20.0, OUT_Y),
    outer("b l 30", -30.0, OUT_Y),
    outer("b l 40", -40.0, OUT_Y),
    outer("b l 50", -50.0, OUT_Y),
    outer("r 0", OUT_X, 0.0),
    outer("r t 10", OUT_X, -10.0),
    outer("r t 20", OUT_X, -20.0),
    outer("r t 30", OUT_X, -30.0),
    outer("r b 10", OUT_X, 10.0),
    outer("r b 20", OUT_X, 20.0),
    outer("r b 30", OUT_X, 30.0),
    outer("l 0", -OUT_X, 0.0),
    outer("l t 10", -OUT_X, -10.0),
    outer("l t 20", -OUT_X, -20.0),
    outer("l t 30", -OUT_X, -30.0),
    outer("l b 10", -OUT_X, 10.0),
    outer("l b 20", -OUT_X, 20.0),
    outer("l b 30", -OUT_X, 30.0),
];
