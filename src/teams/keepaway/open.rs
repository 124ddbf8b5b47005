//! Where a keeper is open for a pass.

use crate::disc::{TEAM, Vec2};
use crate::math::lane::Kernel;
use crate::math::wide::with_widest;
use arrayvec::ArrayVec;

/// Positions of a team's players.
pub(super) type Places = ArrayVec<Vec2, TEAM>;

/// Places are tried on a grid of shares of the field's half length and width, and where the keeper
/// is.
const SHARES: [f64; 5] = [-0.8, -0.4, 0.0, 0.4, 0.8];
/// A taker stops a pass if they are aside of it by less than this share of their distance along it.
const ASIDE: f64 = 0.36;
/// What a pass that is stopped adds to congestion, 1/m^2.
const STOPPED: f64 = 0.1;
/// A place nearer than this to the ball adds to congestion, m.
const NEAR: f64 = 6.0;
/// What such a place adds, 1/m^2.
const TOO_NEAR: f64 = 0.05;
/// What each metre of the way there adds, 1/m^2.
const WAY: f64 = 0.001;

/// Number of places tried: where the keeper is, then those of the grid.
const TRIED: usize = SHARES.len() * SHARES.len() + 1;
/// The same rounded up to whole vectors.
const WIDE: usize = TRIED.next_multiple_of(4);

/// The place at which a keeper gets open: the one with the least congestion, the sum of 1 over
/// squares of distances from all others. `here`: where they are; `ball`: where they get the ball
/// from.
pub(super) fn spot(here: Vec2, mates: &[Vec2], takers: &[Vec2], ball: Vec2, half: Vec2) -> Vec2 {
    let grid = SHARES.into_iter().flat_map(|x| SHARES.map(|y| Vec2::new(x * half.x, y * half.y)));
    let mut tried = Tried { x: [here.x; WIDE], y: [here.y; WIDE], cost: [0.0; WIDE] };
    for ((x, y), point) in tried.x[1..].iter_mut().zip(&mut tried.y[1..]).zip(grid) {
        (*x, *y) = (point.x, point.y);
    }
    with_widest(Congestion { here, mates, takers, ball }, &mut tried);
    let is_inside = here.x.abs() < half.x && here.y.abs() < half.y;
    let mut best = (f64::INFINITY, here);
    for index in usize::from(!is_inside)..TRIED {
        if tried.cost[index] < best.0 {
            best = (tried.cost[index], Vec2::new(tried.x[index], tried.y[index]));
        }
    }
    best.1
}

/// Places and their congestion, side by side.
struct Tried {
    x: [f64; WIDE],
    y: [f64; WIDE],
    cost: [f64; WIDE],
}

/// Computes the congestion of all places side by side, as most of the work is divisions.
struct Congestion<'a> {
    here: Vec2,
    mates: &'a [Vec2],
    takers: &'a [Vec2],
    ball: Vec2,
}

impl Kernel for Congestion<'_> {
    type Data = Tried;
    type Output = ();

    #[inline(always)]
    fn run(self, Tried { x, y, cost }: &mut Tried) {
        for there in self.mates.iter().chain(self.takers) {
            for index in 0..WIDE {
                let (dx, dy) = (there.x - x[index], there.y - y[index]);
                cost[index] += 1.0 / (1.0 + (dx * dx + dy * dy));
            }
        }
        let mut stopped = [0.0; WIDE];
        for taker in self.takers {
            let gap = *taker - self.ball;
            for index in 0..WIDE {
                let way = Vec2::new(x[index] - self.ball.x, y[index] - self.ball.y);
                // Along and aside of the pass, both times its length.
                let along = gap.x * way.x + gap.y * way.y;
                let aside = gap.x * way.y - gap.y * way.x;
                let stops = (along > 0.0) & (along < way.length2()) & (aside.abs() < ASIDE * along);
                stopped[index] = if stops { STOPPED } else { stopped[index] };
            }
        }
        for index in 0..WIDE {
            let way = Vec2::new(x[index] - self.ball.x, y[index] - self.ball.y);
            let near = if way.length2() < NEAR * NEAR { TOO_NEAR } else { 0.0 };
            let (dx, dy) = (x[index] - self.here.x, y[index] - self.here.y);
            cost[index] += WAY * (dx * dx + dy * dy).sqrt();
            cost[index] = (cost[index] + near) + stopped[index];
        }
    }
}

/// Index of the keeper whose nearest taker is farthest away.
pub(super) fn most_open(keepers: &[Vec2], takers: &[Vec2]) -> Option<usize> {
    let room = |keeper: Vec2| {
        let gaps = takers.iter().map(|taker| (*taker - keeper).length2());
        gaps.fold(f64::INFINITY, f64::min)
    };
    let all = keepers.iter().enumerate();
    all.max_by(|one, other| room(*one.1).total_cmp(&room(*other.1))).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disc::Random;

    /// The same result, computed place by place.
    fn plain(here: Vec2, mates: &[Vec2], takers: &[Vec2], ball: Vec2, half: Vec2) -> Vec2 {
        let grid = SHARES.iter().flat_map(|x| SHARES.map(|y| Vec2::new(x * half.x, y * half.y)));
        let is_inside = here.x.abs() < half.x && here.y.abs() < half.y;
        let mut best = (f64::INFINITY, here);
        for point in is_inside.then_some(here).into_iter().chain(grid) {
            let crowd = mates.iter().chain(takers);
            let crowd: f64 = crowd.map(|there| 1.0 / (1.0 + (*there - point).length2())).sum();
            let way = point - ball;
            let stops = |taker: &Vec2| {
                let gap = *taker - ball;
                let (along, aside) = (gap.x * way.x + gap.y * way.y, gap.x * way.y - gap.y * way.x);
                along > 0.0 && along < way.length2() && aside.abs() < ASIDE * along
            };
            let mut cost = crowd + WAY * point.distance(here);
            cost += if way.length2() < NEAR * NEAR { TOO_NEAR } else { 0.0 };
            cost += if takers.iter().any(stops) { STOPPED } else { 0.0 };
            if cost < best.0 {
                best = (cost, point);
            }
        }
        best.1
    }

    #[test]
    fn places_are_those_found_one_by_one() {
        let mut random = Random::new(8);
        let half = Vec2::new(12.5, 10.0);
        for round in 0..20_000 {
            let mut draw = || Vec2::new(random.uniform(-13.0, 13.0), random.uniform(-11.0, 11.0));
            let players: [Vec2; 7] = std::array::from_fn(|_| draw());
            let (here, ball) = (draw(), draw());
            let (mates, takers) = players.split_at(round % 8);
            let found = spot(here, mates, takers, ball, half);
            assert_eq!(found, plain(here, mates, takers, ball, half), "round {round}");
        }
    }
}
