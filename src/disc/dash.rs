//! Dashes: the orders to the legs, and their effect in the step.

use super::angle::normalize;
use super::bounds::{at_least, at_most, clipped};
use super::motion::{player_noise, slowness};
use super::{Leg, ServerParameters, Stadium, Vec2};

/// Power below which a dash has no effect.
const LEAST: f64 = 1.0e-5;

/// Orders the same dash for both legs.
pub(super) fn order_both(stadium: &mut Stadium, player: usize, power: f64, direction: f64) {
    let ordered = leg_of(&stadium.rules.server, power, direction);
    let player = &mut stadium.game.players[player];
    for leg in player.legs.iter_mut().filter(|leg| !leg.dashes) {
        *leg = ordered;
    }
    player.dash_cycles = 1;
    player.acted = true;
}

/// Orders a dash of one or both legs. Each leg follows its first order of the cycle.
pub(super) fn order(stadium: &mut Stadium, player: usize, legs: [Option<(f64, f64)>; 2]) {
    let server = &stadium.rules.server;
    let ordered = legs.map(|leg| leg.map(|(power, direction)| leg_of(server, power, direction)));
    let player = &mut stadium.game.players[player];
    for (leg, order) in player.legs.iter_mut().zip(ordered) {
        if let (Some(order), false) = (order, leg.dashes) {
            *leg = order;
        }
    }
    player.dash_cycles = 1;
    player.acted = true;
}

/// Clips power and direction, and rounds the direction to a multiple of `dash_angle_step`.
fn leg_of(server: &ServerParameters, power: f64, direction: f64) -> Leg {
    let power = clipped(power, server.min_dash_power, server.max_dash_power);
    let mut direction = clipped(direction, server.min_dash_angle, server.max_dash_angle);
    let step = server.dash_angle_step;
    if step >= super::EPS {
        direction = step * rounded(direction / step);
    }
    Leg { dashes: true, power, direction }
}

/// Rounds to the nearest whole number, as `rint` does. `rint` itself is a function call in code
/// that must run on processors of any age.
fn rounded(number: f64) -> f64 {
    // Numbers of this size have no fraction, so adding one of them rounds.
    const ROUND: f64 = 1.5 * (1u64 << 52) as f64;
    if number.abs() < (1u64 << 51) as f64 {
        ((number + ROUND) - ROUND).copysign(number)
    } else {
        number.round_ties_even()
    }
}

/// Turns the orders to the legs into acceleration and the body's next direction, and takes the
/// stamina that they cost.
pub(super) fn take_effect(stadium: &mut Stadium, place: usize) {
    let rules = stadium.rules;
    let player = &mut stadium.game.players[place];
    let legs = player.legs;
    if !(legs[0].dashes || legs[1].dashes) {
        return;
    }
    player.counts.dash += 1;
    let asked = legs.map(|leg| if leg.power < 0.0 { -leg.power } else { 0.5 * leg.power });
    if asked[0] + asked[1] < LEAST {
        return;
    }
    let own = &rules.types[usize::from(player.type_id)];
    let total = at_most(asked[0] + asked[1], player.stamina + own.extra_stamina);
    // As in rcssserver, the sum in the right leg's share contains the left leg's power after it was
    // reduced: an exhausted player's right leg is the stronger one.
    let left = total * asked[0] / (asked[0] + asked[1]);
    let right = total * asked[1] / (left + asked[1]);

    let (server, body, effort) = (&rules.server, player.body, player.effort);
    let slowness = if player.position.y < 0.0 { slowness(rules, player.side) } else { 1.0 };
    let push = |leg: &Leg, share: f64| -> Vec2 {
        let power = if leg.power < 0.0 { -share } else { share * 2.0 };
        let power = clipped(power, server.min_dash_power, server.max_dash_power);
        let rate = direction_rate(server, leg.direction);
        let length = (effort * power * rate * own.dash_power_rate).abs() / slowness;
        let direction = normalize(body + leg.direction.to_radians());
        let push = Vec2::polar(length, direction);
        if power < 0.0 { -push } else { push }
    };
    let of_left = push(&legs[0], left);
    let alike = left == right && legs[0] == legs[1];
    let of_right = if alike { of_left } else { push(&legs[1], right) };

    // Computed as speeds of the two sides of the body, in rcssserver's order of operations, because
    // games are sensitive to rounding.
    let (fast_left, fast_right) = (player.velocity + of_left, player.velocity + of_right);
    if legs[0].dashes {
        let rand = player_noise(rules, player.side);
        let factor = 1.0 + if rand == 0.0 { 0.0 } else { stadium.game.random.uniform(-rand, rand) };
        let turn = if alike { 0.0 } else { turn_of(body, fast_left, fast_right, own.player_size) };
        player.next_body = normalize(body + factor * turn);
    }
    player.acceleration += (fast_right + fast_left) / 2.0 - player.velocity;
    player.stamina = at_least(player.stamina - total, 0.0);
}

/// By how much the body turns when its sides have different speeds.
fn turn_of(body: f64, left: Vec2, right: Vec2, size: f64) -> f64 {
    let ahead = Vec2::polar(1.0, body);
    let along = |speed: Vec2| ahead.x * speed.x + ahead.y * speed.y;
    (along(left) - along(right)) / (size * 2.0)
}

/// The share of its power that a dash in a direction (degrees from the body) keeps.
fn direction_rate(server: &ServerParameters, direction: f64) -> f64 {
    let (side, back) = (server.side_dash_rate, server.back_dash_rate);
    let off = direction.abs();
    let rate = if off > 90.0 {
        back - (back - side) * (1.0 - (off - 90.0) / 90.0)
    } else {
        side + (1.0 - side) * (1.0 - off / 90.0)
    };
    clipped(rate, 0.0, 1.0)
}
