//! Three numbers at a time: what the closed forms need and no more.

/// A vector or point.
pub(super) type Vec3 = [f64; 3];
/// A matrix by rows.
pub(super) type Mat3 = [[f64; 3]; 3];

/// Lengths below this count as zero (MuJoCo's `mjMINVAL`).
pub(super) const TINY: f64 = 1e-15;

#[inline(always)]
pub(super) fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(super) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn scale(a: Vec3, s: f64) -> Vec3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// `a + s * b`
#[inline(always)]
pub(super) fn add_scaled(a: Vec3, b: Vec3, s: f64) -> Vec3 {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

#[inline(always)]
pub(super) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Unit vector and length; a vector without length yields the x axis, as `mju_normalize3` does.
#[inline(always)]
pub(super) fn normalize(a: Vec3) -> (Vec3, f64) {
    let length = dot(a, a).sqrt();
    if length < TINY { ([1.0, 0.0, 0.0], length) } else { (scale(a, 1.0 / length), length) }
}

/// Column `i`: an axis of the frame in the world.
#[inline(always)]
pub(super) fn column(m: &Mat3, i: usize) -> Vec3 {
    [m[0][i], m[1][i], m[2][i]]
}

/// `m * v`: from the frame to the world.
#[inline(always)]
pub(super) fn rotate(m: &Mat3, v: Vec3) -> Vec3 {
    [dot(m[0], v), dot(m[1], v), dot(m[2], v)]
}

/// `mᵀ * v`: from the world to the frame.
#[inline(always)]
pub(super) fn rotate_back(m: &Mat3, v: Vec3) -> Vec3 {
    add_scaled(add_scaled(scale(m[0], v[0]), m[1], v[1]), m[2], v[2])
}

/// `x` between `low` and `high`; `low` if it is no number.
#[inline(always)]
pub(super) fn clamp(x: f64, low: f64, high: f64) -> f64 {
    if x > high {
        high
    } else if x >= low {
        x
    } else {
        low
    }
}
