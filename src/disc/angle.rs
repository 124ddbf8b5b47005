//! Angles.

use std::f64::consts::PI;

/// Returns the angle normalized to -pi to pi by adding or subtracting whole turns.
pub fn normalize(angle: f64) -> f64 {
    const TURN: f64 = 2.0 * PI;
    const TWO_TURNS: f64 = 2.0 * TURN;
    let mut angle = match angle.abs() {
        ..=TURN => angle,
        // A remainder costs a function call. Below two turns, this difference equals it to the last
        // bit.
        ..TWO_TURNS => angle - TURN.copysign(angle),
        _ => angle % TURN,
    };
    if angle < -PI {
        angle += TURN;
    }
    if angle > PI {
        angle -= TURN;
    }
    angle
}

#[cfg(test)]
mod tests {
    use super::normalize;
    use crate::disc::Random;
    use std::f64::consts::PI;

    /// Normalizes every angle with the remainder.
    fn plain(angle: f64) -> f64 {
        let mut angle = if angle.abs() > 2.0 * PI { angle % (2.0 * PI) } else { angle };
        if angle < -PI {
            angle += 2.0 * PI;
        }
        if angle > PI {
            angle -= 2.0 * PI;
        }
        angle
    }

    #[test]
    fn angles_have_the_bits_that_remainders_leave() {
        let mut random = Random::new(3);
        let edges = (-8..=8).map(|half| f64::from(half) * PI);
        let near = edges.flat_map(|edge| [edge.next_down(), edge, edge.next_up()]);
        let drawn = (0..200_000).map(|_| random.uniform(-20.0, 20.0));
        for angle in near.chain(drawn).chain([0.0, -0.0, 1e300, f64::MIN_POSITIVE]) {
            assert_eq!(normalize(angle).to_bits(), plain(angle).to_bits(), "{angle}");
        }
        assert!(normalize(f64::INFINITY).is_nan() && normalize(f64::NAN).is_nan());
    }
}
