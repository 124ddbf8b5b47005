//! The frame of a contact.

use crate::math::point::{add_scaled, cross, dot, normalize};

/// Rows: unit normal, first and second tangent, as MuJoCo's `mju_makeFrame`.
///
/// `tangent` is a hint: its part across the normal gives the first tangent. A zero hint (shorter
/// than 1/2) means the world's y axis, or z where the normal is within 60 degrees of y.
#[inline]
pub fn contact_frame(normal: [f64; 3], tangent: [f64; 3]) -> [[f64; 3]; 3] {
    let (normal, _) = normalize(normal);
    let hint = if dot(tangent, tangent) >= 0.25 {
        tangent
    } else if normal[1].abs() < 0.5 {
        [0.0, 1.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let (first, _) = normalize(add_scaled(hint, normal, -dot(normal, hint)));
    [normal, first, cross(normal, first)]
}
