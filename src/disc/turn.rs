//! Turning the body and the neck.

use super::Stadium;
use super::angle::normalize;
use super::bounds::clipped;
use super::motion::player_noise;

/// Turns the body in the coming step; the faster it moves, the less it turns.
pub(super) fn body(stadium: &mut Stadium, place: usize, moment: f64) {
    let server = &stadium.rules.server;
    let moment = clipped(moment, server.minmoment, server.maxmoment).to_radians();
    let inertia = stadium.type_of(place).inertia_moment;
    let rand = player_noise(stadium.rules, stadium.game.players[place].side);
    let factor = 1.0 + if rand == 0.0 { 0.0 } else { stadium.game.random.uniform(-rand, rand) };
    let player = &mut stadium.game.players[place];
    let turn = factor * moment / (1.0 + inertia * player.velocity.length());
    player.next_body = normalize(player.body + turn);
    player.counts.turn += 1;
    player.acted = true;
}

/// Turns the neck in the coming step.
#[inline]
pub(super) fn neck(stadium: &mut Stadium, place: usize, moment: f64) {
    let server = &stadium.rules.server;
    let moment = clipped(moment, server.minneckmoment, server.maxneckmoment).to_radians();
    let (least, most) = (server.minneckang.to_radians(), server.maxneckang.to_radians());
    let player = &mut stadium.game.players[place];
    player.next_neck = clipped(player.neck + moment, least, most);
    player.counts.turn_neck += 1;
    player.neck_turned = true;
}
