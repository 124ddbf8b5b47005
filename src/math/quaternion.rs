//! Quaternions wxyz one at a time; over lanes they are in [`vec3`](super::vec3).

use super::MIN_VALUE;

/// The quaternion that turns nothing.
pub const IDENTITY: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// Hamilton's product.
pub fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// The quaternion scaled to unit length; one of unit length stays the same to the last bit. `None`
/// for one of zero length or with a number that is not finite.
pub fn unit_quaternion(quat: [f64; 4]) -> Option<[f64; 4]> {
    let largest = quat.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    if !quat.iter().all(|x| x.is_finite()) || largest == 0.0 {
        return None;
    }
    let norm = |q: [f64; 4]| q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (norm(quat) - 1.0).abs() <= MIN_VALUE {
        return Some(quat);
    }
    // Scaled first: squares of very large or small numbers would leave the range.
    let scaled = quat.map(|x| x / largest);
    Some(scaled.map(|x| x / norm(scaled)))
}

/// A quaternion turned about the axes of its own frame by a vector of angles, rad.
pub fn turned([w, x, y, z]: [f64; 4], angles: [f64; 3]) -> [f64; 4] {
    let angle = angles.iter().map(|a| a * a).sum::<f64>().sqrt();
    if angle == 0.0 {
        return [w, x, y, z];
    }
    let (sin, c) = (0.5 * angle).sin_cos();
    let [i, j, k] = angles.map(|a| a * sin / angle);
    product([w, x, y, z], [c, i, j, k])
}

/// A turn about the vertical, rad.
pub fn about_z(yaw: f64) -> [f64; 4] {
    let (sin, cos) = (yaw / 2.0).sin_cos();
    // Products keep the sign of zero that the general formula gives.
    [cos, 0.0 * sin, 0.0 * sin, sin]
}
