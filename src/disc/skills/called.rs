//! Skills by code, for callers that command players through arrays.

use super::planner::{self, Pass, Planner, offensive_plan, pass_ball};
use super::primitive::catch_ball;
use super::{
    Dribble, GoToPoint, HoldBall, Intercept, Neck, OneStepKick, Outcome, Play, SmartKick,
    WorldModel, advance_ball, basic_move, basic_tackle, block, clear_ball, dribble, go_to_point,
    go_to_point_dodge, go_to_point_look_ball, goalie, hold_ball, intercept_ball, mark,
    one_step_kick, saves_stamina, scan_field, shoot, smart_kick, stop_ball, stop_dash,
    tackle_to_point, turn_to_angle, turn_to_ball, turn_to_point,
};
use crate::disc::{Command, Vec2, ViewWidth};

/// The most numbers that a skill takes as arguments.
pub const SKILL_NUMBERS: usize = 4;

/// Skills in the order of their codes, each with the names of the numbers that it takes.
pub const SKILLS: [(&str, &[&str]); 27] = [
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
    ("go_to_point_dodge", &["x", "y", "power"]),
    ("go_to_point_look_ball", &["x", "y", "threshold", "power"]),
    ("basic_tackle", &["probability"]),
    ("basic_move", &["x", "y"]),
    ("goalie", &[]),
    ("mark", &["unum"]),
    ("block", &[]),
    ("catch", &[]),
];

/// Where players look, in the order of the codes.
pub const LOOKS: [&str; 4] = ["none", "ball", "scan", "ball_or_scan"];

/// Kicks of a smart kick.
const KICKS: u32 = 3;
/// Dashes between the kicks of a dribble.
const DASHES: u32 = 3;
/// Dash power of players who mark or block.
const POWER: f64 = 100.0;

/// A skill requested of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call {
    /// Index into [`SKILLS`].
    pub skill: u8,
    /// Arguments of the skill, in the order of their names in [`SKILLS`].
    pub numbers: [f64; SKILL_NUMBERS],
    /// Index into [`LOOKS`].
    pub look: u8,
}

/// The commands that result from a [`Call`].
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
    /// Whether the skill needs the positions of other players.
    pub fn needs_others(&self) -> bool {
        !matches!(self.skill, 0 | 1 | 3..=6 | 9 | 26) || self.look > 0
    }
}

/// Runs a skill. A requested look replaces the one that the skill would choose and is computed for
/// the pose after the body's command.
pub fn call(world: &WorldModel, call: Call) -> Answer {
    let play = play(world, call);
    let neck = match call.look {
        1 => Some(Neck::Ball),
        2 => Some(Neck::ScanField),
        3 => Some(Neck::BallOrScan(0)),
        _ => None,
    };
    let play = match neck {
        Some(neck) => Play { neck: Some(neck), neck_command: None, ..play },
        None => play,
    };
    let (neck, view) = play.eyes(world);
    Answer { body: play.body, neck, view }
}

/// The skill's commands for body and eyes.
fn play(world: &WorldModel, call: Call) -> Play {
    let [x, y, third, fourth] = call.numbers;
    let point = Vec2::new(x, y);
    match call.skill {
        18 => Play::look(scan_field(world)),
        20 => go_to_point_look_ball(world, point, third, fourth),
        21 => basic_tackle(world, x),
        22 => basic_move(world, point, saves_stamina(world, false)),
        23 => goalie(world),
        _ => Play::body(body(world, call)),
    }
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
        19 => go_to_point_dodge(world, point, third),
        24 => mark(world, opponent(world, x), POWER),
        25 => block(world, POWER),
        26 => catch_ball(world),
        _ => Outcome::NOTHING,
    }
}

/// Index of the opponent with a uniform number, or of the nearest opponent if the number is 0 or
/// they are not known; `usize::MAX` if there are no opponents.
fn opponent(world: &WorldModel, unum: f64) -> usize {
    let numbered = (1..=11).find(|&own| f64::from(own) == unum);
    let far = |index: usize| world.others[index].position.distance(world.me.position);
    let nearest = || {
        let theirs = |&index: &usize| world.others[index].is_ours == Some(false);
        let all = (0..world.others.len()).filter(theirs);
        all.min_by(|&one, &other| far(one).total_cmp(&far(other)))
    };
    numbered.and_then(|unum| world.find(false, unum)).or_else(nearest).unwrap_or(usize::MAX)
}

/// The best pass to the mate with a uniform number, or to any mate if the number is 0.
fn pass(world: &WorldModel, unum: f64) -> Outcome {
    let wanted =
        |pass: &Pass| unum == 0.0 || world.others[pass.receiver].unum.map(f64::from) == Some(unum);
    match planner::best_pass_of(world, wanted) {
        Some(pass) => pass_ball(world, &pass),
        None => Outcome::NOTHING,
    }
}
