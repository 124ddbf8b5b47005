//! Penalties of a shoot-out.

use super::angle;
use super::dribble::{Dribble, dribble};
use super::go_to_point::{GoToPoint, go_to_point};
use super::intercept_ball::{Intercept, intercept_ball};
use super::neck::neck_body_to_point;
use super::necks::Neck;
use super::one_step_kick::{OneStepKick, one_step_kick};
use super::outcome::Outcome;
use super::play::Play;
use super::set_play::catch_near;
use super::smart_kick::{SmartKick, smart_kick};
use super::turn::{turn_to_angle, turn_to_ball, turn_to_point};
use super::world_model::WorldModel;
use crate::disc::{PlayMode, TEAM, Vec2, pitch};

/// The middle of their goal.
const GOAL: Vec2 = Vec2::new(pitch::HALF_LENGTH, 0.0);
/// How far from the ball's centre the taker waits, m.
const BEHIND: f64 = 0.5;
/// The taker shoots in any case during the last `LAST` cycles of a penalty.
const LAST: u32 = 25;
/// Nobody shoots from farther than this, m.
const FAR: f64 = 35.0;
/// How fast their goalie is assumed to come, m/cycle.
const GOALIE: f64 = 1.0;
/// How far inside the penalty area a ball must be for the goalie to catch it, m.
const IN_AREA: f64 = 1.0;
/// How far behind the goal line the takers' goalie waits, m.
const BEHIND_LINE: f64 = 2.0;
/// How far off the middle of the goal they wait, m.
const ASIDE: f64 = 25.0;
/// How far in front of our goal line the goalie waits, m.
const ON_LINE: f64 = 1.0;

/// The number of the player who takes a penalty: 11 takes the first one, then 10 and so on;
/// `taken`: how many their team has taken before.
pub fn penalty_taker(taken: u32) -> u8 {
    TEAM as u8 - (taken % TEAM as u32) as u8
}

/// `HeliosPenalty`: takes the penalty, guards the goal, or waits in the circle. Penalties are shot
/// at the goal at +x in this frame when the team takes them, and defended at -x.
pub fn penalty(world: &WorldModel, taker: u8) -> Play {
    let me = &world.me;
    if me.is_frozen {
        return Play::NOTHING;
    }
    let is_taker = me.unum == taker;
    match world.mode {
        PlayMode::PenaltySetup(side) if side == world.side && is_taker => set_up(world),
        PlayMode::PenaltyReady(side) if side == world.side && is_taker => {
            if me.can_kick {
                shoot_or_dribble(world)
            } else {
                set_up(world)
            }
        }
        PlayMode::PenaltyTaken(side) if side == world.side && is_taker => take(world),
        PlayMode::PenaltySetup(side) | PlayMode::PenaltyReady(side)
            if side != world.side && me.is_goalie =>
        {
            on_the_line(world)
        }
        PlayMode::PenaltyTaken(side) if side != world.side && me.is_goalie => guard(world),
        _ if me.is_goalie => wait(world, aside_of_goal(world)),
        _ => {
            let y = -9.8 + 18.0 / 12.0 * f64::from(me.unum);
            wait(world, Vec2::new(-2.0, y))
        }
    }
}

fn go(world: &WorldModel, point: Vec2, threshold: f64) -> Outcome {
    let power = world.rules.server.max_dash_power;
    go_to_point(world, point, GoToPoint { threshold, power, save_recovery: true })
}

/// Where the takers' goalie must be: behind their goal line, beside the penalty area.
fn aside_of_goal(world: &WorldModel) -> Vec2 {
    let side = if world.me.position.y < 0.0 { -1.0 } else { 1.0 };
    Vec2::new(pitch::HALF_LENGTH + BEHIND_LINE, side * ASIDE)
}

fn wait(world: &WorldModel, spot: Vec2) -> Play {
    if world.me.position.distance(spot) < 0.7 {
        return Play::look(neck_body_to_point(world, world.ball_after(1), 5.0));
    }
    let way = go(world, spot, 0.3);
    Play::body(Outcome { is_success: true, ..way }).looking(Neck::Angle(0.0))
}

/// Goes behind the ball and faces the goal.
fn set_up(world: &WorldModel) -> Play {
    let spot = world.ball.position - Vec2::new(BEHIND, 0.0);
    let way = go(world, spot, 0.3);
    let body = if way.is_success { way } else { turn_to_point(world, GOAL, 1) };
    Play::body(Outcome { is_success: true, ..body }).looking(Neck::GoalieOrScan(-1))
}

fn take(world: &WorldModel) -> Play {
    if !world.rules.server.pen_allow_mult_kicks {
        return one_kick(world);
    }
    if !world.me.can_kick {
        let body = intercept_ball(world, Intercept::default());
        let is_seen = world.ball.counts.position == 0;
        return Play::body(body).looking(if is_seen { Neck::GoalieOrScan(-1) } else { Neck::Ball });
    }
    shoot_or_dribble(world)
}

/// One kick at the corner that their goalie leaves open, with a body that faces the ball.
fn one_kick(world: &WorldModel) -> Play {
    let me = &world.me;
    if !me.can_kick {
        let is_taken = world.ball.velocity.length() > 0.3;
        let body =
            if is_taken { turn_to_ball(world, 1) } else { go(world, world.ball.position, 0.4) };
        return Play::body(body).looking(Neck::Ball);
    }
    let off = angle::from_to(me.body, angle::of(world.ball.position - me.position));
    if off.abs() > 3.0 && world.cycles_left.is_none_or(|left| left > 3) {
        return Play::body(turn_to_ball(world, 1)).looking(Neck::GoalieOrScan(-1));
    }
    let half = 0.5 * world.rules.server.goal_width - 1.0;
    let goalie = world.their_goalie();
    let to_right = match goalie {
        Some(goalie) if goalie.position.y.abs() > 0.5 => goalie.position.y < 0.0,
        Some(goalie) => goalie.body <= 0.0,
        None => true,
    };
    let point = Vec2::new(GOAL.x, if to_right { half } else { -half });
    let speed = world.rules.server.ball_speed_max;
    Play::body(one_step_kick(world, point, OneStepKick { speed, force: true }))
        .looking(Neck::Point(point))
}

fn shoot_or_dribble(world: &WorldModel) -> Play {
    let is_last = world.cycles_left.is_some_and(|left| left < LAST)
        && matches!(world.mode, PlayMode::PenaltyTaken(_));
    if is_last || !world.rules.server.pen_allow_mult_kicks {
        return one_kick(world);
    }
    if let Some((point, speed)) = shot(world) {
        let how = SmartKick { speed, threshold: 0.96 * speed, steps: 2 };
        return Play::body(Outcome { is_success: true, ..smart_kick(world, point, how) })
            .looking(Neck::Point(point));
    }
    let how = Dribble { threshold: 0.5, power: 100.0, dashes: 2, dodge: true };
    // Round a goalie who comes out.
    let aside = world.their_goalie().map_or(0.0, |goalie| {
        let is_near = goalie.position.distance(world.me.position) < 8.0;
        let side = if goalie.position.y > world.me.position.y { -1.0 } else { 1.0 };
        if is_near { 6.0 * side } else { 0.0 }
    });
    let target = Vec2::new(GOAL.x - 8.0, world.me.position.y * 0.5 + aside);
    Play::body(dribble(world, target, how)).looking(Neck::GoalieOrScan(-1))
}

/// A corner and a speed with which the ball is in before the goalie reaches it.
fn shot(world: &WorldModel) -> Option<(Vec2, f64)> {
    let (ball, server) = (world.ball.position, &world.rules.server);
    if ball.distance(GOAL) > FAR {
        return None;
    }
    let Some(goalie) = world.their_goalie() else { return Some((GOAL, server.ball_speed_max)) };
    let inside = 1.0 + (0.1 * (GOAL.x - world.me.position.x.abs())).min(2.0);
    let half = 0.5 * server.goal_width - inside;
    let reach = GOALIE * f64::from(goalie.counts.position.min(5)) + server.catchable_area_l + 0.2;
    let here = goalie.position + goalie.velocity;
    let passes = |point: Vec2, speed: f64| {
        let (mut at, mut moves) = (ball, (point - ball).with_length(speed));
        for cycle in 0..50 {
            at += moves;
            moves *= server.ball_decay;
            if at.x > GOAL.x {
                return true;
            }
            if here.distance(at) < GOALIE * f64::from(cycle) + reach {
                return false;
            }
        }
        false
    };
    let slowest = |y: f64| {
        let point = Vec2::new(GOAL.x, y);
        let least = ((ball.distance(point) + 5.0) * (1.0 - server.ball_decay)).max(1.2);
        let most = server.ball_speed_max;
        let count = ((most - least) / 0.4).ceil().clamp(0.0, 20.0) as u32;
        let speeds = (0..=count).map(|index| (least + 0.4 * f64::from(index)).min(most));
        speeds.into_iter().find(|&speed| passes(point, speed)).map(|speed| (point, speed))
    };
    let both = [slowest(-half), slowest(half)].into_iter().flatten();
    both.min_by(|one, other| one.1.total_cmp(&other.1))
}

/// Stands on their line, in its middle, with the body along it.
fn on_the_line(world: &WorldModel) -> Play {
    let spot = Vec2::new(-pitch::HALF_LENGTH + ON_LINE, 0.0);
    let way = go(world, spot, 0.3);
    let side = if world.me.body < 0.0 { -90.0 } else { 90.0 };
    let body = if way.is_success { way } else { turn_to_angle(world, side) };
    Play::body(Outcome { is_success: true, ..body }).looking(Neck::Ball)
}

/// Catches, comes out if they are first, or stays between ball and goal.
fn guard(world: &WorldModel) -> Play {
    // A catch outside the area is a foul, and counts as a goal.
    let may_catch = super::goalie::is_in_our_area(world.ball.position, IN_AREA);
    if let Some(catch) = catch_near(world).filter(|_| may_catch) {
        return catch;
    }
    if world.me.can_kick {
        return super::goalie::goalie_kick(world);
    }
    let reach = world.reach();
    if reach.me < reach.opponent {
        let body = intercept_ball(world, Intercept { save_recovery: false, face: None });
        return Play::body(body).looking(Neck::Ball);
    }
    let spot = super::goalie::goalie_place(world);
    let way = go(world, spot, 0.3);
    let body = if way.is_success { way } else { turn_to_ball(world, 1) };
    Play::body(Outcome { is_success: true, ..body }).looking(Neck::Ball)
}
