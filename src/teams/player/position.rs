//! Players without the ball.

use super::{Aim, Orders, Player, advised_place, marking, support};
use crate::advice::ActionKind;
use crate::disc::pitch::{CIRCLE_RADIUS, HALF_LENGTH, HALF_WIDTH};
use crate::disc::skills::{GoToPoint, go_to_point, turn_to_angle, turn_to_ball};
use crate::disc::{Command, PlayMode, Vec2};

/// How far behind the offside line attackers stay, m.
const ONSIDE: f64 = 1.0;
/// Players count as arrived within this distance of their place at least, m.
const THERE: f64 = 0.7;
/// The same for a metre of its distance from the ball.
const THERE_FAR: f64 = 0.06;
/// With the ball beyond this x, attackers wait facing the goal, m.
const FROM: f64 = -25.0;
/// Before a kick-off a player farther than this from their place moves there, m.
const MOVES: f64 = 0.5;

/// Before a kick-off: moves to the place.
pub(super) fn line_up(player: &Player) -> Orders {
    let spot = advised_place::line_up(player).unwrap_or_else(|| player.home());
    let me = player.me();
    if (spot - me.position).length() > MOVES {
        return Orders { body: Some(Command::Move(spot.x, spot.y)), ..Orders::default() };
    }
    turn_to_ball(player.world, 1).into()
}

/// Goes to the place of the formation.
pub(super) fn go_home(player: &Player) -> Orders {
    go(player, player.home())
}

/// In play: marks, or goes to the place of the formation, onside.
pub(super) fn decide(player: &Player) -> Orders {
    let view = player.view;
    if let Some(spot) = advised_place::spot(player) {
        return go(player, spot);
    }
    if let Some(spot) = marking::spot(player) {
        return go(player, advised_place::on_line(player, spot));
    }
    let mut home = player.home();
    if player.memory.taker == Some(player.me().unum) {
        // They must not touch the ball again before somebody else has.
        home = apart(home, view.ball_at(5), 3.0);
    }
    let line = line(player);
    home.x = home.x.min(line);
    let is_bound = player.is_instructed(ActionKind::Home);
    if view.has_ball() && !player.role().is_defender() && !is_bound {
        home = support::spot(player, home, line);
    }
    go(player, advised_place::on_line(player, home))
}

/// The highest x at which a player waits for the ball, m.
pub(super) fn line(player: &Player) -> f64 {
    if matches!(player.world.mode, PlayMode::PlayOn | PlayMode::FreeKick(_)) {
        player.view.offside_line - ONSIDE
    } else {
        HALF_LENGTH
    }
}

/// Goes to a place at a suitable pace, and faces the ball there.
pub(super) fn go(player: &Player, spot: Vec2) -> Orders {
    let spot = legal(player, advised_place::allowed(player, spot));
    let away = (player.view.ball - spot).length();
    let threshold = THERE.max(THERE_FAR * away);
    let how = GoToPoint { threshold, power: pace(player, spot), save_recovery: true };
    let way = go_to_point(player.world, spot, how);
    if way.is_success {
        return Orders::aimed(way, Aim::Go(spot, how.power));
    }
    if player.role().is_attacker() && player.view.has_ball() && player.view.ball.x > FROM {
        // Ready to run behind the last line.
        return turn_to_angle(player.world, 0.0).into();
    }
    turn_to_ball(player.world, 1).into()
}

/// A place that the rules allow: on the pitch, and away from the ball at an opponents' set play.
fn legal(player: &Player, spot: Vec2) -> Vec2 {
    let most = Vec2::new(HALF_LENGTH + 1.0, HALF_WIDTH + 1.0);
    let spot = Vec2::new(spot.x.clamp(-most.x, most.x), spot.y.clamp(-most.y, most.y));
    let theirs = player.world.side.other();
    if player.world.mode.set_play() != Some(theirs) {
        return spot;
    }
    let spot = apart(spot, player.view.ball, CIRCLE_RADIUS + 1.0);
    match player.world.mode {
        PlayMode::KickOff(_) => Vec2::new(spot.x.min(-0.5), spot.y),
        _ => spot,
    }
}

/// A place at least `distance` from a point; moved towards our goal if it is at that point.
fn apart(spot: Vec2, from: Vec2, distance: f64) -> Vec2 {
    let gap = spot - from;
    if gap.length() >= distance {
        return spot;
    }
    let gap = if gap.length() < 0.1 { Vec2::new(-1.0, 0.0) } else { gap };
    from + gap.with_length(distance)
}

/// The power of dashes: full if it matters, otherwise what stamina can sustain.
fn pace(player: &Player, spot: Vec2) -> f64 {
    let (me, server) = (player.me(), &player.world.rules.server);
    let far = (spot - me.position).length();
    let is_back = me.position.x > spot.x + 4.0 && !player.view.has_ball();
    let rest = me.stamina / server.stamina_max;
    let gain = me.own.stamina_inc_max * me.recovery;
    if (is_back || me.position.x > player.view.offside_line - 0.3) && rest > 0.4 {
        return server.max_dash_power;
    }
    let power = match rest {
        rest if rest > 0.75 => gain + 12.0 * far,
        rest if rest > 0.5 => gain + 4.0 * far,
        _ => 0.7 * gain,
    };
    power.max(10.0).min(server.max_dash_power)
}
