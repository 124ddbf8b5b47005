//! Actions of the body alone.

use super::intention::Intention;
use super::{Mind, Task};
use crate::disc::Vec2;
use crate::disc::skills::{
    Dribble, GoToPoint, HoldBall, Intercept, OneStepKick, Outcome, SmartKick, advance_ball,
    clear_ball, dribble_and_run, go_to_point, go_to_point_dodge, hold_ball, intercept_ball,
    one_step_kick, primitive, smart_kick, stop_ball, stop_dash, tackle_to_point, turn_to_angle,
    turn_to_ball, turn_to_point,
};
use crate::playmaker::protos;
use crate::playmaker::protos::player_action::Action;
use crate::playmaker::vector::point;

/// Clamps a number of cycles to the possible ones.
fn cycles(own: i32) -> u32 {
    own.clamp(0, 1000) as u32
}

impl Task<'_, '_> {
    /// What an action of the body does; `None` for other actions.
    pub(super) fn body(&self, action: &Action, mind: &mut Mind) -> Option<Outcome> {
        let world = &self.world;
        Some(match action {
            Action::Dash(own) => {
                primitive::dash(world, own.power.into(), own.relative_direction.into())
            }
            Action::Turn(own) => primitive::turn(world, own.relative_direction.into()),
            Action::Kick(own) => {
                primitive::kick(world, own.power.into(), own.relative_direction.into())
            }
            Action::Tackle(own) => primitive::tackle(world, own.power_or_dir.into(), own.foul),
            Action::Catch(_) => primitive::catch_ball(world),
            Action::Move(own) => primitive::move_to(world, Vec2::new(own.x.into(), own.y.into())),
            Action::BodyGoToPoint(own) => {
                go_to_point(world, point(own.target_point.as_ref()), way(own))
            }
            Action::BodyGoToPointDodge(own) => {
                go_to_point_dodge(world, point(own.target_point.as_ref()), own.dash_power.into())
            }
            Action::BodySmartKick(own) => {
                smart_kick(world, point(own.target_point.as_ref()), kick(own))
            }
            Action::BodyKickOneStep(own) => {
                let how = OneStepKick { speed: own.first_speed.into(), force: own.force_mode };
                one_step_kick(world, point(own.target_point.as_ref()), how)
            }
            Action::BodyAdvanceBall(_) => advance_ball(world),
            Action::BodyClearBall(_) => clear_ball(world),
            Action::BodyStopBall(_) => stop_ball(world),
            Action::BodyStopDash(own) => stop_dash(world, own.save_recovery),
            Action::BodyHoldBall(own) => hold_ball(world, hold(own)),
            Action::BodyDribble(own) => {
                let to = point(own.target_point.as_ref());
                let (body, run) = dribble_and_run(world, to, dribble(own));
                mind.intention = run.map(Intention::Run);
                body
            }
            Action::BodyIntercept(own) => {
                // Agents take a point that is not set for the centre of the pitch.
                let face = Some(point(own.face_point.as_ref()));
                intercept_ball(world, Intercept { save_recovery: own.save_recovery, face })
            }
            Action::BodyTackleToPoint(own) => tackle_to_point(
                world,
                point(own.target_point.as_ref()),
                own.min_probability.into(),
                own.min_speed.into(),
            ),
            Action::BodyTurnToAngle(own) => turn_to_angle(world, own.angle.into()),
            Action::BodyTurnToBall(own) => turn_to_ball(world, cycles(own.cycle)),
            Action::BodyTurnToPoint(own) => {
                turn_to_point(world, point(own.target_point.as_ref()), cycles(own.cycle))
            }
            _ => return None,
        })
    }
}

fn way(own: &protos::BodyGoToPoint) -> GoToPoint {
    GoToPoint {
        threshold: own.distance_threshold.into(),
        power: own.max_dash_power.into(),
        save_recovery: true,
    }
}

fn kick(own: &protos::BodySmartKick) -> SmartKick {
    SmartKick {
        speed: own.first_speed.into(),
        threshold: own.first_speed_threshold.into(),
        steps: own.max_steps.clamp(1, 3) as u32,
    }
}

fn dribble(own: &protos::BodyDribble) -> Dribble {
    Dribble {
        threshold: own.distance_threshold.into(),
        power: own.dash_power.into(),
        dashes: cycles(own.dash_count),
        dodge: own.dodge,
    }
}

/// Agents take points that are not set for the centre of the pitch, and look at the one to turn to
/// only if they are to turn.
fn hold(own: &protos::BodyHoldBall) -> HoldBall {
    HoldBall {
        turn_to: own.do_turn.then(|| point(own.turn_target_point.as_ref())),
        kick_target: Some(point(own.kick_target_point.as_ref())),
    }
}
