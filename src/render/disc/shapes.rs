//! Shapes on a sheet; all lengths in pixels, angles in radians, clockwise as y points down.
//!
//! The distance functions are the well-known ones of the plane (see Quilez, "2D distance
//! functions", for a collection).

use super::sheet::{Ink, Point, Sheet};

/// Like `hypot`, but without its care for numbers that no picture has.
fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

fn around([x, y]: Point, reach: f32) -> [Point; 2] {
    [[x - reach, y - reach], [x + reach, y + reach]]
}

fn bounds(points: &[Point], reach: f32) -> [Point; 2] {
    let mut corners = [[f32::INFINITY; 2], [f32::NEG_INFINITY; 2]];
    for point in points {
        for axis in 0..2 {
            corners[0][axis] = corners[0][axis].min(point[axis] - reach);
            corners[1][axis] = corners[1][axis].max(point[axis] + reach);
        }
    }
    corners
}

/// Distance of a point from the segment between two points.
fn from_segment(x: f32, y: f32, [a, b]: [Point; 2]) -> f32 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let (px, py) = (x - a[0], y - a[1]);
    let length2 = dx * dx + dy * dy;
    let along = if length2 > 0.0 { ((px * dx + py * dy) / length2).clamp(0.0, 1.0) } else { 0.0 };
    length(px - along * dx, py - along * dy)
}

impl Sheet {
    /// A disc.
    pub(in crate::render) fn disc(&mut self, centre: Point, radius: f32, ink: Ink) {
        let [cx, cy] = centre;
        self.draw(around(centre, radius), ink, |x, y| length(x - cx, y - cy) - radius);
    }

    /// A circle drawn with a line of this width.
    pub(super) fn ring(&mut self, centre: Point, radius: f32, width: f32, ink: Ink) {
        let [cx, cy] = centre;
        let half = 0.5 * width;
        self.draw(around(centre, radius + half), ink, |x, y| {
            (length(x - cx, y - cy) - radius).abs() - half
        });
    }

    /// A rectangle along the axes, its corners rounded.
    pub(in crate::render) fn bar(&mut self, [from, to]: [Point; 2], round: f32, ink: Ink) {
        let half = [0, 1].map(|axis| 0.5 * (to[axis] - from[axis]) - round);
        let middle = [0, 1].map(|axis| 0.5 * (to[axis] + from[axis]));
        self.draw([from, to], ink, |x, y| {
            let [dx, dy] = [(x - middle[0]).abs() - half[0], (y - middle[1]).abs() - half[1]];
            length(dx.max(0.0), dy.max(0.0)) + dx.max(dy).min(0.0) - round
        });
    }

    /// A line with round ends through points, this wide; drawn as one, so that faint ones do not
    /// become darker where their parts meet.
    pub(in crate::render) fn line(&mut self, points: &[Point], width: f32, ink: Ink) {
        let half = 0.5 * width;
        let parts = |points: &[Point], x: f32, y: f32| match points {
            [point] => length(x - point[0], y - point[1]),
            _ => {
                let parts = points.windows(2).map(|part| from_segment(x, y, [part[0], part[1]]));
                parts.fold(f32::INFINITY, f32::min)
            }
        };
        // Long lines are drawn piece by piece, each in a box of its own, if nothing shines through.
        if ink.alpha >= 1.0 && points.len() > 2 {
            for piece in points.windows(2) {
                self.draw(bounds(piece, half), ink, |x, y| parts(piece, x, y) - half);
            }
        } else if !points.is_empty() {
            self.draw(bounds(points, half), ink, |x, y| parts(points, x, y) - half);
        }
    }

    /// The inside of a polygon, by the even-odd rule.
    pub(super) fn polygon(&mut self, points: &[Point], ink: Ink) {
        if points.len() < 3 {
            return;
        }
        self.draw(bounds(points, 0.0), ink, |x, y| {
            let (mut distance, mut inside) = (f32::INFINITY, false);
            let mut last = points[points.len() - 1];
            for &point in points {
                distance = distance.min(from_segment(x, y, [last, point]));
                if (point[1] > y) != (last[1] > y) {
                    let slope = (last[0] - point[0]) / (last[1] - point[1]);
                    inside ^= x < point[0] + (y - point[1]) * slope;
                }
                last = point;
            }
            if inside { -distance } else { distance }
        });
    }

    /// A part of a ring between two radii, from angle `start` over `span`.
    pub(super) fn sector(
        &mut self,
        centre: Point,
        [inner, outer]: [f32; 2],
        [start, span]: [f32; 2],
        ink: Ink,
    ) {
        let half = 0.5 * span.abs().min(std::f32::consts::TAU);
        let (sin, cos) = (start + 0.5 * span).sin_cos();
        let (edge_sin, edge_cos) = half.sin_cos();
        let whole = half >= std::f32::consts::PI;
        self.draw(around(centre, outer), ink, |x, y| {
            let (dx, dy) = (x - centre[0], y - centre[1]);
            let distance = length(dx, dy);
            let radial = (distance - outer).max(inner - distance);
            if whole {
                return radial;
            }
            // In the frame of the sector's middle, folded onto one side.
            let (along, across) = (dx * cos + dy * sin, (dy * cos - dx * sin).abs());
            let beside = across * edge_cos - along * edge_sin;
            let behind = along * edge_cos + across * edge_sin < 0.0;
            let angular = if beside > 0.0 && behind { distance } else { beside };
            // A half and more: inside unless beyond both edges.
            radial.max(angular)
        });
    }

    /// A part of a circle, given by start angle and span, drawn with a line of this width.
    pub(super) fn arc(&mut self, centre: Point, radius: f32, part: [f32; 2], width: f32, ink: Ink) {
        let half = 0.5 * width;
        self.sector(centre, [radius - half, radius + half], part, ink);
    }
}
