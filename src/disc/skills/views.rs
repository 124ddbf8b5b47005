//! How wide to look.

use super::angle;
use super::pose::Pose;
use super::world_model::WorldModel;
use crate::disc::{PlayMode, ViewWidth};

/// A way to choose the width of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// `View_ChangeWidth`, `View_Wide`, `View_Normal`: this one.
    Width(ViewWidth),
    /// `View_Synch`: the narrow one, with which sights arrive in step with the cycles.
    Synch,
    /// `View_Tactical`: by the distance of the ball.
    Tactical,
}

impl View {
    /// The width that is wanted.
    pub fn width(self, world: &WorldModel) -> ViewWidth {
        match self {
            Self::Width(width) => width,
            Self::Synch => ViewWidth::Narrow,
            Self::Tactical => view_tactical(world),
        }
    }
}

/// The ball is alone if nobody is nearer to it than this, m.
const ALONE: f64 = 5.0;
/// A ball farther than this off the body is behind, degrees.
const BEHIND: f64 = 120.0;

/// `View_Tactical`: how wide to look: the farther the ball, the wider.
pub fn view_tactical(world: &WorldModel) -> ViewWidth {
    if matches!(world.mode, PlayMode::BeforeKickOff) || world.mode.is_shoot_out() {
        return ViewWidth::Wide;
    }
    let pose = Pose::next(world);
    let ball = world.ball_after(1);
    let far = ball.distance(pose.position);
    let behind = angle::normalize(pose.off_body(ball)).abs() > BEHIND;
    let others = world.others.iter().map(|player| player.position);
    let is_alone = || others.clone().all(|at| at.distance(world.ball.position) > ALONE);
    if far > 40.0 || (far > 10.0 && far <= 20.0 && behind) {
        ViewWidth::Wide
    } else if far > 20.0 || (far > 10.0 && is_alone()) {
        ViewWidth::Normal
    } else {
        ViewWidth::Narrow
    }
}
