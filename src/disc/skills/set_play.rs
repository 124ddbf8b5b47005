//! Set plays: taking them, waiting for them, keeping away from those of the other team.

use super::angle;
use super::basic_move::usual_dash_power;
use super::clear_ball::clear_ball;
use super::go_to_point::{GoToPoint, go_to_point};
use super::goalie::{GoalieFreeKick, goalie_free_kick};
use super::necks::Neck;
use super::one_step_kick::{OneStepKick, one_step_kick};
use super::outcome::Outcome;
use super::planner::{Planner, pass_only};
use super::play::Play;
use super::primitive::catch_ball;
use super::scan::scan_field;
use super::turn::{turn_to_ball, turn_to_point};
use super::world_model::WorldModel;
use crate::disc::{PlayMode, Side, TEAM, Vec2, pitch};

/// The ball must be played no later than this many cycles before the referee drops it.
const LATEST: u32 = 5;
/// Cycles for which the taker waits at first, until mates are in their places.
const WAITS: u32 = 15;
/// Without a plan, nobody passes to mates farther than this, m.
const NEAR: f64 = 20.0;
/// Gap between the taker's body and the ball, m.
const BEHIND: f64 = 0.15;
/// The distance at which they count as arrived, m.
const THERE: f64 = 0.25;
/// How far opponents stay from the ball, m.
const AWAY: f64 = 11.0;
/// The share of stamina that the taker waits for.
const FRESH: f64 = 0.9;

/// What a team does at set plays.
#[derive(Clone, Debug)]
pub struct SetPlay<'a> {
    /// The places of all players for the ball's present position, by number.
    pub homes: &'a [Vec2; TEAM],
    /// How the taker plans.
    pub planner: &'a Planner,
    /// Whether the player saves stamina.
    pub saves: bool,
}

/// Whose set play it is.
pub fn set_play_side(mode: PlayMode) -> Option<Side> {
    if let PlayMode::GoalKick(side) | PlayMode::PenaltyKick(side) = mode {
        return Some(side);
    }
    mode.set_play()
}

/// `HeliosSetPlay`: takes the kick if their place is nearest to the ball, or goes to their place;
/// keeps away from the ball when the other team takes it. Goalies with the ball in their hands take
/// a free kick.
pub fn set_play(world: &WorldModel, how: &SetPlay, memory: &mut GoalieFreeKick) -> Play {
    if world.me.is_frozen {
        return Play::NOTHING;
    }
    if world.me.is_goalie && world.me.holds_ball {
        return goalie_free_kick(world, memory);
    }
    let is_ours = set_play_side(world.mode) == Some(world.side);
    if world.me.is_goalie && !matches!(world.mode, PlayMode::GoalKick(_)) {
        return goalie_free_kick(world, memory);
    }
    match is_ours {
        true if taker(world, how.homes) == Some(world.me.unum) => take(world, how),
        true => wait(world, how),
        false => keep_away(world, how),
    }
}

/// The number of the player whose place is nearest to the ball, of those who are known.
pub fn taker(world: &WorldModel, homes: &[Vec2; TEAM]) -> Option<u8> {
    let is_goal_kick = matches!(world.mode, PlayMode::GoalKick(_));
    let mates = world.mates().filter_map(|mate| Some((mate.unum?, mate.is_goalie)));
    let all = mates.chain([(world.me.unum, world.me.is_goalie)]);
    let field = all.filter(|&(_, is_goalie)| !is_goalie || is_goal_kick);
    let far = |unum: u8| {
        let home = homes.get(usize::from(unum).wrapping_sub(1));
        home.map_or(f64::INFINITY, |home| home.distance(world.ball.position))
    };
    let order = |one: &(u8, bool), other: &(u8, bool)| {
        far(one.0).total_cmp(&far(other.0)).then(one.0.cmp(&other.0))
    };
    field.min_by(order).map(|(unum, _)| unum)
}

/// Goes behind the ball, waits, and plays it.
fn take(world: &WorldModel, how: &SetPlay) -> Play {
    let (me, server) = (&world.me, &world.rules.server);
    if !me.can_kick {
        return Play::body(go_behind_ball(world)).looking(Neck::BallOrScan(0));
    }
    if waits(world, how) {
        return Play { body: Outcome::done_waiting(), ..Play::look(scan_field(world)) };
    }
    let plan = pass_only(world, how.planner);
    if plan.is_success {
        return Play::body(plan).looking(Neck::ScanField);
    }
    let far = |at: Vec2| at.distance(world.ball.position);
    // A ball that is cleared from a line would be out at once.
    let is_on_line = matches!(world.mode, PlayMode::KickIn(_) | PlayMode::CornerKick(_));
    let near =
        world.mates().filter(|mate| !mate.is_goalie && (is_on_line || far(mate.position) < NEAR));
    let nearest = near.min_by(|one, other| far(one.position).total_cmp(&far(other.position)));
    let body = match nearest {
        Some(mate) => {
            let speed =
                (1.2 + far(mate.position) * (1.0 - server.ball_decay)).min(server.ball_speed_max);
            one_step_kick(world, mate.position, OneStepKick { speed, force: true })
        }
        None => clear_ball(world),
    };
    Play::body(body).looking(Neck::ScanField)
}

/// Goes to a point behind the ball, seen from where it is to go, and faces that way.
fn go_behind_ball(world: &WorldModel) -> Outcome {
    let (me, ball, server) = (&world.me, world.ball.position, &world.rules.server);
    let ahead = match world.mode {
        PlayMode::KickOff(_) => Vec2::new(1.0, 0.0),
        PlayMode::KickIn(_) | PlayMode::CornerKick(_) => Vec2::ZERO - ball,
        _ => Vec2::new(pitch::HALF_LENGTH, 0.0) - ball,
    };
    let off = me.own.player_size + server.ball_size + BEHIND;
    let spot = ball - ahead.with_length(off);
    let how = GoToPoint { threshold: THERE, power: server.max_dash_power, save_recovery: true };
    // If the straight way would run into the ball, they go round it.
    let to_ball = angle::turned(ball - me.position, -angle::of(spot - me.position));
    let is_in_way = to_ball.x > 0.0
        && to_ball.x < me.position.distance(spot)
        && to_ball.y.abs() < off
        && to_ball.length() < 3.0;
    let spot = if is_in_way {
        let side = if to_ball.y > 0.0 { -90.0 } else { 90.0 };
        ball + angle::polar(2.0 * off, angle::of(spot - me.position) + side)
    } else {
        spot
    };
    let way = go_to_point(world, spot, how);
    if way.is_success { way } else { turn_to_point(world, ball + ahead, 1) }
}

/// Whether there is reason and time to wait.
fn waits(world: &WorldModel, how: &SetPlay) -> bool {
    let server = &world.rules.server;
    let total = server.drop_ball_time.max(0) as u32;
    let left = world.cycles_left.unwrap_or(total);
    if left <= LATEST {
        return false;
    }
    let is_tired = world.me.stamina < FRESH * server.stamina_max && how.saves;
    let is_new = total.saturating_sub(left) < WAITS;
    is_new || is_tired
}

/// Goes to their place, onside, and looks at the ball.
fn wait(world: &WorldModel, how: &SetPlay) -> Play {
    let Some(home) = home(world, how) else { return Play::look(scan_field(world)) };
    let is_kick_off = matches!(world.mode, PlayMode::KickOff(_));
    let x = if is_kick_off { home.x.min(-0.5) } else { home.x.min(world.offside_line() - 1.0) };
    go_home(world, Vec2::new(x, home.y), how.saves)
}

fn home(world: &WorldModel, how: &SetPlay) -> Option<Vec2> {
    how.homes.get(usize::from(world.me.unum).wrapping_sub(1)).copied()
}

/// Goes to their place as far as the rules let them, away from the ball.
fn keep_away(world: &WorldModel, how: &SetPlay) -> Play {
    let Some(mut spot) = home(world, how) else { return Play::look(scan_field(world)) };
    let ball = world.ball.position;
    match world.mode {
        PlayMode::KickOff(_) => spot.x = spot.x.min(-0.5),
        PlayMode::GoalKick(_) => {
            let area = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH - 0.5;
            if spot.x > area && spot.y.abs() < pitch::PENALTY_AREA_HALF_WIDTH + 0.5 {
                spot.x = area;
            }
        }
        _ => {}
    }
    if spot.distance(ball) < AWAY {
        let out = spot - ball;
        let out = if out.length() > 0.1 { out } else { Vec2::new(-1.0, 0.0) };
        spot = ball + out.with_length(AWAY);
    }
    if world.mode == PlayMode::KickOff(world.side.other()) && spot.x > -0.5 {
        spot.x = -0.5;
    }
    go_home(world, spot, how.saves)
}

fn go_home(world: &WorldModel, spot: Vec2, saves: bool) -> Play {
    let far = world.ball.position.distance(world.me.position);
    let threshold = (0.07 * far).max(1.0);
    let power = usual_dash_power(world, saves);
    let way = go_to_point(world, spot, GoToPoint { threshold, power, save_recovery: true });
    let body = if way.is_success { way } else { turn_to_ball(world, 1) };
    Play::body(Outcome { is_success: true, ..body }).looking(Neck::BallOrScan(0))
}

/// Catches the ball if it comes within the goalie's reach; for goalies in penalties.
pub(super) fn catch_near(world: &WorldModel) -> Option<Play> {
    let far = world.ball.position.distance(world.me.position);
    let near = super::rivals::catchable_area(&world.rules.server) - 0.05;
    let catch = catch_ball(world);
    (far < near && catch.is_success).then(|| Play::body(catch).looking(Neck::Ball))
}
