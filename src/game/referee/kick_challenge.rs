//! The kick challenge: one touch, and then as far and as straight as the ball goes.

use super::ruling::Ruling;
use crate::game::Game;
use crate::game::foul::Foul;
use crate::game::play_mode::PlayMode;
use crate::world::{Side, WorldMut};

/// From the first player's coming to the kick-off, s.
const START_DELAY: f64 = 2.0;
/// Points for each metre.
const POINTS: f64 = 100.0;

impl Game {
    /// The kick-off comes by itself.
    pub(super) fn begin_challenge(&mut self, world: &mut WorldMut) {
        let now = self.state.sim_time();
        if self.referee.start_time.is_none() && world.scene.team(Side::Left).next().is_some() {
            self.referee.start_time = Some(now + START_DELAY);
        }
        let is_time = self.referee.start_time.is_some_and(|start| start <= now);
        if is_time && self.state.play_mode() == PlayMode::BeforeKickOff {
            self.rule(world, Ruling::KickOff(Side::Left));
        }
    }

    /// Where the ball is counts, until the challenge is over.
    pub(super) fn score_challenge(&mut self, world: &WorldMut) {
        if self.state.play_mode() != PlayMode::GameOver {
            let [x, y, _] = world.view().ball();
            self.state.score[Side::Left.index()] = ((x - y.abs()) * POINTS) as i64;
        }
    }

    /// A second touch of the same player ends the challenge.
    pub(super) fn check_challenge_fouls(&mut self, world: &mut WorldMut) {
        self.referee.team_na_score = None;
        if let Some(player) = self.ball.active.filter(|_| self.ball.active == self.ball.last) {
            self.rule(world, Ruling::Foul(player, Foul::DoubleTouch));
            self.rule(world, Ruling::GameOver);
        }
    }
}
