//! Fouls of whoever touches the ball.

use super::ruling::Ruling;
use crate::game::Game;
use crate::game::foul::Foul;
use crate::world::WorldMut;

/// How long after its last change a contact counts as a second touch, s.
const DOUBLE_TOUCH_DELAY: f64 = 1.0;

impl Game {
    /// Lifts the no-score rule where it is fulfilled, then checks hand ball and double touch.
    pub(super) fn check_fouls(&mut self, world: &mut WorldMut) {
        let Some(active) = self.ball.active else { return };
        let (last, change) = (self.ball.last, self.ball.contact_change);
        if let (Some(side), true) = (self.referee.team_na_score, last.is_some())
            && (active.side != side || self.ball_left_reference(world))
        {
            self.referee.team_na_score = None;
        }
        if self.is_hand_foul(world) {
            self.rule(world, Ruling::Foul(active, Foul::HandFoul));
            // which lets anybody touch the ball
            self.rule(world, Ruling::DirectFreeKick(active.side.opponent()));
        } else if let (Some(barred), Some(last)) = (self.referee.agent_na_touch_ball, last) {
            if barred != last || barred != active {
                self.referee.agent_na_touch_ball = None;
            } else if change.is_some_and(|t| self.state.sim_time() - t > DOUBLE_TOUCH_DELAY) {
                self.rule(world, Ruling::Foul(active, Foul::DoubleTouch));
                self.rule(world, Ruling::FreeKick(barred.side.opponent()));
            }
        }
    }

    /// Is the ball farther from where it lay than a team that must not score may carry it?
    fn ball_left_reference(&self, world: &WorldMut) -> bool {
        let ([x, y, _], [x0, y0]) = (world.view().ball(), self.referee.reference_point);
        let radius = self.referee.reference_radius;
        (x - x0) * (x - x0) + (y - y0) * (y - y0) > radius * radius
    }
}
