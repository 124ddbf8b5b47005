//! Kick-offs: who begins, and players in their own halves until the ball is played.

use super::change_mode;
use super::clearing::CLEARANCE;
use super::placement::put_ball;
use crate::disc::pitch::{self, Circle, Rectangle};
use crate::disc::{Lot, PLAYERS, PlayMode, Side, Stadium, Vec2};
use serde::{Deserialize, Serialize};

/// The precision with which recorded games print positions, m.
const PRINT_PRECISION: f64 = 2.0e-6;

/// What the game waits for before it kicks off by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AutoMode {
    /// Cycles for which all players have been present.
    waited: i32,
    /// Cycles for which players have been missing.
    waited_for_players: i32,
}

/// Kicks off at the beginning of a half, on `(start)` or automatically. Left kicks off the halves
/// with even numbers, counted from 0. All players recover fully before normal halves.
pub fn start(stadium: &mut Stadium) {
    let server = &stadium.rules.server;
    if server.keepaway {
        return change_mode(stadium, PlayMode::PlayOn);
    }
    let time = i64::from(stadium.game.cycle);
    let half = i64::from(server.half_time) * 10;
    let extra = i64::from(server.extra_half_time) * 10;
    let normal = server.normal_time();
    let in_extra_time = time > normal;
    let (since, length) = if in_extra_time { (time - normal, extra) } else { (time, half) };
    if half > 0 && (length <= 0 || since % length != 0) {
        return;
    }
    let side = if length <= 0 || since / length % 2 == 0 { Side::Left } else { Side::Right };
    if server.nr_normal_halfs >= 0 && time < normal {
        stadium.recover_all();
    }
    put_ball(stadium, Some(side), Vec2::ZERO);
    if side == Side::Left && time == 0 {
        stadium.assign_types();
    }
    change_mode(stadium, PlayMode::KickOff(side));
}

/// Called after every step. With `auto_mode`, the game kicks off when all players have been present
/// for `kick_off_wait` cycles, or some have been missing for `connect_wait` cycles.
pub fn auto_mode(stadium: &mut Stadium) {
    let server = &stadium.rules.server;
    if !server.auto_mode {
        return;
    }
    let (kick_off_wait, connect_wait) = (server.kick_off_wait.max(0), server.connect_wait.max(0));
    let end = server.whole_time();
    let time = i64::from(stadium.game.cycle);
    if stadium.game.mode != PlayMode::BeforeKickOff || time >= end {
        stadium.game.referee.auto_mode = AutoMode::default();
        return;
    }
    let complete = stadium.connected().count() == PLAYERS || time > 0;
    let auto_mode = &mut stadium.game.referee.auto_mode;
    if complete {
        auto_mode.waited = (auto_mode.waited + 1).min(kick_off_wait);
    } else {
        auto_mode.waited_for_players = (auto_mode.waited_for_players + 1).min(connect_wait);
    }
    if auto_mode.waited >= kick_off_wait || auto_mode.waited_for_players >= connect_wait {
        start(stadium);
    }
}

/// Moves players in the wrong half to their own: straight back to the halfway line during a
/// kick-off, to a random point before it. Players of the side that does not kick off leave the
/// centre circle.
pub(super) fn into_own_halves(stadium: &mut Stadium) {
    let to_line = stadium.rules.server.forbid_kick_off_offside
        && matches!(stadium.game.mode, PlayMode::KickOff(_));
    let kicking = stadium.game.kick_off_side;
    for player in stadium.connected() {
        let size = stadium.type_of(player).player_size;
        let (side, position) = {
            let player = &stadium.game.players[player];
            (player.side, player.position)
        };
        if position.x * side.sign() > 0.0 {
            let place = if to_line {
                Vec2::new(-side.sign() * size, position.y)
            } else {
                random_place(stadium, player, side)
            };
            stadium.game.players[player].position = place;
        }
        if Some(side) == kicking {
            continue;
        }
        let circle = Circle { centre: Vec2::ZERO, radius: pitch::CIRCLE_RADIUS + size };
        let player = &mut stadium.game.players[player];
        if circle.contains(player.position) {
            player.position = circle.nearest_edge(player.position);
        } else if (player.position.length() - circle.radius - CLEARANCE).abs() < PRINT_PRECISION {
            // This is where clearing puts players at rest. Recorded games answer with this point if
            // the player was drawn inside the circle.
            player.velocity = Vec2::ZERO;
        }
    }
}

/// A random point in a player's own half.
fn random_place(stadium: &mut Stadium, player: usize, side: Side) -> Vec2 {
    let half = Rectangle::half(side);
    stadium.point(Lot::Placement, Some(player), |random| {
        Vec2::new(random.uniform(half.left, half.right), random.uniform(half.top, half.bottom))
    })
}
