//! What moves play on by itself: time that is up, where the ball is, and who touches it.

use crate::game::Game;
use crate::game::play_mode::PlayMode::{self, *};
use crate::world::{Side, WorldMut};

impl Game {
    /// Play goes on where nobody takes a kick in time, and a goal's pause ends.
    pub(super) fn check_timeouts(&mut self, world: &mut WorldMut) {
        let mode = self.state.play_mode();
        if self.referee.did_act || mode == PlayOn {
            return;
        }
        let age = self.state.play_mode_age(mode);
        let is_up = |limit: f64| limit >= 0.0 && age > limit;
        match mode {
            KickOffLeft | KickOffRight if is_up(self.rules.kick_off_time) => self.play_on(),
            ThrowInLeft | ThrowInRight if is_up(self.rules.throw_in_time) => self.play_on(),
            CornerKickLeft | CornerKickRight if is_up(self.rules.corner_kick_time) => {
                self.play_on();
            }
            FreeKickLeft | FreeKickRight if is_up(self.rules.free_kick_time) => self.play_on(),
            DirectFreeKickLeft | DirectFreeKickRight if is_up(self.rules.direct_free_kick_time) => {
                self.play_on();
            }
            GoalKickLeft | GoalKickRight if is_up(self.rules.goal_kick_time) => {
                let side = if mode == GoalKickLeft { Side::Left } else { Side::Right };
                self.drop_at_goalie_area(world, side);
            }
            GoalLeft if age > self.rules.goal_pause_time => self.kick_off(world, Side::Right),
            GoalRight if age > self.rules.goal_pause_time => self.kick_off(world, Side::Left),
            _ => {}
        }
    }

    /// Goals, the ball out of play, and a goal kick that has left the goalie area.
    pub(super) fn check_location_triggers(&mut self, world: &mut WorldMut) {
        let mode = self.state.play_mode();
        if self.referee.did_act || matches!(mode, GoalLeft | GoalRight) {
            return;
        }
        let field = &world.scene.field;
        let ball = world.view().ball();
        let [x, y, _] = ball;
        let entered = |side: &Side| field.goal_box(*side).contains(ball);
        if let Some(defender) = Side::BOTH.into_iter().find(entered) {
            self.ball_in_goal(world, defender);
        } else if !field.area().contains(x, y) {
            self.ball_out_of_play(world);
        } else {
            let left = |side: Side| !field.goalie_area(side).contains(x, y);
            if mode == GoalKickLeft && left(Side::Left)
                || mode == GoalKickRight && left(Side::Right)
            {
                self.play_on();
            }
        }
    }

    /// The ball is in the goal of `defender`.
    fn ball_in_goal(&mut self, world: &mut WorldMut, defender: Side) {
        let attacker = defender.opponent();
        if self.state.play_mode() == PlayMode::goal_kick(defender) {
            self.drop_at_goalie_area(world, defender);
        } else if self.referee.team_na_score == Some(attacker) {
            self.goal_kick(world, defender);
        } else {
            self.goal(attacker);
        }
    }

    /// The ball has left the field, but not into a goal.
    fn ball_out_of_play(&mut self, world: &mut WorldMut) {
        let last = self.ball.most_recent().map(|player| player.side);
        let [x, ..] = world.view().ball();
        let half = if x < 0.0 { Side::Left } else { Side::Right };
        let [half_x, _] = world.scene.field.half();
        if x < -half_x || x > half_x {
            // over the goal line of `half`
            match last {
                Some(side) if side == half => self.corner_kick(world, half.opponent()),
                _ => self.goal_kick(world, half),
            }
        } else {
            match last {
                Some(side) => self.throw_in(world, side.opponent()),
                // In free play rcsssmj does not know whom to give a ball that nobody has touched;
                // play goes on then.
                None if self.state.play_mode() == PlayOn => self.throw_in(world, half),
                None => self.back_onto_touch_line(world),
            }
        }
    }

    /// Drop ball at the upper inner corner of a goalie area.
    fn drop_at_goalie_area(&mut self, world: &mut WorldMut, side: Side) {
        let area = world.scene.field.goalie_area(side);
        let x = if side == Side::Left { area.max[0] } else { area.min[0] };
        self.drop_ball(world, Some([x, area.max[1]]));
    }

    /// A touch takes the kick; who touched must then leave the ball to somebody else, unless it
    /// plays alone.
    pub(super) fn check_contact_triggers(&mut self, world: &WorldMut) {
        let Some(player) = self.ball.active else { return };
        if self.referee.did_act || !is_taken_by_touch(self.state.play_mode()) {
            return;
        }
        if world.scene.team(player.side).nth(1).is_some() {
            self.referee.agent_na_touch_ball = Some(player);
        }
        self.play_on();
    }
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
