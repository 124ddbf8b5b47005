//! Passes that a team has announced: for a moment its opponents keep away from the ball.

use super::player::Side;
use super::state::GameState;
use serde::{Deserialize, Serialize};

/// How far opponents keep away from the ball of a pass, m, as in rcssserver3d.
pub const PASS_DISTANCE: f64 = 1.0;
/// For how long they keep away, s, as in rcssserver3d.
pub const PASS_TIME: f64 = 4.0;

/// A pass while play is on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pass {
    side: Side,
    /// Simulated time at which it was announced, s.
    since: f64,
}

impl GameState {
    /// Sets the mode to play on; for a while opponents of a side keep away from the ball.
    pub fn begin_pass(&mut self, side: Side) {
        self.set_play_mode(super::PlayMode::PlayOn);
        self.pass = Some(Pass { side, since: self.sim_time() });
    }

    /// The side whose pass is going on. A pass ends after a time, or when any play mode is set.
    pub fn passing(&self) -> Option<Side> {
        let is_over = |pass: &Pass| self.sim_time() - pass.since >= PASS_TIME;
        self.pass.filter(|pass| !is_over(pass)).map(|pass| pass.side)
    }
}
