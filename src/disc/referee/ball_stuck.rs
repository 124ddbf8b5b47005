//! Drops a ball that does not get anywhere.

use super::drop_ball;
use crate::disc::{PlayMode, Stadium, Vec2};
use serde::{Deserialize, Serialize};

/// The point near which the ball has stayed, and for how many cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct BallStuck {
    reference: Vec2,
    cycles: i32,
}

/// Drops a ball that has stayed within `ball_stuck_area` of a point for `drop_ball_time`.
pub(super) fn analyse(stadium: &mut Stadium) {
    let (area, limit) = (stadium.rules.server.ball_stuck_area, stadium.rules.server.drop_ball_time);
    if area <= 0.0 || limit <= 0 {
        return;
    }
    let ball = stadium.game.ball.position;
    let stuck = &mut stadium.game.referee.ball_stuck;
    let near = (ball - stuck.reference).length2() <= area * area;
    if stadium.game.mode != PlayMode::PlayOn || !near {
        *stuck = BallStuck { reference: ball, cycles: 0 };
        return;
    }
    stuck.cycles += 1;
    if stuck.cycles >= limit {
        *stuck = BallStuck { reference: ball, cycles: 0 };
        drop_ball::award_outside(stadium, ball);
    }
}
