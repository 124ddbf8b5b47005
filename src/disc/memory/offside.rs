//! The offside line as a player knows it.

use super::{Memory, NEVER};
use crate::disc::{Side, TEAM};

impl Memory {
    /// The line that they and their teammates must not be beyond, x on the pitch, and its age. It
    /// is that of the second-last opponent whom they know, of the ball, or of the middle of the
    /// pitch, whichever is farthest ahead.
    pub fn offside_line(&self) -> (f64, u16) {
        let ahead = self.side.sign();
        let opponents = match self.side {
            Side::Left => TEAM..2 * TEAM,
            Side::Right => 0..TEAM,
        };
        let (mut last, mut second) = ((0.0, NEVER), (0.0, NEVER));
        let unknown = self.unknown().filter(|player| player.side == Some(self.side.other()));
        for player in opponents.map(|place| self.player(place)).chain(unknown) {
            let own = (player.position.x * ahead, player.pos_count);
            if !player.is_known() || own.0 <= second.0 {
                continue;
            }
            if own.0 > last.0 {
                (last, second) = (own, last);
            } else {
                second = own;
            }
        }
        let ball = (self.ball.position.x * ahead, self.ball.pos_count);
        let line = if ball.1 < NEVER && ball.0 > second.0 { ball } else { second };
        (line.0 * ahead, line.1)
    }
}
