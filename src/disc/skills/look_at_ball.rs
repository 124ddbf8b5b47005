//! Behaviours that keep an eye on the ball.

use super::angle;
use super::go_to_point::{GoToPoint, go_to_point};
use super::neck::{Look, body_neck_to_point, neck_body_to_point};
use super::necks::Neck;
use super::outcome::Outcome;
use super::own_motion::safe_power;
use super::play::Play;
use super::primitive::{dash, turn};
use super::rivals::catchable_area;
use super::scan::scan_field;
use super::turn::turn_to_angle;
use super::world_model::{UNKNOWN, WorldModel, final_point};
use crate::disc::{Command, PlayMode, Vec2, pitch};

/// The ball is in view on the way if its direction is less than this off the way's, degrees.
const SEEN: f64 = 85.0;
/// Back dashes of field players have this share of the power.
const BACK: f64 = 0.7;
/// Directions that differ by less need no turn, degrees.
const STRAIGHT: f64 = 6.0;
/// A ball last seen no more cycles ago than this is faced with the neck alone.
const LATELY: u16 = 5;
/// How far before its limit the neck turns to the ball, degrees.
const SPARE: f64 = 5.0;

/// `Bhv_GoToPointLookBall`: goes to a point and keeps the ball in view. They run forwards if the
/// ball is ahead and backwards otherwise, which leads nowhere if the rules allow no negative power.
/// Faces the ball once they have arrived.
pub fn go_to_point_look_ball(world: &WorldModel, point: Vec2, threshold: f64, power: f64) -> Play {
    let me = &world.me;
    if me.is_frozen {
        return Play::body(Outcome::NOTHING);
    }
    if final_point(me.position, me.velocity, me.own.player_decay).distance(point) < threshold {
        if world.ball.counts.position > LATELY {
            return Play::look(body_neck_to_ball(world));
        }
        return Play::body(Outcome::done_waiting()).looking(Neck::Ball);
    }
    let here = world.me_after(1);
    let way = angle::of(point - here);
    let to_ball = angle::of(world.ball_after(1) - here);
    if angle::from_to(way, to_ball).abs() < SEEN {
        let body = go_to_point(world, point, GoToPoint { threshold, power, save_recovery: true });
        if body.is_success {
            return Play::body(body).looking(Neck::Ball);
        }
        let look = if world.ball.counts.position >= UNKNOWN {
            scan_field(world)
        } else {
            neck_body_to_point(world, world.ball_after(1), SPARE)
        };
        return Play { body: look.body.failed(), ..Play::look(look) };
    }
    Play::body(run_back(world, point, way, power)).looking(Neck::Ball)
}

/// Turns their back to the point, or dashes towards it backwards.
fn run_back(world: &WorldModel, point: Vec2, way: f64, power: f64) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    let off = angle::from_to(me.body, way + 180.0);
    let near = if me.is_goalie { catchable_area(server) } else { world.reach_of_kick() };
    let far = world.me_after(1).distance(point);
    let margin = STRAIGHT.max(near.atan2(far).to_degrees());
    if off.abs() > margin {
        return turn_to_angle(world, way + 180.0);
    }
    let power = if me.is_goalie { -power } else { -BACK * power };
    let power = safe_power(world.rules, me, power);
    Outcome { is_success: true, ..dash(world, power, 0.0) }
}

/// Faces the ball with body and neck, or looks for it if its place is unknown.
fn body_neck_to_ball(world: &WorldModel) -> Look {
    if world.ball.counts.position >= UNKNOWN {
        return scan_field(world);
    }
    body_neck_to_point(world, world.ball_after(1))
}

/// `Bhv_Emergency`: looks for the ball, whatever has been commanded before.
pub fn emergency(world: &WorldModel) -> Look {
    let look = scan_field(world);
    Look { body: Outcome { is_success: !world.me.is_frozen, ..look.body }, ..look }
}

/// How far from their place a player must be to be moved there, m.
const OFF: f64 = 1.0;
/// How far behind the halfway line they are put at least, m.
const BEHIND_LINE: f64 = 0.01;
/// A place less than this outside the circle, m, is moved outwards if the other team kicks off.
const NEAR_CIRCLE: f64 = 0.1;
/// It is moved to this distance outside the circle, m.
const OFF_CIRCLE: f64 = 0.5;
/// Nobody is moved before this many cycles have passed of the stop in which the game begins.
const SETTLES: u32 = 5;
/// After a goal, a player who is faster than this turns round instead, m/cycle.
const MOVING: f64 = 0.05;

/// `Bhv_BeforeKickOff`: moves them to their place on their own half, outside the centre circle if
/// the other team kicks off; looks about if they are there already. Does not succeed in the first
/// cycles of the game, when the server places the players itself.
pub fn before_kick_off(world: &WorldModel, spot: Vec2, they_kick_off: bool) -> Play {
    let is_after_goal = matches!(world.mode, PlayMode::Goal(_));
    let is_stopped = is_after_goal || world.mode == PlayMode::BeforeKickOff;
    if !is_stopped || (world.cycle == 0 && world.stopped < SETTLES) {
        return Play::body(Outcome::WAIT).looking(Neck::Angle(0.0));
    }
    if world.me.position_count >= UNKNOWN {
        return Play::look(scan_field(world));
    }
    if is_after_goal && world.me.velocity.length() > MOVING {
        return Play::body(turn(world, 180.0)).looking(Neck::Angle(0.0));
    }
    let spot = allowed_place(spot, they_kick_off);
    if spot.distance(world.me.position) > OFF {
        return Play::body(Outcome::done(Command::Move(spot.x, spot.y))).looking(Neck::Angle(0.0));
    }
    Play::look(scan_field(world))
}

/// The place where they may stand before the kick-off that is nearest to another, roughly; `spot`:
/// m, in the team's frame.
pub fn allowed_place(spot: Vec2, they_kick_off: bool) -> Vec2 {
    let spot = Vec2::new(spot.x.min(-BEHIND_LINE), spot.y);
    if they_kick_off && spot.length() < pitch::CIRCLE_RADIUS + NEAR_CIRCLE {
        // Farther from the line than before, as this lengthens the vector.
        return spot.with_length(pitch::CIRCLE_RADIUS + OFF_CIRCLE);
    }
    spot
}
