//! Rectangles and parallelograms that are clipped against each other.

use crate::math::MIN_VALUE;
use crate::math::point::*;

/// The reference face: `|x| <= half[0]`, `|y| <= half[1]` in the plane z = 0.
pub(super) struct Rectangle {
    pub(super) half: [f64; 2],
}

impl Rectangle {
    /// Lower x first, then lower y.
    pub(super) fn corners(&self) -> [[f64; 2]; 4] {
        let [x, y] = self.half;
        [[-x, -y], [-x, y], [x, -y], [x, y]]
    }

    /// Calls `each` where a segment from `start` crosses the sides, seen along z, with the fraction
    /// of the segment's length and the point on the rectangle.
    pub(super) fn crossings(
        &self,
        start: Point,
        along: Point,
        mut each: impl FnMut(f64, [f64; 2]),
    ) {
        for axis in 0..2 {
            if along[axis].abs() <= MIN_VALUE {
                continue;
            }
            for side in [-self.half[axis], self.half[axis]] {
                let t = (side - start[axis]) / along[axis];
                let other = start[1 - axis] + t * along[1 - axis];
                if (0.0..=1.0).contains(&t) && other.abs() <= self.half[1 - axis] {
                    each(t, if axis == 0 { [side, other] } else { [other, side] });
                }
            }
        }
    }

    /// Whether a point is between the sides along x, and along y.
    pub(super) fn holds(&self, point: Point) -> [bool; 2] {
        [point[0].abs() <= self.half[0], point[1].abs() <= self.half[1]]
    }

    /// Whether a point is inside, seen along z, and not on a side.
    pub(super) fn holds_strictly(&self, point: Point) -> bool {
        point[0].abs() < self.half[0] && point[1].abs() < self.half[1]
    }

    /// The nearest point in the rectangle, seen along z.
    pub(super) fn clamp(&self, point: Point) -> Point {
        let [x, y] = self.half;
        [clamp(point[0], -x, x), clamp(point[1], -y, y), 0.0]
    }
}

/// The face that is clipped: `corner + u * edges[0] + v * edges[1]` for `u`, `v` from 0 to 1.
pub(super) struct Parallelogram {
    pub(super) corner: Point,
    pub(super) edges: [Point; 2],
}

impl Parallelogram {
    pub(super) fn at(&self, u: f64, v: f64) -> Point {
        add_scaled(add_scaled(self.corner, self.edges[0], u), self.edges[1], v)
    }

    /// Start and direction of each side.
    pub(super) fn sides(&self) -> [(Point, Point); 4] {
        let [e, f] = self.edges;
        let corner = self.corner;
        [(corner, e), (corner, f), (add(corner, e), f), (add(corner, f), e)]
    }

    /// Signed area seen along z.
    pub(super) fn determinant(&self) -> f64 {
        let [e, f] = self.edges;
        e[0] * f[1] - f[0] * e[1]
    }

    /// `u` and `v` of the point that is seen at `x`, `y`.
    pub(super) fn coordinates(&self, x: f64, y: f64, determinant: f64) -> (f64, f64) {
        let [e, f] = self.edges;
        let (x, y) = (x - self.corner[0], y - self.corner[1]);
        ((x * f[1] - y * f[0]) / determinant, (y * e[0] - x * e[1]) / determinant)
    }
}
