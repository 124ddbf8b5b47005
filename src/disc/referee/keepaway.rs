//! Keepaway: the left team keeps the ball from the right one in a small field, episode by episode.

use super::change_mode;
use super::placement::put_ball;
use crate::disc::{Event, Lot, Message, PlayMode, Random, Side, Stadium, Vec2};
use serde::{Deserialize, Serialize};

/// Number of cycles for which takers must have been able to kick the ball before it counts as
/// taken.
pub(crate) const TURNOVER: u32 = 4;
/// How far inside the field players begin at most, m.
pub(crate) const INSIDE: f64 = 3.0;
/// How far inside the field the ball begins, m.
pub(crate) const BALL_INSIDE: f64 = 4.0;

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
pub(super) fn mode_changed(stadium: &mut Stadium, mode: PlayMode) {
    let first = mode == PlayMode::PlayOn && !stadium.game.referee.keepaway.started;
    if stadium.rules.server.keepaway && first {
        let keepers = stadium.team(Side::Left).count() as u32;
        stadium.game.referee.keepaway = Keepaway { started: true, keepers, taken: 0 };
        let takers = stadium.team(Side::Right).count() as u8;
        stadium.report(Event::KeepawayBegun { keepers: keepers as u8, takers });
        begin(stadium);
    }
}

/// Begins when it is time, and ends an episode when the ball has left the field or the takers have
/// it.
pub(super) fn analyse(stadium: &mut Stadium) {
    let server = &stadium.rules.server;
    if !server.keepaway || stadium.game.mode == PlayMode::TimeOver {
        return;
    }
    if stadium.game.mode != PlayMode::PlayOn {
        if has_waited(stadium) {
            change_mode(stadium, PlayMode::PlayOn);
        }
        return;
    }
    let ball = stadium.game.ball.position;
    let inside =
        ball.x.abs() < 0.5 * server.keepaway_length && ball.y.abs() < 0.5 * server.keepaway_width;
    if !inside || stadium.game.referee.keepaway.taken >= TURNOVER {
        stadium.report(Event::KeepawayEnded { is_taken: inside });
        stadium.say(Message::Keepaway(1));
        begin(stadium);
    } else if has_ball(stadium, Side::Right) {
        stadium.game.referee.keepaway.taken += 1;
    } else if has_ball(stadium, Side::Left) {
        stadium.game.referee.keepaway.taken = 0;
    }
}

/// Whether `keepaway_start` seconds have passed, after which nobody needs to start the game.
/// rcssserver reads the machine's clock; here cycles count, so that games can be repeated.
fn has_waited(stadium: &Stadium) -> bool {
    let server = &stadium.rules.server;
    let cycles = i64::from(stadium.game.cycle) + i64::from(stadium.game.stopped);
    let elapsed = cycles * i64::from(server.simulator_step);
    server.keepaway_start >= 0 && elapsed > 1000 * i64::from(server.keepaway_start)
}

/// Whether a player of a side could kick the ball, by the default type's reach.
fn has_ball(stadium: &Stadium, side: Side) -> bool {
    let server = &stadium.rules.server;
    let reach = server.player_size + server.ball_size + server.kickable_margin;
    let ball = stadium.game.ball.position;
    stadium
        .team(side)
        .any(|place| (stadium.game.players[place].position - ball).length2() < reach * reach)
}

/// Places everyone for the beginning of an episode: keepers around the corners, starting at a
/// random one, and takers in the corner that is left.
fn begin(stadium: &mut Stadium) {
    let keepers = stadium.game.referee.keepaway.keepers.max(1);
    let mut corner = stadium.game.random.below(keepers);
    for keeper in stadium.team(Side::Left) {
        let spot = match corner {
            0 => draw(stadium, keeper, Some([-1.0, -1.0])),
            1 => draw(stadium, keeper, Some([1.0, -1.0])),
            2 => draw(stadium, keeper, Some([1.0, 1.0])),
            _ => draw(stadium, keeper, None),
        };
        stadium.place_player(keeper, spot);
        corner = (corner + 1) % keepers;
    }
    for taker in stadium.team(Side::Right) {
        let spot = draw(stadium, taker, Some([-1.0, 1.0]));
        stadium.place_player(taker, spot);
    }
    let server = &stadium.rules.server;
    let (x, y) = (0.5 * server.keepaway_length, 0.5 * server.keepaway_width);
    put_ball(stadium, None, Vec2::new(BALL_INSIDE - x, BALL_INSIDE - y));
    stadium.recover_all();
    stadium.game.referee.keepaway.taken = 0;
}

/// A point near a corner of the field, or in its centre.
fn draw(stadium: &mut Stadium, player: usize, corner: Option<[f64; 2]>) -> Vec2 {
    let server = &stadium.rules.server;
    let half = [0.5 * server.keepaway_length, 0.5 * server.keepaway_width];
    stadium.point(Lot::Keepaway, Some(player), |random: &mut Random| match corner {
        Some(signs) => {
            let [x, y] = [0, 1].map(|i| signs[i] * (half[i] - random.uniform(0.0, INSIDE)));
            Vec2::new(x, y)
        }
        None => Vec2::new(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)),
    })
}
