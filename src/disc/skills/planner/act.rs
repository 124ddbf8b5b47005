//! Doing what has been planned.

use super::forward::turn_forward;
use super::pass::pass_ball;
use super::run::{RunOn, begin_run};
use super::{Action, Planner};
use crate::disc::skills::clear_ball::clear_ball;
use crate::disc::skills::hold_ball::{HoldBall, hold_ball};
use crate::disc::skills::necks::Neck;
use crate::disc::skills::one_step_kick::{OneStepKick, one_step_kick};
use crate::disc::skills::outcome::Outcome;
use crate::disc::skills::play::Play;
use crate::disc::skills::shot::{best_shot, shoot};
use crate::disc::skills::smart_kick::{SmartKick, smart_kick};
use crate::disc::skills::world_model::WorldModel;
use crate::disc::{PlayMode, Vec2, ViewWidth, pitch};

/// If a run ends nearer than this to their goal, m, they watch their goalie unless they have just
/// seen them.
const NEAR_GOAL: f64 = 18.0;
/// Nearer than this, m, they always do.
const AT_GOAL: f64 = 13.0;
/// A ball nearer than this to our goal line, m, may be cleared, not held.
const DANGER: f64 = 8.0;
/// It is cleared if it is no farther than this beside the goal, m.
const BESIDE: f64 = 1.0;
/// Runs with at least this many turns and dashes leave time for a normal view.
const LONG: u32 = 3;

/// The first action of the planner's best chain if that is a pass or a shot: for set plays, in
/// which no runs are possible.
pub fn pass_only(world: &WorldModel, planner: &Planner) -> Outcome {
    let Some(plan) = planner.plan(world) else { return Outcome::NOTHING };
    match plan.actions.first() {
        Some(action @ (Action::Pass(_) | Action::Shoot(_))) => perform(world, action),
        _ => Outcome::NOTHING,
    }
}

/// Begins an action.
fn perform(world: &WorldModel, action: &Action) -> Outcome {
    match action {
        Action::Hold => hold(world),
        Action::Shoot(_) => force_shot(world),
        Action::Pass(pass) => pass_ball(world, pass),
        Action::Dribble(run) => begin_run(world, run),
    }
}

/// Keeps the ball, or clears it in front of our goal.
fn hold(world: &WorldModel) -> Outcome {
    let half = 0.5 * world.rules.server.goal_width + BESIDE;
    let ball = world.ball.position;
    if ball.x < -pitch::HALF_LENGTH + DANGER && ball.y.abs() < half {
        return clear_ball(world);
    }
    Outcome { is_success: true, ..hold_ball(world, HoldBall::default()) }
}

/// Takes the best shot if there is one; otherwise kicks as hard as possible at the middle of the
/// goal.
fn force_shot(world: &WorldModel) -> Outcome {
    if best_shot(world).is_some() {
        let shot = shoot(world);
        if shot.is_success {
            return shot;
        }
    }
    let (goal, most) = (Vec2::new(pitch::HALF_LENGTH, 0.0), world.rules.server.ball_speed_max);
    let once = OneStepKick { speed: most, force: false };
    if world.opponent_can_kick() {
        let kick = one_step_kick(world, goal, once);
        if kick.is_success {
            return kick;
        }
    }
    let kick = smart_kick(world, goal, SmartKick { speed: most, threshold: 0.96 * most, steps: 3 });
    if kick.is_success { kick } else { one_step_kick(world, goal, once) }
}

/// `HeliosOffensivePlanner`: turns forward if there is time for it, or does the first action of the
/// best chain.
pub fn offensive_plan(world: &WorldModel, planner: &Planner) -> Outcome {
    offensive_plan_and_look(world, planner).body
}

/// Does what [`offensive_plan`] does and adds what to look at.
pub fn offensive_plan_and_look(world: &WorldModel, planner: &Planner) -> Play {
    offensive_plan_and_run(world, planner).0
}

/// Does what [`offensive_plan_and_look`] does and also returns the run that begins with it.
pub fn offensive_plan_and_run(world: &WorldModel, planner: &Planner) -> (Play, Option<RunOn>) {
    let Some(plan) = planner.plan(world) else { return (Play::NOTHING, None) };
    let first = plan.actions.first().copied().unwrap_or(Action::Hold);
    let is_sure = plan.value == f64::INFINITY;
    if !is_sure && let Some(turn) = turn_forward(world) {
        return (Play::body(turn).looking(Neck::ScanField), None);
    }
    if first == Action::Hold && world.mode != PlayMode::PlayOn {
        return (Play::body(hold(world)).looking(Neck::ScanField), None);
    }
    let play = look(Play::body(perform(world, &first)), &first);
    (play, run_of(&first))
}

/// Does an action that somebody else has chosen from the planner's tree, and returns the run that
/// begins with it. As with the best chain, they turn forward first if there is time for it; while
/// play is stopped the ball is not held, so that this fails.
pub fn perform_chosen(world: &WorldModel, action: &Action) -> (Play, Option<RunOn>) {
    if let Some(turn) = turn_forward(world) {
        return (Play::body(turn).looking(Neck::ScanField), None);
    }
    if *action == Action::Hold && world.mode != PlayMode::PlayOn {
        return (Play::NOTHING, None);
    }
    let play = look(Play::body(perform(world, action)), action);
    let run = run_of(action).filter(|_| play.body.is_success);
    (play, run)
}

/// What is left of an action after its first cycle, if it is a run.
fn run_of(action: &Action) -> Option<RunOn> {
    match action {
        Action::Dribble(run) => Some(RunOn::of(run)),
        _ => None,
    }
}

/// What to look at while an action is done.
fn look(play: Play, action: &Action) -> Play {
    match *action {
        Action::Shoot(_) => play.looking(Neck::GoalieOrScan(2)),
        Action::Pass(pass) => play.looking(Neck::Point(pass.point)),
        Action::Hold => play.looking(Neck::ScanField),
        Action::Dribble(run) => {
            let far = run.point.distance(Vec2::new(pitch::HALF_LENGTH, 0.0));
            let neck = match far {
                far if far < AT_GOAL => Neck::GoalieOrScan(-1),
                far if far < NEAR_GOAL => Neck::GoalieOrScan(0),
                _ => Neck::ScanField,
            };
            let play = play.looking(neck);
            if run.turns + run.dashes >= LONG {
                use crate::disc::skills::views::View;
                play.with_view(View::Width(ViewWidth::Normal))
            } else {
                play
            }
        }
    }
}
