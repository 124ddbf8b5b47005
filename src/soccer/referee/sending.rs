//! Players whom a trainer sends somewhere, as with SimSpark's trainers.

use crate::soccer::pitch::Pitch;
use std::f64::consts::PI;

/// How much farther than the distance of a free kick a player is sent away, m.
const MARGIN: f64 = 0.5;
/// Spacing of the places beside the touch line, and their distance from it, m.
const SPACING: f64 = 0.6;
const BESIDE: f64 = 0.5;
/// Spacing of the rows beside the touch line, m, and how many there are.
const BEHIND: f64 = 1.0;
const MOST_ROWS: u32 = 100;
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

/// Stands a player up beside the touch line away from the ball, facing the pitch: the lower its
/// number, the nearer to its goal line; numbers above seven stand in the other half. Robots too wide
/// for the spacing of the places stand behind one another.
pub(in crate::soccer) fn line_up(pitch: &mut dyn Pitch<'_>, player: usize) {
    let upper = if pitch.ball()[1] < 0.0 { 1.0 } else { -1.0 };
    let id = pitch.players()[player];
    let x = id.side.sign() * SPACING * (MIDDLE - f64::from(id.number));
    let front = pitch.field().half()[1] + BESIDE;
    let place = |row: u32| [x, upper * (front + f64::from(row) * BEHIND)];
    let is_free = |at: &[f64; 2]| !is_too_near(pitch, player, *at);
    let at = (0..MOST_ROWS).map(place).find(is_free).unwrap_or(place(0));
    pitch.stand_player(player, at, -PI * upper / 2.0);
}

/// Would a player who stands there overlap with another one?
fn is_too_near(pitch: &dyn Pitch<'_>, player: usize, [x, y]: [f64; 2]) -> bool {
    (0..pitch.players().len()).filter(|&other| other != player).any(|other| {
        let [x0, y0, _] = pitch.position(other);
        let reach = pitch.reach(player) + pitch.reach(other);
        (x0 - x).abs() < reach && (y0 - y).abs() < reach
    })
}
