//! Kicks before turns: the ball must be within reach once the body has turned.

use super::super::angle;
use super::super::intercept::cycles_to_run;
use super::super::outcome::Outcome;
use super::super::own_motion::turn_per_cycle;
use super::super::planner::RunOn;
use super::super::world_model::{WorldModel, after, final_point};
use super::{Step, away_from_close, course, keep_at, kick_with, nearest_opponent};
use crate::disc::{Command, Vec2, pitch};

/// The most turns after which several dashes are considered.
const FEW_TURNS: u32 = 2;
/// The most such dashes.
const DASHES: u32 = 5;
/// Angle off the way at which the ball is kept if nobody is near, degrees.
const ASIDE: f64 = 35.0;

/// A kick, then turns, then dashes.
pub(super) fn kick(world: &WorldModel, point: Vec2, power: f64, off: f64) -> Option<Step> {
    let turns = turns(world, off);
    if turns <= FEW_TURNS && world.ball.position.x > 0.0 {
        let found = (2..=DASHES).rev().find_map(|dashes| far(world, point, power, turns, dashes));
        if found.is_some() {
            return found;
        }
    }
    Some((near(world, point, turns, off)?, None))
}

/// Number of turns after the cycle of the kick.
fn turns(world: &WorldModel, off: f64) -> u32 {
    let own = world.me.own;
    let (mut left, mut speed) = (off.abs(), world.me.velocity.length() * own.player_decay);
    let mut turns = 0;
    while left > 0.0 && turns < 10 {
        left -= turn_per_cycle(own, speed);
        speed *= own.player_decay;
        turns += 1;
    }
    turns
}

/// Kicks the ball ahead, to be met after several dashes before any opponent can reach it.
fn far(world: &WorldModel, point: Vec2, power: f64, turns: u32, dashes: u32) -> Option<Step> {
    let (me, server) = (&world.me, &world.rules.server);
    let end = final_point(me.position, me.velocity, me.own.player_decay);
    let course = course(world, 1 + turns, dashes, power, angle::of(point - end));
    let turned = *course.get(turns as usize)?;
    let contact = me.own.player_size + server.ball_size;
    let ahead = contact + 0.2 * me.own.kickable_margin;
    let meeting = *course.last()? + angle::polar(ahead, angle::of(point - turned));
    let is_out =
        meeting.x.abs() > pitch::HALF_LENGTH - 0.5 || meeting.y.abs() > pitch::HALF_WIDTH - 0.5;
    let steps = 1 + turns + dashes;
    let stretch = (1.0 - server.ball_decay.powi(steps as i32)) / (1.0 - server.ball_decay);
    let velocity = (meeting - world.ball.position) / stretch;
    if is_out || (velocity - world.ball.velocity).length() > server.ball_accel_max {
        return None;
    }
    let outcome = kick_with(world, velocity)?;
    let collides = (world.ball.position + velocity).distance(*course.first()?) < contact + 0.1;
    let is_first = || {
        let rivals =
            world.opponents().filter(|player| player.position.distance(me.position) < 30.0);
        rivals.into_iter().all(|player| reach_cycles(world, player, meeting, steps) > steps)
    };
    let run = (power > 0.0).then_some(RunOn { point: meeting, turns, dashes, power });
    (!collides && is_first()).then_some((outcome, run))
}

/// Cycles that an opponent needs to reach a point.
fn reach_cycles(
    world: &WorldModel,
    player: &super::super::PlayerView,
    point: Vec2,
    steps: u32,
) -> u32 {
    let server = &world.rules.server;
    let in_area = super::super::goalie::is_in_their_area(point);
    let reach = if player.is_goalie && in_area {
        server.catchable_area_l.hypot(0.5 * server.catchable_area_w)
    } else {
        player.own.kickable_area(server.ball_size)
    };
    let cycles = if player.counts.velocity <= 1 { steps } else { 1 };
    let here = after(player.position, player.velocity, player.own.player_decay, cycles);
    let gap = point - here;
    let run = gap.length() - reach - 0.2;
    if run < 0.0 {
        return 0;
    }
    let margin = (reach / gap.length()).min(1.0).asin().to_degrees().max(15.0);
    let mut off = angle::from_to(player.body, angle::of(gap)).abs();
    let (mut turns, mut speed) = (0, player.velocity.length());
    while off > margin && turns < 10 && player.counts.body <= 5 {
        off -= turn_per_cycle(player.own, speed);
        speed *= player.own.player_decay;
        turns += 1;
    }
    let age = u32::from(player.counts.position.min(10));
    (turns + cycles_to_run(world.rules, player.own, run)).saturating_sub(age)
}

/// Keeps the ball near, on the side farthest from opponents.
fn near(world: &WorldModel, point: Vec2, turns: u32, off: f64) -> Option<Outcome> {
    let (me, server) = (&world.me, &world.rules.server);
    let close = away_from_close(world);
    if close.is_none() {
        let speed = me.velocity.length() * me.own.player_decay;
        if turn_per_cycle(me.own, speed) <= 0.9 * off.abs() {
            // A collision with the ball takes all of the player's speed, so that one turn is
            // enough.
            if let Some(outcome) = collide(world) {
                return Some(outcome);
            }
        }
    }
    let end = final_point(me.position, me.velocity, me.own.player_decay);
    let target = angle::of(point - end);
    let reach = 0.7 * world.reach_of_kick();
    let here = world.me_after(1 + turns);
    let rival = nearest_opponent(world)
        .filter(|player| player.position.distance(world.ball.position) < 5.0);
    let direction = match (rival, close) {
        (Some(rival), _) => {
            // The proxy treats these offsets from the player as positions on the pitch.
            let from = here - me.position;
            let far =
                |off: f64| (rival.position - (from + angle::polar(reach, target + off))).length2();
            let offs = (-9..=9).map(|step| 10.0 * f64::from(step));
            target + offs.min_by(|one, other| far(*one).total_cmp(&far(*other)))?
        }
        (None, Some(away)) => away,
        (None, None) => {
            let ball = angle::of(world.ball.position - me.position);
            let is_left = angle::from_to(target, ball) > 0.0;
            target + if is_left { ASIDE } else { -ASIDE }
        }
    };
    let spot = here + angle::polar(reach, direction);
    let stretch = (1.0 - server.ball_decay.powi(turns as i32 + 2)) / (1.0 - server.ball_decay);
    let velocity = (spot - world.ball.position) / stretch;
    Some(kick_with(world, velocity).unwrap_or_else(|| keep_at(world, direction)))
}

/// A kick that brings the ball onto the player.
fn collide(world: &WorldModel) -> Option<Outcome> {
    let velocity = world.me_after(1) - world.ball.position;
    let rate = super::kick_rate(world);
    let push = velocity - world.ball.velocity;
    let power = push.length() / rate;
    let most = world.rules.server.maxpower;
    if power > 1.1 * most {
        return None;
    }
    let direction = angle::from_to(world.me.body, angle::of(push));
    Some(Outcome::done(Command::Kick(power.min(most), direction)))
}
