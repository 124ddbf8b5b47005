//! Darkening of the ground around things that stand or lie on it.
//!
//! A ball over a plane hides a part of the sky: `r^2 h / (d^2 + h^2)^(3/2)` of its light, for a
//! radius `r`, a height `h` and a point at distance `d` from below it (the form factor from a
//! differential plane to a sphere; Howell, "A Catalog of Radiation Heat Transfer Configuration
//! Factors", B-38). Shapes are approximated by a few balls in a row.

use super::Vector;
use super::camera::{Projection, Size};
use super::canvas::NEAREST;
use super::mesh::Mesh;
use nalgebra::Vector2;
use std::ops::Range;

/// How much darker it gets where all of the sky is hidden.
const STRENGTH: f32 = 0.62;
/// A hidden part of the sky that is too small to be noticed.
const UNSEEN: f32 = 0.04;
/// Maximum number of balls for one shape.
const MOST: usize = 5;

/// A ball that stands for a shape or a part of it, in the frame of its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bulk {
    pub(super) centre: Vector,
    radius: f32,
}

impl Bulk {
    /// Balls along the longest side of the box about a mesh.
    pub(super) fn of(mesh: &Mesh) -> Vec<Self> {
        let Some(first) = mesh.vertices.first() else {
            return Vec::new();
        };
        let (mut min, mut max) = (first.position, first.position);
        for vertex in &mesh.vertices {
            (min, max) = (min.inf(&vertex.position), max.sup(&vertex.position));
        }
        let (centre, half) = (0.5 * (min + max), 0.5 * (max - min));
        let long = half.imax();
        let across = half.remove_row(long);
        let radius = (across[0] * across[1]).sqrt().max(f32::MIN_POSITIVE);
        let count = ((half[long] / radius).round() as usize).clamp(1, MOST);
        let reach = (half[long] - radius).max(0.0);
        let at = |i: usize| {
            let part = if count > 1 { 2.0 * i as f32 / (count - 1) as f32 - 1.0 } else { 0.0 };
            let mut centre = centre;
            centre[long] += part * reach;
            Self { centre, radius }
        };
        (0..count).map(at).collect()
    }

    /// Returns its effect on the ground, and the rows that are affected, when its centre is at
    /// `centre` in the world; `None` if there is no effect.
    pub(super) fn occluder(
        &self,
        centre: Vector,
        view: &Projection,
        size: Size,
    ) -> Option<Occluder> {
        // It rests on the ground, or sinks into it.
        let height = centre.z.max(self.radius);
        let left = (0.5 * (centre.z / self.radius + 1.0)).clamp(0.0, 1.0);
        let power = left * self.radius * self.radius * height;
        let reach = (power / UNSEEN).cbrt().powi(2) - height * height;
        // NaN becomes 0, too.
        let reach = reach.max(0.0).sqrt();
        if reach == 0.0 {
            return None;
        }
        let mut rows = [f32::MAX, f32::MIN];
        let mut behind = 0;
        for (right, up) in [(-reach, -reach), (reach, -reach), (-reach, reach), (reach, reach)] {
            let at = Vector::new(centre.x + right, centre.y + up, 0.0);
            let seen = view.turn(at - view.position.cast());
            if seen.z < NEAREST {
                behind += 1;
            } else {
                let row = view.centre[1] + view.scale * seen.y / seen.z;
                rows = [rows[0].min(row), rows[1].max(row)];
            }
        }
        let rows = match behind {
            0 => rows,
            4 => return None,
            // It reaches below the camera: in any row.
            _ => [0.0, f32::MAX],
        };
        let row = |y: f32| (y.max(0.0) as usize).min(size.height);
        let rows = row(rows[0])..row(rows[1].ceil());
        (!rows.is_empty()).then_some(Occluder {
            place: centre.xy(),
            squared_height: height * height,
            squared_reach: reach * reach,
            power,
            rows,
        })
    }
}

/// A ball near the ground, as the ground sees it.
#[derive(Clone, Debug)]
pub(super) struct Occluder {
    place: Vector2<f32>,
    squared_height: f32,
    squared_reach: f32,
    power: f32,
    rows: Range<usize>,
}

impl Occluder {
    /// Reduces the light, which is 1 where nothing is hidden, of a row of pixels that sees the
    /// ground at `depth`; returns the pixels that are affected.
    pub(super) fn darken(
        &self,
        view: &Projection,
        y: usize,
        depth: f32,
        light: &mut [f32],
    ) -> Range<usize> {
        if !self.rows.contains(&y) {
            return 0..0;
        }
        let first = view.ray(0.5, y as f32 + 0.5) * depth;
        let step = view.right * (depth / view.scale);
        let step = step.xy();
        let away = (first + view.position.cast()).xy() - self.place;
        let columns = self.columns(away, step, light.len());
        let [x, y] = (away + columns.start as f32 * step).into();
        // Without branches, so that the compiler handles several at a time.
        for (i, light) in (0u16..).zip(&mut light[columns.clone()]) {
            let i = f32::from(i);
            let [x, y] = [x + i * step.x, y + i * step.y];
            let squared = x * x + y * y + self.squared_height;
            let hidden = (self.power / (squared * squared.sqrt()) - UNSEEN).max(0.0);
            *light *= 1.0 - STRENGTH * hidden;
        }
        columns
    }

    /// Pixels of a row that are in reach; the first is `away` from its middle, m, and each is a
    /// `step` from the one before.
    fn columns(&self, away: Vector2<f32>, step: Vector2<f32>, count: usize) -> Range<usize> {
        let (square, half) = (step.norm_squared(), away.dot(&step));
        let discriminant = half * half - square * (away.norm_squared() - self.squared_reach);
        // NaN yields no pixels, too.
        let root = discriminant.max(0.0).sqrt();
        if root == 0.0 {
            return 0..0;
        }
        let [first, last] = [-1.0, 1.0].map(|sign| (sign * root - half) / square);
        let column = |x: f32| (x.max(0.0) as usize).min(count);
        column(first)..column(last.ceil()).max(column(first))
    }
}
