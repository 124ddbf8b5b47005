//! Discs that overlap are put apart, and slow down.

use super::{EPS, Lot, PLAYERS, PlayMode, Stadium, Vec2, flags, referee};
use std::f64::consts::PI;

/// Rounds after which what still overlaps stays so.
const ROUNDS: usize = 10;
/// What a collision makes of a velocity.
const BOUNCE: f64 = -0.1;
/// The ball's place among the bodies, behind the players.
const BALL: usize = PLAYERS;
/// The players' bits.
const PLAYERS_MASK: u32 = (1 << PLAYERS) - 1;

/// Where the partners of a round's overlaps would put each body: sum and number.
struct Round {
    sums: [Vec2; PLAYERS + 1],
    counts: [u32; PLAYERS + 1],
}

impl Round {
    fn new() -> Self {
        Self { sums: [Vec2::ZERO; PLAYERS + 1], counts: [0; PLAYERS + 1] }
    }

    fn add(&mut self, body: usize, point: Vec2) {
        self.sums[body] += point;
        self.counts[body] += 1;
    }
}

/// The positions of all players as far as collisions need them, in arrays that the compiler makes
/// vectors of.
struct Bodies {
    x: [f64; PLAYERS],
    y: [f64; PLAYERS],
    size: [f64; PLAYERS],
    /// The same in less precision, for a first look: twice as many at once.
    coarse: Option<[[f32; PLAYERS]; 2]>,
    /// More than the square of the largest distance at which two touch.
    near2: f32,
}

/// Farthest from the centre that a coarse look is precise enough, m.
const COARSE: f64 = 1000.0;
/// What a coarse look may be off by at that distance, m.
const SLACK: f64 = 1.0e-3;

impl Bodies {
    /// Who does not play is far away from everybody.
    fn of(stadium: &Stadium) -> Self {
        let (mut x, mut y) = ([f64::INFINITY; PLAYERS], [0.0; PLAYERS]);
        let (mut size, mut largest, mut all_near) = ([0.0; PLAYERS], 0.0, true);
        for (place, player) in stadium.game.players.iter().enumerate() {
            if player.connected {
                let own = stadium.rules.types[usize::from(player.type_id)].player_size;
                (x[place], y[place], size[place]) = (player.position.x, player.position.y, own);
                largest = if own > largest { own } else { largest };
                all_near &= x[place].abs() < COARSE && y[place].abs() < COARSE;
            }
        }
        let near = 2.0 * largest + SLACK;
        let coarse = all_near.then(|| [x, y].map(|line| line.map(|at| at as f32)));
        Self { x, y, size, coarse, near2: (near * near) as f32 }
    }

    /// A player has been put somewhere else.
    fn put(&mut self, player: usize, position: Vec2) {
        (self.x[player], self.y[player]) = (position.x, position.y);
        if let Some([x, y]) = &mut self.coarse {
            (x[player], y[player]) = (position.x as f32, position.y as f32);
        }
    }

    /// Whether anyone behind a player may overlap him.
    fn any_near(&self, one: usize) -> bool {
        let Some([x, y]) = &self.coarse else { return true };
        let (own_x, own_y) = (x[one], y[one]);
        let mut any = 0u32;
        for (x, y) in x[one + 1..].iter().zip(&y[one + 1..]) {
            let (dx, dy) = (x - own_x, y - own_y);
            any |= u32::from(dx * dx + dy * dy < self.near2);
        }
        any != 0
    }

    /// Which of the players from `first` on overlap a disc, as bits.
    fn overlaps(&self, first: usize, x: f64, y: f64, size: f64) -> u32 {
        let mut overlaps = 0;
        for other in first..PLAYERS {
            let (dx, dy) = (self.x[other] - x, self.y[other] - y);
            let reach = size + self.size[other];
            overlaps |= u32::from(dx * dx + dy * dy < reach * reach) << other;
        }
        overlaps
    }
}

/// Puts everything apart that overlaps, at most ten rounds; everyone concerned bounces once.
pub(super) fn collide(stadium: &mut Stadium) {
    let mut touched = 0u32;
    // Two that have not moved since they were found apart still are.
    let mut moved = u32::MAX;
    let mut bodies = Bodies::of(stadium);
    for _ in 0..ROUNDS {
        let Some(round) = overlaps(stadium, &bodies, moved) else { break };
        moved = 0;
        for (body, &count) in round.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let position = round.sums[body] / f64::from(count);
            match stadium.game.players.get_mut(body) {
                Some(player) => {
                    player.position = position;
                    bodies.put(body, position);
                }
                None => stadium.game.ball.position = position,
            }
            moved |= 1 << body;
        }
        touched |= moved;
    }
    if touched & 1 << BALL != 0 {
        stadium.game.ball.velocity *= BOUNCE;
    }
    for player in bits(touched & PLAYERS_MASK) {
        stadium.game.players[player].velocity *= BOUNCE;
    }
}

/// The places of bits that are set.
fn bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}

/// What overlaps, and where its partners would put it; none if nothing does. Only what has moved is
/// looked at.
fn overlaps(stadium: &mut Stadium, bodies: &Bodies, moved: u32) -> Option<Round> {
    let ball = stadium.game.ball.position;
    let mut with_ball = bodies.overlaps(0, ball.x, ball.y, stadium.rules.server.ball_size);
    if let Some(holder) = stadium.game.ball.holder {
        with_ball &= !(1 << holder);
    }
    let mut round = None;
    for player in bits(with_ball) {
        touch_ball(stadium, round.get_or_insert_with(Round::new), player);
    }
    for one in 0..PLAYERS - 1 {
        let partners = if moved & 1 << one != 0 { u32::MAX } else { moved } & PLAYERS_MASK;
        if partners >> (one + 1) == 0 || !bodies.any_near(one) {
            continue;
        }
        let (x, y, size) = (bodies.x[one], bodies.y[one], bodies.size[one]);
        for other in bits(bodies.overlaps(one + 1, x, y, size)) {
            for player in [one, other] {
                stadium.game.players[player].flags |= flags::PLAYER_COLLIDE;
                stadium.game.players[player].felt |= flags::PLAYER_COLLIDE;
            }
            let positions = [one, other].map(|player| stadium.game.players[player].position);
            let round = round.get_or_insert_with(Round::new);
            part(stadium, round, one, other, positions, size + bodies.size[other]);
        }
    }
    round
}

/// A player and the ball overlap.
fn touch_ball(stadium: &mut Stadium, round: &mut Round, player: usize) {
    let reach = stadium.rules.server.ball_size + stadium.type_of(player).player_size;
    stadium.game.players[player].flags |= flags::BALL_TO_PLAYER | flags::BALL_COLLIDE;
    stadium.game.players[player].felt |= flags::BALL_COLLIDE;
    referee::touched(stadium, player);
    part_from_ball(stadium, round, player, reach);
}

/// In play both go apart; else the ball stays, and the player is put beside it.
fn part_from_ball(stadium: &mut Stadium, round: &mut Round, player: usize, reach: f64) {
    let (ball, own) = (stadium.game.ball.position, stadium.game.players[player].position);
    if stadium.game.mode == PlayMode::PlayOn {
        part(stadium, round, BALL, player, [ball, own], reach);
        return;
    }
    let out = if ball == own {
        let direction = separation(stadium, player);
        Vec2::polar(reach + EPS, direction)
    } else {
        (own - ball).with_length(reach + EPS)
    };
    round.add(BALL, ball);
    round.add(player, ball + out);
}

/// Two bodies go apart from the point between them until they just touch.
fn part(
    stadium: &mut Stadium,
    round: &mut Round,
    one: usize,
    other: usize,
    [a, b]: [Vec2; 2],
    reach: f64,
) {
    let middle = (a + b) / 2.0;
    let (mut to_a, mut to_b) = (a - middle, b - middle);
    if a == b || (to_a.length() < EPS && to_b.length() < EPS) {
        let direction = separation(stadium, other);
        to_a = Vec2::polar(reach / 2.0 + EPS, super::angle::normalize(direction + PI));
        to_b = Vec2::polar(reach / 2.0 + EPS, direction);
    } else {
        to_a = to_a.with_length(reach / 2.0 + EPS);
        to_b = to_b.with_length(reach / 2.0 + EPS);
    }
    // Rounding may leave them a little too near each other.
    for _ in 0..ROUNDS {
        if ((middle + to_a) - (middle + to_b)).length2() >= reach * reach {
            break;
        }
        to_a = to_a.with_length(to_a.length() * 1.0001);
        to_b = to_b.with_length(to_b.length() * 1.0001);
    }
    round.add(one, middle + to_a);
    round.add(other, middle + to_b);
}

/// The direction in which a player goes who stands where another one or the ball is.
fn separation(stadium: &mut Stadium, player: usize) -> f64 {
    stadium
        .number(Lot::Separation, Some(player), |random| random.uniform(-180.0, 180.0))
        .to_radians()
}
