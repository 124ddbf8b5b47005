//! What opponents can do to a ball that is kicked from place to place.

use super::super::angle;
use super::super::goalie::is_in_their_area;
use super::super::world_model::{PlayerView, WorldModel, after};
use crate::disc::Vec2;

/// Opponents farther from the ball do not count, m, nor those not seen for so long.
const FAR: f64 = 10.0;
const OLD: u16 = 8;

/// What may happen to the ball.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Risk {
    /// Somebody can kick it there.
    pub(super) kick: bool,
    /// Somebody can tackle it there.
    pub(super) tackle: bool,
    /// Somebody can kick or tackle it after one dash.
    pub(super) next_kick: bool,
    pub(super) next_tackle: bool,
    /// Somebody gets it behind the last kick; or may.
    pub(super) released: bool,
    pub(super) maybe_released: bool,
    /// The player may not reach it himself.
    pub(super) miss: bool,
}

impl Risk {
    /// Whether any of it is a reason to look for something else first.
    pub(super) fn is_any(&self) -> bool {
        self.next_tackle || self.next_kick || self.tackle || self.maybe_released || self.miss
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self {
            kick: self.kick || other.kick,
            tackle: self.tackle || other.tackle,
            next_kick: self.next_kick || other.next_kick,
            next_tackle: self.next_tackle || other.next_tackle,
            released: self.released || other.released,
            maybe_released: self.maybe_released || other.maybe_released,
            miss: self.miss || other.miss,
        }
    }
}

/// Opponents near the ball who are known well enough.
pub(super) fn opponents<'a>(world: &'a WorldModel) -> impl Iterator<Item = &'a PlayerView<'a>> {
    let ball = world.ball.position;
    world
        .opponents()
        .filter(move |player| player.counts.position < OLD && player.position.distance(ball) <= FAR)
}

/// How far an opponent reaches for the ball.
fn control(world: &WorldModel, player: &PlayerView, here: Vec2, ball: Vec2) -> f64 {
    let server = &world.rules.server;
    if player.is_goalie && is_in_their_area(here) && is_in_their_area(ball) {
        server.catchable_area_l.hypot(0.5 * server.catchable_area_w)
    } else {
        player.own.kickable_area(server.ball_size)
    }
}

/// A place seen from an opponent's body.
fn seen(player: &PlayerView, here: Vec2, ball: Vec2) -> Vec2 {
    let gap = ball - here;
    let body = if player.counts.body <= 1 { player.body } else { angle::of(gap) };
    angle::turned(gap, -body)
}

/// The probability that a tackle, or a foul by its own exponent, gets a ball at a place in the
/// body's frame.
fn tackles(world: &WorldModel, seen: Vec2, exponent: f64) -> f64 {
    let server = &world.rules.server;
    let reach = if seen.x > 0.0 { server.tackle_dist } else { server.tackle_back_dist };
    if reach <= 1e-5 {
        return 0.0;
    }
    let part = |way: f64, most: f64| (way.abs() / most).powf(exponent);
    1.0 - (part(seen.x, reach) + part(seen.y, server.tackle_width)).min(1.0)
}

fn dash_of(world: &WorldModel, player: &PlayerView) -> f64 {
    world.rules.server.max_dash_power * player.own.dash_power_rate * player.own.effort_max
}

/// With the ball at a place of the next cycles.
pub(super) fn at(world: &WorldModel, ball: Vec2) -> Risk {
    let mut risk = Risk::default();
    let server = &world.rules.server;
    for player in opponents(world) {
        let here = player.position + player.velocity;
        let distance = here.distance(ball);
        if player.is_tackling {
            if distance < player.own.player_size + server.ball_size {
                risk.kick = true;
                break;
            }
            continue;
        }
        let reach = control(world, player, player.position, ball);
        if player.counts.position <= 2 && distance < reach + 0.15 {
            risk.kick = true;
            break;
        }
        let seen = seen(player, here, ball);
        risk.tackle |= tackles(world, seen, server.foul_exponent) > 0.7;
        let dash = dash_of(world, player);
        let near = |x: f64| Vec2::new(x, seen.y).length() < reach;
        if seen.y.abs() < reach
            && (seen.x.abs() < dash || near(seen.x + dash) || near(seen.x - dash))
        {
            risk.next_kick = true;
        } else if seen.y.abs() < 0.7 * server.tackle_width
            && seen.x > 0.0
            && seen.x - dash < server.tackle_dist - 0.3
        {
            risk.next_tackle = true;
        }
    }
    risk
}

/// After the last kick from a place, in so many cycles.
pub(super) fn behind(world: &WorldModel, from: Vec2, velocity: Vec2, cycles: u32) -> Risk {
    let mut risk = Risk::default();
    let server = &world.rules.server;
    let ball = from + velocity;
    for player in opponents(world) {
        let here = after(player.position, player.velocity, player.own.player_decay, cycles);
        let distance = here.distance(ball);
        if player.is_tackling {
            risk.released |= distance < player.own.player_size + server.ball_size;
            continue;
        }
        let reach = control(world, player, here, ball) + 0.1;
        if distance < reach {
            risk.released = true;
            continue;
        }
        let seen = seen(player, here, ball);
        let dash = 0.8 * dash_of(world, player);
        let near = |x: f64| Vec2::new(x, seen.y).length() < reach - 0.25;
        let kicks = seen.y.abs() < reach - 0.1
            && (seen.x.abs() < dash || near(seen.x + dash) || near(seen.x - dash));
        let tackles_then =
            seen.y.abs() < 0.7 * server.tackle_width && seen.x - dash < server.tackle_dist - 0.5;
        risk.maybe_released |=
            tackles(world, seen, server.tackle_exponent) > 0.8 || kicks || tackles_then;
    }
    risk
}
