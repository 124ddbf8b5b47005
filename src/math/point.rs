//! Points and vectors as plain arrays, for computations on one at a time in a fixed order of
//! operations, that of MuJoCo's `mju_` functions. Whether two shapes touch, and at which points,
//! depends on the signs of tiny differences, which agree only if sums are formed in the same order.

use super::MIN_VALUE;

/// A point or vector, m.
pub type Point = [f64; 3];
/// A rotation matrix by rows.
pub type Rotation = [[f64; 3]; 3];

/// Scalar product.
#[inline(always)]
pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a + b`
#[inline(always)]
pub fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// `a - b`
#[inline(always)]
pub fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `s * a`
#[inline(always)]
pub fn scale(a: Point, s: f64) -> Point {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// `a + s * b`
#[inline(always)]
pub fn add_scaled(a: Point, b: Point, s: f64) -> Point {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

/// Vector product.
#[inline(always)]
pub fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Unit vector and length; a vector without length yields the x axis, as `mju_normalize3` does.
#[inline(always)]
pub fn normalize(a: Point) -> (Point, f64) {
    let length = dot(a, a).sqrt();
    if length < MIN_VALUE { ([1.0, 0.0, 0.0], length) } else { (scale(a, 1.0 / length), length) }
}

/// Squared distance between two points.
#[inline(always)]
pub fn distance_squared(a: Point, b: Point) -> f64 {
    let between = sub(a, b);
    dot(between, between)
}

/// Column `i`: an axis of the frame in the world.
#[inline(always)]
pub fn column(m: &Rotation, i: usize) -> Point {
    [m[0][i], m[1][i], m[2][i]]
}

/// `m * v`: from the frame to the world.
#[inline(always)]
pub fn rotate(m: &Rotation, v: Point) -> Point {
    [dot(m[0], v), dot(m[1], v), dot(m[2], v)]
}

/// `mᵀ * v`: from the world to the frame.
#[inline(always)]
pub fn rotate_back(m: &Rotation, v: Point) -> Point {
    add_scaled(add_scaled(scale(m[0], v[0]), m[1], v[1]), m[2], v[2])
}

/// The rotation that a matrix is but for rounding: its first axis keeps its direction.
#[inline(always)]
pub fn orthonormal(m: &Rotation) -> Rotation {
    let (x, _) = normalize(column(m, 0));
    let y = column(m, 1);
    let (y, _) = normalize(add_scaled(y, x, -dot(x, y)));
    let z = cross(x, y);
    std::array::from_fn(|i| [x[i], y[i], z[i]])
}

/// `x` between `low` and `high`; `low` if it is NaN.
#[inline(always)]
pub fn clamp(x: f64, low: f64, high: f64) -> f64 {
    if x > high {
        high
    } else if x >= low {
        x
    } else {
        low
    }
}
