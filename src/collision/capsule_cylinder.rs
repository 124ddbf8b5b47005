//! A capsule and a cylinder.

use super::contact::{ContactPoint, PairPoints, Pose};
use crate::math::point::*;

/// A segment this close to the cylinder (m) counts as inside it.
const INSIDE: f64 = 1e-9;
/// Maximum number of steps of the search; it takes about ten.
const MAX_STEPS: usize = 60;
/// The search ends when a step is smaller than this fraction of the segment's length.
const PRECISION: f64 = 1e-14;

/// One point, from the nearest point of the capsule's segment. False if the segment enters the
/// cylinder, so that there is no such point; then nothing is reported.
///
/// The distance of a point on the segment to the cylinder is a convex function of the point; the
/// root of its slope is found by false position (the Illinois variant; Dowell and Jarratt, "A
/// modified regula falsi method for computing the root of an equation", 1971).
#[inline]
pub(super) fn capsule_cylinder(
    (radius, half_length): (f64, f64),
    a: &Pose,
    cylinder: (f64, f64),
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) -> bool {
    let middle = rotate_back(&b.mat, sub(a.pos, b.pos));
    let reach = half_length + radius + margin;
    if outside_by(middle, cylinder, reach) {
        return true;
    }
    let axis = rotate_back(&b.mat, column(&a.mat, 2));
    let gap = |t: f64| outside(add_scaled(middle, axis, t), cylinder);
    let t = root(half_length, |t| dot(gap(t), axis));
    let gap = gap(t);
    let distance = dot(gap, gap).sqrt();
    if distance < INSIDE {
        return false;
    }
    let dist = distance - radius;
    if dist <= margin {
        let normal = rotate(&b.mat, scale(gap, -1.0 / distance));
        let nearest = add_scaled(a.pos, column(&a.mat, 2), t);
        let pos = add_scaled(nearest, normal, radius + 0.5 * dist);
        out.push(ContactPoint { pos, normal, tangent: [0.0; 3], dist });
    }
    true
}

/// From the nearest point of the cylinder to `point`.
#[inline(always)]
fn outside(point: Point, (radius, half_length): (f64, f64)) -> Point {
    let across = (point[0] * point[0] + point[1] * point[1]).sqrt();
    let excess = if across > radius { 1.0 - radius / across } else { 0.0 };
    let along = clamp(point[2], -half_length, half_length);
    [point[0] * excess, point[1] * excess, point[2] - along]
}

/// Whether a point is farther from the cylinder than `reach`.
#[inline(always)]
fn outside_by(point: Point, cylinder: (f64, f64), reach: f64) -> bool {
    let gap = outside(point, cylinder);
    dot(gap, gap) > reach * reach
}

/// Where in `-limit..=limit` an increasing function changes its sign, or the end next to that.
#[inline(always)]
fn root(limit: f64, slope: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-limit, limit);
    let (mut below, mut above) = (slope(low), slope(high));
    if below >= 0.0 {
        return low;
    }
    if above <= 0.0 {
        return high;
    }
    let (mut last, mut last_t) = (0.0, limit);
    for _ in 0..MAX_STEPS {
        let t = (low * above - high * below) / (above - below);
        let value = slope(t);
        if value == 0.0 || (t - last_t).abs() < PRECISION * limit {
            return t;
        }
        last_t = t;
        if value < 0.0 {
            (low, below) = (t, value);
            above *= if last < 0.0 { 0.5 } else { 1.0 };
        } else {
            (high, above) = (t, value);
            below *= if last > 0.0 { 0.5 } else { 1.0 };
        }
        last = value;
    }
    0.5 * (low + high)
}
