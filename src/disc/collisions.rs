//! Discs that overlap are put apart, and slow down.

use super::{EPS, Lot, PLAYERS, PlayMode, Room, Vec2, flags, referee};
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

/// The positions of all bodies as far as collisions need them, in arrays that the compiler makes
/// vectors of.
struct Bodies {
    x: [f64; PLAYERS],
    y: [f64; PLAYERS],
    size: [f64; PLAYERS],
}

impl Bodies {
    /// Who does not play is far away from everybody.
    fn of(room: &Room) -> Self {
        let mut bodies = Self { x: [0.0; PLAYERS], y: [0.0; PLAYERS], size: [0.0; PLAYERS] };
        for (place, player) in room.game.players.iter().enumerate() {
            let here = player.connected;
            bodies.x[place] = if here { player.position.x } else { f64::INFINITY };
            bodies.y[place] = player.position.y;
            bodies.size[place] = room.rules.types[usize::from(player.type_id)].player_size;
        }
        bodies
    }

    /// Squared distances to a point, less the squared distances at which one touches it.
    fn gaps(&self, x: f64, y: f64, size: f64) -> [f64; PLAYERS] {
        std::array::from_fn(|other| {
            let (dx, dy) = (self.x[other] - x, self.y[other] - y);
            let reach = size + self.size[other];
            dx * dx + dy * dy - reach * reach
        })
    }

    /// Which of the players behind `first` overlap a disc, as bits.
    fn overlaps(&self, first: usize, x: f64, y: f64, size: f64) -> u32 {
        let gaps = self.gaps(x, y, size);
        let behind = &gaps[first..];
        if !behind.iter().fold(false, |any, gap| any | (*gap < 0.0)) {
            return 0;
        }
        let bit = |(other, gap): (usize, &f64)| u32::from(*gap < 0.0) << (first + other);
        behind.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
    }
}

/// Puts everything apart that overlaps, at most ten rounds; everyone concerned bounces once.
pub(super) fn collide(room: &mut Room) {
    let mut touched = 0u32;
    for _ in 0..ROUNDS {
        let Some(round) = overlaps(room) else { break };
        for (body, &count) in round.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            place(room, body, round.sums[body] / f64::from(count));
            touched |= 1 << body;
        }
    }
    if touched & 1 << BALL != 0 {
        room.game.ball.velocity *= BOUNCE;
    }
    while touched & PLAYERS_MASK != 0 {
        let player = touched.trailing_zeros() as usize;
        touched &= touched - 1;
        room.game.players[player].velocity *= BOUNCE;
    }
}

/// What overlaps, and where its partners would put it; none if nothing does.
fn overlaps(room: &mut Room) -> Option<Round> {
    let bodies = Bodies::of(room);
    let ball = room.game.ball.position;
    let mut with_ball = bodies.overlaps(0, ball.x, ball.y, room.rules.server.ball_size);
    if let Some(holder) = room.game.ball.holder {
        with_ball &= !(1 << holder);
    }
    let mut round = None;
    while with_ball != 0 {
        let player = with_ball.trailing_zeros() as usize;
        with_ball &= with_ball - 1;
        touch_ball(room, round.get_or_insert_with(Round::new), player);
    }
    for one in 0..PLAYERS - 1 {
        let (x, y, size) = (bodies.x[one], bodies.y[one], bodies.size[one]);
        let mut others = bodies.overlaps(one + 1, x, y, size);
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            for player in [one, other] {
                room.game.players[player].flags |= flags::PLAYER_COLLIDE;
                room.game.players[player].felt |= flags::PLAYER_COLLIDE;
            }
            let positions = [one, other].map(|player| room.game.players[player].position);
            let round = round.get_or_insert_with(Round::new);
            part(room, round, one, other, positions, size + bodies.size[other]);
        }
    }
    round
}

fn place(room: &mut Room, body: usize, position: Vec2) {
    match room.game.players.get_mut(body) {
        Some(player) => player.position = position,
        None => room.game.ball.position = position,
    }
}

/// A player and the ball overlap.
fn touch_ball(room: &mut Room, round: &mut Round, player: usize) {
    let reach = room.rules.server.ball_size + room.type_of(player).player_size;
    room.game.players[player].flags |= flags::BALL_TO_PLAYER | flags::BALL_COLLIDE;
    room.game.players[player].felt |= flags::BALL_COLLIDE;
    referee::touched(room, player);
    part_from_ball(room, round, player, reach);
}

/// In play both go apart; else the ball stays, and the player is put beside it.
fn part_from_ball(room: &mut Room, round: &mut Round, player: usize, reach: f64) {
    let (ball, own) = (room.game.ball.position, room.game.players[player].position);
    if room.game.mode == PlayMode::PlayOn {
        part(room, round, BALL, player, [ball, own], reach);
        return;
    }
    let out = if ball == own {
        let direction = separation(room, player);
        Vec2::polar(reach + EPS, direction)
    } else {
        (own - ball).with_length(reach + EPS)
    };
    round.add(BALL, ball);
    round.add(player, ball + out);
}

/// Two bodies go apart from the point between them until they just touch.
fn part(
    room: &mut Room,
    round: &mut Round,
    one: usize,
    other: usize,
    [a, b]: [Vec2; 2],
    reach: f64,
) {
    let middle = (a + b) / 2.0;
    let (mut to_a, mut to_b) = (a - middle, b - middle);
    if a == b || (to_a.length() < EPS && to_b.length() < EPS) {
        let direction = separation(room, other);
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
fn separation(room: &mut Room, player: usize) -> f64 {
    room.number(Lot::Separation, Some(player), |lots| lots.uniform(-180.0, 180.0)).to_radians()
}
