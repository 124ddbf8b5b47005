//! The goalie.

use super::value::OWN_GOAL;
use super::{Aim, Orders, Player, advised_ball, advised_place, ball, chase, position};
use crate::advice::ActionKind;
use crate::disc::pitch::{HALF_LENGTH, PENALTY_AREA_HALF_WIDTH, PENALTY_AREA_LENGTH};
use crate::disc::skills::{GoToPoint, go_to_point, turn_to_point};
use crate::disc::{Command, TEAM, Vec2};
use crate::teams::runner::Runner;

/// How far inside the penalty area the ball must be for the goalie to catch it, m.
const INSIDE: f64 = 1.0;
/// How far inside their reach it must be, m.
const EDGE: f64 = 0.05;
/// How far in front of the goal line they stand, m.
const STANDS: f64 = 2.7;
/// How far behind it the line to the ball starts, m.
const LINE_FROM: f64 = 7.0;
/// How far to the side the goalie goes at most, m.
const MOST_ASIDE: f64 = 6.5;

/// What the goalie does in play.
pub(super) fn decide(player: &Player) -> Orders {
    if let Some(catch) = catch(player) {
        return catch;
    }
    let barred = player.memory.taker == Some(player.me().unum);
    if player.me().can_kick && !barred {
        if let Some(orders) = advised_ball::decide(player, false) {
            return orders;
        }
        return match super::pass::best(player, 2.5, 2) {
            Some(pass) if pass.value > -40.0 => ball::play_pass(player, &pass),
            _ => ball::clear(player),
        };
    }
    if !barred && comes_out(player) {
        return chase_ball(player);
    }
    stand(player)
}

/// Whether a point is in our penalty area, with a margin, m.
pub(super) fn in_area(point: Vec2, margin: f64) -> bool {
    point.x < -HALF_LENGTH + PENALTY_AREA_LENGTH - margin
        && point.y.abs() < PENALTY_AREA_HALF_WIDTH - margin
}

/// Catches the ball if they can and may.
fn catch(player: &Player) -> Option<Orders> {
    let (me, view) = (player.me(), player.view);
    let gap = view.ball - me.position;
    view.our(me.unum)?;
    let first = player.world.side.index() * TEAM;
    let by_mate = player
        .memory
        .last_touch
        .is_some_and(|place| (first..first + TEAM).contains(&usize::from(place)));
    let may = me.catch_ban == 0 && !by_mate && in_area(view.ball, INSIDE);
    if !may || gap.length() > Runner::catch(view.rules) - EDGE {
        return None;
    }
    let length = player.world.rules.server.catchable_area_l;
    let width = 0.5 * player.world.rules.server.catchable_area_w;
    // The ball in the corner of the rectangle, where it reaches farthest.
    let aside = if gap.length() > length { width.atan2(length).to_degrees() } else { 0.0 };
    let direction = gap.direction().to_degrees() - me.body - aside;
    let direction = (direction + 540.0).rem_euclid(360.0) - 180.0;
    Some(Orders { body: Some(Command::Catch(direction)), ..Orders::default() })
}

/// Whether they go for the ball.
fn comes_out(player: &Player) -> bool {
    let view = player.view;
    let Some(own) = view.our(player.me().unum) else { return false };
    let meets = view.ball_at(own.steps as usize);
    let soonest = view.our_steps.min(own.steps);
    in_area(meets, INSIDE) && own.steps < view.their_steps && own.steps <= soonest + 2
}

fn chase_ball(player: &Player) -> Orders {
    let view = player.view;
    let steps = view.our(player.me().unum).map_or(1, |own| own.steps.max(1));
    let (point, power) = (view.ball_at(steps as usize), 100.0);
    let how = GoToPoint { threshold: 0.2, power, save_recovery: false };
    let way = go_to_point(player.world, point, how);
    match way.is_success {
        true => Orders::aimed(way, Aim::Go(point, power)),
        false => turn_to_point(player.world, view.ball, 1).into(),
    }
}

/// Stands between the ball and the goal.
fn stand(player: &Player) -> Orders {
    let view = player.view;
    if let Some(tackle) = chase::tackle(player).filter(|_| in_area(view.ball, -1.0)) {
        return tackle;
    }
    let ball = view.ball_at(3);
    let from = OWN_GOAL - Vec2::new(LINE_FROM, 0.0);
    let x = if ball.x > 0.0 { player.home().x } else { OWN_GOAL.x + STANDS };
    let share = ((x - from.x) / (ball.x - from.x).max(0.1)).clamp(0.0, 1.0);
    let y = (ball.y * share).clamp(-MOST_ASIDE, MOST_ASIDE);
    let spot =
        advised_place::spot(player).unwrap_or(match player.is_instructed(ActionKind::Home) {
            true => player.home(),
            false => Vec2::new(x, y),
        });
    if shot_on_goal(player) || (spot - player.me().position).length() > 0.5 {
        let spot = shot_line(player).unwrap_or(spot);
        let how = GoToPoint { threshold: 0.3, power: 100.0, save_recovery: true };
        let way = go_to_point(player.world, spot, how);
        if way.is_success {
            return Orders::aimed(way, Aim::Go(spot, how.power));
        }
    }
    if view.ball.x > 0.0 {
        return position::go(player, spot);
    }
    // Sideways, so that dashes cover the goal.
    let side = if ball.y > spot.y { 90.0 } else { -90.0 };
    crate::disc::skills::turn_to_angle(player.world, side).into()
}

/// Whether the ball is going into the goal.
fn shot_on_goal(player: &Player) -> bool {
    shot_line(player).is_some()
}

/// Where the goalie can first meet a ball that is going into the goal, or a point just inside the
/// line if they cannot; `None` if no ball is going in.
fn shot_line(player: &Player) -> Option<Vec2> {
    let view = player.view;
    let goal = 0.5 * view.rules.server.goal_width + 1.0;
    let end = (1..60).map(|cycle| view.ball_at(cycle)).find(|at| at.x < OWN_GOAL.x)?;
    if end.y.abs() > goal || view.ball.x > OWN_GOAL.x + 30.0 {
        return None;
    }
    let own = view.our(player.me().unum)?;
    let cycles = 1..60_u32;
    let mut points = cycles.map(|cycle| (cycle, view.ball_at(cycle as usize)));
    let reached = points.find(|(cycle, at)| own.steps_to(*at, 1.0) <= *cycle && at.x > OWN_GOAL.x);
    reached.map(|(_, at)| at).or(Some(Vec2::new(OWN_GOAL.x + 0.5, end.y)))
}
