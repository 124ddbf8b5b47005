//! Behaviours that keep an eye on the ball.

use super::angle;
use super::go_to_point::{GoToPoint, go_to_point};
use super::neck::{Look, body_neck_to_point};
use super::necks::Neck;
use super::outcome::Outcome;
use super::own_motion::turn_command;
use super::play::Play;
use super::scan::scan_field;
use super::world_model::{UNKNOWN, WorldModel};
use crate::disc::{Command, PlayMode, Vec2, pitch};

/// The ball is seen on the way if it is less off it than this, degrees.
const SEEN: f64 = 85.0;
/// Back dashes have this share of the power that would lead there.
const BACK: f64 = 0.7;
/// Directions that differ by less need no turn, degrees.
const STRAIGHT: f64 = 15.0;

/// `Bhv_GoToPointLookBall`: goes to a point and sees the ball as he goes: ahead if it is ahead,
/// otherwise backwards where the rules let him dash so. Faces the ball when he is there.
pub fn go_to_point_look_ball(world: &WorldModel, point: Vec2, threshold: f64, power: f64) -> Play {
    let me = &world.me;
    if me.is_frozen {
        return Play::body(Outcome::NOTHING);
    }
    if world.ball.counts.position >= UNKNOWN || me.position_count >= UNKNOWN {
        return Play::look(scan_field(world));
    }
    let here = world.me_after(1);
    if here.distance(point) < threshold {
        return Play::look(body_neck_to_point(world, world.ball_after(1)));
    }
    let way = angle::of(point - here);
    let to_ball = angle::of(world.ball_after(1) - here);
    let may_go_back = world.rules.server.min_dash_power < 0.0;
    if angle::from_to(way, to_ball).abs() < SEEN || !may_go_back {
        let how = GoToPoint { threshold, power, save_recovery: true };
        let body = go_to_point(world, point, how);
        return Play { body, neck: Some(Neck::Ball), ..Play::body(body) };
    }
    let off = angle::from_to(me.body, way + 180.0);
    let body = if off.abs() > STRAIGHT {
        Outcome::done(Command::Turn(turn_command(me, off)))
    } else {
        go_to_point(world, point, GoToPoint { threshold, power: -BACK * power, save_recovery: true })
    };
    Play { body, neck: Some(Neck::Ball), ..Play::body(body) }
}

/// `Bhv_Emergency`: looks for the ball, whatever has been told before.
pub fn emergency(world: &WorldModel) -> Look {
    let look = scan_field(world);
    Look { body: Outcome { is_success: !world.me.is_frozen, ..look.body }, ..look }
}

/// How far from his place a player is put there, m, and the margin to line and circle.
const OFF: f64 = 1.0;
const BEHIND_LINE: f64 = 0.01;
/// So soon after a stop nobody is moved, cycles.
const SETTLES: u32 = 5;

/// `Bhv_BeforeKickOff`: is put to his place on his own half, out of the circle if the other team
/// kicks off; looks about when he is there. Without success in the first cycles, when the server
/// puts players itself.
pub fn before_kick_off(world: &WorldModel, place: Vec2, they_kick_off: bool) -> Play {
    let is_stopped = matches!(world.mode, PlayMode::BeforeKickOff | PlayMode::Goal(_));
    if !is_stopped || (world.cycle > 0 && world.stopped < SETTLES) {
        return Play::body(Outcome::WAIT);
    }
    let mut place = Vec2::new(place.x.min(-BEHIND_LINE), place.y);
    let radius = pitch::CIRCLE_RADIUS + 0.5;
    if they_kick_off && place.length() < radius {
        let out = if place.length() > 1e-6 { place } else { Vec2::new(-1.0, 0.0) };
        place = out.with_length(radius);
        place.x = place.x.min(-BEHIND_LINE);
    }
    if place.distance(world.me.position) > OFF {
        return Play::body(Outcome::done(Command::Move(place.x, place.y)));
    }
    Play::look(scan_field(world))
}
