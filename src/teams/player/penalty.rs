//! Shoot-outs.

use super::{Orders, Player, ball, goalie, position};
use crate::disc::PlayMode;
use crate::disc::skills::{GoToPoint, go_to_point, penalty};

/// What a player does. The pitch is turned so that the taker attacks towards +x, whatever the side
/// on which penalties are shot.
pub(super) fn decide(player: &Player) -> Orders {
    let (world, me) = (player.world, player.me());
    let is_ours = world.mode.side() == Some(world.side);
    let is_open = matches!(world.mode, PlayMode::PenaltyTaken(_));
    if me.is_goalie && is_open && !is_ours {
        return goalie::decide(player);
    }
    let is_taker = is_ours && player.penalty_taker == Some(me.unum);
    let may_play = is_open || matches!(world.mode, PlayMode::PenaltyReady(_));
    if is_taker && may_play && plays_freely(player) {
        return take(player);
    }
    let play = penalty(world, player.penalty_taker.unwrap_or_default());
    let (neck, view) = play.eyes(world);
    Orders { neck, view, ..play.body.into() }
}

/// Whether the taker plays as with the ball in play. One who only senses would lose sight of goalie
/// and clock, and a single kick must be a shot.
fn plays_freely(player: &Player) -> bool {
    let is_sensed = player.world.looked.is_some();
    player.world.rules.server.pen_allow_mult_kicks && !is_sensed
}

/// Takes the penalty.
fn take(player: &Player) -> Orders {
    if player.me().can_kick {
        return ball::decide(player);
    }
    let steps = player.view.our(player.me().unum).map_or(1, |own| own.steps.max(1));
    let point = player.view.ball_at(steps as usize);
    let how = GoToPoint { threshold: 0.2, power: 100.0, save_recovery: true };
    let way = go_to_point(player.world, point, how);
    if way.is_success { way.into() } else { position::go_home(player) }
}
