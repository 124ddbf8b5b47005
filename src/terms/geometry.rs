//! Directions that terms work with.

/// Direction of gravity in the frame of a torso with this orientation.
#[inline]
pub fn gravity(quaternion: &[f64]) -> [f64; 3] {
    let &[w, x, y, z] = quaternion else { return [0.0; 3] };
    [2.0 * (w * y - x * z), -2.0 * (y * z + w * x), 2.0 * (x * x + y * y) - 1.0]
}

/// Cosine and sine of the direction in which a torso looks, from the world's x axis to its left.
#[inline]
pub fn heading(quaternion: &[f64]) -> [f64; 2] {
    let &[w, x, y, z] = quaternion else { return [1.0, 0.0] };
    let (sin, cos) = (2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z));
    let length = (sin * sin + cos * cos).sqrt();
    if length > 0.0 { [cos / length, sin / length] } else { [1.0, 0.0] }
}

/// A vector of the world so that x is forwards and y to the left.
#[inline]
pub fn along([cos, sin]: [f64; 2], x: f64, y: f64) -> [f64; 2] {
    [cos * x + sin * y, cos * y - sin * x]
}

/// Sum of squares.
#[inline]
pub fn squared(numbers: &[f64]) -> f64 {
    numbers.iter().map(|number| number * number).sum()
}
