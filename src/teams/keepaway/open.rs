//! Where a keeper is open for a pass.

use crate::disc::{TEAM, Vec2};
use arrayvec::ArrayVec;

/// Players of a team.
pub(super) type Places = ArrayVec<Vec2, TEAM>;

/// Places are tried on a grid of shares of the field's half, and where the keeper is.
const SHARES: [f64; 5] = [-0.8, -0.4, 0.0, 0.4, 0.8];
/// A taker stops a pass who is less aside of it than this share of how far along it he is.
const ASIDE: f64 = 0.36;
/// What counts as congestion, 1/m^2: a pass that is stopped; that the ball is nearer than this, m;
/// the way there, for each m.
const STOPPED: f64 = 0.1;
const NEAR: f64 = 6.0;
const TOO_NEAR: f64 = 0.05;
const WAY: f64 = 0.001;

/// Where a keeper is tells `here`, where he gets the ball from `ball`: the place with the least
/// congestion, the sum of 1 over squares of distances from all others.
pub(super) fn place(here: Vec2, mates: &[Vec2], takers: &[Vec2], ball: Vec2, half: Vec2) -> Vec2 {
    let mut best = (f64::INFINITY, here);
    let mut try_one = |point: Vec2| {
        let crowd =
            mates.iter().chain(takers).map(|there| 1.0 / (1.0 + (*there - point).length2()));
        let mut cost = crowd.sum::<f64>() + WAY * point.distance(here);
        let way = point - ball;
        let length2 = way.length2();
        if length2 < NEAR * NEAR {
            cost += TOO_NEAR;
        }
        let stops = |taker: &Vec2| {
            let gap = *taker - ball;
            // Along and aside of the pass, both times its length.
            let (along, aside) = (gap.x * way.x + gap.y * way.y, gap.x * way.y - gap.y * way.x);
            along > 0.0 && along < length2 && aside.abs() < ASIDE * along
        };
        if cost < best.0 && takers.iter().any(stops) {
            cost += STOPPED;
        }
        if cost < best.0 {
            best = (cost, point);
        }
    };
    if here.x.abs() < half.x && here.y.abs() < half.y {
        try_one(here);
    }
    for x in SHARES {
        for y in SHARES {
            try_one(Vec2::new(x * half.x, y * half.y));
        }
    }
    best.1
}

/// Of some keepers the one from whom the nearest of some takers is farthest: his index.
pub(super) fn most_open(keepers: &[Vec2], takers: &[Vec2]) -> Option<usize> {
    let room = |keeper: Vec2| {
        let gaps = takers.iter().map(|taker| (*taker - keeper).length2());
        gaps.fold(f64::INFINITY, f64::min)
    };
    let all = keepers.iter().enumerate();
    all.max_by(|one, other| room(*one.1).total_cmp(&room(*other.1))).map(|(index, _)| index)
}
