//! Offside: a player who was beyond the second-last opponent and the ball when a teammate played
//! it, and who then plays it themselves.

use super::interruption::{self, Kind};
use super::kick_off;
use super::placement::players_back;
use crate::disc::pitch::{self, Rectangle};
use crate::disc::{PLAYERS, PlayMode, Side, Stadium, Vec2};
use serde::{Deserialize, Serialize};

/// The last time that somebody played the ball, and who was offside then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Offside {
    /// `cycle` and `stopped` when the ball was last played.
    last: [u32; 2],
    /// The strongest acceleration of that cycle.
    acceleration: f64,
    /// The team that caused it; `None` if two players played the ball at once.
    side: Option<Side>,
    /// Places of the players who were offside, as bits.
    pub(super) candidates: u32,
    /// Where the candidates were: x of the offside line, y of each player.
    line: f64,
    ordinates: [f64; PLAYERS],
    /// Where the last offence was.
    pub(super) spot: Vec2,
}

/// Somebody has kicked, tackled or touched the ball. If they are a candidate, they are offside; if
/// not, teammates may become candidates.
pub(super) fn played(stadium: &mut Stadium, player: usize, acceleration: f64) {
    if !stadium.rules.server.use_offside {
        return;
    }
    let now = [stadium.game.cycle, stadium.game.stopped];
    let side = stadium.game.players[player].side;
    let offside = &mut stadium.game.referee.offside;
    if offside.last == now {
        offside.side = None;
        offside.candidates = 0;
        return;
    }
    if offside.last[0] != now[0] {
        offside.acceleration = 0.0;
    }
    offside.last = now;
    if offside.acceleration < acceleration {
        offside.side = Some(side);
        offside.acceleration = acceleration;
    }
    if offside.candidates & (1 << player) != 0 {
        return call(stadium, player);
    }
    offside.candidates = 0;
    let exempt = matches!(
        stadium.game.mode,
        PlayMode::GoalKick(_) | PlayMode::KickIn(_) | PlayMode::CornerKick(_)
    );
    if !exempt {
        mark(stadium, player, side);
    }
}

/// A kick or tackle has failed: the player is offside if they are a candidate and near the ball.
pub(super) fn failed(stadium: &mut Stadium, player: usize) {
    let server = &stadium.rules.server;
    let active = server.offside_active_area_size;
    let to_ball = stadium.game.players[player].position - stadium.game.ball.position;
    let candidate = stadium.game.referee.offside.candidates & (1 << player) != 0;
    if server.use_offside && candidate && to_ball.length2() < active * active {
        call(stadium, player);
    }
}

/// Teammates beyond the second-last opponent and the ball become candidates.
fn mark(stadium: &mut Stadium, player: usize, side: Side) {
    let forward = |place: usize| stadium.game.players[place].position.x * side.sign();
    let (mut last, mut second) = (0.0, 0.0);
    for opponent in stadium.team(side.other()) {
        second = forward(opponent).max(second);
        if second > last {
            std::mem::swap(&mut last, &mut second);
        }
    }
    let line = second.max(stadium.game.ball.position.x * side.sign());
    let mut candidates = 0;
    for mate in stadium.team(side) {
        if mate != player && forward(mate) > line {
            candidates |= 1 << mate;
        }
    }
    let ordinates = stadium.game.players.each_ref().map(|player| player.position.y);
    let offside = &mut stadium.game.referee.offside;
    offside.candidates = candidates;
    offside.line = line * side.sign();
    offside.ordinates = ordinates;
}

/// The other side gets the ball where the candidate was.
fn call(stadium: &mut Stadium, player: usize) {
    let offside = &mut stadium.game.referee.offside;
    offside.spot = Vec2::new(offside.line, offside.ordinates[player]);
    let (spot, side) = (offside.spot, offside.side);
    let Some(side) = side.filter(|_| !stadium.game.mode.is_shoot_out()) else { return };
    let point = ball_spot(spot, stadium.rules.server.ckick_margin);
    interruption::begin(stadium, PlayMode::Offside(side), side, point);
    players_back(stadium);
}

/// Where the ball is put: at the spot, but not in a goal area, and at least `margin` inside the
/// pitch.
fn ball_spot(spot: Vec2, margin: f64) -> Vec2 {
    for side in [Side::Right, Side::Left] {
        let behind = -spot.x * side.sign() > pitch::HALF_LENGTH;
        if behind || Rectangle::goal_area(side).contains(spot) {
            let x = -side.sign() * (pitch::HALF_LENGTH - pitch::GOAL_AREA_LENGTH);
            let y = pitch::GOAL_AREA_HALF_WIDTH;
            return Vec2::new(x, if spot.y > 0.0 { y } else { -y });
        }
    }
    let inside = Rectangle::around_centre(pitch::HALF_LENGTH - margin, pitch::HALF_WIDTH - margin);
    if inside.contains(spot) { spot } else { inside.nearest_edge(spot) }
}

/// Sends players into their own halves before kick-offs, runs the interruption, and forgets
/// candidates when play stops.
pub(super) fn analyse(stadium: &mut Stadium) {
    if !stadium.rules.server.use_offside || stadium.game.mode.is_shoot_out() {
        return;
    }
    match stadium.game.mode {
        PlayMode::BeforeKickOff | PlayMode::KickOff(_) => {
            if stadium.rules.server.forbid_kick_off_offside {
                kick_off::into_own_halves(stadium);
            }
        }
        PlayMode::PlayOn => {}
        _ => {
            if !interruption::pass(stadium, Kind::Offside) {
                stadium.game.referee.offside.candidates = 0;
            }
        }
    }
}

/// Candidates are forgotten when play stops.
pub(super) fn mode_changed(stadium: &mut Stadium, mode: PlayMode) {
    if mode != PlayMode::PlayOn {
        stadium.game.referee.offside.candidates = 0;
    }
}
