//! Going to a point round whoever stands in the way.

use super::angle;
use super::go_to_point::{GoToPoint, go_to_point_in};
use super::outcome::Outcome;
use super::world_model::WorldModel;
use crate::disc::{PlayMode, Vec2};

/// A player this near ahead may stand in the way, m.
const AHEAD: f64 = 1.5;
/// A player this little off the way may stand in it, m.
const ASIDE: f64 = 0.7;
/// The same offset from the way for the ball of a set play, m.
const BALL_ASIDE: f64 = 1.5;
/// How far beside an obstacle they pass, m.
const BESIDE: f64 = 1.2;
/// Distance at which they count as arrived, m.
const THRESHOLD: f64 = 0.1;
/// The cycles in which they want to arrive.
const CYCLES: u32 = 3;
/// They go straight to targets nearer than this, m.
const NEAR: f64 = 0.6;

/// `Body_GoToPointDodge`: goes to a point, round a player in the way or, while the ball is not in
/// play, round the ball.
pub fn go_to_point_dodge(world: &WorldModel, point: Vec2, power: f64) -> Outcome {
    let target = beside(world, point).unwrap_or(point);
    let how = GoToPoint { threshold: THRESHOLD, power, save_recovery: true };
    go_to_point_in(world, target, how, CYCLES)
}

/// A point beside the nearest obstacle in the way; `None` if there is no obstacle or the target is
/// near.
fn beside(world: &WorldModel, point: Vec2) -> Option<Vec2> {
    let here = world.me.position;
    if here.distance(point) < NEAR {
        return None;
    }
    let course = angle::of(point - here);
    let players = world.others.iter().map(|player| (player.position, ASIDE));
    let ball = (world.mode != PlayMode::PlayOn).then_some((world.ball.position, BALL_ASIDE));
    let in_way = players.chain(ball).filter_map(|(at, aside)| {
        let seen = angle::turned(at - here, -course);
        let is_in_way = seen.x > 0.0 && seen.length() < AHEAD && seen.y.abs() < aside;
        is_in_way.then_some((seen.length(), at, seen.y))
    });
    let (_, at, off) = in_way.min_by(|one, other| one.0.total_cmp(&other.0))?;
    // On the side on which the way passes already.
    let side = if off > 0.0 { -90.0 } else { 90.0 };
    Some(at + angle::polar(BESIDE, course + side))
}
