//! Ways to the ball in the next cycle: by waiting, or by one dash in any direction.

use super::super::angle;
use super::super::kick_rate::rate_at;
use super::super::own_motion::{dash_rate, direction_rate};
use super::super::stamina::Stamina;
use super::super::world_model::WorldModel;
use super::way::{Way, WayKind};
use super::{INSIDE, NOISE, control, may_catch};
use crate::disc::Vec2;

/// How far inside of their reach the ball is to be after one dash, m.
const INSIDE_AFTER_DASH: f64 = 0.075;
/// The ball never needs to be nearer than this, m.
const NEAR: f64 = 0.3;
/// The factor by which their strongest kick must exceed the ball's speed for them to be sure to
/// stop it.
const SURE: f64 = 1.1;
/// Step between tried directions, degrees.
const STEP: f64 = 2.0;
/// Where the ball is wanted ahead of them, as a share of the margin of their reach.
const AHEAD: f64 = 0.5;
/// The same behind them.
const BEHIND: f64 = 0.3;
/// Steps between the two that are tried.
const TRIED: u32 = 5;

/// Adds the way, if there is one.
pub(super) fn add(world: &WorldModel, ball_velocity: Vec2, ways: &mut Vec<Way>) {
    let (me, server) = (&world.me, &world.rules.server);
    let ball = world.ball.position + ball_velocity;
    let area = control(world, ball, 0.5);
    let farthest = server.ball_speed_max + super::top_speed(server, me.own) + area;
    if me.position.distance(world.ball.position) > farthest {
        return;
    }
    if let Some(way) = by_waiting(world, ball_velocity, ball, area) {
        ways.push(way);
    } else {
        ways.extend(by_dash(world, ball_velocity, ball));
    }
}

/// The ball comes to them.
fn by_waiting(world: &WorldModel, ball_velocity: Vec2, ball: Vec2, area: f64) -> Option<Way> {
    let (me, server) = (&world.me, &world.rules.server);
    let noise = ball_velocity.length() * server.ball_rand * NOISE;
    let here = me.position + me.velocity;
    let gap = ball - here;
    let distance = gap.length();
    if distance > NEAR.max(area - INSIDE - noise) {
        return None;
    }
    let mut stamina = Stamina::of(me);
    stamina.wait(server, me.own);
    let catches = may_catch(world, ball, 0.5);
    if !catches && distance > me.own.player_size + server.ball_size {
        let most = server.maxpower * rate_at(world, gap, me.body);
        let speed = ball_velocity.length() * server.ball_decay * server.ball_decay;
        if most <= speed * SURE {
            return None;
        }
    }
    Some(Way {
        kind: WayKind::Forward,
        turns: u32::from(catches),
        angle: 0.0,
        dashes: u32::from(!catches),
        power: 0.0,
        direction: 0.0,
        end: here,
        gap: distance,
        stamina: stamina.stamina(),
        exhausts: false,
    })
}

/// The best single dash in any direction.
fn by_dash(world: &WorldModel, ball_velocity: Vec2, ball: Vec2) -> Option<Way> {
    let (me, server) = (&world.me, &world.rules.server);
    let area = control(world, ball, 0.0);
    let stamina = Stamina::of(me);
    let full = [server.max_dash_power, server.min_dash_power];
    let safe = full.map(|power| stamina.safe_power(server, me.own, power));
    let spares = (0..2).any(|index| (full[index] - safe[index]).abs() >= 1.0);
    let count = ((server.max_dash_angle - server.min_dash_angle) / STEP).floor() as u32;
    let near = {
        let noise = ball_velocity.length() * server.ball_rand;
        let margin = me.own.player_size + server.ball_size + 0.4 * me.own.kickable_margin;
        (area - 0.2 - noise).max(margin)
    };
    let mut best: Option<Way> = None;
    for index in 0..count {
        let direction = angle::normalize(server.min_dash_angle + f64::from(index) * STEP);
        let way = dash(world, ball, area, direction, safe)
            .or_else(|| if spares { dash(world, ball, area, direction, full) } else { None });
        let Some(way) = way else { continue };
        let is_better = best.is_none_or(|best| {
            let has_more = best.stamina < way.stamina;
            if best.gap < near && way.gap < near {
                has_more
            } else {
                best.gap > way.gap || ((best.gap - way.gap).abs() < 0.001 && has_more)
            }
        });
        if is_better {
            best = Some(way);
        }
    }
    best
}

/// One dash in a direction, with a power between `least` and `most`.
fn dash(
    world: &WorldModel,
    ball: Vec2,
    area: f64,
    direction: f64,
    [most, least]: [f64; 2],
) -> Option<Way> {
    let (me, server) = (&world.me, &world.rules.server);
    let sure = area - INSIDE_AFTER_DASH;
    let rate = dash_rate(world.rules, me, direction);
    debug_assert!(rate >= 0.0 && direction_rate(server, direction) >= 0.0);
    let course = me.body + direction;
    let here = me.position + me.velocity;
    let seen = angle::turned(ball - here, -course);
    let (front, back) = (most * rate, least * rate);
    let gap_at = |x: f64| (seen - Vec2::new(x, 0.0)).length();
    if seen.y.abs() > sure || gap_at(seen.x.min(front).max(back)) > sure {
        return None;
    }
    let is_between = back < seen.x && seen.x < front;
    let push = if is_between {
        cheapest_push(world, seen, [front, back]).unwrap_or(seen.x)
    } else if front < seen.x && gap_at(front) < sure {
        front
    } else if seen.x < back && gap_at(back) < sure {
        back
    } else {
        return None;
    };
    if rate <= 0.0 {
        return None;
    }
    let power = push / rate;
    let begin = Stamina::of(me);
    let mut stamina = begin;
    stamina.dash(server, me.own, power);
    let end = here + angle::polar(push, course);
    Some(Way {
        kind: if power > 0.0 { WayKind::Forward } else { WayKind::Back },
        turns: 0,
        angle: 0.0,
        dashes: 1,
        power,
        direction,
        end,
        gap: end.distance(ball),
        stamina: stamina.stamina(),
        exhausts: stamina.is_exhausted_since(&begin),
    })
}

/// The least push that puts the ball between where it is wanted ahead and behind.
fn cheapest_push(world: &WorldModel, seen: Vec2, [front, back]: [f64; 2]) -> Option<f64> {
    let (own, server) = (world.me.own, &world.rules.server);
    let wanted = |share: f64| own.player_size + server.ball_size + share * own.kickable_margin;
    let (ahead, behind) = (wanted(AHEAD), wanted(BEHIND));
    if seen.y.abs() > ahead {
        return Some(seen.x);
    }
    let from = seen.x - (ahead * ahead - seen.y * seen.y).sqrt();
    let to = seen.x + (behind * behind - seen.y * seen.y).sqrt();
    if !to.is_finite() {
        // Too far aside to be behind them in reach.
        return None;
    }
    let step = (to - from) / f64::from(TRIED);
    (0..=TRIED)
        .map(|index| from + f64::from(index) * step)
        .filter(|&push| if push >= 0.0 { push < front } else { push > back })
        .min_by(|one, other| one.abs().total_cmp(&other.abs()))
}
