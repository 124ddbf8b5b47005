//! Discs that overlap are put apart, and slow down.

use super::{EPS, Lot, PLAYERS, PlayMode, Room, Vec2, flags, referee};
use std::f64::consts::PI;

/// Rounds after which what still overlaps stays so.
const ROUNDS: usize = 10;
/// What a collision makes of a velocity.
const BOUNCE: f64 = -0.1;
/// The ball's place among the bodies, behind the players.
const BALL: usize = PLAYERS;

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

/// The positions of all bodies as far as collisions need them.
struct Bodies {
    x: [f64; PLAYERS],
    y: [f64; PLAYERS],
    size: [f64; PLAYERS],
}

/// Puts everything apart that overlaps, at most ten rounds; everyone concerned bounces once.
pub(super) fn collide(room: &mut Room) {
    let mut touched = [false; PLAYERS + 1];
    for _ in 0..ROUNDS {
        let mut round = Round::new();
        with_ball(room, &mut round);
        among_players(room, &mut round);
        let mut any = false;
        for (body, &count) in round.counts.iter().enumerate() {
            if count > 0 {
                place(room, body, round.sums[body] / f64::from(count));
                touched[body] = true;
                any = true;
            }
        }
        if !any {
            break;
        }
    }
    if touched[BALL] {
        room.game.ball.velocity *= BOUNCE;
    }
    for (player, _) in room.game.players.iter_mut().zip(touched).filter(|(_, touched)| *touched) {
        player.velocity *= BOUNCE;
    }
}

fn place(room: &mut Room, body: usize, position: Vec2) {
    match room.game.players.get_mut(body) {
        Some(player) => player.position = position,
        None => room.game.ball.position = position,
    }
}

/// Overlaps of the ball; who holds it does not collide with it.
fn with_ball(room: &mut Room, round: &mut Round) {
    let ball_size = room.rules.server.ball_size;
    for player in 0..PLAYERS {
        let holds = room.game.ball.holder == Some(player as u8);
        if !room.game.players[player].connected || holds {
            continue;
        }
        let reach = ball_size + room.type_of(player).player_size;
        let gap2 = (room.game.ball.position - room.game.players[player].position).length2();
        if gap2 >= reach * reach {
            continue;
        }
        let seen = flags::BALL_TO_PLAYER | flags::BALL_COLLIDE;
        room.game.players[player].flags |= seen;
        room.game.players[player].felt |= flags::BALL_COLLIDE;
        referee::touched(room, player);
        part_from_ball(room, round, player, reach);
    }
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

fn among_players(room: &mut Room, round: &mut Round) {
    let bodies = bodies(room);
    for one in 0..PLAYERS - 1 {
        let (x, y, size) = (bodies.x[one], bodies.y[one], bodies.size[one]);
        // All pairs are tested, branch-free, before any is treated: overlaps are rare.
        let mut overlaps = 0u32;
        for other in one + 1..PLAYERS {
            let (dx, dy) = (bodies.x[other] - x, bodies.y[other] - y);
            let reach = size + bodies.size[other];
            overlaps |= u32::from(dx * dx + dy * dy < reach * reach) << other;
        }
        while overlaps != 0 {
            let other = overlaps.trailing_zeros() as usize;
            overlaps &= overlaps - 1;
            for player in [one, other] {
                room.game.players[player].flags |= flags::PLAYER_COLLIDE;
                room.game.players[player].felt |= flags::PLAYER_COLLIDE;
            }
            let positions = [one, other].map(|player| room.game.players[player].position);
            part(room, round, one, other, positions, size + bodies.size[other]);
        }
    }
}

/// Who does not play is far away from everybody.
fn bodies(room: &Room) -> Bodies {
    let mut bodies = Bodies { x: [0.0; PLAYERS], y: [0.0; PLAYERS], size: [0.0; PLAYERS] };
    for (place, player) in room.game.players.iter().enumerate() {
        if player.connected {
            bodies.x[place] = player.position.x;
            bodies.y[place] = player.position.y;
            bodies.size[place] = room.type_of(place).player_size;
        } else {
            bodies.x[place] = f64::INFINITY;
        }
    }
    bodies
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
