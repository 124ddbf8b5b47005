//! Bare commands that agents request by numbers, limited to what can be carried out.

use super::angle;
use super::outcome::Outcome;
use super::own_motion::{dash_rate, turn_command};
use super::pose::Pose;
use super::world_model::WorldModel;
use crate::disc::{Command, PlayMode, Vec2, ViewWidth};

/// `Dash`: dashes with a power in a direction from the body, rounded to the rules' step of
/// directions or whole degrees; no stronger than it takes to reach the player's top speed.
pub fn dash(world: &WorldModel, power: f64, direction: f64) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    if me.is_frozen || power.is_nan() || !direction.is_finite() {
        return Outcome::NOTHING;
    }
    let step = if server.dash_angle_step > 0.0 { server.dash_angle_step } else { 1.0 };
    let direction = angle::normalize((direction / step).round_ties_even() * step);
    // With odd parameters the lower bound may exceed the upper one.
    let direction = direction.max(server.min_dash_angle).min(server.max_dash_angle);
    let power = power.max(server.min_dash_power).min(server.max_dash_power);
    let power = power.signum() * power.abs().min(fastest_power(world, power, direction));
    Outcome::done(Command::Dash((power * 1000.0).round_ties_even() / 1000.0, direction))
}

/// The power with which a dash brings a player to their top speed.
fn fastest_power(world: &WorldModel, power: f64, direction: f64) -> f64 {
    let me = &world.me;
    let rate = dash_rate(world.rules, me, direction);
    let most = me.own.player_speed_max;
    if rate <= 0.0 {
        return power.abs();
    }
    // Where the ray along the dash leaves the circle of velocities that they can have.
    let back = if power < 0.0 { 180.0 } else { 0.0 };
    let velocity = angle::turned(me.velocity, -(me.body + direction + back));
    let room = most * most - velocity.y * velocity.y;
    if room < 0.0 {
        return power.abs();
    }
    ((room.sqrt() - velocity.x) / rate).max(0.0)
}

/// `Turn`: turns by an angle, with the moment that this takes at the player's speed.
pub fn turn(world: &WorldModel, by: f64) -> Outcome {
    if world.me.is_frozen {
        return Outcome::NOTHING;
    }
    Outcome::done(Command::Turn(turn_command(&world.me, by)))
}

/// `Kick`, of a ball within reach.
pub fn kick(world: &WorldModel, power: f64, direction: f64) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    if me.is_frozen || !me.can_kick {
        return Outcome::NOTHING;
    }
    let power = power.clamp(0.0, server.maxpower.max(0.0));
    Outcome::done(Command::Kick(power, angle::normalize(direction)))
}

/// `Tackle`: tackles in a direction from the body; `foul`: as a foul.
pub fn tackle(world: &WorldModel, direction: f64, foul: bool) -> Outcome {
    if world.me.is_frozen {
        return Outcome::NOTHING;
    }
    Outcome::done(Command::Tackle(angle::normalize(direction), foul))
}

/// `Catch`: the goalie catches with a corner of their catchable rectangle, where it reaches
/// farthest, turned to the ball.
pub fn catch_ball(world: &WorldModel) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    let may = world.mode == PlayMode::PlayOn || matches!(world.mode, PlayMode::PenaltyTaken(_));
    if me.is_frozen || !me.is_goalie || me.catch_ban > 0 || !may {
        return Outcome::NOTHING;
    }
    let corner = (0.5 * server.catchable_area_w).atan2(server.catchable_area_l).to_degrees();
    let direction = angle::from_to(me.body, angle::of(world.ball.position - me.position));
    let aside = corner.copysign(direction);
    Outcome::done(Command::Catch(angle::normalize(direction - aside)))
}

/// `Move`: to a point, before a kick-off, after a goal, or as the goalie who holds the ball.
pub fn move_to(world: &WorldModel, point: Vec2) -> Outcome {
    let is_stopped = matches!(world.mode, PlayMode::BeforeKickOff | PlayMode::Goal(_));
    let may = is_stopped || (world.me.is_goalie && world.me.holds_ball);
    if world.me.is_frozen || !may {
        return Outcome::NOTHING;
    }
    Outcome::done(Command::Move(point.x, point.y))
}

/// `TurnNeck`: by an angle, as far as the neck can turn.
pub fn turn_neck(world: &WorldModel, by: f64) -> Command {
    let (server, neck) = (&world.rules.server, world.me.neck);
    let to = (neck + by).max(server.minneckang).min(server.maxneckang);
    Command::TurnNeck((to - neck).max(server.minneckmoment).min(server.maxneckmoment))
}

/// `ChangeView`; `None` where nothing would change.
pub fn change_view(world: &WorldModel, width: ViewWidth) -> Option<Command> {
    (width != world.me.view_width).then_some(Command::ChangeView(width, None))
}

/// `PointTo`: at a point, from where the player and their head will be.
pub fn point_to(world: &WorldModel, point: Vec2) -> Command {
    let pose = Pose::next(world);
    let direction = angle::from_to(world.me.neck, pose.off_body(point));
    Command::PointTo(pose.position.distance(point), direction)
}
