//! Fouls of the player that touches the ball.

use super::ruling::Ruling;
use crate::soccer::Game;
use crate::soccer::foul::Foul;
use crate::soccer::pitch::Pitch;

/// A contact counts as a second touch if the player touching the ball last changed longer ago than
/// this, s.
const DOUBLE_TOUCH_DELAY: f64 = 1.0;

impl Game {
    /// Lifts the restriction on scoring if its condition is met, then checks hand ball and double
    /// touch.
    pub(super) fn check_fouls(&mut self, pitch: &mut dyn Pitch<'_>) {
        let Some(active) = self.ball.active else { return };
        let (last, change) = (self.ball.last, self.ball.contact_change);
        if let (Some(side), true) = (self.referee.team_na_score, last.is_some())
            && (active.side != side || self.ball_left_reference(pitch))
        {
            self.referee.team_na_score = None;
        }
        if self.is_hand_foul(pitch) {
            self.rule(pitch, Ruling::Foul(active, Foul::HandFoul));
            // This also lets anybody touch the ball.
            self.rule(pitch, Ruling::DirectFreeKick(active.side.opponent()));
        } else if let (Some(barred), Some(last)) = (self.referee.agent_na_touch_ball, last) {
            if barred != last || barred != active {
                self.referee.agent_na_touch_ball = None;
            } else if change.is_some_and(|t| self.state.sim_time() - t > DOUBLE_TOUCH_DELAY) {
                self.rule(pitch, Ruling::Foul(active, Foul::DoubleTouch));
                self.rule(pitch, Ruling::FreeKick(barred.side.opponent()));
            }
        }
    }

    /// Whether the ball is farther from where it lay than a team that must not score may carry it.
    fn ball_left_reference(&self, pitch: &dyn Pitch<'_>) -> bool {
        let ([x, y, _], [x0, y0]) = (pitch.ball(), self.referee.reference_point);
        let radius = self.referee.reference_radius;
        (x - x0) * (x - x0) + (y - y0) * (y - y0) > radius * radius
    }
}
