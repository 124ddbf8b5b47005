//! Turning the body and the neck.

use super::angle::{normalize, radians};
use super::motion::player_noise;
use super::{Leg, Room};

/// Turns the body in the coming step: the faster it runs, the less.
pub(super) fn body(room: &mut Room, place: usize, moment: f64) {
    let server = &room.rules.server;
    let moment = radians(moment.max(server.minmoment).min(server.maxmoment));
    let inertia = room.type_of(place).inertia_moment;
    let rand = player_noise(room.rules, room.game.players[place].side);
    let factor = 1.0 + if rand == 0.0 { 0.0 } else { room.game.lots.uniform(-rand, rand) };
    let player = &mut room.game.players[place];
    let turn = factor * moment / (1.0 + inertia * player.velocity.length());
    player.next_body = normalize(player.body + turn);
    player.counts.turn += 1;
    player.acted = true;
    player.legs.iter_mut().for_each(Leg::take);
}

/// Turns the neck in the coming step.
pub(super) fn neck(room: &mut Room, place: usize, moment: f64) {
    let server = &room.rules.server;
    let moment = radians(moment.max(server.minneckmoment).min(server.maxneckmoment));
    let (least, most) = (radians(server.minneckang), radians(server.maxneckang));
    let player = &mut room.game.players[place];
    player.next_neck = (player.neck + moment).max(least).min(most);
    player.counts.turn_neck += 1;
    player.neck_turned = true;
}
