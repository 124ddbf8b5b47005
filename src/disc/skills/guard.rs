//! Guarding our goal as the defenders of half field offense do (Hausknecht et al., 2016): standing
//! in the way of shots, marking an opponent, standing between the posts, and catching.

use super::angle;
use super::go_to_point::{GoToPoint, go_to_point};
use super::outcome::Outcome;
use super::turn::turn_to_ball;
use super::world_model::WorldModel;
use crate::disc::pitch::HALF_LENGTH;
use crate::disc::{Command, Vec2};

/// Distance at which they count as arrived, m.
const THERE: f64 = 0.4;
/// Minimum distance from the ball at which a guard stands in its way, m.
const OFF_BALL: f64 = 1.5;
/// How far from the goal line they stand, m.
const OFF_LINE: f64 = 1.0;
/// How far from a marked opponent they stand, on the way to the ball, m.
const MARKS: f64 = 1.5;
/// Half the width that a mate covers, m.
const COVERS: f64 = 0.54;

/// Goes to a place and turns to the ball once they are there.
fn stand(world: &WorldModel, spot: Vec2) -> Outcome {
    let power = world.rules.server.max_dash_power;
    let way = go_to_point(world, spot, GoToPoint { threshold: THERE, power, save_recovery: true });
    if way.is_success { way } else { Outcome { is_success: true, ..turn_to_ball(world, 1) } }
}

/// Stands in front of the middle of the largest part of our goal to which the ball has an open
/// path, at the point that they reach soonest.
pub fn reduce_angle_to_goal(world: &WorldModel) -> Outcome {
    let (ball, half) = (world.ball.position, 0.5 * world.rules.server.goal_width);
    let post = |y: f64| (Vec2::new(-HALF_LENGTH, y) - ball).direction();
    // Directions towards our goal are near 180 degrees and are counted from there.
    let turned = |way: f64| crate::disc::normalize_angle(way - std::f64::consts::PI);
    let (one, other) = (turned(post(half)), turned(post(-half)));
    let mut covered: Vec<[f64; 2]> = world
        .mates()
        .map(|mate| mate.position - ball)
        .filter(|gap| gap.x < 0.0)
        .map(|gap| (turned(gap.direction()), COVERS.atan2(gap.length())))
        .map(|(way, width)| [way - width, way + width])
        .collect();
    covered.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (low, high) = (one.min(other), one.max(other));
    let (mut from, mut widest) = (low, [low, low]);
    for [begin, end] in covered.into_iter().chain([[high, high]]) {
        let until = begin.clamp(low, high);
        if until - from > widest[1] - widest[0] {
            widest = [from, until];
        }
        from = from.max(end);
    }
    let middle = 0.5 * (widest[0] + widest[1]) + std::f64::consts::PI;
    let way = Vec2::polar(1.0, middle);
    let to_line = if way.x < -1e-6 { (-HALF_LENGTH + OFF_LINE - ball.x) / way.x } else { 0.0 };
    let gap = world.me.position - ball;
    let along = (gap.x * way.x + gap.y * way.y).min(to_line).max(OFF_BALL);
    stand(world, ball + way * along)
}

/// Stands at the opponent with a uniform number, on the ball's side; does nothing if there is none.
pub fn mark_player(world: &WorldModel, unum: u8) -> Outcome {
    let Some(marked) = world.opponents().find(|player| player.unum == Some(unum)) else {
        return Outcome::NOTHING;
    };
    let gap = world.ball.position - marked.position;
    let aside = if gap.length() > MARKS { gap.with_length(MARKS) } else { gap * 0.5 };
    stand(world, marked.position + aside)
}

/// Stands between the posts, level with the ball.
pub fn defend_goal(world: &WorldModel) -> Outcome {
    let half = 0.5 * world.rules.server.goal_width;
    stand(world, Vec2::new(-HALF_LENGTH + OFF_LINE, world.ball.position.y.clamp(-half, half)))
}

/// Catches towards the ball, with a corner of the catchable area if the ball is farther away than
/// its length. The game decides whether they may catch and whether they succeed.
pub fn catch_ball(world: &WorldModel) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    let gap = world.ball.position - me.position;
    let (length, width) = (server.catchable_area_l, 0.5 * server.catchable_area_w);
    let aside = if gap.length() > length { width.atan2(length).to_degrees() } else { 0.0 };
    Outcome::done(Command::Catch(angle::normalize(angle::of(gap) - me.body - aside)))
}
