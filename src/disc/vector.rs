//! Points and vectors of the plane.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A point or vector of the plane: m, m/cycle or m/cycle^2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub struct Vec2 {
    /// Along the pitch, towards the right team's goal.
    pub x: f64,
    /// Across the pitch, down on the screen.
    pub y: f64,
}

impl Vec2 {
    /// The centre of the pitch; no motion.
    pub const ZERO: Self = Self { x: 0.0, y: 0.0 };

    /// The vector with these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The vector with this length and direction in radians.
    pub fn polar(length: f64, direction: f64) -> Self {
        let (sin, cos) = direction.sin_cos();
        Self::new(length * cos, length * sin)
    }

    /// x squared plus y squared.
    pub fn length2(self) -> f64 {
        self.x * self.x + self.y * self.y
    }

    /// Length.
    pub fn length(self) -> f64 {
        self.length2().sqrt()
    }

    /// Distance of two points.
    pub fn distance(self, other: Self) -> f64 {
        (self - other).length()
    }

    /// Direction in radians, -pi to pi; 0 for the zero vector.
    pub fn direction(self) -> f64 {
        if self.x == 0.0 && self.y == 0.0 { 0.0 } else { self.y.atan2(self.x) }
    }

    /// The vector turned by an angle in radians.
    pub fn rotated(self, angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        Self::new(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }

    /// The vector turned by the direction of a vector of length 1.
    pub fn turned_by(self, unit: Self) -> Self {
        Self::new(self.x * unit.x - self.y * unit.y, self.x * unit.y + self.y * unit.x)
    }

    /// The vector with the same direction and this length; it is shorter if the original is nearly
    /// zero.
    pub fn with_length(self, length: f64) -> Self {
        self * (length / self.length().max(super::EPS))
    }

    /// Whether both coordinates are finite.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Vec2 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Vec2 {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Vec2 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl SubAssign for Vec2 {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Vec2 {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl MulAssign<f64> for Vec2 {
    fn mul_assign(&mut self, factor: f64) {
        *self = *self * factor;
    }
}

impl Div<f64> for Vec2 {
    type Output = Self;
    fn div(self, divisor: f64) -> Self {
        Self::new(self.x / divisor, self.y / divisor)
    }
}
