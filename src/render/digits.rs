//! Numbers on jerseys, made of bars as on a scoreboard.

use super::Vector;
use super::mesh::Mesh;
use super::part::Part;
use crate::dynamics::params::rotation;
use crate::model::{Model, Shape, Site};

/// Bars of the digits 0 to 9: top, upper right, lower right, bottom, lower left, upper left,
/// middle.
const BARS: [[bool; 7]; 10] = {
    const O: bool = false;
    const I: bool = true;
    [
        [I, I, I, I, I, I, O],
        [O, I, I, O, O, O, O],
        [I, I, O, I, I, O, I],
        [I, I, I, I, O, O, I],
        [O, I, I, O, O, I, I],
        [I, O, I, I, O, I, I],
        [I, O, I, I, I, I, I],
        [I, I, I, O, O, O, O],
        [I, I, I, I, I, I, I],
        [I, I, I, I, O, I, I],
    ]
};
/// Fraction of a plate's height that digits fill.
const HEIGHT: f64 = 0.9;
/// Width of digits relative to their height.
const WIDTH: f64 = 0.56;
/// Gap between two digits relative to their width.
const GAP: f64 = 0.3;
/// Width of a bar relative to the height of digits.
const BAR: f64 = 0.19;
/// Height of digits above the surface on which they are written, m.
const RAISED: f32 = 0.002;

/// A rectangle on a plate: from left to right, from bottom to top, m from the plate's middle.
type PlateArea = [[f64; 2]; 2];

/// A player's number on each of the model's plates: box-shaped sites named `jersey` or `jersey-*`,
/// thin along x, upright along z. `parts` are those of the model.
pub(super) fn number(model: &Model, parts: &[Part], number: u32) -> Vec<(usize, Mesh)> {
    let is_plate = |name: &str| name == "jersey" || name.starts_with("jersey-");
    let plates = model.sites.iter().filter(|site| is_plate(&site.name));
    plates
        .filter_map(|site| match site.shape {
            Shape::Box { half } => Some((site.body, on_plate(model, parts, site, half, number))),
            _ => None,
        })
        .collect()
}

fn on_plate(model: &Model, parts: &[Part], site: &Site, half: [f64; 3], number: u32) -> Mesh {
    let axes = rotation(site.quat);
    let axis = |i: usize| nalgebra::Vector3::new(axes[0][i], axes[1][i], axes[2][i]).cast::<f32>();
    let middle = nalgebra::Vector3::from(site.pos).cast::<f32>();
    let heart = nalgebra::Vector3::from(model.bodies[site.body].ipos).cast::<f32>();
    let outward = axis(0) * (middle - heart).dot(&axis(0)).signum();
    let up = axis(2) * axis(2).z.signum();
    let right = up.cross(&outward);
    let plate = half[0] as f32;
    let mut mesh = Mesh::default();
    for [from, to] in rectangles(number, [half[1], half[2]]) {
        let corners = [[from[0], from[1]], [to[0], from[1]], [to[0], to[1]], [from[0], to[1]]];
        let [a, b, c, d] = corners.map(|[x, z]| {
            let at = middle + right * x as f32 + up * z as f32;
            let depth = surface(parts, site.body, at, outward).unwrap_or(plate);
            at + outward * (depth + RAISED)
        });
        mesh.push_flat([a, b, c]);
        mesh.push_flat([a, c, d]);
    }
    mesh
}

/// Bars of a number's digits on a plate with these half sizes.
fn rectangles(number: u32, [half_width, half_height]: [f64; 2]) -> Vec<PlateArea> {
    let digits: Vec<usize> = number
        .to_string()
        .bytes()
        .map(|digit| usize::from(digit.wrapping_sub(b'0') % 10))
        .collect();
    let count = digits.len() as f64;
    let share = count + GAP * (count - 1.0);
    let width = (2.0 * HEIGHT * half_height * WIDTH).min(2.0 * HEIGHT * half_width / share);
    let height = (2.0 * HEIGHT * half_height).min(1.4 * width / WIDTH);
    let bar = BAR * height.min(width / WIDTH);
    let (x, z, middle) = (0.5 * width, 0.5 * height, 0.5 * bar);
    let bars: [PlateArea; 7] = [
        [[-x, z - bar], [x, z]],
        [[x - bar, 0.0], [x, z]],
        [[x - bar, -z], [x, 0.0]],
        [[-x, -z], [x, -z + bar]],
        [[-x, -z], [-x + bar, 0.0]],
        [[-x, 0.0], [-x + bar, z]],
        [[-x, -middle], [x, middle]],
    ];
    let mut found = Vec::new();
    for (i, digit) in digits.into_iter().enumerate() {
        let left = (i as f64 - 0.5 * (count - 1.0)) * width * (1.0 + GAP);
        let shown = bars.iter().zip(BARS[digit]).filter(|(_, is_shown)| *is_shown);
        // A one has its only bars in the middle.
        let left = if digit == 1 { left - x + middle } else { left };
        found.extend(shown.map(|(bar, _)| bar.map(|[x, z]| [x + left, z])));
    }
    found
}

/// Distance from a point, along a direction of length one, to a body's surface that faces in that
/// direction; the largest if there are several.
fn surface(parts: &[Part], body: usize, from: Vector, along: Vector) -> Option<f32> {
    let parts = parts.iter().filter(|part| part.body == body);
    let depths = parts.flat_map(|part| {
        part.mesh.faces.iter().filter_map(|face| {
            let [a, b, c] = face.map(|corner| part.mesh.vertices[corner as usize].position - from);
            let normal = (b - a).cross(&(c - a));
            let slope = normal.dot(&along);
            // On which side of each edge the line passes.
            let is_inside =
                [(a, b), (b, c), (c, a)].iter().all(|(p, q)| p.cross(q).dot(&along) >= 0.0);
            (slope > 0.0 && is_inside).then(|| normal.dot(&a) / slope)
        })
    });
    depths.reduce(f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_on_their_plates() {
        for number in 0..100 {
            for half in [[0.05, 0.07], [0.06, 0.08], [0.02, 0.2], [0.2, 0.02]] {
                let bars = rectangles(number, half);
                assert!(bars.len() >= 2);
                for [from, to] in bars {
                    for axis in 0..2 {
                        assert!(from[axis] < to[axis], "{number} on {half:?}");
                        assert!(-half[axis] <= from[axis] && to[axis] <= half[axis]);
                    }
                }
            }
        }
    }
}
