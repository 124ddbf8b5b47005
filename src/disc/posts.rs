//! Goal posts: circles that ball and players bounce off.

use super::pitch::{HALF_LENGTH, POST_RADIUS};
use super::{Room, ServerParameters, Vec2};
use std::f64::consts::PI;

/// How near its edge one stands on a post's edge, as a share of its radius.
const ON_EDGE: f64 = 1.0e-9;

/// Where the posts are: centres at (+-x, +-y), m.
pub(super) struct Goals {
    x: f64,
    y: f64,
}

impl Goals {
    /// Of a goal's width.
    pub fn new(server: &ServerParameters) -> Self {
        Self { x: HALF_LENGTH - POST_RADIUS, y: server.goal_width * 0.5 + POST_RADIUS }
    }

    /// The post of a point's quarter of the pitch, which is the nearest.
    fn nearest(&self, point: Vec2) -> Vec2 {
        let x = if point.x > 0.0 { self.x } else { -self.x };
        let y = if point.y > 0.0 { self.y } else { -self.y };
        Vec2::new(x, y)
    }
}

/// Moves a disc of a size along its velocity; tells whether it hit a post.
pub(super) fn step(
    room: &mut Room,
    position: &mut Vec2,
    velocity: &mut Vec2,
    size: f64,
    goals: &Goals,
) -> bool {
    let reach = POST_RADIUS + size;
    let end = *position + *velocity;
    let (first, last) = (goals.nearest(*position), goals.nearest(end));
    // Whoever stays outside both circles for the whole way cannot hit one.
    let way2 = velocity.length2();
    let far = |post: Vec2, point: Vec2| {
        let gap2 = (point - post).length2();
        gap2 > 2.0 * (way2 + reach * reach)
    };
    if far(first, *position) && far(last, end) {
        *position = end;
        return false;
    }
    let pushed = push_out(room, position, velocity, reach, goals);
    bounce(position, velocity, reach, goals) || pushed
}

/// Who starts inside a post is pushed to its edge, and turns back.
fn push_out(
    room: &mut Room,
    position: &mut Vec2,
    velocity: &mut Vec2,
    reach: f64,
    goals: &Goals,
) -> bool {
    let mut hit = false;
    let mut post = goals.nearest(*position);
    while position.distance(post) < reach {
        let mut out = *position - post;
        if out == Vec2::ZERO {
            out = Vec2::polar(reach, room.game.lots.uniform(-PI, PI));
        } else {
            out = out.with_length(reach);
        }
        *position = post + out;
        while position.distance(post) < reach {
            out *= 1.01;
            *position = post + out;
        }
        if *velocity != Vec2::ZERO {
            *velocity = mirrored(*velocity, post - *position);
        }
        post = goals.nearest(*position);
        hit = true;
    }
    hit
}

/// Follows the way from post to post; the way that remains and the velocity are mirrored.
fn bounce(position: &mut Vec2, velocity: &mut Vec2, reach: f64, goals: &Goals) -> bool {
    let mut hit = false;
    let mut end = *position + *velocity;
    // Each bounce leaves a shorter way; the bound is for numbers that are beyond reason.
    for _ in 0..1000 {
        let (first, last) = (goals.nearest(*position), goals.nearest(end));
        let crossing = crossing(*position, end, first, reach)
            .map(|point| (point, first))
            .or_else(|| crossing(*position, end, last, reach).map(|point| (point, last)));
        let Some((point, post)) = crossing else { break };
        *position = point;
        let remaining = mirrored(end - point, post - point);
        end = point + remaining;
        *velocity = Vec2::polar(velocity.length(), remaining.direction());
        hit = true;
    }
    *position = end;
    hit
}

/// A vector mirrored along a normal.
fn mirrored(vector: Vec2, normal: Vec2) -> Vec2 {
    let angle = normal.direction();
    let own = vector.turned(-angle);
    Vec2::new(-own.x, own.y).turned(angle)
}

/// Where the way from `begin` to `end` enters the circle, or leaves it if it begins inside. Who
/// stands on the edge and goes away does not meet it again.
fn crossing(begin: Vec2, end: Vec2, centre: Vec2, radius: f64) -> Option<Vec2> {
    let (from, way) = (begin - centre, end - begin);
    let length2 = way.length2();
    if length2 == 0.0 {
        return None;
    }
    // |from + t way| = radius, with the closest approach at t = towards / length2.
    let towards = -(from.x * way.x + from.y * way.y);
    let inside = from.length() < radius * (1.0 - ON_EDGE);
    if towards <= 0.0 && !inside {
        return None;
    }
    let cross = from.x * way.y - from.y * way.x;
    let discriminant = radius * radius * length2 - cross * cross;
    if discriminant <= 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let time = if inside { towards + root } else { towards - root } / length2;
    (time <= 1.0).then(|| begin + way * time.max(0.0))
}
