//! Goal posts: circles that ball and players bounce off.

use super::pitch::{HALF_LENGTH, POST_RADIUS};
use super::{EPS, Random, ServerParameters, Vec2};
use std::f64::consts::PI;

/// Where the posts are: centres at (+-x, +-y), m.
pub(super) struct Goals {
    x: f64,
    y: f64,
}

impl Goals {
    /// The posts for the goals' width in the parameters.
    pub fn new(server: &ServerParameters) -> Self {
        Self { x: HALF_LENGTH - POST_RADIUS, y: server.goal_width * 0.5 + POST_RADIUS }
    }

    /// The post in the same quarter of the pitch as a point, which is the nearest one.
    fn nearest(&self, point: Vec2) -> Vec2 {
        let x = if point.x > 0.0 { self.x } else { -self.x };
        let y = if point.y > 0.0 { self.y } else { -self.y };
        Vec2::new(x, y)
    }
}

/// Moves a disc of this size along its velocity; returns whether it hit a post.
#[inline]
pub(super) fn step(
    random: &mut Random,
    position: &mut Vec2,
    velocity: &mut Vec2,
    size: f64,
    goals: &Goals,
) -> bool {
    // Most discs are nowhere near a goal line.
    let before = goals.x - (POST_RADIUS + size);
    let end = *position + *velocity;
    if position.x.abs() < before && end.x.abs() < before {
        *position = end;
        return false;
    }
    step_near(random, position, velocity, size, goals)
}

/// Does the work of [`step`] for a disc near a goal line.
#[cold]
fn step_near(
    random: &mut Random,
    position: &mut Vec2,
    velocity: &mut Vec2,
    size: f64,
    goals: &Goals,
) -> bool {
    let reach = POST_RADIUS + size;
    let end = *position + *velocity;
    let (first, last) = (goals.nearest(*position), goals.nearest(end));
    // A disc that stays outside both circles for the whole way cannot hit a post.
    let way2 = velocity.length2();
    let far = |post: Vec2, point: Vec2| {
        let gap2 = (point - post).length2();
        gap2 > 2.0 * (way2 + reach * reach)
    };
    if far(first, *position) && far(last, end) {
        *position = end;
        return false;
    }
    let pushed = push_out(random, position, velocity, reach, goals);
    bounce(position, velocity, reach, goals) || pushed
}

/// Pushes a disc that starts inside a post to its edge and turns its velocity back; returns whether
/// there was such a post.
fn push_out(
    random: &mut Random,
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
            out = Vec2::polar(reach, random.uniform(-PI, PI));
        } else {
            out = out.with_length(reach);
        }
        *position = post + out;
        while position.distance(post) < reach {
            out *= 1.01;
            *position = post + out;
        }
        if *velocity != Vec2::ZERO {
            *velocity = mirrored(*velocity, (post - *position).direction());
        }
        post = goals.nearest(*position);
        hit = true;
    }
    hit
}

/// Follows the path from post to post. At each post, the rest of the path and the velocity are
/// mirrored. Returns whether the disc hit a post.
fn bounce(position: &mut Vec2, velocity: &mut Vec2, reach: f64, goals: &Goals) -> bool {
    let mut hit = false;
    let mut end = *position + *velocity;
    // Each bounce leaves a shorter path; the bound is for absurdly large numbers.
    for _ in 0..1000 {
        let (first, last) = (goals.nearest(*position), goals.nearest(end));
        let met = |post: Vec2| crossing(*position, end, post, reach).map(|point| (point, post));
        let Some((point, post)) = met(first).or_else(|| met(last)) else { break };
        let remaining = end - point;
        let normal = (post - point).direction();
        // rcssserver steps off the edge so that it is not met again, and uses 180 degrees as if
        // they were radians. Recorded games show this in the tenth digit.
        *position = point + Vec2::polar(EPS, normal + 180.0);
        let remaining = mirrored(remaining, normal);
        end = *position + remaining;
        *velocity = Vec2::polar(velocity.length(), remaining.direction());
        hit = true;
    }
    *position = end;
    hit
}

/// Mirrors a vector: reverses its component in the direction `normal`.
fn mirrored(vector: Vec2, normal: f64) -> Vec2 {
    let own = vector.rotated(-normal);
    Vec2::new(-own.x, own.y).rotated(normal)
}

/// Returns where the path from `begin` to `end` meets the circle; leaving the circle's edge does
/// not count.
///
/// Intersects line and circle with the determinant of two points on the line (Weisstein,
/// "Circle-Line Intersection"), in rcssserver's order of operations: whether a point that was just
/// met is met again depends on the last bits.
fn crossing(begin: Vec2, end: Vec2, centre: Vec2, radius: f64) -> Option<Vec2> {
    if begin == end || begin.distance(end) < begin.distance(centre) - radius {
        return None;
    }
    let (from, to) = (begin - centre, end - centre);
    let way = to - from;
    let length = way.length();
    let determinant = from.x * to.y - to.x * from.y;
    let discriminant = radius * radius * length * length - determinant * determinant;
    if discriminant <= 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let square = length * length;
    let along = if way.y < 0.0 { -way.x * root } else { way.x * root };
    let point = |sign: f64| {
        let x = (determinant * way.y + sign * along) / square;
        let y = (-determinant * way.x + sign * way.y.abs() * root) / square;
        Vec2::new(x, y)
    };
    let (one, other) = (point(1.0), point(-1.0));
    let met = match (between(one, from, to), between(other, from, to)) {
        (false, false) => return None,
        (true, false) if one == from => return None,
        (false, true) if other == from => return None,
        (true, false) => one,
        (false, true) => other,
        (true, true) if from.distance(one) < from.distance(other) => one,
        (true, true) => other,
    };
    Some(met + centre)
}

/// Whether a point is in the rectangle spanned by two others.
fn between(point: Vec2, one: Vec2, other: Vec2) -> bool {
    let inside =
        |value: f64, one: f64, other: f64| one.min(other) <= value && value <= one.max(other);
    inside(point.x, one.x, other.x) && inside(point.y, one.y, other.y)
}
