//! How wide to look.

use super::neck_offense::view_to_intercept;
use super::pose::{Pose, next_ball};
use super::world_model::{UNKNOWN, WorldModel};
use crate::disc::{PlayMode, Vec2, ViewWidth, pitch};

/// A way to choose the width of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// `View_ChangeWidth`, `View_Wide`, `View_Normal`: this one.
    Width(ViewWidth),
    /// `View_Synch`: the narrow one, with which sights arrive in step with the cycles.
    Synch,
    /// `View_Tactical`: by the distance of the ball.
    Tactical,
    /// That of `Neck_OffensiveInterceptNeck`.
    OffensiveIntercept,
}

impl View {
    /// The width that is wanted.
    pub fn width(self, world: &WorldModel) -> ViewWidth {
        match self {
            Self::Width(width) => width,
            Self::Synch => ViewWidth::Narrow,
            Self::Tactical => view_tactical(world),
            Self::OffensiveIntercept => view_to_intercept(world),
        }
    }
}

/// The ball is alone if nobody is nearer to it than this, m.
const ALONE: f64 = 5.0;
/// A ball farther than this off the body is behind, degrees.
const BEHIND: f64 = 120.0;
/// A ball within this distance is near, m.
const NEAR: f64 = 10.0;
/// A ball beyond this distance is far, m.
const FAR: f64 = 20.0;
/// A ball beyond this distance is very far, m.
const VERY_FAR: f64 = 40.0;
/// The angle to each side of the head that a normal view shows, less a margin, degrees.
pub(super) const NORMAL_SHOWS: f64 = 60.0 - 3.0;
/// The same for a narrow view.
pub(super) const NARROW_SHOWS: f64 = 30.0 - 3.0;

/// `View_Tactical`: how wide to look: the farther the ball will be when somebody has it, the wider.
pub fn view_tactical(world: &WorldModel) -> ViewWidth {
    let me = &world.me;
    let is_stopped = matches!(world.mode, PlayMode::BeforeKickOff | PlayMode::Goal(_));
    let is_lost = world.ball.counts.position >= UNKNOWN;
    let has_caught = me.is_goalie && me.holds_ball;
    if is_stopped || world.mode.is_shoot_out() || is_lost || has_caught {
        return ViewWidth::Wide;
    }
    let pose = Pose::next(world);
    let reach = world.reach();
    let ball = world.ball_after(reach.me.min(reach.mate).min(reach.opponent));
    let far = ball.distance(pose.position);
    if let Some(width) = goalie_view(world, &pose, ball) {
        return width;
    }
    if far > VERY_FAR || (far > NEAR && far <= FAR && off_body(world, &pose) > BEHIND) {
        return ViewWidth::Wide;
    }
    let others = || world.others.iter().map(|player| player.position);
    let is_alone = || {
        !me.is_goalie
            && me.position.distance(world.ball.position) > NEAR
            && others().all(|at| at.distance(world.ball.position) > ALONE)
    };
    if far > FAR || (far > NEAR && is_alone()) { ViewWidth::Normal } else { ViewWidth::Narrow }
}

/// The direction of the next ball from the body, 0 to 180 degrees.
fn off_body(world: &WorldModel, pose: &Pose) -> f64 {
    pose.off_body(next_ball(world)).abs()
}

/// A goalie who has not got the ball looks as wide as it takes to see it, unless it comes near to
/// their goal and to themselves.
fn goalie_view(world: &WorldModel, pose: &Pose, ball: Vec2) -> Option<ViewWidth> {
    let goal = Vec2::new(-pitch::HALF_LENGTH, 0.0);
    let is_near = ball.distance(pose.position) <= NEAR
        && ball.x <= pitch::PENALTY_AREA_LENGTH - pitch::HALF_LENGTH
        && ball.distance(goal) <= FAR;
    if !world.me.is_goalie || world.me.can_kick || is_near {
        return None;
    }
    let beyond = off_body(world, pose) - world.rules.server.maxneckang;
    if beyond > NORMAL_SHOWS {
        Some(ViewWidth::Wide)
    } else {
        (beyond > NARROW_SHOWS).then_some(ViewWidth::Normal)
    }
}
