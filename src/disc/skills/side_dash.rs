//! Dashes to the side, with which a player goes to a near point without turning.

use super::angle;
use super::go_to_point::{GoToPoint, STRAIGHT, first_speed};
use super::own_motion::{dash_directions, direction_rate};
use super::stamina::Stamina;
use super::world_model::{WorldModel, after};
use crate::disc::{Command, Vec2};

/// How much farther than the threshold a target may be, m.
const NEAR: f64 = 1.0;
/// The most dashes.
const DASHES: u32 = 3;
/// The smallest of their angles from the body, degrees.
const LEAST_ANGLE: f64 = 0.5;
/// The largest of them, degrees.
const MOST_ANGLE: f64 = 100.0;
/// No further dash is needed for less than this, m/cycle.
const LEAST_PUSH: f64 = 0.01;
/// Nearer than this to the target all ends are equally good, m.
const AT_TARGET: f64 = 0.1;
/// Ends whose distances differ by less than this are equally good, m.
const SAME: f64 = 1e-3;

/// The result of equal dashes in a direction.
#[derive(Clone, Copy)]
struct Run {
    /// Distance of its end from the target, m.
    far: f64,
    dashes: u32,
    /// Power of the first dash.
    power: f64,
    /// Stamina left.
    stamina: f64,
    direction: f64,
}

impl Run {
    /// Whether it is better than the best one so far.
    fn is_better(&self, best: &Self) -> bool {
        if self.far < AT_TARGET || (self.far - best.far).abs() < SAME {
            self.dashes < best.dashes || self.stamina > best.stamina
        } else {
            self.far < best.far
        }
    }
}

/// The first of a few dashes to the side after which they come to rest within the threshold of a
/// near target; `None` if there are no such dashes, or if they need not dash sideways. `gap`: from
/// where they come to rest by themselves to the target, in the body's frame.
pub(super) fn side_dash(
    world: &WorldModel,
    gap: Vec2,
    how: GoToPoint,
    cycles: u32,
) -> Option<Command> {
    let off = angle::of(gap);
    let is_far = gap.length() > how.threshold + NEAR;
    if is_far || gap.y.abs() < how.threshold || off.abs() < STRAIGHT {
        return None;
    }
    let fits = |direction: &f64| {
        (LEAST_ANGLE..=MOST_ANGLE).contains(&direction.abs())
            && angle::from_to(*direction, off).abs() <= 90.0
    };
    let server = &world.rules.server;
    let runs = dash_directions(server).filter(fits);
    let runs = runs.filter_map(|direction| run(world, gap, direction, how, cycles));
    let best = runs
        .filter(|run| run.far < how.threshold)
        .reduce(|best, run| if run.is_better(&best) { run } else { best })?;
    // The rules may allow no such power, as that of a player who is told to run backwards.
    let power = best.power.min(server.max_dash_power).max(server.min_dash_power);
    Some(Command::Dash(power, best.direction))
}

/// Dashes in a direction until they would come to rest level with the target; `None` if none is
/// needed.
///
/// The gap leaves out the way that they come by themselves, and they start from its end here once
/// more: the proxy does both.
fn run(world: &WorldModel, gap: Vec2, direction: f64, how: GoToPoint, cycles: u32) -> Option<Run> {
    let (me, server) = (&world.me, &world.rules.server);
    let own = me.own;
    let rate = me.effort * own.dash_power_rate * direction_rate(server, direction);
    let mut velocity = angle::turned(me.velocity, -me.body);
    let mut at = after(Vec2::ZERO, velocity, own.player_decay, cycles);
    let mut stamina = Stamina::of(me);
    let (mut dashes, mut first) = (0, None);
    while dashes < DASHES.min(cycles) {
        let left = angle::turned(gap - at, -direction).x;
        let push = first_speed(own.player_decay, left, cycles - dashes);
        if push < LEAST_PUSH || rate <= 0.0 {
            break;
        }
        let available = match how.save_recovery {
            true => {
                (stamina.stamina() - server.stamina_max * server.recover_dec_thr - 1.0).max(0.0)
            }
            false => stamina.stamina() + own.extra_stamina,
        };
        let power = (push / rate).min(available).min(how.power).min(server.max_dash_power);
        first = first.or(Some(power));
        velocity += angle::polar(power * rate, direction);
        at += velocity;
        velocity *= own.player_decay;
        stamina.dash(server, own, power);
        dashes += 1;
    }
    let far = at.distance(gap);
    first.map(|power| Run { far, dashes, power, stamina: stamina.stamina(), direction })
}
