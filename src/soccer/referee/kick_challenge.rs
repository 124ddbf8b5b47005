//! The kick challenge: one touch, and then as far and as straight as the ball goes.

use super::ruling::Ruling;
use crate::soccer::Game;
use crate::soccer::foul::Foul;
use crate::soccer::pitch::{Pitch, members};
use crate::soccer::play_mode::PlayMode;
use crate::soccer::player::Side;

/// Time from the first player's joining to the kick-off, s.
const START_DELAY: f64 = 2.0;
/// Points for each metre.
const POINTS: f64 = 100.0;

impl Game {
    /// Gives the kick-off by itself when it is time.
    pub(super) fn begin_challenge(&mut self, pitch: &mut dyn Pitch<'_>) {
        let now = self.state.sim_time();
        if self.referee.start_time.is_none()
            && members(pitch.players(), Side::Left).next().is_some()
        {
            self.referee.start_time = Some(now + START_DELAY);
        }
        let is_time = self.referee.start_time.is_some_and(|start| start <= now);
        if is_time && self.state.play_mode() == PlayMode::BeforeKickOff {
            self.rule(pitch, Ruling::KickOff(Side::Left));
        }
    }

    /// Scores where the ball is, until the challenge is over.
    pub(super) fn score_challenge(&mut self, pitch: &dyn Pitch<'_>) {
        if self.state.play_mode() != PlayMode::GameOver {
            let [x, y, _] = pitch.ball();
            self.state.score[Side::Left.index()] = ((x - y.abs()) * POINTS) as i64;
        }
    }

    /// Ends the challenge if the same player touches the ball a second time.
    pub(super) fn check_challenge_fouls(&mut self, pitch: &mut dyn Pitch<'_>) {
        self.referee.team_na_score = None;
        if let Some(player) = self.ball.active.filter(|_| self.ball.active == self.ball.last) {
            self.rule(pitch, Ruling::Foul(player, Foul::DoubleTouch));
            self.rule(pitch, Ruling::GameOver);
        }
    }
}
