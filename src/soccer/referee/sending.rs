//! Players whom a trainer sends somewhere, as with SimSpark's trainers.

use crate::soccer::pitch::Pitch;
use crate::soccer::player::Side;
use std::f64::consts::PI;

/// How much farther than the distance of a free kick a player is sent away, m.
const MARGIN: f64 = 0.5;
/// Spacing of the places beside the touch line, m.
const SPACING: f64 = 0.6;
/// Their distance from it, m.
const BESIDE: f64 = 0.5;
/// The player with this number stands at the halfway line.
const MIDDLE: f64 = 7.0;

/// Moves a player, as it is, towards its own goal line, or across the pitch if that line is too
/// near.
pub(in crate::soccer) fn send_away(pitch: &mut dyn Pitch<'_>, player: usize) {
    let (field, side) = (pitch.field(), pitch.players()[player].side);
    let distance = field.circle_radius + MARGIN;
    let [x, y, _] = pitch.position(player);
    let behind = x + side.sign() * distance;
    let across = if y < 0.0 { y + distance } else { y - distance };
    let to = if behind.abs() > field.half()[0] { [x, across] } else { [behind, y] };
    pitch.shift_player(player, to);
}

/// Stands a player up beside the touch line away from the ball: the lower its number, the nearer to
/// its goal line; numbers above seven stand in the other half. It faces the other goal, because
/// robots whose arms point to their sides would overlap with their neighbours.
pub(in crate::soccer) fn line_up(pitch: &mut dyn Pitch<'_>, player: usize) {
    let upper = if pitch.ball()[1] < 0.0 { 1.0 } else { -1.0 };
    let id = pitch.players()[player];
    let x = id.side.sign() * SPACING * (MIDDLE - f64::from(id.number));
    let y = upper * (pitch.field().half()[1] + BESIDE);
    let yaw = if id.side == Side::Left { 0.0 } else { PI };
    pitch.stand_player(player, [x, y], yaw);
}
