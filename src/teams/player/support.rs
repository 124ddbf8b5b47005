//! Offering oneself for a pass.

use super::Player;
use super::value::{self, is_inside};
use crate::disc::Vec2;

/// Number of directions of the places round their own that are tried.
const DIRECTIONS: u32 = 8;
/// Distances of these places, m.
const DISTANCES: [f64; 2] = [4.0, 8.0];
/// Nobody offers themselves farther than this from the ball, m.
const FAR: f64 = 35.0;
/// Opponents farther than this from a place do not matter, m.
const FREE: f64 = 7.0;
/// Opponents farther than this from the way of a pass to it do not matter, m.
const CLEAR: f64 = 4.0;
/// The worth of a metre of freedom.
const FREEDOM: f64 = 1.0;
/// The worth of a metre of a clear way.
const CLEARNESS: f64 = 1.5;
/// The worth of a unit of value.
const VALUE: f64 = 0.25;
/// The cost of a metre off their own place.
const OFF_HOME: f64 = 0.35;
/// The cost of a metre off where they are.
const OFF_HERE: f64 = 0.15;

/// The place near their own at which they are most useful to the mate who has the ball; `line`: the
/// highest x, m.
pub(super) fn spot(player: &Player, home: Vec2, line: f64) -> Vec2 {
    let ball = player.view.ball_next();
    if (home - ball).length() > FAR {
        return home;
    }
    let ring = (0..DIRECTIONS).flat_map(|index| {
        let direction = std::f64::consts::TAU * f64::from(index) / f64::from(DIRECTIONS);
        DISTANCES.map(|distance| home + Vec2::polar(distance, direction))
    });
    let places = std::iter::once(home).chain(ring).filter(|at| at.x <= line && is_inside(*at, 1.5));
    let scored = places.map(|at| (score(player, home, ball, at), at));
    scored.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(home, |(_, at)| at)
}

/// The worth of being at a place.
fn score(player: &Player, home: Vec2, ball: Vec2, at: Vec2) -> f64 {
    let way = at - ball;
    let length2 = way.length2().max(1.0);
    let (mut free, mut clear) = (FREE, CLEAR);
    for seen in player.view.theirs.iter().flatten() {
        let gap = seen.at() - at;
        if gap.x.abs() < free && gap.y.abs() < free {
            free = free.min(gap.length());
        }
        let to = seen.at() - ball;
        let along = (to.x * way.x + to.y * way.y) / length2;
        if (0.1..1.0).contains(&along) {
            let aside = to - way * along;
            if aside.x.abs() < clear && aside.y.abs() < clear {
                clear = clear.min(aside.length());
            }
        }
    }
    let crowd = player.view.ours.iter().enumerate().filter(|(index, seen)| {
        *index + 1 != usize::from(player.me().unum)
            && seen.is_some_and(|seen| (seen.at() - at).length2() < 25.0)
    });
    FREEDOM * free + CLEARNESS * clear + VALUE * value::of(at)
        - OFF_HOME * (home - at).length()
        - OFF_HERE * (player.me().position - at).length()
        - 2.0 * crowd.count() as f64
}
