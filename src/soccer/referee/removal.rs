//! Where players are put who have to leave their place.

use crate::soccer::pitch::{Pitch, members};
use crate::soccer::player::Side;
use std::f64::consts::PI;

/// Two robots nearer to each other than this are in each other's way, m.
const APART: f64 = 1.0;
/// Spacing of places beside the pitch, m.
const PLACES: f64 = 2.0;
/// How many places are tried for a player who is moved away from a drop ball. Robots and goals
/// occupy far fewer. If coordinates are too large to tell places apart, none is free.
const PLACES_TRIED: u32 = 1000;
/// No robot is moved nearer to a goal than this, m.
const GOAL_MARGIN: f64 = 0.5;

/// Distance of two points, m.
pub(super) fn distance([x, y]: [f64; 2], [x0, y0]: [f64; 2]) -> f64 {
    ((x - x0) * (x - x0) + (y - y0) * (y - y0)).sqrt()
}

/// Puts a player upright beside the pitch, facing it: away from the ball, in its own half, on the
/// first free place from the middle outwards.
pub(in crate::soccer) fn penalize(pitch: &mut dyn Pitch<'_>, player: usize) {
    let upper = if pitch.ball()[1] > 0.0 { -1.0 } else { 1.0 };
    let field = pitch.field();
    let y = upper * (field.half()[1] + field.border);
    let step = pitch.players()[player].side.sign() * PLACES;
    let mut x = step;
    while is_occupied(pitch, player, [x, y]) {
        x += step;
    }
    pitch.stand_player(player, [x, y], -PI * upper / 2.0);
}

/// Whether another player is in the way there.
fn is_occupied(pitch: &dyn Pitch<'_>, player: usize, [x, y]: [f64; 2]) -> bool {
    (0..pitch.players().len()).filter(|&other| other != player).any(|other| {
        let [x0, y0, _] = pitch.position(other);
        (x0 - x) * (x0 - x) + (y0 - y) * (y0 - y) < APART * APART
    })
}

/// Moves players of these sides who are too near to the ball straight away from it, as they are,
/// and farther if others or a goal are in the way.
pub(super) fn keep_clear_of_ball(pitch: &mut dyn Pitch<'_>, radius: f64, sides: &[Side]) {
    let [x0, y0, _] = pitch.ball();
    for &side in sides {
        for player in members(pitch.players(), side) {
            let [x, y, _] = pitch.position(player);
            let from = distance([x, y], [x0, y0]);
            let is_near = from < radius;
            if !is_near {
                continue;
            }
            let [u, v] =
                if from > 0.0 { [(x - x0) / from, (y - y0) / from] } else { [side.sign(), 0.0] };
            let place = free_place(pitch, player, radius, [x0, y0], [u, v]);
            pitch.shift_player(player, place);
        }
    }
}

/// The first place at a distance, or farther, where a player fits.
fn free_place(
    pitch: &dyn Pitch<'_>,
    player: usize,
    distance: f64,
    [x, y]: [f64; 2],
    [u, v]: [f64; 2],
) -> [f64; 2] {
    let place = |i: u32| {
        let far = distance + f64::from(i) * APART;
        [x + u * far, y + v * far]
    };
    let is_free = |at: &[f64; 2]| !is_occupied(pitch, player, *at) && !is_at_goal(pitch, *at);
    (0..PLACES_TRIED).map(place).find(is_free).unwrap_or(place(0))
}

/// Whether the place is in or close to a goal.
fn is_at_goal(pitch: &dyn Pitch<'_>, [x, y]: [f64; 2]) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let goal = pitch.field().goal_box(side).area;
        let near = |low: f64, at: f64, high: f64| low - GOAL_MARGIN < at && at < high + GOAL_MARGIN;
        near(goal.min[0], x, goal.max[0]) && near(goal.min[1], y, goal.max[1])
    })
}
