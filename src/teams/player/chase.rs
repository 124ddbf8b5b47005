//! Going for the ball.

use super::advice::Instruction;
use super::value::{GOAL, OWN_GOAL};
use super::{Aim, Orders, Player};
use crate::advice::ActionKind;
use crate::disc::skills::{
    GoToPoint, Intercept, go_to_point, intercept_ball, tackle_failure, tackle_to_point,
    turn_to_ball,
};
use crate::teams::runner::HORIZON;

/// The lowest probability of success with which a tackle is tried.
const SURE: f64 = 0.8;
/// The same for a player who is told to tackle.
const SURE_IF_TOLD: f64 = 0.4;

/// A tackle, if the opponents have the ball and it is likely to succeed.
pub(super) fn tackle(player: &Player) -> Option<Orders> {
    let view = player.view;
    if view.their_steps > 0 || view.our_steps == 0 {
        return None;
    }
    if player.instructions(ActionKind::Tackle, false).any(|instruction| owns(player, instruction)) {
        return None;
    }
    let is_advised =
        player.instructions(ActionKind::Tackle, true).any(|instruction| owns(player, instruction));
    let sure = if is_advised { SURE_IF_TOLD } else { SURE };
    if 1.0 - tackle_failure(player.world) < sure {
        return None;
    }
    let tackle = tackle_to_point(player.world, GOAL, sure, 0.0);
    tackle.is_success.then(|| Orders::aimed(tackle, Aim::Tackle(GOAL)))
}

/// Whether the opponent who has the ball, or gets it next, is one of those that are named.
fn owns(player: &Player, instruction: Instruction) -> bool {
    let view = player.view;
    let mut theirs = (1..).zip(&view.theirs);
    theirs.any(|(unum, seen)| {
        let owner = seen.as_ref().filter(|seen| seen.steps == view.their_steps);
        owner.is_some_and(|seen| seen.is_named && instruction.names(unum))
    })
}

/// Goes for the opponent whom they are told to tackle, if that one has the ball or gets it next.
pub(super) fn told_to_tackle(player: &Player) -> Option<Orders> {
    let is_theirs = |instruction| owns(player, instruction) && !player.view.has_ball();
    player.instructions(ActionKind::Tackle, true).any(is_theirs).then(|| go_for_ball(player))
}

/// Goes for the ball, wherever the others are.
pub(super) fn go_for_ball(player: &Player) -> Orders {
    Orders::aimed(intercept_ball(player.world, Intercept::default()), Aim::Intercept)
}

/// What the first of the team at the ball does.
pub(super) fn decide(player: &Player) -> Orders {
    let view = player.view;
    if view.their_steps + 1 >= view.our_steps.min(HORIZON as u32) {
        return go_for_ball(player);
    }
    // Between the ball and our goal, as far ahead of the opponent as they can get.
    let ball = view.ball_at(view.their_steps as usize);
    let far = (ball - player.me().position).length();
    let ahead = (0.25 * far).clamp(0.3, 4.0);
    let point = ball + (OWN_GOAL - ball).with_length(ahead);
    let power = player.world.rules.server.max_dash_power;
    let how = GoToPoint { threshold: 0.2, power, save_recovery: true };
    let way = go_to_point(player.world, point, how);
    match way.is_success {
        true => Orders::aimed(way, Aim::Go(point, power)),
        false => turn_to_ball(player.world, 1).into(),
    }
}
