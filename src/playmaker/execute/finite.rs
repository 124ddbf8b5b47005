//! Actions with numbers that are not finite, which fail.

use crate::playmaker::protos::player_action::Action as A;
use crate::playmaker::protos::say::Message as M;
use crate::playmaker::protos::{HeliosOffensivePlanner, RpcVector2D};

/// Whether all numbers of an action are finite, apart from those of drawings.
pub(super) fn is_finite(action: &A) -> bool {
    match action {
        A::Dash(own) => all([own.power, own.relative_direction]),
        A::Turn(own) => all([own.relative_direction]),
        A::Kick(own) => all([own.power, own.relative_direction]),
        A::Tackle(own) => all([own.power_or_dir]),
        A::Move(own) => all([own.x, own.y]),
        A::TurnNeck(own) => all([own.moment]),
        A::PointTo(own) => all([own.x, own.y]),
        A::BodyGoToPoint(own) => {
            at(own.target_point) && all([own.distance_threshold, own.max_dash_power])
        }
        A::BodySmartKick(own) => {
            at(own.target_point) && all([own.first_speed, own.first_speed_threshold])
        }
        A::BhvBeforeKickOff(own) => at(own.point),
        A::BhvBodyNeckToPoint(own) => at(own.point),
        A::BhvGoToPointLookBall(own) => {
            at(own.target_point) && all([own.distance_threshold, own.max_dash_power])
        }
        A::BhvNeckBodyToBall(own) => all([own.angle_buf]),
        A::BhvNeckBodyToPoint(own) => at(own.point) && all([own.angle_buf]),
        A::BodyDribble(own) => {
            at(own.target_point) && all([own.distance_threshold, own.dash_power])
        }
        A::BodyGoToPointDodge(own) => at(own.target_point) && all([own.dash_power]),
        A::BodyHoldBall(own) => at(own.turn_target_point) && at(own.kick_target_point),
        A::BodyIntercept(own) => at(own.face_point),
        A::BodyKickOneStep(own) => at(own.target_point) && all([own.first_speed]),
        A::BodyTackleToPoint(own) => {
            at(own.target_point) && all([own.min_probability, own.min_speed])
        }
        A::BodyTurnToAngle(own) => all([own.angle]),
        A::BodyTurnToPoint(own) => at(own.target_point),
        A::FocusMoveToPoint(own) => at(own.target_point),
        A::NeckTurnToPoint(own) => at(own.target_point),
        A::NeckTurnToRelative(own) => all([own.angle]),
        A::HeliosBasicTackle(own) => all([own.min_prob, own.body_thr]),
        A::HeliosOffensivePlanner(own) => is_evaluation_finite(own),
        A::Say(own) => own.message.as_ref().is_none_or(is_message_finite),
        _ => true,
    }
}

fn is_message_finite(message: &M) -> bool {
    match message {
        M::BallMessage(own) => at(own.ball_position) && at(own.ball_velocity),
        M::PassMessage(own) => {
            at(own.receiver_point) && at(own.ball_position) && at(own.ball_velocity)
        }
        M::GoalieMessage(own) => at(own.goalie_position) && all([own.goalie_body_direction]),
        M::GoalieAndPlayerMessage(own) => {
            at(own.goalie_position) && at(own.player_position) && all([own.goalie_body_direction])
        }
        M::OffsideLineMessage(own) => all([own.offside_line_x]),
        M::DefenseLineMessage(own) => all([own.defense_line_x]),
        M::PassRequestMessage(own) => at(own.target_point),
        M::StaminaMessage(own) => all([own.stamina]),
        M::RecoveryMessage(own) => all([own.recovery]),
        M::StaminaCapacityMessage(own) => all([own.stamina_capacity]),
        M::DribbleMessage(own) => at(own.target_point),
        M::BallGoalieMessage(own) => {
            at(own.ball_position)
                && at(own.ball_velocity)
                && at(own.goalie_position)
                && all([own.goalie_body_direction])
        }
        M::OnePlayerMessage(own) => at(own.position),
        M::TwoPlayerMessage(own) => at(own.first_position) && at(own.second_position),
        M::ThreePlayerMessage(own) => {
            at(own.first_position) && at(own.second_position) && at(own.third_position)
        }
        M::SelfMessage(own) => {
            at(own.self_position) && all([own.self_body_direction, own.self_stamina])
        }
        M::TeammateMessage(own) => at(own.position) && all([own.body_direction]),
        M::OpponentMessage(own) => at(own.position) && all([own.body_direction]),
        M::BallPlayerMessage(own) => {
            at(own.ball_position)
                && at(own.ball_velocity)
                && at(own.player_position)
                && all([own.body_direction])
        }
        M::InterceptMessage(_) | M::SetplayMessage(_) | M::WaitRequestMessage(_) => true,
    }
}

fn is_evaluation_finite(own: &HeliosOffensivePlanner) -> bool {
    let Some(own) = &own.evaluation else { return true };
    let fields = own.field_evaluators.as_ref();
    let effectors = own.effectors.as_ref();
    let helios = fields.and_then(|own| own.helios_field_evaluator).is_none_or(|own| {
        let goal = [own.ball_dist_to_goal_coefficient, own.effective_max_ball_dist_to_goal];
        all([own.x_coefficient]) && all(goal)
    });
    let matrix = fields
        .and_then(|own| own.matrix_field_evaluator.as_ref())
        .is_none_or(|own| all(own.evals.iter().flat_map(|row| row.evals.iter().copied())));
    let opponents = effectors.and_then(|own| own.opponent_effector.as_ref()).is_none_or(|own| {
        all(own.negetive_effect_by_distance.iter().copied())
            && all(own.negetive_effect_by_reach_steps.iter().copied())
    });
    let kinds = effectors.and_then(|own| own.action_type_effector).is_none_or(|own| {
        let passes = [own.direct_pass, own.lead_pass, own.through_pass, own.cross];
        all(passes) && all([own.short_dribble, own.long_dribble, own.hold])
    });
    let mates = effectors
        .and_then(|own| own.teammate_effector.as_ref())
        .is_none_or(|own| all(own.coefficients.values().copied()));
    helios && matrix && opponents && kinds && mates
}

fn at(point: Option<RpcVector2D>) -> bool {
    point.is_none_or(|own| all([own.x, own.y]))
}

fn all(numbers: impl IntoIterator<Item = f32>) -> bool {
    numbers.into_iter().all(f32::is_finite)
}
