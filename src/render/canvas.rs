//! Draws triangles to samples with a depth, and turns samples into pixels.
//!
//! Instead of the depth its inverse is stored, the *nearness*, which is linear over the picture of
//! a plane.

use super::camera::{Projection, Size};
use super::ground::Ground;
use super::occluder::Occluder;
use super::{Rgb, Vector};

/// Samples along a side of a pixel.
const FINE: usize = 2;
/// Anything nearer to the camera than this is not drawn, m.
pub(super) const NEAREST: f32 = 0.05;
/// Fraction of the light that is left in a shadow.
const SHADE: f32 = 0.58;
/// State of a sample in shadow. Where ground or sky is seen, it is 0.
const SHADOW: u32 = 1 << 30;
/// State of a sample that shows something solid, together with its colour.
const SOLID: u32 = 1 << 31;

/// How triangles are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    /// In a colour, scaled by its light.
    Solid(Rgb),
    /// Like a solid, but only in one sample of each pixel, so that one can see through it.
    Net(Rgb),
    /// Darkens the ground where it is seen with nothing in front of it.
    Shadow,
}

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    /// Right, down and depth from the camera, m.
    pub(super) seen: Vector,
    /// Brightness, 0 to 1.
    pub(super) light: f32,
}

/// A corner on the canvas, in samples.
#[derive(Clone, Copy)]
struct Dot {
    x: f32,
    y: f32,
    nearness: f32,
    light: f32,
}

/// The samples of a picture.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    /// In samples.
    width: usize,
    height: usize,
    scale: f32,
    centre: [f32; 2],
    nearness: Vec<f32>,
    state: Vec<u32>,
}

impl Canvas {
    /// Clears the picture to an empty ground, below which nothing can be seen.
    pub(super) fn clear(&mut self, view: &Projection, size: Size) {
        (self.width, self.height) = (FINE * size.width, FINE * size.height);
        self.scale = FINE as f32 * view.scale;
        self.centre = view.centre.map(|x| FINE as f32 * x);
        let samples = self.width * self.height;
        self.state.clear();
        self.state.resize(samples, 0);
        self.nearness.clear();
        for row in 0..self.height {
            let nearness = view.ground_nearness((row as f32 + 0.5) / FINE as f32);
            self.nearness.resize((row + 1) * self.width, nearness.max(0.0));
        }
    }

    /// Draws the front of a triangle, which is counterclockwise.
    pub(super) fn triangle(&mut self, corners: [Corner; 3], ink: Ink) {
        let behind = corners.iter().filter(|corner| corner.seen.z < NEAREST).count();
        match behind {
            0 => self.seen_triangle(corners, ink),
            3 => {}
            _ => {
                let (clipped, count) = clip(corners);
                for i in 2..count {
                    self.seen_triangle([clipped[0], clipped[i - 1], clipped[i]], ink);
                }
            }
        }
    }

    fn seen_triangle(&mut self, corners: [Corner; 3], ink: Ink) {
        let dots = corners.map(|corner| {
            let nearness = 1.0 / corner.seen.z;
            Dot {
                x: self.centre[0] + self.scale * corner.seen.x * nearness,
                y: self.centre[1] + self.scale * corner.seen.y * nearness,
                nearness,
                light: corner.light,
            }
        });
        let (nearness, state) = (&mut self.nearness, &mut self.state);
        let [width, height] = [self.width, self.height];
        match ink {
            Ink::Solid(colour) => spans(dots, width, height, |_, at, near, light| {
                if near > nearness[at] {
                    nearness[at] = near;
                    state[at] = SOLID | packed(colour, light);
                }
            }),
            Ink::Net(colour) => spans(dots, width, height, |row, at, near, light| {
                if row % FINE == 0 && at % FINE == 0 && near > nearness[at] {
                    nearness[at] = near;
                    state[at] = SOLID | packed(colour, light);
                }
            }),
            Ink::Shadow => spans(dots, width, height, |_, at, _, _| {
                if state[at] == 0 {
                    state[at] = SHADOW;
                }
            }),
        }
    }

    /// The picture `(height, width, 3)`.
    pub(super) fn develop(
        &self,
        ground: &Ground,
        occluders: &[Occluder],
        view: &Projection,
        out: &mut [u8],
    ) {
        let mut empty = vec![[0.0; 3]; self.width / FINE];
        let mut light = vec![1.0; empty.len()];
        let rows = out.chunks_exact_mut(3 * empty.len());
        for ((y, row), states) in rows.enumerate().zip(self.state.chunks_exact(FINE * self.width)) {
            ground.row(view, y, &mut empty);
            darken(occluders, view, y, &mut light, &mut empty);
            let (upper, lower) = states.split_at(self.width);
            let samples = upper.chunks_exact(FINE).zip(lower.chunks_exact(FINE));
            for ((pixel, (upper, lower)), &ground) in
                row.chunks_exact_mut(3).zip(samples).zip(&empty)
            {
                let colour = mixed([upper[0], upper[1], lower[0], lower[1]], ground);
                pixel.copy_from_slice(&colour.map(|x| (x + 0.5) as u8));
            }
        }
    }
}

/// Subtracts the light that occluders hide from the ground of a row; `light` is all 1 before and
/// after.
fn darken(
    occluders: &[Occluder],
    view: &Projection,
    y: usize,
    light: &mut [f32],
    ground: &mut [Rgb],
) {
    let depth = 1.0 / view.ground_nearness(y as f32 + 0.5);
    if depth < 0.0 {
        return;
    }
    let mut touched = light.len()..0;
    for occluder in occluders {
        let columns = occluder.darken(view, y, depth, light);
        if !columns.is_empty() {
            touched = touched.start.min(columns.start)..touched.end.max(columns.end);
        }
    }
    if touched.is_empty() {
        return;
    }
    for (colour, light) in ground[touched.clone()].iter_mut().zip(&mut light[touched]) {
        *colour = colour.map(|part| part * *light);
        *light = 1.0;
    }
}

/// The colour of a pixel of four samples in front of a ground of this colour.
fn mixed(states: [u32; FINE * FINE], ground: Rgb) -> Rgb {
    if states == [0; FINE * FINE] {
        return ground;
    }
    let mut sum = [0.0; 3];
    for state in states {
        let colour = match state {
            0 => ground,
            SHADOW => ground.map(|x| SHADE * x),
            _ => std::array::from_fn(|i| f32::from((state >> (16 - 8 * i)) as u8)),
        };
        sum = std::array::from_fn(|i| sum[i] + colour[i] / (FINE * FINE) as f32);
    }
    sum
}

fn packed(colour: Rgb, light: f32) -> u32 {
    let [r, g, b] = colour.map(|x| u32::from((light * x) as u8));
    r << 16 | g << 8 | b
}

/// Clips off what is too near to the camera; 0, 3 or 4 corners are left.
fn clip(corners: [Corner; 3]) -> ([Corner; 4], usize) {
    let (mut kept, mut count) = ([Corner::default(); 4], 0);
    for i in 0..3 {
        let (here, next) = (corners[i], corners[(i + 1) % 3]);
        if here.seen.z >= NEAREST {
            kept[count] = here;
            count += 1;
        }
        if (here.seen.z >= NEAREST) != (next.seen.z >= NEAREST) {
            let part = (NEAREST - here.seen.z) / (next.seen.z - here.seen.z);
            let mut cut = here.seen.lerp(&next.seen, part);
            cut.z = NEAREST;
            kept[count] =
                Corner { seen: cut, light: here.light + part * (next.light - here.light) };
            count += 1;
        }
    }
    (kept, count)
}

/// Visits the samples whose centre is inside a triangle that shows its front: row, index,
/// nearness and light. Triangles that share an edge share no sample and leave none out.
fn spans(
    [a, b, c]: [Dot; 3],
    width: usize,
    height: usize,
    mut visit: impl FnMut(usize, usize, f32, f32),
) {
    let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    // y points down, so that what is counterclockwise has a negative area.
    if area >= 0.0 {
        return;
    }
    let slope = |of: fn(&Dot) -> f32| {
        let (ab, ac) = (of(&b) - of(&a), of(&c) - of(&a));
        let along = |ab_other: f32, ac_other: f32| (ab * ac_other - ac * ab_other) / area;
        (along(b.y - a.y, c.y - a.y), -along(b.x - a.x, c.x - a.x))
    };
    let (nearness, light) = (slope(|dot| dot.nearness), slope(|dot| dot.light));
    let mut sorted = [a, b, c];
    sorted.sort_by(|p, q| p.y.total_cmp(&q.y));
    let [top, middle, bottom] = sorted;
    for row in first_centre(top.y, height)..first_centre(bottom.y, height) {
        let y = row as f32 + 0.5;
        let short = if y < middle.y { (top, middle) } else { (middle, bottom) };
        let (x1, x2) = (crossing((top, bottom), y), crossing(short, y));
        let shift = shift(row);
        let columns =
            first_centre(x1.min(x2) - shift, width)..first_centre(x1.max(x2) - shift, width);
        let (dx, dy) = (columns.start as f32 + 0.5 + shift - a.x, y - a.y);
        let mut near = a.nearness + dx * nearness.0 + dy * nearness.1;
        let mut bright = a.light + dx * light.0 + dy * light.1;
        for column in columns {
            visit(row, row * width + column, near, bright);
            near += nearness.0;
            bright += light.0;
        }
    }
}

/// How far the samples of a row are shifted to the right from the middles of their cells. Thus the
/// samples of a pixel are in four different columns, and steep edges have four steps.
fn shift(row: usize) -> f32 {
    if row.is_multiple_of(FINE) { -0.25 } else { 0.25 }
}

/// Where an edge, given from top to bottom, crosses a row.
fn crossing((from, to): (Dot, Dot), y: f32) -> f32 {
    from.x + (y - from.y) * (to.x - from.x) / (to.y - from.y)
}

/// Index of the first sample whose centre is at `x` or beyond, at most `count`.
fn first_centre(x: f32, count: usize) -> usize {
    // Casting turns negative numbers and NaN into zero.
    let before = (x - 0.5) as usize;
    before.saturating_add(usize::from(x - 0.5 > before as f32)).min(count)
}
