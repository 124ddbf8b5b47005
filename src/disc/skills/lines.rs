//! The lines up to which the players of both teams stand.

use super::intercept::NEVER;
use super::world_model::WorldModel;
use crate::disc::PlayMode;
use crate::disc::pitch::HALF_LENGTH;

/// A ball whose place is no older than this counts for the offside line.
const WELL_KNOWN: u16 = 3;

impl WorldModel<'_> {
    /// The x of our defence line: that of the rearmost player but one of their team, or the ball,
    /// and at most 0.
    pub fn our_defense_line(&self) -> f64 {
        let own = self.mates().map(|player| player.position.x).chain([self.me.position.x]);
        second_most(own.map(|x| -x)).map_or(0.0, |x| -x).min(self.ball.position.x)
    }

    /// The x beyond which mates are offside: where the last opponent but one is, or the ball is
    /// next or will be when somebody reaches it, or the middle; everywhere is onside at a kick-in
    /// and the like, and in games without offside.
    pub fn offside_line(&self) -> f64 {
        use PlayMode::{CornerKick, GoalKick, KickIn};
        let is_free = matches!(self.mode, KickIn(_) | CornerKick(_) | GoalKick(_));
        if is_free || !self.rules.server.use_offside {
            return HALF_LENGTH;
        }
        let second = second_most(self.opponents().map(|player| player.position.x)).unwrap_or(0.0);
        let reach = self.reach();
        let soonest = reach.me.min(reach.mate).min(reach.opponent);
        let ball = self.ball_after(if soonest < NEVER { soonest } else { 0 });
        second.max(ball.x).max(self.next_ball_line())
    }

    /// Where the ball is next, while it is in play and its place is known well.
    fn next_ball_line(&self) -> f64 {
        let is_stopped = matches!(self.mode, PlayMode::BeforeKickOff | PlayMode::Goal(_));
        let is_known = self.ball.counts.position <= WELL_KNOWN;
        if is_known && !is_stopped { self.ball_after(1).x } else { 0.0 }
    }
}

/// The second largest of positive numbers; `None` if there are fewer than two.
fn second_most(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut most, mut second) = (0.0_f64, 0.0_f64);
    for number in numbers {
        if number > most {
            (most, second) = (number, most);
        } else {
            second = second.max(number);
        }
    }
    (second > 0.0).then_some(second)
}
