//! Who has taken a set play, and how long it may take.

use super::drop_ball;
use crate::disc::Stadium;
use serde::{Deserialize, Serialize};

/// The set play under way, or the last one as long as only its taker has played the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SetPlay {
    /// Cycles until the ball is dropped; -1 outside of set plays.
    pub(super) timer: i32,
    /// Whether the taker has kicked, and nobody else has played the ball since.
    pub(super) taken: bool,
    /// The player who has kicked: a place in the game's players.
    pub(super) taker: u8,
    /// How often the taker had dashed when they kicked.
    pub(super) taker_dashes: u32,
    /// Goal kicks in a row.
    pub(super) goal_kicks: i32,
}

impl Default for SetPlay {
    fn default() -> Self {
        Self { timer: -1, taken: false, taker: 0, taker_dashes: 0, goal_kicks: 0 }
    }
}

/// Records a player as the taker.
pub(super) fn take(stadium: &mut Stadium, player: usize) {
    let set_play = &mut stadium.game.referee.set_play;
    set_play.taken = true;
    set_play.taker = player as u8;
    set_play.taker_dashes = stadium.game.players[player].counts.dash;
}

/// Counts down the time; when it is up, the ball is dropped.
pub(super) fn count_down(stadium: &mut Stadium) {
    let timer = &mut stadium.game.referee.set_play.timer;
    if *timer > -1 {
        *timer -= 1;
    }
    if *timer == 0 {
        drop_ball::award_outside(stadium, stadium.game.ball.position);
    }
}
