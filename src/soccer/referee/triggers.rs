//! What moves play on by itself: time that is up, where the ball is, and who touches it.

use super::ruling::Ruling;
use crate::soccer::Game;
use crate::soccer::pitch::{Pitch, members};
use crate::soccer::play_mode::PlayMode::{self, *};
use crate::soccer::player::Side;

impl Game {
    /// Lets play go on if nobody takes a kick in time, and ends the pause after a goal.
    pub(super) fn check_timeouts(&mut self, pitch: &mut dyn Pitch<'_>) {
        let mode = self.state.play_mode();
        if self.referee.did_act || mode == PlayOn {
            return;
        }
        let age = self.state.play_mode_age(mode);
        let is_up = |limit: f64| limit >= 0.0 && age > limit;
        let rules = &self.rules;
        let ruling = match mode {
            KickOffLeft | KickOffRight if is_up(rules.kick_off_time) => Ruling::PlayOn,
            ThrowInLeft | ThrowInRight if is_up(rules.throw_in_time) => Ruling::PlayOn,
            CornerKickLeft | CornerKickRight if is_up(rules.corner_kick_time) => Ruling::PlayOn,
            FreeKickLeft | FreeKickRight if is_up(rules.free_kick_time) => Ruling::PlayOn,
            DirectFreeKickLeft | DirectFreeKickRight if is_up(rules.direct_free_kick_time) => {
                Ruling::PlayOn
            }
            GoalKickLeft if is_up(rules.goal_kick_time) => at_goalie_area(pitch, Side::Left),
            GoalKickRight if is_up(rules.goal_kick_time) => at_goalie_area(pitch, Side::Right),
            GoalLeft if age > rules.goal_pause_time => Ruling::KickOff(Side::Right),
            GoalRight if age > rules.goal_pause_time => Ruling::KickOff(Side::Left),
            _ => return,
        };
        self.rule(pitch, ruling);
    }

    /// Checks for goals, the ball out of play, and a goal kick that has left the goalie area.
    pub(super) fn check_location_triggers(&mut self, pitch: &mut dyn Pitch<'_>) {
        let mode = self.state.play_mode();
        if self.referee.did_act || matches!(mode, GoalLeft | GoalRight) {
            return;
        }
        let field = pitch.field();
        let ball = pitch.ball();
        let [x, y, _] = ball;
        let entered = |side: &Side| field.goal_box(*side).contains(ball);
        if let Some(defender) = Side::BOTH.into_iter().find(entered) {
            self.ball_in_goal(pitch, defender);
        } else if !field.area().contains(x, y) {
            self.ball_out_of_play(pitch);
        } else {
            let left = |side: Side| !field.goalie_area(side).contains(x, y);
            if mode == GoalKickLeft && left(Side::Left)
                || mode == GoalKickRight && left(Side::Right)
            {
                self.rule(pitch, Ruling::PlayOn);
            }
        }
    }

    /// Decides about a ball in the goal of `defender`.
    fn ball_in_goal(&mut self, pitch: &mut dyn Pitch<'_>, defender: Side) {
        let attacker = defender.opponent();
        let ruling = if self.state.play_mode() == PlayMode::goal_kick(defender) {
            at_goalie_area(pitch, defender)
        } else if self.referee.team_na_score == Some(attacker) {
            Ruling::GoalKick(defender)
        } else {
            Ruling::Goal(attacker)
        };
        self.rule(pitch, ruling);
    }

    /// Decides about a ball that has left the field, but not into a goal.
    fn ball_out_of_play(&mut self, pitch: &mut dyn Pitch<'_>) {
        let last = self.ball.most_recent().map(|player| player.side);
        let [x, ..] = pitch.ball();
        let area = pitch.field().area();
        if x < area.min[0] || x > area.max[0] {
            let end = if x < area.min[0] { Side::Left } else { Side::Right };
            let ruling = match last {
                Some(side) if side == end => Ruling::CornerKick(end.opponent()),
                _ => Ruling::GoalKick(end),
            };
            return self.rule(pitch, ruling);
        }
        match last.map(Side::opponent).or_else(|| self.thrower_of_untouched_ball(pitch)) {
            Some(side) => self.rule(pitch, Ruling::ThrowIn(side)),
            None => self.back_onto_touch_line(pitch),
        }
    }

    /// Counts a touch as taking the kick. The player that touched the ball must then leave it to
    /// somebody else, unless it plays alone.
    pub(super) fn check_contact_triggers(&mut self, pitch: &mut dyn Pitch<'_>) {
        let Some(player) = self.ball.active else { return };
        if self.referee.did_act || !is_taken_by_touch(self.state.play_mode()) {
            return;
        }
        if members(pitch.players(), player.side).nth(1).is_some() {
            self.referee.agent_na_touch_ball = Some(player);
        }
        self.rule(pitch, Ruling::PlayOn);
    }
}

/// Drop ball at the upper inner corner of a goalie area.
fn at_goalie_area(pitch: &dyn Pitch<'_>, side: Side) -> Ruling {
    let area = pitch.field().goalie_area(side);
    let x = if side == Side::Left { area.max[0] } else { area.min[0] };
    Ruling::DropBall([x, area.max[1]])
}

fn is_taken_by_touch(mode: PlayMode) -> bool {
    match mode {
        KickOffLeft | KickOffRight | ThrowInLeft | ThrowInRight => true,
        CornerKickLeft | CornerKickRight | FreeKickLeft | FreeKickRight => true,
        DirectFreeKickLeft | DirectFreeKickRight => true,
        BeforeKickOff | PlayOn | GameOver | GoalLeft | GoalRight => false,
        GoalKickLeft | GoalKickRight | OffsideLeft | OffsideRight => false,
        PenaltyKickLeft | PenaltyKickRight | PenaltyShootLeft | PenaltyShootRight => false,
    }
}
