//! Stopping the ball.

use super::angle;
use super::kick_rate::{kick_by, kick_rate, most_push};
use super::outcome::Outcome;
use super::world_model::WorldModel;
use crate::disc::Vec2;

/// How far beyond contact the ball is kept at least, m.
const OFF_CONTACT: f64 = 0.1;
/// How far inside of his reach the ball is to stay, m.
const INSIDE: f64 = 0.1;
/// Accelerations that are not worth a kick.
const LEAST: f64 = 0.02;

/// `Body_StopBall`: kicks the ball so that it keeps its place relative to the player in the next
/// cycle, and stays within his reach.
pub fn stop_ball(world: &WorldModel) -> Outcome {
    let me = &world.me;
    if me.is_frozen || !me.can_kick {
        return Outcome::NOTHING;
    }
    let rate = kick_rate(world);
    let push = target(world) - world.ball.position - world.ball.velocity;
    if push.length() < LEAST {
        return Outcome::WAIT;
    }
    let most = most_push(world, rate);
    if push.length() > most {
        return brake(world, rate, most);
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

/// Takes as much of the ball's speed as one kick can.
fn brake(world: &WorldModel, rate: f64, most: f64) -> Outcome {
    let push = (-world.ball.velocity).with_length(most);
    Outcome::done(kick_by(world, push, rate))
}
