//! Illegal defence: too many players in front of their own goal for too long.

use super::interruption::{self, Kind};
use crate::disc::pitch::HALF_LENGTH;
use crate::disc::{PlayMode, Side, Stadium, Vec2, flags};
use serde::{Deserialize, Serialize};

/// Distance of the spot where the ball is put from the centre of the pitch, m.
const SPOT: f64 = 41.5;

/// Who kicked last, and for how many cycles each side has had too many defenders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct IllegalDefense {
    kick_cycle: u32,
    kicker_side: Option<Side>,
    cycles: [i32; 2],
}

/// Somebody has kicked or tackled; if both sides do so in one cycle, neither counts.
pub(super) fn played(stadium: &mut Stadium, player: usize) {
    if stadium.rules.server.illegal_defense_number == 0 {
        return;
    }
    let (cycle, side) = (stadium.game.cycle, Some(stadium.game.players[player].side));
    let rule = &mut stadium.game.referee.illegal_defense;
    if rule.kick_cycle == cycle && rule.kicker_side != side {
        rule.kicker_side = None;
    } else {
        rule.kick_cycle = cycle;
        rule.kicker_side = side;
    }
}

/// Counts defenders while the other side attacks.
pub(super) fn analyse(stadium: &mut Stadium) {
    let number = stadium.rules.server.illegal_defense_number;
    if number == 0 || interruption::pass(stadium, Kind::IllegalDefense) {
        return;
    }
    if stadium.game.mode != PlayMode::PlayOn {
        return;
    }
    let illegal = Side::BOTH.map(|side| mark(stadium, side) >= number);
    for side in Side::BOTH {
        let cycles = &mut stadium.game.referee.illegal_defense.cycles[side.index()];
        *cycles = if illegal[side.index()] { *cycles + 1 } else { 0 };
    }
    for side in Side::BOTH {
        let cycles = stadium.game.referee.illegal_defense.cycles[side.index()];
        if cycles >= stadium.rules.server.illegal_defense_duration {
            stadium.game.referee.illegal_defense.cycles[side.index()] = 0;
            let point = Vec2::new(-side.sign() * SPOT, 0.0);
            interruption::begin(stadium, PlayMode::IllegalDefense(side), side, point);
        }
    }
}

/// Counts the players of a side who defend in front of their goal while the other side has the ball
/// in that half, and marks them if there are too many.
fn mark(stadium: &mut Stadium, side: Side) -> i32 {
    let server = &stadium.rules.server;
    let front = HALF_LENGTH - server.illegal_defense_dist_x;
    let half_width = 0.5 * server.illegal_defense_width;
    let number = server.illegal_defense_number;
    let attacked = stadium.game.referee.illegal_defense.kicker_side == Some(side.other())
        && stadium.game.ball.position.x * side.sign() < 0.0;
    let defends = |position: Vec2| {
        attacked && -position.x * side.sign() > front && position.y.abs() < half_width
    };
    let defenders =
        stadium.team(side).filter(|&place| defends(stadium.game.players[place].position)).count()
            as i32;
    for place in stadium.team(side) {
        let player = &mut stadium.game.players[place];
        if defenders < number {
            player.flags &= !flags::ILLEGAL_DEFENSE;
        } else if defends(player.position) {
            player.flags |= flags::ILLEGAL_DEFENSE;
        }
    }
    defenders
}
