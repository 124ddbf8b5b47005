//! What eyes see in SimSpark: points and lines of the field in a view of 120 x 120 degrees.

use crate::math::point::{add, rotate_back, sub};
use crate::math::splitmix::SplitMix64;
use crate::perception::VisionNoise;
use crate::soccer::{Field, PlayerId, Side};
use crate::wire::simspark::perception::Polar;
use std::f64::consts::TAU;

/// Half the angle of view, horizontally and vertically, deg.
const HALF_VIEW: f64 = 60.0;
/// Tangent of `HALF_VIEW`.
const TAN_HALF_VIEW: f64 = 1.732_050_807_568_877_2;
/// Nothing nearer than this is seen, m.
const NEAREST: f64 = 0.1;
/// Bound of the constant error of an eye's position on each axis, m.
const OFFSET: f64 = 0.005;
/// Number of chords as which the centre circle is seen.
const CHORDS: u32 = 10;

type Point = [f64; 3];

/// The points and lines of a field that can be seen.
pub(super) struct Landmarks {
    /// Tops of goal posts, then corner flags.
    pub(super) points: Vec<(&'static str, Point)>,
    pub(super) lines: Vec<[Point; 2]>,
}

impl Landmarks {
    pub(super) fn new(field: &Field) -> Self {
        let [x, y] = field.half();
        let [_, goal_width, goal_height] = field.goal_size;
        let post = goal_width / 2.0;
        let points = vec![
            ("G1L", [-x, post, goal_height]),
            ("G2L", [-x, -post, goal_height]),
            ("G1R", [x, post, goal_height]),
            ("G2R", [x, -post, goal_height]),
            ("F1L", [-x, y, 0.0]),
            ("F2L", [-x, -y, 0.0]),
            ("F1R", [x, y, 0.0]),
            ("F2R", [x, -y, 0.0]),
        ];
        let flat = |[from, to]: [[f64; 2]; 2]| [from, to].map(|[x, y]| [x, y, 0.0]);
        let mut lines = vec![
            [[0.0, -y], [0.0, y]],
            [[x, -y], [x, y]],
            [[-x, -y], [-x, y]],
            [[x, y], [-x, y]],
            [[x, -y], [-x, -y]],
        ];
        // A field without penalty areas has goalie areas, which look the same.
        let [depth, width] = field.penalty_area.unwrap_or(field.goalie_area);
        for side in [Side::Right, Side::Left] {
            let (line, front, half) = (side.sign() * x, side.sign() * (x - depth), width / 2.0);
            lines.push([[front, half], [front, -half]]);
            lines.push([[front, half], [line, half]]);
            lines.push([[front, -half], [line, -half]]);
        }
        let on_circle = |index: u32| {
            let (sin, cos) = (TAU * f64::from(index) / f64::from(CHORDS)).sin_cos();
            [field.circle_radius * cos, field.circle_radius * sin]
        };
        lines.extend((0..CHORDS).map(|index| [on_circle(index), on_circle(index + 1)]));
        Self { points, lines: lines.into_iter().map(flat).collect() }
    }
}

/// One eye in one cycle.
pub(super) struct Eye {
    position: Point,
    /// Rows of a rotation matrix, whose columns are the axes ahead, left and up.
    axes: [Point; 3],
    /// The constant error of its position, m in its frame.
    offset: Point,
    errors: SplitMix64,
}

impl Eye {
    /// The errors depend on the seed of the world, the number of the cycle and the player who
    /// looks.
    pub(super) fn new(
        (position, axes): (Point, [Point; 3]),
        seed: u64,
        frame: u64,
        player: Option<PlayerId>,
    ) -> Self {
        let key = player
            .map_or(0, |player| 1 + 2 * u64::from(player.number) + player.side.index() as u64);
        let mut fixed = SplitMix64::of_keys(&[seed, key]);
        let offset = std::array::from_fn(|_| fixed.uniform([-OFFSET, OFFSET]));
        Self { position, axes, offset, errors: SplitMix64::of_keys(&[seed, key, frame]) }
    }

    /// Returns where a point of the world is seen, if it is in view.
    pub(super) fn point(&mut self, point: Point) -> Option<Polar> {
        let local = self.local(point);
        // For most points out of view no angles need to be computed.
        if local[1].abs() > 1.001 * TAN_HALF_VIEW * local[0] {
            return None;
        }
        let polar = polar(local);
        let is_seen =
            polar[0] >= NEAREST && polar[1..].iter().all(|angle| angle.abs() <= HALF_VIEW);
        is_seen.then(|| self.blur(polar))
    }

    /// Returns where the ends of the visible part of a line are seen.
    pub(super) fn line(&mut self, ends: [Point; 2]) -> Option<[Polar; 2]> {
        let ends = clip(ends.map(|end| self.local(end)))?;
        Some(ends.map(|end| self.blur(polar(end))))
    }

    fn local(&self, point: Point) -> Point {
        add(rotate_back(&self.axes, sub(point, self.position)), self.offset)
    }

    fn blur(&mut self, [distance, azimuth, elevation]: Polar) -> Polar {
        let noise = VisionNoise::default();
        let mut error = |deviation: f64| deviation * self.errors.normal();
        let of_distance = error(noise.distance);
        [
            distance * (1.0 + of_distance),
            azimuth + error(noise.azimuth),
            elevation + error(noise.inclination),
        ]
    }
}

fn polar([x, y, z]: Point) -> Polar {
    let distance = ((x * x + y * y) + z * z).sqrt();
    let elevation = if distance > 0.0 { (z / distance).asin() } else { 0.0 };
    [distance, y.atan2(x).to_degrees(), elevation.to_degrees()]
}

/// The part of a line between the four planes that bound the view; `None` if there is none.
fn clip([from, to]: [Point; 2]) -> Option<[Point; 2]> {
    let inside = |[x, y, z]: Point| {
        let most = TAN_HALF_VIEW * x;
        [most - y, most + y, most - z, most + z]
    };
    let (at_start, at_end) = (inside(from), inside(to));
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (start, end) in at_start.into_iter().zip(at_end) {
        match (start < 0.0, end < 0.0) {
            (true, true) => return None,
            (true, false) => first = first.max(start / (start - end)),
            (false, true) => last = last.min(start / (start - end)),
            (false, false) => {}
        }
    }
    let between = |part: f64| std::array::from_fn(|i| from[i] + part * (to[i] - from[i]));
    (first < last).then(|| [between(first), between(last)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_the_view_does() {
        let inside = [[2.0, 1.0, 0.0], [2.0, -1.0, -1.0]];
        assert_eq!(clip(inside), Some(inside));
        assert_eq!(clip([[-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0]]), None);
        assert_eq!(clip([[1.0, 5.0, 0.0], [1.0, 3.0, 0.0]]), None);
        // Each of its points is beyond one of the borders, though no border has all of it beyond.
        assert_eq!(clip([[-1.0, 0.0, -1.0], [1.0, 10.0, -1.0]]), None);
        // It comes from behind the eye, enters the view from the right and leaves it to the left.
        let [from, to] = clip([[-1.0, -6.0, -0.5], [1.0, 2.0, -0.5]]).unwrap_or_default();
        assert!((polar(from)[1] + 60.0).abs() < 1e-9, "{from:?}");
        assert!((polar(to)[1] - 60.0).abs() < 1e-9, "{to:?}");
        let [from, to] = clip([[0.0, 0.0, -1.0], [10.0, 0.0, -1.0]]).unwrap_or_default();
        assert!((polar(from)[2] + 60.0).abs() < 1e-9, "{from:?}");
        assert_eq!(to, [10.0, 0.0, -1.0]);
    }

    #[test]
    fn errors_are_those_of_simspark() {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let seen: Vec<Polar> = (0..20_000)
            .filter_map(|frame| Eye::new(([0.0; 3], axes), 1, frame, None).point([10.0, 2.0, -1.0]))
            .collect();
        assert_eq!(seen.len(), 20_000);
        for (axis, sigma) in [10.2 * 0.0965e-2, 0.1480, 0.1225].into_iter().enumerate() {
            let mean = seen.iter().map(|seen| seen[axis]).sum::<f64>() / 2e4;
            let square = seen.iter().map(|seen| (seen[axis] - mean).powi(2)).sum::<f64>() / 2e4;
            assert!((square.sqrt() / sigma - 1.0).abs() < 0.03, "{axis}: {}", square.sqrt());
            let ideal = polar([10.0, 2.0, -1.0])[axis];
            // The constant error of the position turns a direction at 10 m by 0.03 degrees.
            assert!((mean - ideal).abs() < 0.06, "{axis}: {mean} is not {ideal}");
        }
    }
}
