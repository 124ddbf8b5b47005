//! Where a player will be and how they will face once their command of this cycle has taken effect.

use super::angle;
use super::kick_rate::kick_rate;
use super::own_motion::{dash_rate, turn_per_cycle};
use super::world_model::WorldModel;
use crate::disc::{Command, Vec2, ViewWidth};

/// Commands that a player has been given in this cycle already.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Queued {
    /// The command of their body.
    pub body: Option<Command>,
    /// How wide to look from now on.
    pub view: Option<ViewWidth>,
}

/// A player in the next cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position, m.
    pub position: Vec2,
    /// Direction of the body, degrees.
    pub body: f64,
    /// How wide they look, degrees.
    pub view_angle: f64,
    /// The width of view that has this angle.
    pub view_width: ViewWidth,
}

impl Pose {
    /// Returns the pose after the commands that they have been given so far.
    pub fn next(world: &WorldModel) -> Self {
        Self::after(world, world.queued)
    }

    /// Returns the pose after given commands.
    pub fn after(world: &WorldModel, queued: Queued) -> Self {
        let (me, server) = (&world.me, &world.rules.server);
        let (mut velocity, mut body) = (me.velocity, me.body);
        match queued.body {
            Some(Command::Turn(moment)) => {
                let most = turn_per_cycle(me.own, me.velocity.length());
                body = angle::normalize(body + (moment * most / 180.0).clamp(-most, most));
            }
            Some(Command::Dash(power, direction)) => {
                let push = (power.abs() * dash_rate(world.rules, me, direction))
                    .min(server.player_accel_max);
                let back = if power < 0.0 { 180.0 } else { 0.0 };
                velocity += angle::polar(push, me.body + direction + back);
                if velocity.length() > me.own.player_speed_max {
                    velocity = velocity.with_length(me.own.player_speed_max);
                }
            }
            _ => {}
        }
        let view_width = queued.view.unwrap_or(me.view_width);
        Self {
            position: me.position + velocity,
            body,
            view_angle: view_angle(world, view_width),
            view_width,
        }
    }

    /// The direction of a point from the body, -180 to 180 degrees.
    pub fn off_body(&self, point: Vec2) -> f64 {
        angle::from_to(self.body, angle::of(point - self.position))
    }
}

/// Where the ball is in the next cycle after the command of the body that the player has been given
/// so far, which may be a kick.
pub fn next_ball(world: &WorldModel) -> Vec2 {
    let Some(Command::Kick(power, direction)) = world.queued.body else {
        return world.ball_after(1);
    };
    let push = (power * kick_rate(world)).min(world.rules.server.ball_accel_max);
    world.ball_after(1) + angle::polar(push, world.me.body + direction)
}

/// The angle that a player sees with a width of view, degrees.
fn view_angle(world: &WorldModel, width: ViewWidth) -> f64 {
    if width == world.me.view_width {
        return world.me.view_angle;
    }
    let normal = world.rules.server.visible_angle;
    let share = match (width, world.me.sees_with_cycle) {
        (ViewWidth::Narrow, false) => 0.5,
        (ViewWidth::Narrow, true) => 2.0 / 3.0,
        (ViewWidth::Normal, false) => 1.0,
        (ViewWidth::Normal, true) => 4.0 / 3.0,
        (ViewWidth::Wide, _) => 2.0,
    };
    normal * share
}
