//! Kick-offs, kick-ins, free kicks, corners, goal kicks.

use super::value::GOAL;
use super::{Aim, Orders, Player, advised_ball, advised_place, ball, goalie, pass, position};
use crate::disc::skills::{GoToPoint, go_to_point, turn_to_point};
use crate::disc::{Command, PlayMode, Vec2};

/// Cycles for which the taker waits for their mates.
const WAIT: u32 = 25;
/// Cycles until which they look for a good pass.
const PATIENCE: u32 = 60;
/// How far behind the ball the taker stands, m.
const BEHIND: f64 = 0.55;
/// Cycles for which a goalie keeps a caught ball.
const KEEP: u32 = 40;

/// What a player does; `is_ours`: whether their team brings the ball into play.
pub(super) fn decide(player: &Player, is_ours: bool) -> Orders {
    if !is_ours {
        return if player.me().is_goalie { position::go_home(player) } else { defend(player) };
    }
    if player.me().holds_ball {
        return throw(player);
    }
    if taker(player) == Some(player.me().unum) {
        return take(player);
    }
    if let Some(spot) = advised_place::spot(player) {
        return position::go(player, spot);
    }
    let mut home = player.home();
    home.x = home.x.min(position::line(player));
    position::go(player, home)
}

/// Players mark, as far as the rules let them.
fn defend(player: &Player) -> Orders {
    match advised_place::spot(player).or_else(|| super::marking::spot(player)) {
        Some(spot) => position::go(player, spot),
        None => position::go_home(player),
    }
}

/// The number of the taker: the goalie at goal kicks, otherwise the nearest other player; the
/// nearest of all in a team that has no such player.
fn taker(player: &Player) -> Option<u8> {
    let view = player.view;
    let by_goalie = matches!(player.world.mode, PlayMode::GoalKick(_));
    let ours = view.ours.iter().enumerate();
    let all = ours.filter_map(|(index, seen)| {
        let seen = seen.as_ref()?;
        let is_other = seen.is_goalie != by_goalie;
        Some((is_other, (seen.at() - view.ball).length(), index as u8 + 1))
    });
    let first = all.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    first.map(|(_, _, unum)| unum)
}

/// Goes behind the ball, waits, kicks.
fn take(player: &Player) -> Orders {
    let (me, world, view) = (player.me(), player.world, player.view);
    let aim = if view.ball.y.abs() > 30.0 { Vec2::new(view.ball.x + 5.0, 0.0) } else { GOAL };
    if !me.can_kick {
        let spot = view.ball - (aim - view.ball).with_length(BEHIND);
        let power = if (spot - me.position).length() > 3.0 { 80.0 } else { 40.0 };
        let how = GoToPoint { threshold: 0.25, power, save_recovery: true };
        let way = go_to_point(world, spot, how);
        return match way.is_success {
            true => Orders::aimed(way, Aim::Go(spot, power)),
            false => turn_to_point(world, view.ball, 1).into(),
        };
    }
    if player.memory.mode_age < WAIT {
        return turn_to_point(world, aim, 1).into();
    }
    if let Some(orders) = advised_ball::decide(player, true) {
        return orders;
    }
    let is_shot = !matches!(world.mode, PlayMode::IndirectFreeKick(_) | PlayMode::GoalKick(_));
    if let Some(point) = super::shot::best(player, 2.5).filter(|_| is_shot) {
        return ball::shoot(player, point);
    }
    let sooner = if player.memory.mode_age < PATIENCE { 2 } else { -1 };
    match pass::best(player, 2.5, sooner) {
        Some(pass) => ball::play_pass(player, &pass),
        None if player.memory.mode_age < PATIENCE => turn_to_point(world, aim, 1).into(),
        None => ball::clear(player),
    }
}

/// The goalie has caught the ball: goes to the free side of their area, and plays it to a mate.
fn throw(player: &Player) -> Orders {
    let (me, age) = (player.me(), player.memory.mode_age);
    let spot = |side: f64| Vec2::new(-40.0, 13.0 * side);
    if age == 3 {
        let free = |side: f64| player.view.free_around(spot(side));
        let side = if free(1.0) > free(-1.0) { 1.0 } else { -1.0 };
        let at = spot(side);
        return Orders { body: Some(Command::Move(at.x, at.y)), ..Orders::default() };
    }
    if age < KEEP || !goalie::in_area(me.position, 0.0) {
        return turn_to_point(player.world, Vec2::new(0.0, me.position.y), 1).into();
    }
    if let Some(orders) = advised_ball::decide(player, true) {
        return orders;
    }
    match pass::best(player, 2.5, 2) {
        Some(pass) => ball::play_pass(player, &pass),
        None if age < 2 * KEEP => turn_to_point(player.world, GOAL, 1).into(),
        None => ball::clear(player),
    }
}
