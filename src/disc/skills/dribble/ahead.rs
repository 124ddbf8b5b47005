//! Dashes with the ball, and kicks ahead.

use super::super::angle;
use super::super::goalie::is_in_their_area;
use super::super::own_motion::dash_rate;
use super::super::planner::RunOn;
use super::super::world_model::{PlayerView, WorldModel};
use super::{Dribble, Step, away_from_close, course, is_inside, keep_at, kick_with};
use crate::disc::Vec2;

/// Number of ball distances tried.
const DISTANCES: u32 = 10;
/// The arc between neighbouring directions, m.
const ARC: f64 = 0.1;
/// Range of the tried directions around straight ahead at near distances, degrees.
const AROUND: f64 = 240.0;
/// The same at the edge of reach.
const FORWARD: f64 = 160.0;
/// Dashes simulated ahead, unless more are requested.
const LONGEST: u32 = 12;

/// The power of a dash after which they can still kick the ball and no opponent can play it; `None`
/// if there is no such dash.
pub(super) fn dash_with_ball(world: &WorldModel, power: f64) -> Option<f64> {
    let (me, server) = (&world.me, &world.rules.server);
    let ball = world.ball_after(1);
    if world.reach().opponent <= 1 || !is_inside(ball) {
        return None;
    }
    let course = if power < 0.0 { me.body + 180.0 } else { me.body };
    let rate = me.effort * me.own.dash_power_rate;
    debug_assert!(rate <= dash_rate(world.rules, me, 0.0) + 1e-9);
    let wanted = me.velocity + angle::polar(power.abs() * rate, course);
    // No faster than they can run.
    let part = if wanted.length() > me.own.player_speed_max {
        let velocity = angle::turned(me.velocity, -course);
        let most = me.own.player_speed_max;
        let along = (most * most - velocity.y * velocity.y).max(0.0).sqrt();
        ((along - velocity.x) / (power.abs() * rate)).clamp(0.0, 1.0)
    } else {
        1.0
    };
    let velocity = me.velocity + angle::polar(part * power.abs() * rate, course);
    let gap = ball - (me.position + velocity);
    let noise = 0.5
        * (velocity.length() * server.player_rand
            + world.ball.velocity.length() * server.ball_rand);
    let contact = me.own.player_size + server.ball_size;
    let stays = angle::from_to(course, angle::of(gap)).abs() < 150.0
        && gap.length() < world.reach_of_kick() - noise - 0.2
        && gap.length() - noise > contact;
    let is_safe = || {
        let near = world.opponents().filter(|player| {
            player.position.distance(me.position) <= 8.0
                && player.counts.position <= 5
                && !player.is_tackling
        });
        near.into_iter().all(|player| !threatens(world, player, ball))
    };
    (stays && is_safe()).then_some(part * power)
}

/// Whether an opponent can play the ball of the next cycle, with or without a dash.
fn threatens(world: &WorldModel, player: &PlayerView, ball: Vec2) -> bool {
    let server = &world.rules.server;
    let catches = player.is_goalie && is_in_their_area(player.position) && is_in_their_area(ball);
    let reach = if catches {
        server.catchable_area_l.hypot(0.5 * server.catchable_area_w)
    } else {
        player.own.kickable_area(server.ball_size)
    } + 0.1;
    let gap = ball - (player.position + player.velocity);
    let body = if player.counts.body <= 1 { player.body } else { angle::of(gap) };
    let seen = angle::turned(gap, -body);
    let far = if seen.x > 0.0 { server.tackle_dist } else { server.tackle_back_dist };
    let part = |way: f64, most: f64| (way.abs() / most).powf(server.tackle_exponent);
    let tackles = far > 1e-5 && part(seen.x, far) + part(seen.y, server.tackle_width) < 0.4;
    let dash = server.max_dash_power * player.own.dash_power_rate * player.own.effort_max;
    let near = |x: f64| Vec2::new(x, seen.y).length() < reach;
    let kicks =
        seen.y.abs() < reach && (seen.x.abs() < dash || near(seen.x + dash) || near(seen.x - dash));
    let tackles_then = seen.y.abs() < server.tackle_width
        && seen.x > 0.0
        && seen.x - dash < server.tackle_dist + 0.1;
    tackles || kicks || tackles_then
}

/// A kick after which the ball stays within reach for as many dashes as possible.
pub(super) fn kick_that_stays(world: &WorldModel, how: Dribble) -> Option<Step> {
    let (me, server) = (&world.me, &world.rules.server);
    let ahead = if how.power < 0.0 { me.body + 180.0 } else { me.body };
    let course = course(world, 1, LONGEST.max(how.dashes), how.power, ahead);
    let first = *course.first()?;
    let least = me.own.player_size + server.ball_size + 0.15;
    let most = world.reach_of_kick() + 0.2;
    let mut best: Option<Stay> = None;
    for ring in 0..DISTANCES {
        let distance = least + (most - least) / f64::from(DISTANCES - 1) * f64::from(ring);
        let step = ARC * 360.0 / (2.0 * distance * std::f64::consts::PI);
        let range = if distance < world.reach_of_kick() - 0.1 { AROUND } else { FORWARD };
        let count = (range / step).ceil() as i32 + 1;
        for index in 0..count {
            let direction = ahead + step * f64::from(index - count / 2);
            let ball = first + angle::polar(distance, direction);
            let Some(stay) = stay(world, &course, how, ahead, ball) else { continue };
            if best.as_ref().is_none_or(|best| stay.is_better(best)) {
                best = Some(stay);
            }
        }
    }
    let best = best?;
    let dashes = best.dashes.min(how.dashes);
    let point = course.get(dashes as usize).copied().unwrap_or(first);
    let run = RunOn { point, turns: 0, dashes, power: how.power };
    let run = (how.power > 0.0 && dashes > 0).then_some(run);
    Some((kick_with(world, best.velocity)?, run))
}

/// The result of a candidate kick.
struct Stay {
    velocity: Vec2,
    dashes: u32,
    /// How far opponents are, and how far ahead the ball goes, m.
    room: f64,
    ahead: f64,
}

impl Stay {
    fn is_better(&self, other: &Self) -> bool {
        if self.dashes != other.dashes {
            return self.dashes > other.dashes;
        }
        if self.room > 5.0 && other.room > 5.0 {
            return self.ahead > other.ahead;
        }
        self.room > other.room
    }
}

fn stay(
    world: &WorldModel,
    course: &[Vec2],
    how: Dribble,
    ahead: f64,
    first: Vec2,
) -> Option<Stay> {
    let (me, server) = (&world.me, &world.rules.server);
    let velocity = first - world.ball.position;
    if !is_inside(first)
        || (velocity - world.ball.velocity).length() > server.ball_accel_max
        || kick_with(world, velocity).is_none()
    {
        return None;
    }
    let mut room = room(world, first)?;
    let contact = me.own.player_size + server.ball_size;
    let reach = world.reach_of_kick();
    let (mut ball, mut moves, mut dashes) = (first, velocity * server.ball_decay, 0);
    let mut end = first;
    for &here in course.iter().skip(1) {
        ball += moves;
        let seen = angle::turned(ball - here, -ahead);
        let distance = seen.length();
        let (far, own) = (ball.distance(world.ball.position), here.distance(me.position));
        let doubt = |ball: f64, own_part: f64, most: f64| (ball * far + own_part).min(most);
        let is_last = dashes + 1 == how.dashes && seen.x > 0.0 && distance > reach - 0.25;
        let is_kept = is_inside(ball)
            && distance >= contact - doubt(0.02, 0.03 * own, 0.1) + 0.2
            && !is_last
            && distance <= reach - 0.2
            && seen.x <= reach - doubt(0.02, 0.04 * own, 0.2) - 0.2
            && seen.y.abs() <= reach - doubt(0.02, 0.055 + own, 0.35) - 0.15;
        let Some(there) = is_kept.then(|| self::room(world, ball)).flatten() else { break };
        room = room.min(there);
        dashes += 1;
        end = ball;
        moves *= server.ball_decay;
    }
    let ahead = angle::turned(end - world.ball.position, -ahead).x;
    (dashes > 0).then_some(Stay { velocity, dashes, room, ahead })
}

/// How far opponents are from a place, m; `None` if one of them can play the ball there.
fn room(world: &WorldModel, ball: Vec2) -> Option<f64> {
    let server = &world.rules.server;
    let reach = world.rules.types[0].kickable_area(server.ball_size) + 0.2;
    let catch = server.catchable_area_l.hypot(0.5 * server.catchable_area_w);
    let mut room = 1000.0_f64;
    let near = world.opponents().filter(|player| {
        player.counts.position <= 5 && player.position.distance(world.me.position) <= 30.0
    });
    for player in near {
        let distance = player.position.distance(ball);
        if player.is_goalie && is_in_their_area(ball) {
            if distance < catch {
                return None;
            }
            room = room.min(distance - catch);
        }
        if distance < reach {
            return None;
        }
        room = room.min(distance);
    }
    Some(room)
}

/// A kick ahead after which they meet the ball at the end of their dashes, with the ball beside
/// them.
pub(super) fn kick_that_is_met(world: &WorldModel, how: Dribble) -> Option<Step> {
    let (me, server) = (&world.me, &world.rules.server);
    let ahead = if how.power < 0.0 { me.body + 180.0 } else { me.body };
    let course = course(world, 1, how.dashes, how.power, ahead);
    let way = *course.last()? - me.position;
    let (far, heading) = (way.length(), angle::of(way));
    let contact = me.own.player_size + server.ball_size;
    let reach = world.reach_of_kick();
    let seen = angle::turned(world.ball.position - me.position, -heading).y.abs();
    let aside = contact + 0.2;
    let aside = if seen < aside { (aside + 0.1).min(seen) } else { aside };
    let along = (reach * reach - aside * aside).max(0.0).sqrt() - 0.2 - (0.05 * far).min(0.6);
    let ball_direction = angle::of(world.ball.position - me.position);
    let direction = away_from_close(world).unwrap_or_else(|| {
        let is_right = angle::from_to(heading, ball_direction) > 0.0;
        let off = aside.atan2(along).to_degrees().abs();
        heading + if is_right { off } else { -off }
    });
    let spot = me.position + way + angle::polar(along.hypot(aside), direction);
    let cycles = how.dashes as i32 + 1;
    let stretch = (1.0 - server.ball_decay.powi(cycles)) / (1.0 - server.ball_decay);
    let velocity = (spot - world.ball.position) / stretch;
    let Some(outcome) = kick_with(world, velocity) else {
        return Some((keep_at(world, direction), None));
    };
    let next = world.ball.position + velocity - world.me_after(1);
    if next.length() < contact + 0.15 {
        let is_behind = angle::from_to(heading, ball_direction).abs() > 90.0;
        let direction = if is_behind { heading + 90.0 } else { direction };
        return Some((keep_at(world, direction), None));
    }
    // A player who runs backwards has to decide anew in every cycle.
    let run = RunOn { point: spot, turns: 0, dashes: how.dashes, power: how.power };
    let run = (how.power > 0.0).then_some(run);
    Some((outcome, run))
}
