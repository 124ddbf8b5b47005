//! Approximate directions of vectors: for what is reported in whole degrees, exactness seldom
//! matters.

use crate::disc::Vec2;
use std::f64::consts::{FRAC_PI_2, PI};

/// By how much [`nearly`] may be off, rad.
pub const DOUBT: f64 = 2e-8;

/// The arc tangent of numbers from 0 to 1 as an odd polynomial. These factors of its odd powers
/// make the largest error nearly minimal (Chebyshev nodes).
pub(super) const FACTORS: [f64; 9] = [
    0.9999999842426359,
    -0.33333066780691356,
    0.1999248357849786,
    -0.14202570511667262,
    0.10636754097973429,
    -0.0749544544296643,
    0.042587607460760346,
    -0.016005030500485684,
    0.0028340642981916574,
];

/// The direction of a vector, -pi to pi, off by [`DOUBT`] at most; 0 for the zero vector.
#[inline]
pub fn nearly(vector: Vec2) -> f64 {
    let (x, y) = (vector.x.abs(), vector.y.abs());
    let (less, more) = (x.min(y), x.max(y));
    if more == 0.0 {
        return 0.0;
    }
    let tangent = less / more;
    // Evaluated in pairs, so that processors can work on several of them at once.
    let [a, b, c, d, e, f, g, h, i] = FACTORS;
    let x2 = tangent * tangent;
    let x4 = x2 * x2;
    let x8 = x4 * x4;
    let (low, high) = ((a + b * x2) + (c + d * x2) * x4, (e + f * x2) + (g + h * x2) * x4);
    let octant = tangent * (low + (high + i * x8) * x8);
    let quadrant = if y > x { FRAC_PI_2 - octant } else { octant };
    let half = if vector.x < 0.0 { PI - quadrant } else { quadrant };
    half.copysign(vector.y)
}

#[cfg(test)]
mod tests {
    use super::{DOUBT, nearly};
    use crate::disc::Vec2;

    #[test]
    fn it_is_the_direction_but_for_the_doubt() {
        let mut worst = 0.0_f64;
        for step in 0..1_000_000 {
            let angle = (f64::from(step) - 500_000.0) * std::f64::consts::PI / 500_000.0;
            let vector = Vec2::polar(0.01 + f64::from(step % 977), angle);
            worst = worst.max((nearly(vector) - vector.direction()).abs());
        }
        assert!(worst < DOUBT, "{worst}");
        let edges =
            [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, -2.0), (0.0, 2.0), (1e-300, 1e-300)];
        for (x, y) in edges {
            let vector = Vec2::new(x, y);
            assert!((nearly(vector) - vector.direction()).abs() < DOUBT, "{vector:?}");
        }
    }
}
