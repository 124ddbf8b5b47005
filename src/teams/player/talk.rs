//! What players who know only what they sense tell each other, in the say codec.

use super::{Orders, Player};
use crate::disc::skills::Me;
use crate::disc::{Command, PlayMode, Vec2};
use crate::wire::say::{self, Unit};

/// Knowledge older than this is not reported, cycles.
const OLD: u16 = 2;
/// A ball farther than this from the speaker is not reported, m: others see it better.
const FAR: f64 = 25.0;
/// Players who are not the first at the ball report it if they are nearer to it than this, m.
const NEAR: f64 = 12.0;

/// What the player says. One who is at the ball, or the first there, says where it is, how it
/// moves, and to whom they pass. All others say where they are and where an opponent is. Positions
/// are those of the next cycle, in which they are heard.
pub(super) fn speak(player: &Player, orders: &Orders) -> Option<String> {
    if player.world.mode == PlayMode::BeforeKickOff || player.me().position_count > OLD {
        return None;
    }
    let units = ball(player, orders).or_else(|| others(player))?;
    say::encode(&units).ok()
}

/// Whom the player listens to, by number; nobody in particular if they are the first at the ball
/// themselves.
pub(super) fn attend(player: &Player) -> Option<u8> {
    player.view.first.filter(|first| *first != player.me().unum)
}

/// What they say of the ball, if they are near and have seen it lately.
fn ball(player: &Player, orders: &Orders) -> Option<Vec<Unit>> {
    let (world, view) = (player.world, player.view);
    let far = (view.ball - player.me().position).length();
    let is_first = view.first == Some(player.me().unum);
    let counts = world.ball.counts;
    let limit = if is_first { FAR } else { NEAR };
    if counts.position > OLD || far > limit || !(is_first || counts.position == 0) {
        return None;
    }
    let kicked = kicked(player, orders);
    let velocity = kicked.unwrap_or(world.ball.velocity);
    let at = view.ball + velocity;
    let cycles = counts.position.into();
    let mut units = vec![Unit::BallPos { x: at.x, y: at.y, cycles }];
    if kicked.is_some() || counts.velocity <= OLD {
        let next = velocity * world.rules.server.ball_decay;
        let cycles = if kicked.is_some() { cycles } else { counts.velocity.into() };
        units.push(Unit::BallVelocity { dx: next.x, dy: next.y, cycles });
    }
    units.extend(orders.receiver.map(|player| Unit::PassToPlayer { player }));
    Some(units)
}

/// The velocity of a ball that they kick now.
fn kicked(player: &Player, orders: &Orders) -> Option<Vec2> {
    let Some(Command::Kick(power, direction)) = orders.body else { return None };
    let (me, server) = (player.me(), &player.world.rules.server);
    let rate = rate(me, player.view.ball - me.position, server.ball_size);
    let push = (power * rate).min(server.ball_accel_max);
    let velocity =
        player.world.ball.velocity + Vec2::polar(push, (me.body + direction).to_radians());
    let speed = velocity.length();
    let most = server.ball_speed_max;
    Some(if speed > most { velocity.with_length(most) } else { velocity })
}

/// Acceleration of a ball at an offset from the player for a unit of power.
fn rate(me: &Me, ball: Vec2, ball_size: f64) -> f64 {
    let off = (ball.direction().to_degrees() - me.body + 540.0).rem_euclid(360.0) - 180.0;
    let gap = (ball.length() - me.own.player_size - ball_size) / me.own.kickable_margin;
    me.own.kick_power_rate * (1.0 - 0.25 * off.abs() / 180.0 - 0.25 * gap)
}

/// Where they are, and where an opponent is whom they have seen lately; the opponents take turns.
fn others(player: &Player) -> Option<Vec<Unit>> {
    let world = player.world;
    let at = world.me_after(1);
    let mut units = vec![Unit::OurPos { x: at.x, y: at.y }];
    let fresh = world.opponents().filter(|seen| seen.counts.position <= OLD);
    let named: Vec<_> = fresh.filter_map(|seen| Some((seen.unum?, seen))).collect();
    if let Some((unum, seen)) = named.get(world.cycle as usize % named.len().max(1)) {
        let at = seen.position + seen.velocity;
        let cycles = seen.counts.position.into();
        units.push(Unit::OpponentPos { player: *unum, x: at.x, y: at.y, cycles });
    }
    Some(units)
}
