//! Two capsules.

use super::contact::{PairPoints, Pose};
use super::sphere::{axes, sphere_sphere};
use crate::math::MIN_VALUE;
use crate::math::point::*;

/// Spheres at the nearest points of both segments; parallel segments get up to two points, from
/// their ends in the order first's upper, first's lower, second's upper, second's lower.
#[inline]
pub(super) fn capsule_capsule(
    (radius_a, half_a): (f64, f64),
    a: &Pose,
    (radius_b, half_b): (f64, f64),
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let axes = axes(a, b);
    let segments = Segments::new(a.pos, scale(axes[0], half_a), b.pos, scale(axes[1], half_b));
    let meet = |(s, t): (f64, f64), out: &mut PairPoints| {
        let on_a = add_scaled(a.pos, segments.axis_a, s);
        let on_b = add_scaled(b.pos, segments.axis_b, t);
        sphere_sphere((on_a, radius_a), (on_b, radius_b), axes, margin, out);
    };
    if segments.determinant.abs() >= MIN_VALUE {
        meet(segments.nearest(), out);
        return;
    }
    for end in [1.0, -1.0] {
        meet((end, unit(segments.on_b(end))), out);
    }
    for end in [1.0, -1.0] {
        if out.as_slice().len() >= 2 {
            return;
        }
        meet((unit(segments.on_a(end)), end), out);
    }
}

#[inline(always)]
fn unit(x: f64) -> f64 {
    clamp(x, -1.0, 1.0)
}

/// Squared distance of `pos_a + s axis_a` and `pos_b + t axis_b` as a quadratic form in `s`, `t`.
struct Segments {
    axis_a: Point,
    axis_b: Point,
    aa: f64,
    ab: f64,
    bb: f64,
    a: f64,
    b: f64,
    determinant: f64,
}

impl Segments {
    #[inline(always)]
    fn new(pos_a: Point, axis_a: Point, pos_b: Point, axis_b: Point) -> Self {
        let between = sub(pos_b, pos_a);
        let (aa, ab, bb) = (dot(axis_a, axis_a), dot(axis_a, axis_b), dot(axis_b, axis_b));
        let (a, b) = (dot(axis_a, between), -dot(axis_b, between));
        Self { axis_a, axis_b, aa, ab, bb, a, b, determinant: aa * bb - ab * ab }
    }

    /// Best `s` on the first line for `t` on the second.
    #[inline(always)]
    fn on_a(&self, t: f64) -> f64 {
        (self.a + t * self.ab) / self.aa
    }

    /// Best `t` on the second line for `s` on the first.
    #[inline(always)]
    fn on_b(&self, s: f64) -> f64 {
        (self.b + s * self.ab) / self.bb
    }

    /// Nearest points of segments that are not parallel, each parameter from -1 to 1.
    #[inline(always)]
    fn nearest(&self) -> (f64, f64) {
        let mut s = (self.bb * self.a + self.ab * self.b) / self.determinant;
        let mut t = (self.aa * self.b + self.ab * self.a) / self.determinant;
        if s.abs() > 1.0 {
            s = s.signum();
            t = self.on_b(s);
        }
        if t.abs() > 1.0 {
            t = t.signum();
            s = unit(self.on_a(t));
        }
        (s, t)
    }
}
