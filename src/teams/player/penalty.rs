//! Shoot-outs.

use super::value::GOAL;
use super::{Orders, Player, ball, goalie, position};
use crate::disc::skills::{GoToPoint, go_to_point, turn_to_point};
use crate::disc::{PlayMode, TEAM, Vec2};

/// What a player does. The pitch is turned so that the taker attacks towards +x, whatever the side
/// on which penalties are shot.
pub(super) fn decide(player: &Player) -> Orders {
    use PlayMode as M;
    let (mode, side) = (player.world.mode, player.world.side);
    let (M::PenaltySetup(of) | M::PenaltyReady(of) | M::PenaltyTaken(of)) = mode else {
        return Orders::default();
    };
    if of != side {
        let defends = player.me().is_goalie && matches!(mode, M::PenaltyTaken(_));
        return if defends { goalie::decide(player) } else { Orders::default() };
    }
    if player.me().unum != taker(player) {
        return Orders::default();
    }
    let world = player.world;
    match mode {
        M::PenaltySetup(_) => {
            let spot = player.view.ball - Vec2::new(0.55, 0.0);
            let how = GoToPoint { threshold: 0.3, power: 60.0, save_recovery: true };
            let way = go_to_point(world, spot, how);
            if way.is_success { way.into() } else { turn_to_point(world, GOAL, 1).into() }
        }
        _ if player.me().can_kick => ball::decide(player),
        _ => {
            let steps = player.view.our(player.me().unum).map_or(1, |own| own.steps.max(1));
            let point = player.view.ball_at(steps as usize);
            let how = GoToPoint { threshold: 0.2, power: 100.0, save_recovery: true };
            let way = go_to_point(world, point, how);
            if way.is_success { way.into() } else { position::go_home(player) }
        }
    }
}

/// Whose turn it is: 11 first, then 10, and so on.
fn taker(player: &Player) -> u8 {
    let taken = matches!(player.world.mode, PlayMode::PenaltyTaken(_));
    let before = player.memory.penalties.saturating_sub(u32::from(taken));
    (TEAM as u32 - before % TEAM as u32) as u8
}
