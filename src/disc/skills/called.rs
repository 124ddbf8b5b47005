//! Skills by number: what is asked of players in arrays.

use super::planner::{self, Pass, Planner, offensive_plan, pass_ball};
use super::{
    Dribble, GoToPoint, HoldBall, Intercept, OneStepKick, Outcome, SmartKick, WorldModel,
    advance_ball, clear_ball, dribble, go_to_point, hold_ball, intercept_ball, neck_scan_field,
    neck_to_ball, neck_to_ball_or_scan, one_step_kick, scan_field, shoot, smart_kick, stop_ball,
    stop_dash, tackle_to_point, turn_to_angle, turn_to_ball, turn_to_point,
};
use crate::disc::{Command, Vec2, ViewWidth};

/// Numbers that a skill takes at most.
pub const SKILL_NUMBERS: usize = 4;

/// Skills by their codes, and the names of the numbers that they take.
pub const SKILLS: [(&str, &[&str]); 19] = [
    ("none", &[]),
    ("go_to_point", &["x", "y", "threshold", "power"]),
    ("intercept", &[]),
    ("turn_to_angle", &["angle"]),
    ("turn_to_point", &["x", "y"]),
    ("turn_to_ball", &[]),
    ("stop_dash", &[]),
    ("smart_kick", &["x", "y", "speed", "threshold"]),
    ("one_step_kick", &["x", "y", "speed"]),
    ("stop_ball", &[]),
    ("hold_ball", &[]),
    ("dribble", &["x", "y", "threshold", "power"]),
    ("advance_ball", &[]),
    ("clear_ball", &[]),
    ("tackle_to_point", &["x", "y", "probability"]),
    ("pass", &["unum"]),
    ("shoot", &[]),
    ("plan", &[]),
    ("scan_field", &[]),
];

/// Where players look, by the codes.
pub const LOOKS: [&str; 4] = ["none", "ball", "scan", "ball_or_scan"];

/// Kicks of a smart kick, and dashes between kicks of a dribble.
const KICKS: u32 = 3;
const DASHES: u32 = 3;

/// What a player is told to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call {
    /// Code of [`SKILLS`].
    pub skill: u8,
    /// Its numbers.
    pub numbers: [f64; SKILL_NUMBERS],
    /// Code of [`LOOKS`].
    pub look: u8,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The body's command, and whether the skill does what it is for.
    pub body: Outcome,
    /// The neck's command.
    pub neck: Option<Command>,
    /// How wide to look.
    pub view: Option<ViewWidth>,
}

impl Call {
    /// Whether the skill asks where other players are.
    pub fn needs_others(&self) -> bool {
        !matches!(self.skill, 0 | 1 | 3..=6 | 9) || self.look > 1
    }
}

/// Asks a player's skill.
pub fn call(world: &WorldModel, call: Call) -> Answer {
    let looked = if call.skill == 18 { Some(scan_field(world)) } else { None };
    let body = looked.map_or_else(|| body(world, call), |look| look.body);
    let neck = match call.look {
        1 => Some(neck_to_ball(world)),
        2 => Some(neck_scan_field(world)),
        3 => Some(neck_to_ball_or_scan(world, 0)),
        _ => looked.and_then(|look| look.neck),
    };
    Answer { body, neck, view: looked.and_then(|look| look.view) }
}

fn body(world: &WorldModel, call: Call) -> Outcome {
    let [x, y, third, fourth] = call.numbers;
    let point = Vec2::new(x, y);
    match call.skill {
        1 => {
            let how = GoToPoint { threshold: third, power: fourth, save_recovery: true };
            go_to_point(world, point, how)
        }
        2 => intercept_ball(world, Intercept::default()),
        3 => turn_to_angle(world, x),
        4 => turn_to_point(world, point, 1),
        5 => turn_to_ball(world, 1),
        6 => stop_dash(world, true),
        7 => smart_kick(world, point, SmartKick { speed: third, threshold: fourth, steps: KICKS }),
        8 => one_step_kick(world, point, OneStepKick { speed: third, force: false }),
        9 => stop_ball(world),
        10 => hold_ball(world, HoldBall::default()),
        11 => {
            let how = Dribble { threshold: third, power: fourth, dashes: DASHES, dodge: true };
            dribble(world, point, how)
        }
        12 => advance_ball(world),
        13 => clear_ball(world),
        14 => tackle_to_point(world, point, third, 0.0),
        15 => pass(world, x),
        16 => shoot(world),
        17 => offensive_plan(world, &Planner::default()),
        _ => Outcome::NOTHING,
    }
}

/// The best pass to a mate, or to anybody if the number is 0.
fn pass(world: &WorldModel, unum: f64) -> Outcome {
    let wanted =
        |pass: &Pass| unum == 0.0 || world.others[pass.receiver].unum.map(f64::from) == Some(unum);
    match planner::best_pass_of(world, wanted) {
        Some(pass) => pass_ball(world, &pass),
        None => Outcome::NOTHING,
    }
}
