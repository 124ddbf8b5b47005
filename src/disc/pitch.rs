//! The pitch: its dimensions, and rectangles and circles on it.

use super::{EPS, Side, Vec2};

/// Half the length of the pitch, m.
pub const HALF_LENGTH: f64 = 52.5;
/// Half the width of the pitch, m.
pub const HALF_WIDTH: f64 = 34.0;
/// How far players may leave the pitch, m.
pub const MARGIN: f64 = 5.0;
/// Half the width between goal posts, m.
pub const GOAL_HALF_WIDTH: f64 = 7.01;
/// From the goal line to the front of the penalty area, m.
pub const PENALTY_AREA_LENGTH: f64 = 16.5;
/// Half the width of the penalty area, m.
pub const PENALTY_AREA_HALF_WIDTH: f64 = 20.16;
/// From the goal line to the front of the goal area, m.
pub const GOAL_AREA_LENGTH: f64 = 5.5;
/// Half the width of the goal area, m.
pub const GOAL_AREA_HALF_WIDTH: f64 = 9.16;
/// Radius of the centre circle, and the distance that opponents keep from set plays, m.
pub const CIRCLE_RADIUS: f64 = 9.15;
/// Radius of the goal posts, m.
pub const POST_RADIUS: f64 = 0.06;

/// A rectangle along the axes; its edges belong to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Least x, m.
    pub left: f64,
    /// Greatest x, m.
    pub right: f64,
    /// Least y, m.
    pub top: f64,
    /// Greatest y, m.
    pub bottom: f64,
}

impl Rectangle {
    /// A rectangle around the centre of the pitch, given by half its length and width, m.
    pub const fn around_centre(half_length: f64, half_width: f64) -> Self {
        Self { left: -half_length, right: half_length, top: -half_width, bottom: half_width }
    }

    /// The area in which players may be.
    pub const fn surroundings() -> Self {
        Self::around_centre(HALF_LENGTH + MARGIN, HALF_WIDTH + MARGIN)
    }

    /// The rectangle in front of a side's goal, with this length and half width, m.
    pub fn before_goal(side: Side, length: f64, half_width: f64) -> Self {
        let (line, front) = (HALF_LENGTH, HALF_LENGTH - length);
        let (left, right) = match side {
            Side::Left => (-line, -front),
            Side::Right => (front, line),
        };
        Self { left, right, top: -half_width, bottom: half_width }
    }

    /// A side's penalty area.
    pub fn penalty_area(side: Side) -> Self {
        Self::before_goal(side, PENALTY_AREA_LENGTH, PENALTY_AREA_HALF_WIDTH)
    }

    /// A side's goal area.
    pub fn goal_area(side: Side) -> Self {
        Self::before_goal(side, GOAL_AREA_LENGTH, GOAL_AREA_HALF_WIDTH)
    }

    /// A side's half of the pitch.
    pub fn half(side: Side) -> Self {
        Self::before_goal(side, HALF_LENGTH, HALF_WIDTH)
    }

    /// The rectangle with every edge moved outwards by this distance, m.
    pub fn grown(self, by: f64) -> Self {
        Self {
            left: self.left - by,
            right: self.right + by,
            top: self.top - by,
            bottom: self.bottom + by,
        }
    }

    /// Whether a point is in it.
    pub fn contains(&self, point: Vec2) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }

    /// The nearest point on the left or right edge.
    pub fn nearest_end(&self, point: Vec2) -> Vec2 {
        let to_left = (point.x - self.left).abs() < (point.x - self.right).abs();
        let x = if to_left { self.left } else { self.right };
        Vec2::new(x, point.y.max(self.top).min(self.bottom))
    }

    /// The nearest point on the top or bottom edge.
    fn nearest_side(&self, point: Vec2) -> Vec2 {
        let to_top = (point.y - self.top).abs() < (point.y - self.bottom).abs();
        let y = if to_top { self.top } else { self.bottom };
        Vec2::new(point.x.max(self.left).min(self.right), y)
    }

    /// The nearest point on the edge that is nearest when measured along x or y.
    pub fn nearest_edge(&self, point: Vec2) -> Vec2 {
        let x = (point.x - self.left).abs().min((point.x - self.right).abs());
        let y = (point.y - self.top).abs().min((point.y - self.bottom).abs());
        if x < y { self.nearest_end(point) } else { self.nearest_side(point) }
    }
}

/// A circle; its edge belongs to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Centre, m.
    pub centre: Vec2,
    /// Radius, m.
    pub radius: f64,
}

impl Circle {
    /// Whether a point is in it.
    pub fn contains(&self, point: Vec2) -> bool {
        self.centre.distance(point) <= self.radius
    }

    /// The nearest point on the edge; for the centre, the one towards positive x and y.
    pub fn nearest_edge(&self, point: Vec2) -> Vec2 {
        let out = point - self.centre;
        let out = if out == Vec2::ZERO { Vec2::new(EPS, EPS) } else { out };
        self.centre + out * (self.radius / out.length().max(EPS))
    }
}
