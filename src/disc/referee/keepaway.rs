//! Keepaway: the left team keeps the ball from the right one in a small field, episode by episode.

use super::placement::put_ball;
use crate::disc::{Lot, Lots, Message, PlayMode, Room, Side, Vec2};
use serde::{Deserialize, Serialize};

/// For how many cycles takers must have been able to kick the ball.
const TURNOVER: u32 = 4;
/// How far inside the field players begin at most, m.
const INSIDE: f64 = 3.0;
/// How far inside the field the ball begins, m.
const BALL_INSIDE: f64 = 4.0;

/// The episode under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Keepaway {
    started: bool,
    /// How many keepers there were when the first episode began.
    keepers: u32,
    /// Cycles in which a taker could kick.
    taken: u32,
}

/// The first play-on begins the first episode.
pub(super) fn mode_changed(room: &mut Room, mode: PlayMode) {
    let first = mode == PlayMode::PlayOn && !room.game.referee.keepaway.started;
    if room.rules.server.keepaway && first {
        let keepers = room.team(Side::Left).count() as u32;
        room.game.referee.keepaway = Keepaway { started: true, keepers, taken: 0 };
        begin(room);
    }
}

/// Ends an episode when the ball has left the field or the takers have it.
pub(super) fn analyse(room: &mut Room) {
    let server = &room.rules.server;
    if !server.keepaway || room.game.mode != PlayMode::PlayOn {
        return;
    }
    let ball = room.game.ball.position;
    let inside =
        ball.x.abs() < 0.5 * server.keepaway_length && ball.y.abs() < 0.5 * server.keepaway_width;
    if !inside || room.game.referee.keepaway.taken >= TURNOVER {
        room.say(Message::Keepaway(1));
        begin(room);
    } else if has_ball(room, Side::Right) {
        room.game.referee.keepaway.taken += 1;
    } else if has_ball(room, Side::Left) {
        room.game.referee.keepaway.taken = 0;
    }
}

/// Whether a player of a side could kick the ball, by the default type's reach.
fn has_ball(room: &Room, side: Side) -> bool {
    let server = &room.rules.server;
    let reach = server.player_size + server.ball_size + server.kickable_margin;
    let ball = room.game.ball.position;
    room.team(side)
        .any(|place| (room.game.players[place].position - ball).length2() < reach * reach)
}

/// Puts everyone at the beginning of an episode: keepers round the corners from a random one on,
/// takers in the corner that is left.
fn begin(room: &mut Room) {
    let keepers = room.game.referee.keepaway.keepers.max(1);
    let mut corner = room.game.lots.below(keepers);
    for keeper in room.team(Side::Left) {
        let place = match corner {
            0 => draw(room, keeper, Some([-1.0, -1.0])),
            1 => draw(room, keeper, Some([1.0, -1.0])),
            2 => draw(room, keeper, Some([1.0, 1.0])),
            _ => draw(room, keeper, None),
        };
        room.place_player(keeper, place);
        corner = (corner + 1) % keepers;
    }
    for taker in room.team(Side::Right) {
        let place = draw(room, taker, Some([-1.0, 1.0]));
        room.place_player(taker, place);
    }
    let server = &room.rules.server;
    let (x, y) = (0.5 * server.keepaway_length, 0.5 * server.keepaway_width);
    put_ball(room, None, Vec2::new(BALL_INSIDE - x, BALL_INSIDE - y));
    room.recover_all();
    room.game.referee.keepaway.taken = 0;
}

/// A point near a corner of the field, or in its centre.
fn draw(room: &mut Room, player: usize, corner: Option<[f64; 2]>) -> Vec2 {
    let server = &room.rules.server;
    let half = [0.5 * server.keepaway_length, 0.5 * server.keepaway_width];
    room.point(Lot::Keepaway, Some(player), |lots: &mut Lots| match corner {
        Some(signs) => {
            let [x, y] = [0, 1].map(|i| signs[i] * (half[i] - lots.uniform(0.0, INSIDE)));
            Vec2::new(x, y)
        }
        None => Vec2::new(lots.uniform(-1.0, 1.0), lots.uniform(-1.0, 1.0)),
    })
}
