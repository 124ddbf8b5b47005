//! Where a keeper is open for a pass.

use super::team;
use crate::disc::{Game, Side, Vec2};

/// Places are tried on a grid of shares of the field's half, and where the keeper is.
const SHARES: [f64; 5] = [-0.8, -0.4, 0.0, 0.4, 0.8];
/// A taker stops a pass who is less aside of it than this share of how far along it he is.
const ASIDE: f64 = 0.36;
/// What counts as congestion, 1/m: a pass that is stopped; that the ball is nearer than this, m, for
/// each m; the way there, for each m.
const STOPPED: f64 = 0.5;
const NEAR: f64 = 6.0;
const EACH_NEARER: f64 = 0.05;
const WAY: f64 = 0.01;

/// The place with the least congestion, the sum of 1 over the distances from all others.
pub(super) fn place(game: &Game, keeper: usize, ball: Vec2, half: Vec2) -> Vec2 {
    let here = game.players[keeper].position;
    let grid = SHARES.iter().flat_map(|&x| SHARES.iter().map(move |&y| (x, y)));
    let grid = grid.map(|(x, y)| Vec2::new(x * half.x, y * half.y));
    let mut best = (f64::INFINITY, here);
    for point in grid.chain(std::iter::once(here)) {
        let cost = cost(game, keeper, ball, here, point);
        if cost < best.0 && point.x.abs() < half.x && point.y.abs() < half.y {
            best = (cost, point);
        }
    }
    best.1
}

fn cost(game: &Game, keeper: usize, ball: Vec2, here: Vec2, point: Vec2) -> f64 {
    let others = team(game, Side::Left).filter(|&other| other != keeper);
    let takers = team(game, Side::Right);
    let mut cost = WAY * point.distance(here);
    for other in others.chain(takers.clone()) {
        cost += 1.0 / game.players[other].position.distance(point).max(0.1);
    }
    let way = point - ball;
    let length = way.length();
    cost += EACH_NEARER * (NEAR - length).max(0.0);
    let stops = |taker: usize| {
        let gap = game.players[taker].position - ball;
        // Along and aside of the pass, both times its length.
        let (along, aside) = (gap.x * way.x + gap.y * way.y, gap.x * way.y - gap.y * way.x);
        along > 0.0 && along < length * length && aside.abs() < ASIDE * along
    };
    cost + if takers.clone().any(stops) { STOPPED } else { 0.0 }
}

/// Of some keepers the one from whom the nearest of some takers is farthest.
pub(super) fn most_open(
    game: &Game,
    keepers: &[usize],
    takers: impl Iterator<Item = usize> + Clone,
) -> usize {
    let room = |keeper: usize| {
        let here = game.players[keeper].position;
        let gaps = takers.clone().map(|taker| game.players[taker].position.distance(here));
        gaps.fold(f64::INFINITY, f64::min)
    };
    let found = keepers.iter().copied().max_by(|&one, &other| room(one).total_cmp(&room(other)));
    found.unwrap_or_default()
}
