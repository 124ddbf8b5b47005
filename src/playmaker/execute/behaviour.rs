//! Actions of a whole player: body, neck and eyes together.

use super::intention::Intention;
use super::{Mind, Task};
use crate::disc::skills::planner::Planner;
use crate::disc::skills::{
    Neck, Outcome, Play, SetPlay, basic_move, basic_tackle, before_kick_off, body_neck_to_point,
    emergency, force_kick, go_to_point_look_ball, goalie, goalie_free_kick, goalie_kick,
    goalie_move, neck_body_to_point, penalty, receive_pass, scan_field, set_play, shoot,
};
use crate::playmaker::protos::player_action::Action;
use crate::playmaker::vector::point;

impl Task<'_, '_> {
    /// What a behaviour does; nothing for other actions.
    pub(super) fn behave(&self, action: &Action, mind: &mut Mind) -> Play {
        let world = &self.world;
        match action {
            Action::BhvBeforeKickOff(own) => {
                before_kick_off(world, point(own.point.as_ref()), self.they_kick_off)
            }
            Action::BhvBodyNeckToBall(_) => {
                Play::look(body_neck_to_point(world, world.ball_after(1)))
            }
            Action::BhvBodyNeckToPoint(own) => {
                Play::look(body_neck_to_point(world, point(own.point.as_ref())))
            }
            Action::BhvEmergency(_) => Play::look(emergency(world)),
            Action::BhvGoToPointLookBall(own) => go_to_point_look_ball(
                world,
                point(own.target_point.as_ref()),
                own.distance_threshold.into(),
                own.max_dash_power.into(),
            ),
            Action::BhvNeckBodyToBall(own) => {
                Play::look(neck_body_to_point(world, world.ball_after(1), own.angle_buf.into()))
            }
            Action::BhvNeckBodyToPoint(own) => {
                let at = point(own.point.as_ref());
                Play::look(neck_body_to_point(world, at, own.angle_buf.into()))
            }
            Action::BhvScanField(_) => Play::look(scan_field(world)),
            Action::HeliosGoalie(_) => goalie(world),
            Action::HeliosGoalieMove(_) => goalie_move(world),
            Action::HeliosGoalieKick(_) => goalie_kick(world),
            Action::BhvGoalieFreeKick(_) => goalie_free_kick(world, &mut mind.goalie),
            Action::HeliosShoot(_) => shooting(shoot(world)),
            Action::HeliosOffensivePlanner(own) => self.offensive_planner(own, mind),
            Action::HeliosBasicMove(_) => basic_move(world, self.home(), mind.saves),
            Action::HeliosSetPlay(_) => {
                let planner = Planner::default();
                let how = SetPlay { homes: &self.homes, planner: &planner, saves: mind.saves };
                set_play(world, &how, &mut mind.goalie)
            }
            Action::HeliosPenalty(_) => penalty(world, self.penalty_taker),
            Action::HeliosBasicTackle(own) => basic_tackle(world, own.min_prob.into()),
            Action::BhvDoForceKick(_) => force_kick(world),
            Action::BhvDoHeardPassRecieve(_) => self.receive(mind),
            _ => Play::NOTHING,
        }
    }

    /// Goes for a pass that a mate has announced to them in this cycle, and means to go on with it.
    pub(super) fn receive(&self, mind: &mut Mind) -> Play {
        let Some(point) = self.heard_pass else { return Play::NOTHING };
        let play = receive_pass(&self.world, point);
        if play.body.is_success {
            mind.intention = Some(Intention::receiving(point));
        }
        play
    }

    /// The player's place in the formation.
    pub(super) fn home(&self) -> crate::disc::Vec2 {
        let index = usize::from(self.world.me.unum).saturating_sub(1);
        self.homes.get(index).copied().unwrap_or_default()
    }
}

/// A shot, with the eyes on their goalie.
pub(super) fn shooting(body: Outcome) -> Play {
    let play = Play::body(body);
    if body.is_success { play.looking(Neck::GoalieOrScan(-1)) } else { play }
}
