//! What a player looks at while they go for a ball that their team is about to have.

use super::angle;
use super::necks::{Neck, can_see};
use super::pose::{Pose, next_ball};
use super::shot::best_shot;
use super::views::{NARROW_SHOWS, NORMAL_SHOWS, view_tactical};
use super::world_model::WorldModel;
use crate::disc::power::whole_power;
use crate::disc::{Vec2, ViewWidth, pitch};

/// What to look at, and how wide if that matters.
pub(super) struct Offense {
    pub neck: Neck,
    view: Option<ViewWidth>,
}

/// The ball is felt if it is this much nearer than objects that are seen wherever the head points,
/// m.
const FELT: f64 = 0.5;
/// Opponents whose position is no older than this count, cycles.
const KNOWN: u16 = 10;
/// The ball is not felt if such an opponent is so near that they may play it, m.
const PLAYS: f64 = 0.3;
/// The ball's speed this many cycles later decides whether it must be watched.
const LATER: u32 = 5;
/// It must if it is more than this many times their reach.
const FAST: f64 = 1.7;
/// Their goalie matters beyond this x, m.
const BEFORE_GOAL: f64 = 34.0;
/// Their goalie matters less than this far from the long axis, m.
const BESIDE_GOAL: f64 = 17.0;
/// There they are looked at all the time if the ball is this near to the middle of their goal and
/// to the goal line, and so far beside the goal, m.
const AT_GOAL: [f64; 3] = [13.0, 7.0, 3.0];
/// How far inside the view the point of a shot must be, degrees.
const SHOT_EDGE: f64 = 10.0;

/// `Neck_OffensiveInterceptNeck`: an opponent who has the ball; otherwise, once they themselves
/// have it next, the place of a shot; their goalie; a mate; or the ball.
///
/// Unlike in the proxy, they do not look at the receiver of a pass that they have not planned yet.
pub(super) fn offense(world: &WorldModel, pose: &Pose) -> Offense {
    let reach = world.reach();
    if let Some(opponent) = reach.fastest_opponent
        && world.opponent_can_kick()
    {
        return Offense { neck: Neck::BallAndPlayer(opponent, 0), view: None };
    }
    if let Some(point) = shot_point(world, pose) {
        return Offense { neck: Neck::Point(point), view: None };
    }
    let (ball, counts) = (next_ball(world), world.ball.counts);
    let is_near = pose.position.distance(ball) < world.rules.server.visible_distance - FELT;
    let is_safe = !is_near || !is_played(world, ball);
    let is_felt = is_near && is_safe;
    let later = world.ball.velocity.length() * whole_power(world.rules.server.ball_decay, LATER);
    let is_before_goal = ball.x > BEFORE_GOAL && ball.y.abs() < BESIDE_GOAL;
    let neck = if reach.me == LATER && later > FAST * world.reach_of_kick() {
        Neck::Ball
    } else if is_before_goal && (is_felt || (counts.position <= 1 && is_safe)) {
        Neck::GoalieOrScan(if is_beside_goal(world, ball) { -1 } else { 0 })
    } else if counts.position <= 1 {
        Neck::OldestMate
    } else {
        let is_unsure = pose.view_width != ViewWidth::Narrow || counts.velocity >= 2;
        let must_look = reach.me <= 5 && world.ball.seen_count >= 2 && is_unsure;
        Neck::BallOrScan(if must_look { -1 } else { 0 })
    };
    Offense { neck, view: view(world, pose, ball, is_felt, later) }
}

/// Whether an opponent may play the ball at a place in the next cycle.
fn is_played(world: &WorldModel, ball: Vec2) -> bool {
    let size = world.rules.server.ball_size;
    world.reach().opponent <= 1
        || world.opponents().any(|player| {
            let far = ball.distance(player.position + player.velocity);
            player.counts.position <= KNOWN && far < player.own.kickable_area(size) + PLAYS
        })
}

fn is_beside_goal(world: &WorldModel, ball: Vec2) -> bool {
    let [middle, line, side] = AT_GOAL;
    let half = 0.5 * world.rules.server.goal_width;
    ball.distance(Vec2::new(pitch::HALF_LENGTH, 0.0)) < middle
        && ball.x > pitch::HALF_LENGTH - line
        && ball.y.abs() > half + side
}

/// The place of a shot in the cycle in which they have the ball, if they do not see it already and
/// can look at it.
fn shot_point(world: &WorldModel, pose: &Pose) -> Option<Vec2> {
    if world.reach().me > 1 {
        return None;
    }
    let shot = match world.me.can_kick {
        true => best_shot(world),
        false => {
            let mut next = world.clone();
            next.ball.position = world.ball_after(1);
            next.me.can_kick = true;
            best_shot(&next)
        }
    };
    let (me, point) = (&world.me, shot?.point);
    let off = angle::from_to(me.body + me.neck, angle::of(point - me.position)).abs();
    let is_seen = me.position_count == 0 && off < 0.5 * me.view_angle - SHOT_EDGE;
    (!is_seen && can_see(pose, point, SHOT_EDGE)).then_some(point)
}

/// How wide to look: the wider, the more time there is; `None` if that does not matter.
fn view(
    world: &WorldModel,
    pose: &Pose,
    ball: Vec2,
    is_felt: bool,
    later: f64,
) -> Option<ViewWidth> {
    let (me, opponent) = (world.reach().me, world.reach().opponent);
    let (seen, is_slow) = (world.ball.seen_count, later < world.reach_of_kick());
    // What the view must show beyond the neck's limit for the ball to be in it.
    let beyond = pose.off_body(ball).abs() - world.rules.server.maxneckang;
    let is_hidden = |shows: f64| !is_felt && beyond > shows;
    if (me == 4 && opponent >= 3 && (seen == 0 || is_slow)) || (me >= 4 && is_hidden(NORMAL_SHOWS))
    {
        return Some(ViewWidth::Wide);
    }
    if (me == 3 && opponent >= 2 && (seen <= 1 || is_slow))
        || (me >= 3 && is_hidden(NARROW_SHOWS))
        || me > 10
    {
        return Some(ViewWidth::Normal);
    }
    (me <= 6).then_some(ViewWidth::Narrow)
}

/// The view that goes with [`Neck::OffensiveIntercept`], given the queued command of the body; the
/// usual one where that does not matter.
pub fn view_to_intercept(world: &WorldModel) -> ViewWidth {
    offense(world, &Pose::next(world)).view.unwrap_or_else(|| view_tactical(world))
}
