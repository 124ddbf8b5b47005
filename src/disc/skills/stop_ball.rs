//! Stopping the ball.

use super::angle;
use super::kick_rate::{kick_by, kick_rate};
use super::outcome::Outcome;
use super::world_model::{UNKNOWN, WorldModel};
use crate::disc::Vec2;

/// How far beyond contact the ball is kept at least, m.
const OFF_CONTACT: f64 = 0.1;
/// How far inside of their reach the ball is to stay, m.
const INSIDE: f64 = 0.1;
/// Accelerations that are not worth a kick.
const LEAST: f64 = 0.02;
/// A ball that cannot be stopped is brought to this share of the margin of reach.
const KEPT: f64 = 0.4;
/// The share of the push that is tried on a ball whose velocity is not known.
const CAREFUL: f64 = 0.5;

/// `Body_StopBall`: kicks the ball so that it keeps its place relative to the player in the next
/// cycle, and stays within their reach.
pub fn stop_ball(world: &WorldModel) -> Outcome {
    let me = &world.me;
    if me.is_frozen || !me.can_kick {
        return Outcome::NOTHING;
    }
    let rate = kick_rate(world);
    if world.ball.counts.velocity >= UNKNOWN {
        let push = me.position + me.velocity - world.ball.position;
        return Outcome::done(kick_by(world, push * CAREFUL, rate));
    }
    let push = target(world) - world.ball.position - world.ball.velocity;
    if push.length() < LEAST {
        return Outcome::WAIT;
    }
    let most = world.rules.server.maxpower * rate;
    let push = if push.length() < most { push } else { brake(world, most) };
    if push.length() < LEAST {
        return Outcome::WAIT;
    }
    Outcome::done(kick_by(world, push, rate))
}

/// Where the ball is to be next: in its direction from the player, neither too near nor too far.
fn target(world: &WorldModel) -> Vec2 {
    let (own, server) = (&world.me.own, &world.rules.server);
    let contact = own.player_size + server.ball_size;
    let reach = own.kickable_area(server.ball_size);
    let gap = world.ball.position - world.me.position;
    let distance = gap.length().min(reach - INSIDE).max(contact + OFF_CONTACT);
    world.me_after(1) + angle::polar(distance, angle::of(gap))
}

/// The push of at most this length that brings a ball which cannot be stopped as near as possible
/// to a place beside them: towards them, or away from them if it would come too near.
fn brake(world: &WorldModel, most: f64) -> Vec2 {
    let own = world.me.own;
    let way = world.me_after(1) - world.ball_after(1);
    let push = way.length() - own.player_size - KEPT * own.kickable_margin;
    angle::polar(push.abs().min(most).copysign(push), angle::of(way))
}
