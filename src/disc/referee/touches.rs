//! Who touched the ball last, and whether it was an indirect free kick; then goals and the ball
//! out of play.

use super::{goals, out_of_play};
use crate::disc::{PlayMode, Stadium, Vec2, pitch};
use serde::{Deserialize, Serialize};

/// The last touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Touches {
    /// The place of the player who last touched the ball since play began.
    pub(super) last: Option<u8>,
    /// The cycle of that touch, and its acceleration.
    cycle: u32,
    acceleration: f64,
    /// Whether a goal would not count, because only one player has touched the ball since an
    /// indirect free kick.
    pub(super) indirect: bool,
    /// The place of that player.
    pub(super) indirect_kicker: Option<u8>,
    /// Cycles since the goal.
    pub(super) goal_cycles: u32,
    /// Where the ball was when the referee last checked.
    pub(super) previous_ball: Vec2,
}

/// Somebody has played or touched the ball. It counts if the ball is on the pitch; the touch with
/// the strongest acceleration in a cycle counts.
pub(super) fn played(stadium: &mut Stadium, player: usize, acceleration: f64) {
    if stadium.game.ball.position.x.abs() > pitch::HALF_LENGTH + stadium.rules.server.ball_size {
        return;
    }
    let (mode, cycle) = (stadium.game.mode, stadium.game.cycle);
    let player = Some(player as u8);
    let touches = &mut stadium.game.referee.touches;
    let by_another = touches.indirect_kicker.is_some() && touches.indirect_kicker != player;
    if mode == PlayMode::PlayOn && by_another {
        touches.indirect_kicker = None;
        touches.indirect = false;
    }
    if touches.indirect {
        touches.indirect_kicker = player;
    }
    let stronger = touches.cycle == cycle && touches.acceleration <= acceleration;
    if stronger || touches.cycle < cycle {
        touches.last = player;
        touches.cycle = cycle;
        touches.acceleration = acceleration;
    }
}

/// Checks for goals, then for the ball out of play.
pub(super) fn analyse(stadium: &mut Stadium) {
    if !stadium.game.mode.is_shoot_out() && !goals::pause(stadium) && !goals::check(stadium) {
        out_of_play::check(stadium);
    }
    stadium.game.referee.touches.previous_ball = stadium.game.ball.position;
}

/// Touches are forgotten when play stops.
pub(super) fn mode_changed(stadium: &mut Stadium, mode: PlayMode) {
    let touches = &mut stadium.game.referee.touches;
    if mode != PlayMode::PlayOn {
        touches.last = None;
    }
    let indirect = matches!(mode, PlayMode::IndirectFreeKick(_));
    if indirect || !matches!(mode, PlayMode::PlayOn | PlayMode::DropBall) {
        touches.indirect_kicker = None;
        touches.indirect = indirect;
    }
}
