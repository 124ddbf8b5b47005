//! Tackles.

use super::kick::{kick_noise, speed_rate};
use super::{Lot, ServerParameters, Stadium, Vec2, flags, motion, referee};
use std::f64::consts::PI;

/// A reach of at most this counts as none.
const LEAST: f64 = 1.0e-5;

/// How a player wants to push the ball.
#[derive(Clone, Copy)]
pub(super) enum Push {
    /// In a direction from the body, degrees, which also decides the power.
    Towards(f64),
    /// Along the body, with a power; backwards with a negative one.
    Ahead(f64),
}

impl Push {
    /// Returns the power, the direction from the body, rad, and the share of the noise.
    fn clipped(self, server: &ServerParameters) -> (f64, f64, f64) {
        let (back, front) = (server.max_back_tackle_power, server.max_tackle_power);
        match self {
            Self::Towards(angle) => {
                let angle = angle.max(server.minmoment).min(server.maxmoment).to_radians();
                (back + (front - back) * (1.0 - angle.abs() / PI), angle, 1.0)
            }
            Self::Ahead(power) => {
                let power = power.min(front).max(-back);
                let most = if power < 0.0 { back } else { front };
                let share = if most == 0.0 { 0.0 } else { (power / most).abs() };
                (power, 0.0, share)
            }
        }
    }
}

/// Tackles at once; as a deliberate foul if `foul` is set.
pub(super) fn tackle(stadium: &mut Stadium, place: usize, wanted: Push, foul: bool) {
    let server = &stadium.rules.server;
    let player = &mut stadium.game.players[place];
    player.acted = true;
    player.tackle_cycles = server.tackle_cycles.clamp(0, u16::MAX.into()) as u16;
    player.counts.tackle += 1;
    let player = *player;
    let ball = (stadium.game.ball.position - player.position).rotated(-player.body);
    let reach = if ball.x > 0.0 { server.tackle_dist } else { server.tackle_back_dist };
    if reach.abs() <= LEAST {
        stadium.game.players[place].flags |= flags::TACKLE_FAULT;
        return;
    }
    let foul = foul && stadium.team(player.side.other()).any(|other| stadium.can_kick(other));
    let exponent = if foul { server.foul_exponent } else { server.tackle_exponent };
    let failure =
        (ball.x.abs() / reach).powf(exponent) + (ball.y.abs() / server.tackle_width).powf(exponent);
    if failure < 1.0 && stadium.event(Lot::Tackle, Some(place), 1.0 - failure) {
        succeed(stadium, place, wanted, foul, ball, failure);
    } else {
        let tried = if failure < 1.0 { flags::TACKLE } else { 0 };
        referee::tackle_failed(stadium, place, foul);
        stadium.game.players[place].flags |= tried | flags::TACKLE_FAULT;
    }
}

/// `ball`: the ball's position in the frame of the body.
fn succeed(
    stadium: &mut Stadium,
    place: usize,
    wanted: Push,
    foul: bool,
    ball: Vec2,
    failure: f64,
) {
    let server = &stadium.rules.server;
    let player = &mut stadium.game.players[place];
    player.flags |= flags::TACKLE;
    if stadium.game.mode.forbids_tackles() {
        return;
    }
    if foul {
        player.tackle_cycles = 0;
    }
    let (side, body) = (player.side, player.body);
    let (power, angle, share) = wanted.clipped(server);
    let effective = power * server.tackle_power_rate * (1.0 - 0.5 * (ball.direction().abs() / PI));
    let mut push = Vec2::polar(effective, angle + body);
    let place_rate = 0.5 + 0.5 * (1.0 - failure);
    let noise = kick_noise(stadium.rules, side, stadium.type_of(place))
        * server.tackle_rand_factor
        * share
        * (place_rate + speed_rate(stadium));
    if noise != 0.0 {
        push += motion::noise(&mut stadium.game.random, noise);
    }
    stadium.game.ball.holder = None;
    stadium.game.ball.acceleration += push;
    referee::tackled(stadium, place, push.length(), foul);
}
