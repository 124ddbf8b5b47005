//! What a player of the 2D game can be commanded to do by a number and its parameters: half field
//! offense's actions (Hausknecht et al., 2016), and skills on the whole pitch.

use crate::disc::skills::planner::{Generators, Planner, offensive_plan};
use crate::disc::skills::{
    Dribble, GoToPoint, Intercept, OneStepKick, Outcome, SmartKick, WorldModel, advance_ball,
    called, catch_ball, clear_ball, defend_goal, dribble, go_to_point, hold_ball, intercept_ball,
    mark_player, one_step_kick, reduce_angle_to_goal, shoot, smart_kick, stop_ball, stop_dash,
    tackle_to_point, turn_to_angle, turn_to_ball, turn_to_point,
};
use crate::disc::{Command, Game, Side, TEAM, Vec2, World, pitch};
use crate::error::{Error, Result};
use crate::teams::{Orders, Prospects};

/// What a player can be commanded to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of `ACTS` say it")]
pub enum Act {
    Dash,
    Turn,
    Tackle,
    Kick,
    KickTo,
    MoveTo,
    DribbleTo,
    Intercept,
    Move,
    Shoot,
    Pass,
    Dribble,
    Catch,
    Noop,
    ReduceAngleToGoal,
    MarkPlayer,
    DefendGoal,
    GoToBall,
    Reorient,
    Scripted,
    GoToPoint,
    TurnToAngle,
    TurnToPoint,
    TurnToBall,
    StopDash,
    SmartKick,
    OneStepKick,
    StopBall,
    HoldBall,
    DribbleToPoint,
    AdvanceBall,
    ClearBall,
    TackleToPoint,
    Plan,
    Clear,
    Run,
    Pass1,
    Pass2,
    Pass3,
    Pass4,
    Pass5,
    Pass6,
    Pass7,
    Pass8,
    Pass9,
    Pass10,
    Pass11,
}

/// What a player needs for an act.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Nothing but to be able to move.
    Nothing,
    /// The ball in reach.
    Ball,
    /// No ball in reach.
    NoBall,
    /// To be the goalie.
    Hands,
}

/// All acts with their names, how many parameters they take, and what they need.
const ACTS: [(&str, Act, usize, Need); 47] = [
    ("dash", Act::Dash, 2, Need::Nothing),
    ("turn", Act::Turn, 1, Need::Nothing),
    ("tackle", Act::Tackle, 1, Need::Nothing),
    ("kick", Act::Kick, 2, Need::Ball),
    ("kick_to", Act::KickTo, 3, Need::Ball),
    ("move_to", Act::MoveTo, 2, Need::NoBall),
    ("dribble_to", Act::DribbleTo, 2, Need::Nothing),
    ("intercept", Act::Intercept, 0, Need::NoBall),
    ("move", Act::Move, 0, Need::NoBall),
    ("shoot", Act::Shoot, 0, Need::Ball),
    ("pass", Act::Pass, 1, Need::Ball),
    ("dribble", Act::Dribble, 0, Need::Ball),
    ("catch", Act::Catch, 0, Need::Hands),
    ("noop", Act::Noop, 0, Need::Nothing),
    ("reduce_angle_to_goal", Act::ReduceAngleToGoal, 0, Need::NoBall),
    ("mark_player", Act::MarkPlayer, 1, Need::NoBall),
    ("defend_goal", Act::DefendGoal, 0, Need::NoBall),
    ("go_to_ball", Act::GoToBall, 0, Need::NoBall),
    ("reorient", Act::Reorient, 0, Need::Nothing),
    ("scripted", Act::Scripted, 0, Need::Nothing),
    ("go_to_point", Act::GoToPoint, 3, Need::Nothing),
    ("turn_to_angle", Act::TurnToAngle, 1, Need::Nothing),
    ("turn_to_point", Act::TurnToPoint, 2, Need::Nothing),
    ("turn_to_ball", Act::TurnToBall, 0, Need::Nothing),
    ("stop_dash", Act::StopDash, 0, Need::Nothing),
    ("smart_kick", Act::SmartKick, 3, Need::Ball),
    ("one_step_kick", Act::OneStepKick, 3, Need::Ball),
    ("stop_ball", Act::StopBall, 0, Need::Ball),
    ("hold_ball", Act::HoldBall, 0, Need::Ball),
    ("dribble_to_point", Act::DribbleToPoint, 2, Need::Nothing),
    ("advance_ball", Act::AdvanceBall, 0, Need::Ball),
    ("clear_ball", Act::ClearBall, 0, Need::Ball),
    ("tackle_to_point", Act::TackleToPoint, 2, Need::Nothing),
    ("plan", Act::Plan, 0, Need::Ball),
    ("clear", Act::Clear, 0, Need::Ball),
    ("run", Act::Run, 0, Need::Ball),
    ("pass_1", Act::Pass1, 0, Need::Ball),
    ("pass_2", Act::Pass2, 0, Need::Ball),
    ("pass_3", Act::Pass3, 0, Need::Ball),
    ("pass_4", Act::Pass4, 0, Need::Ball),
    ("pass_5", Act::Pass5, 0, Need::Ball),
    ("pass_6", Act::Pass6, 0, Need::Ball),
    ("pass_7", Act::Pass7, 0, Need::Ball),
    ("pass_8", Act::Pass8, 0, Need::Ball),
    ("pass_9", Act::Pass9, 0, Need::Ball),
    ("pass_10", Act::Pass10, 0, Need::Ball),
    ("pass_11", Act::Pass11, 0, Need::Ball),
];

/// The largest power.
pub(super) const POWER: f64 = 100.0;
/// A half turn, degrees.
pub(super) const HALF_TURN: f64 = 180.0;
/// The fastest ball that can be requested, m/cycle.
pub(super) const FASTEST: f64 = 3.0;
/// The share of a requested speed that is enough.
const ENOUGH: f64 = 0.9;
/// The number of kicks to reach it.
const KICKS: u32 = 3;
/// How far points reach beyond the half field, as a share of its length and of half its width.
const MARGIN: f64 = 0.1;
/// Distance that counts as being there on ways to points, m.
const NEAR: f64 = 0.25;
/// The same on ways to the ball.
const AT_BALL: f64 = 0.3;
/// The same with the ball.
const WITH_BALL: f64 = 1.0;
/// Dashes between the kicks of a dribble.
const DASHES: u32 = 3;
/// The lowest probability of success at which a tackle to a point is tried.
const LIKELY: f64 = 0.5;
/// The code of a pass among skills that are called by number.
const PASS: u8 = 15;

/// The constants that acts use, by name, in m, m/cycle and degrees.
pub const LIMITS: [(&str, f64); 13] = [
    ("power", POWER),
    ("half_turn", HALF_TURN),
    ("fastest", FASTEST),
    ("enough", ENOUGH),
    ("kicks", KICKS as f64),
    ("margin", MARGIN),
    ("near", NEAR),
    ("at_ball", AT_BALL),
    ("with_ball", WITH_BALL),
    ("dashes", DASHES as f64),
    ("likely", LIKELY),
    ("half_length", pitch::HALF_LENGTH),
    ("half_width", pitch::HALF_WIDTH),
];

/// The result of an act.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Done {
    pub orders: Orders,
    /// Whether the act cannot be done, or no command does it.
    pub in_vain: bool,
}

impl Act {
    /// The act of a name.
    ///
    /// # Errors
    /// [`Error::Argument`] for another name.
    pub fn named(name: &str) -> Result<Self> {
        let found = ACTS.iter().find(|(own, ..)| *own == name).map(|(_, act, ..)| *act);
        found.ok_or_else(|| {
            let known = ACTS.map(|(name, ..)| name).join(", ");
            Error::argument("actions", format!("there is no {name:?}, only {known}"))
        })
    }

    /// Names of all acts, each with how many parameters it takes.
    pub fn all() -> impl Iterator<Item = (&'static str, usize)> {
        ACTS.iter().map(|(name, _, parameters, _)| (*name, *parameters))
    }

    fn row(self) -> (usize, Need) {
        // The table is in the order of the acts, which a test checks.
        let (_, _, parameters, need) = ACTS[self as usize];
        (parameters, need)
    }

    /// Parameters that it takes.
    pub fn parameters(self) -> usize {
        self.row().0
    }

    /// Whether a player can do it now.
    pub fn is_applicable(self, world: &World, place: usize) -> bool {
        let player = &world.game.players[place];
        if player.tackle_cycles > 0 || player.foul_cycles > 0 {
            return matches!(self, Self::Reorient | Self::Noop);
        }
        match self.row().1 {
            Need::Nothing => true,
            Need::Hands => player.goalie,
            Need::Ball => world.game.can_kick(world.rules(), place),
            Need::NoBall => !world.game.can_kick(world.rules(), place),
        }
    }

    /// The act that passes to the mate with a number, as the script plays the pass.
    pub(super) fn pass_to(unum: u8) -> Option<Self> {
        let index = usize::from(unum).checked_sub(1)?;
        let first = Self::Pass1 as usize;
        ACTS.get(first..first + TEAM)?.get(index).map(|(_, act, ..)| *act)
    }

    /// The number of the mate to whom they pass, for an act that [names](Self::pass_to) a mate.
    fn mate(self) -> Option<u8> {
        let index = (self as usize).checked_sub(Self::Pass1 as usize)?;
        (index < TEAM).then_some(index as u8 + 1)
    }

    /// Whether it looks for a point by itself, and may find none.
    pub(super) fn may_find_nothing(self) -> bool {
        matches!(self, Self::Shoot | Self::Pass | Self::Dribble | Self::Run)
            || self.mate().is_some()
    }

    /// Whether it does what a script says.
    pub(super) fn asks_script(self) -> bool {
        matches!(self, Self::Move | Self::Scripted)
    }

    /// Returns what the act amounts to for a player, with parameters from -1 to 1. `script` holds
    /// the orders that a scripted player would follow.
    pub(super) fn done(
        self,
        parameters: &[f64],
        world: &World,
        place: usize,
        script: &Orders,
    ) -> Done {
        if let Some(command) = self.plain(parameters) {
            return Done { orders: body(Some(command)), in_vain: false };
        }
        if !self.is_applicable(world, place) {
            return Done { orders: Orders::default(), in_vain: true };
        }
        match self {
            Self::Noop => Done::default(),
            Self::Move | Self::Scripted => Done { orders: script.clone(), in_vain: false },
            _ => {
                let command = match self.with_ball(world, place) {
                    Some(command) => command,
                    None => self.skill(parameters, world, place).command,
                };
                // A player who reorients may wait without a command.
                let in_vain = command.is_none() && self != Self::Reorient;
                Done { orders: body(command), in_vain }
            }
        }
    }

    /// Returns the command that an act of the lowest level stands for; the game decides whether it
    /// is of use.
    fn plain(self, parameters: &[f64]) -> Option<Command> {
        match (self, parameters) {
            (Self::Dash, &[power, way]) => Some(Command::Dash(POWER * power, HALF_TURN * way)),
            (Self::Turn, &[moment]) => Some(Command::Turn(HALF_TURN * moment)),
            (Self::Tackle, &[way]) => Some(Command::Tackle(HALF_TURN * way, false)),
            (Self::Kick, &[power, way]) => {
                Some(Command::Kick(0.5 * POWER * (power + 1.0), HALF_TURN * way))
            }
            _ => None,
        }
    }

    /// Returns what a scripted player does with the ball, for acts that are one of that player's
    /// choices; `None` for others.
    fn with_ball(self, world: &World, place: usize) -> Option<Option<Command>> {
        if !matches!(self, Self::Clear | Self::Run) && self.mate().is_none() {
            return None;
        }
        let memory = world.minds.as_ref().map(|minds| &minds.memories[place]);
        let prospects = Prospects::new(world.rules(), &world.game, place, memory);
        Some(match self.mate() {
            Some(unum) => prospects.pass_to(unum),
            None if self == Self::Clear => prospects.clear(),
            None => prospects.run(),
        })
    }

    /// Does the act by a skill, which goes by what the player remembers if they sense, else by the
    /// full state.
    fn skill(self, parameters: &[f64], world: &World, place: usize) -> Outcome {
        let (rules, game) = (world.rules(), &world.game);
        let memory = world.minds.as_ref().map(|minds| &minds.memories[place]);
        let sensed = |memory| WorldModel::sensed(rules, game, place, memory);
        let alone = || memory.map_or_else(|| WorldModel::alone(rules, game, place), sensed);
        let full = || memory.map_or_else(|| WorldModel::full(rules, game, place), sensed);
        let side = game.players[place].side;
        let near = |threshold: f64, power: f64| GoToPoint { threshold, power, save_recovery: true };
        let kick = |speed: f64| SmartKick { speed, threshold: ENOUGH * speed, steps: KICKS };
        let with_ball = Dribble { threshold: WITH_BALL, power: POWER, dashes: DASHES, dodge: true };
        let speed = |number: f64| 0.5 * FASTEST * (number + 1.0);
        match (self, parameters) {
            (Self::KickTo, &[x, y, fast]) => {
                smart_kick(&full(), on_half(side, x, y), kick(speed(fast)))
            }
            (Self::MoveTo, &[x, y]) => {
                go_to_point(&alone(), on_half(side, x, y), near(NEAR, POWER))
            }
            (Self::DribbleTo, &[x, y]) => dribble(&full(), on_half(side, x, y), with_ball),
            (Self::Intercept, _) => intercept_ball(&full(), Intercept::default()),
            (Self::Shoot, _) => shoot(&full()),
            (Self::Pass, &[mate]) => {
                let numbers = [unum_of(game, side, mate).into(), 0.0, 0.0, 0.0];
                called::call(&full(), called::Call { skill: PASS, numbers, look: 0 }).body
            }
            (Self::Dribble, _) => offensive_plan(&full(), &without_passes()),
            (Self::Catch, _) => catch_ball(&alone()),
            (Self::ReduceAngleToGoal, _) => reduce_angle_to_goal(&full()),
            (Self::MarkPlayer, &[other]) => {
                mark_player(&full(), unum_of(game, side.other(), other))
            }
            (Self::DefendGoal, _) => defend_goal(&alone()),
            (Self::GoToBall, _) => {
                let world = alone();
                go_to_point(&world, world.ball.position, near(AT_BALL, POWER))
            }
            (Self::Reorient | Self::TurnToBall, _) => turn_to_ball(&alone(), 1),
            (Self::GoToPoint, &[x, y, power]) => {
                go_to_point(&alone(), on_pitch(x, y), near(NEAR, 0.5 * POWER * (power + 1.0)))
            }
            (Self::TurnToAngle, &[way]) => turn_to_angle(&alone(), HALF_TURN * way),
            (Self::TurnToPoint, &[x, y]) => turn_to_point(&alone(), on_pitch(x, y), 1),
            (Self::StopDash, _) => stop_dash(&alone(), true),
            (Self::SmartKick, &[x, y, fast]) => {
                smart_kick(&full(), on_pitch(x, y), kick(speed(fast)))
            }
            (Self::OneStepKick, &[x, y, fast]) => {
                let how = OneStepKick { speed: speed(fast), force: false };
                one_step_kick(&full(), on_pitch(x, y), how)
            }
            (Self::StopBall, _) => stop_ball(&alone()),
            (Self::HoldBall, _) => hold_ball(&full(), Default::default()),
            (Self::DribbleToPoint, &[x, y]) => dribble(&full(), on_pitch(x, y), with_ball),
            (Self::AdvanceBall, _) => advance_ball(&full()),
            (Self::ClearBall, _) => clear_ball(&full()),
            (Self::TackleToPoint, &[x, y]) => tackle_to_point(&full(), on_pitch(x, y), LIKELY, 0.0),
            (Self::Plan, _) => offensive_plan(&full(), &Planner::default()),
            _ => Outcome::NOTHING,
        }
    }
}

/// The player of a team for whom a number from -1 to 1 stands.
fn unum_of(game: &Game, side: Side, number: f64) -> u8 {
    let size = joined(game, side);
    1 + (0.5 * (number + 1.0) * size).min(size - 1.0).max(0.0) as u8
}

/// How many players a team has.
pub(super) fn joined(game: &Game, side: Side) -> f64 {
    let players = &game.players[side.index() * TEAM..][..TEAM];
    players.iter().filter(|player| player.joined).count() as f64
}

fn body(command: Option<Command>) -> Orders {
    Orders { body: command, ..Orders::default() }
}

/// A point in half field offense's coordinates: on the half that is attacked, in the frame of the
/// player's team; the right team defends it.
fn on_half(side: Side, x: f64, y: f64) -> Vec2 {
    let half = 0.5 * pitch::HALF_LENGTH;
    let middle = if side == Side::Left { half } else { -half };
    Vec2::new(middle + (1.0 + 2.0 * MARGIN) * half * x, (1.0 + MARGIN) * pitch::HALF_WIDTH * y)
}

/// The inverse of `on_half`: the numbers that stand for a point.
pub(super) fn of_half(side: Side, point: Vec2) -> [f64; 2] {
    let (origin, corner) = (on_half(side, 0.0, 0.0), on_half(side, 1.0, 1.0));
    [(point.x - origin.x) / (corner.x - origin.x), point.y / corner.y]
}

/// The numbers that stand for a point of the whole pitch.
pub(super) fn of_pitch(point: Vec2) -> [f64; 2] {
    [point.x / pitch::HALF_LENGTH, point.y / pitch::HALF_WIDTH]
}

/// A point of the whole pitch.
fn on_pitch(x: f64, y: f64) -> Vec2 {
    Vec2::new(pitch::HALF_LENGTH * x, pitch::HALF_WIDTH * y)
}

/// A planner of runs and shots only.
fn without_passes() -> Planner {
    let generators = Generators {
        direct_pass: false,
        lead_pass: false,
        through_pass: false,
        cross: false,
        simple_pass: false,
        simple_dribble: false,
        simple_shoot: false,
        ..Generators::default()
    };
    Planner { generators, ..Planner::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_acts() {
        for (index, (name, act, ..)) in ACTS.into_iter().enumerate() {
            assert_eq!((act as usize, Act::named(name).ok()), (index, Some(act)), "{name}");
        }
    }

    #[test]
    fn points_of_the_half_field_are_those_of_its_features() {
        for (side, ends) in [(Side::Left, [-5.25, 57.75]), (Side::Right, [-57.75, 5.25])] {
            for (x, end) in [-1.0, 1.0].into_iter().zip(ends) {
                let point = on_half(side, x, 1.0);
                assert!((point.x - end).abs() < 1e-12 && (point.y - 37.4).abs() < 1e-12);
                let [again, one] = of_half(side, point);
                assert!((again - x).abs() < 1e-12 && (one - 1.0).abs() < 1e-12);
            }
        }
    }
}
