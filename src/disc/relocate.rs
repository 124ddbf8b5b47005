//! `(move x y)`: players who move themselves to a point.

use super::bounds::{FARTHEST, clipped};
use super::{PlayMode, Stadium, Vec2};

/// The reply to a player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveReply {
    /// They moved, or may not move: there is no reply.
    Silence,
    /// They moved beyond the halfway line before the kick-off.
    OpponentField,
    /// The goalie has moved too often with the ball.
    TooManyMoves,
}

/// Moves to a point (clipped) of the team's own frame, at once.
pub(super) fn relocate(stadium: &mut Stadium, place: usize, x: f64, y: f64) -> MoveReply {
    let server = &stadium.rules.server;
    let mode = stadium.game.mode;
    let size = stadium.type_of(place).player_size;
    let holds = stadium.game.ball.holder == Some(place as u8);
    let player = &mut stadium.game.players[place];
    let [x, y] = [x, y].map(|number| clipped(number, -FARTHEST, FARTHEST));
    let point = Vec2::new(x, y) * player.side.sign();
    let mut reply = MoveReply::Silence;
    match mode {
        PlayMode::BeforeKickOff | PlayMode::Goal(_) => {
            let early = mode == PlayMode::BeforeKickOff && server.forbid_kick_off_offside;
            if early && x >= -size {
                reply = MoveReply::OpponentField;
            }
            player.position = point;
            stadium.collide();
        }
        PlayMode::FreeKick(_) if holds => {
            let most = server.goalie_max_moves;
            if most < 0 || i32::from(player.goalie_moves) < most {
                player.position = point;
                player.goalie_moves = player.goalie_moves.saturating_add(1);
            } else {
                reply = MoveReply::TooManyMoves;
            }
        }
        _ => return reply,
    }
    let player = &mut stadium.game.players[place];
    player.acted = true;
    player.counts.relocate += 1;
    reply
}
