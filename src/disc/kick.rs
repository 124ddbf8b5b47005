//! Kicks.

use super::angle::normalize;
use super::{Player, PlayerType, Rules, Side, Stadium, Vec2, flags, motion, referee};
use std::f64::consts::PI;

/// Kicks the ball, at once.
pub(super) fn kick(stadium: &mut Stadium, place: usize, power: f64, direction: f64) {
    let server = &stadium.rules.server;
    let power = power.max(server.minpower).min(server.maxpower);
    let direction = (direction.max(server.minmoment).min(server.maxmoment)).to_radians();
    let player = &mut stadium.game.players[place];
    player.acted = true;
    player.flags |= flags::KICK;
    if stadium.game.mode.forbids_kicks() {
        player.flags |= flags::KICK_FAULT;
        return;
    }
    if !stadium.can_kick(place) {
        stadium.game.players[place].flags |= flags::KICK_FAULT;
        referee::kick_failed(stadium, place);
        return;
    }
    let player = stadium.game.players[place];
    let own = stadium.type_of(place);
    let off = off_body(&player, stadium.game.ball.position);
    let gap = gap(stadium, &player, own);
    let rate = 1.0 - 0.25 * off / PI - 0.25 * gap / own.kickable_margin;
    let effective = power * own.kick_power_rate * rate;
    let place_rate = 0.5 + 0.25 * (off / PI + gap / own.kickable_margin);
    let noise = kick_noise(stadium.rules, player.side, own)
        * (power / server.maxpower)
        * (place_rate + speed_rate(stadium));
    let mut push = Vec2::polar(effective, direction + player.body);
    if noise != 0.0 {
        push += motion::noise(&mut stadium.game.random, noise);
    }
    stadium.game.players[place].counts.kick += 1;
    stadium.game.ball.holder = None;
    stadium.game.ball.acceleration += push;
    referee::kicked(stadium, place, push.length());
}

/// The absolute angle between the body's direction and the ball, rad.
fn off_body(player: &Player, ball: Vec2) -> f64 {
    normalize((ball - player.position).direction() - player.body).abs()
}

/// The gap between player and ball.
fn gap(stadium: &Stadium, player: &Player, own: &PlayerType) -> f64 {
    let distance = stadium.game.ball.position.distance(player.position);
    distance - own.player_size - stadium.rules.server.ball_size
}

/// The share of a kick's noise that depends on the ball's speed: 0.5 to 1.
pub(super) fn speed_rate(stadium: &Stadium) -> f64 {
    let server = &stadium.rules.server;
    let most = server.ball_speed_max * server.ball_decay;
    0.5 + 0.5 * (stadium.game.ball.velocity.length() / most)
}

/// `kick_rand` of a player.
pub(super) fn kick_noise(rules: &Rules, side: Side, own: &PlayerType) -> f64 {
    let server = &rules.server;
    own.kick_rand
        * match side {
            _ if !server.team_actuator_noise => 1.0,
            Side::Left => server.kick_rand_factor_l,
            Side::Right => server.kick_rand_factor_r,
        }
}
