//! A pose from measurements: least squares of the errors, each divided by its variance.

use super::nearest::USED;
use super::unit;
use crate::disc::Vec2;
use crate::disc::senses::LANDMARKS;
use crate::math::lane::Kernel;
use crate::math::wide::with_widest;

/// Variance of an angle that is reported in whole degrees, rad^2.
pub(super) const DEGREE: f64 = 2.54e-5;
/// Below this distance, a landmark's direction says little about where the player is, m.
const NEAR: f64 = 1.0;
/// The number of landmarks rounded up to whole vectors.
const WIDE: usize = USED.next_multiple_of(4);

/// A landmark that is seen: index, distance, direction from the head in degrees.
#[derive(Clone, Copy)]
pub(super) struct Sighted(pub usize, pub f64, pub i32);

impl Sighted {
    pub fn of(&(index, distance, direction): &(usize, f64, i32)) -> Self {
        Self(index, distance, direction)
    }

    /// The landmark's position on the pitch.
    pub fn position(&self) -> Vec2 {
        LANDMARKS[self.0].position
    }

    /// The landmark's position relative to the head, as seen.
    pub fn relative(&self) -> Vec2 {
        unit(self.2) * self.1
    }
}

/// What is known of x, y and heading: the inverse of the covariance matrix, and how far the
/// estimate is off according to measurements, weighted by the inverses of their variances.
pub(super) struct Knowledge {
    /// xx, xy, yy, xh, yh, hh, and two zeros that fill up whole vectors.
    weights: [f64; 8],
    off: [f64; 4],
}

impl Knowledge {
    /// Before any measurement.
    pub fn of(spread: [f64; 6]) -> Option<Self> {
        let mut weights = [0.0; 8];
        weights[..6].copy_from_slice(&inverse(spread)?);
        Some(Self { weights, off: [0.0; 4] })
    }

    /// Adds a measurement, given by its derivatives with respect to x, y and heading, by how much
    /// it is `off`, and by its `weight`, the inverse of its variance.
    #[inline(always)]
    pub fn add(&mut self, [a, b, c]: [f64; 3], off: f64, weight: f64) {
        let (one, other) = ([a, a, b, a, b, c, 0.0, 0.0], [a, b, b, c, c, c, 0.0, 0.0]);
        for (own, (one, other)) in self.weights.iter_mut().zip(one.into_iter().zip(other)) {
            *own += weight * (one * other);
        }
        for (own, along) in self.off.iter_mut().zip([a, b, c, 0.0]) {
            *own += weight * along * off;
        }
    }

    /// Adds distances and directions of landmarks, seen from a place with the head in direction
    /// `ahead`.
    pub fn add_landmarks(&mut self, landmarks: &[Sighted], at: Vec2, ahead: Vec2) {
        let mut seen = Landmarks { at, ahead, count: 0, rows: [[0.0; WIDE]; 5] };
        for (index, landmark) in landmarks.iter().take(USED).enumerate() {
            let (spot, way) = (landmark.position(), unit(landmark.2));
            let cells = [spot.x, spot.y, landmark.1, way.x, way.y];
            seen.rows.iter_mut().zip(cells).for_each(|(row, cell)| row[index] = cell);
            seen.count += 1;
        }
        with_widest(seen, self);
    }

    /// The change of x, y and heading, and their covariances.
    pub fn solve(&self) -> Option<([f64; 3], [f64; 6])> {
        let [a, b, d, c, e, f, ..] = self.weights;
        let spread = inverse([a, b, d, c, e, f])?;
        let [xx, xy, yy, xh, yh, hh] = spread;
        let [x, y, h, _] = self.off;
        let change = [xx * x + xy * y + xh * h, xy * x + yy * y + yh * h, xh * x + yh * y + hh * h];
        Some((change, spread))
    }
}

/// The inverse of a symmetric matrix of three rows; `None` if it cannot be inverted.
fn inverse([a, b, d, c, e, f]: [f64; 6]) -> Option<[f64; 6]> {
    // Rows: a b c, b d e, c e f.
    let (aa, bb, cc) = (d * f - e * e, c * e - b * f, b * e - c * d);
    let determinant = a * aa + b * bb + c * cc;
    let one = 1.0 / determinant;
    let rest = [a * f - c * c, b * c - a * e, a * d - b * b];
    (determinant > 0.0 && one.is_finite())
        .then(|| [aa * one, bb * one, rest[0] * one, cc * one, rest[1] * one, rest[2] * one])
}

/// Landmarks that are seen, side by side.
struct Landmarks {
    at: Vec2,
    ahead: Vec2,
    count: usize,
    /// x and y on the pitch and reported distance, m; x and y of the reported direction from the
    /// head.
    rows: [[f64; WIDE]; 5],
}

impl Kernel for Landmarks {
    type Data = Knowledge;
    type Output = ();

    #[inline(always)]
    fn run(self, known: &mut Knowledge) {
        let [xs, ys, reported, way_xs, way_ys] = self.rows;
        let Self { at, ahead, count, .. } = self;
        let mut out = [[0.0; WIDE]; 9];
        for index in 0..WIDE {
            let (x, y) = (xs[index] - at.x, ys[index] - at.y);
            let length = (x * x + y * y).sqrt();
            let distance = if length > 0.1 { length } else { 0.1 };
            let (e_x, e_y) = (x / distance, y / distance);
            let reported = reported[index];
            let variance = (1e-4 * reported * reported + 0.01) / 12.0;
            // The reported direction relative to that of the gap, for small angles.
            let (x, y) = (way_xs[index], way_ys[index]);
            let (way_x, way_y) = (x * ahead.x - y * ahead.y, x * ahead.y + y * ahead.x);
            let (sin, cos) = (e_x * way_y - e_y * way_x, e_x * way_x + e_y * way_y);
            let off = sin * (1.0 + sin * sin / 6.0);
            let (across_x, across_y) = (e_y / distance, -e_x / distance);
            let row = [
                distance,
                e_x,
                e_y,
                reported - distance,
                1.0 / variance,
                off,
                cos,
                across_x,
                across_y,
            ];
            for (out, cell) in out.iter_mut().zip(row) {
                out[index] = cell;
            }
        }
        let [distance, e_x, e_y, beyond, weight, off, cos, across_x, across_y] = out;
        for index in 0..count.min(WIDE) {
            known.add([-e_x[index], -e_y[index], 0.0], beyond[index], weight[index]);
            if distance[index] < NEAR {
                continue;
            }
            let off = match cos[index] > 0.9 {
                true => off[index],
                false => {
                    let (x, y) = (way_xs[index], way_ys[index]);
                    let way = Vec2::new(x, y).turned_by(ahead);
                    (e_x[index] * way.y - e_y[index] * way.x).atan2(cos[index])
                }
            };
            known.add([across_x[index], across_y[index], -1.0], off, 1.0 / DEGREE);
        }
    }
}
