//! A picture in the plane: shapes drawn by distance functions, with edges smoothed over a pixel.
//!
//! A shape is a function that returns how far a point is outside of it, in pixels (negative
//! inside). How much it covers of a pixel follows from the distance of the pixel's middle, so that
//! edges are smooth in every direction without several samples per pixel.

use super::super::Rgb;

/// A colour, and how much of it covers what is below, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// Red, green and blue, 0 to 255.
    pub rgb: Rgb,
    /// 1 hides everything below.
    pub alpha: f32,
}

impl Ink {
    /// A colour that hides what is below.
    pub const fn solid(rgb: Rgb) -> Self {
        Self { rgb, alpha: 1.0 }
    }

    /// The same colour with its opacity multiplied by a factor.
    pub fn faded(self, factor: f32) -> Self {
        Self { alpha: self.alpha * factor, ..self }
    }
}

/// A point, px from the upper left corner.
pub(in crate::render) type Point = [f32; 2];

/// The pixels of a picture.
pub(in crate::render) struct Sheet {
    pub(super) width: usize,
    pub(super) height: usize,
    pixels: Vec<Rgb>,
}

impl Sheet {
    /// A picture all in one colour.
    pub(super) fn new(width: usize, height: usize, rgb: Rgb) -> Self {
        Self { width, height, pixels: vec![rgb; width * height] }
    }

    /// A picture as it is: rows from top to bottom of pixels of red, green and blue.
    pub(in crate::render) fn of(width: usize, height: usize, picture: &[u8]) -> Self {
        let (pixels, _) = picture.as_chunks::<3>();
        Self { width, height, pixels: pixels.iter().map(|rgb| rgb.map(f32::from)).collect() }
    }

    /// Draws what a distance function describes, as far as it lies between two corners.
    pub(super) fn draw(
        &mut self,
        [from, to]: [Point; 2],
        ink: Ink,
        distance: impl Fn(f32, f32) -> f32,
    ) {
        // Casting turns negative numbers and NaN into zero.
        let first = |at: f32| (at - 1.0).floor() as usize;
        let end = |at: f32, most: usize| ((at + 1.0).ceil() as usize).min(most);
        let columns = first(from[0])..end(to[0], self.width);
        for row in first(from[1])..end(to[1], self.height) {
            let y = row as f32 + 0.5;
            for column in columns.clone() {
                let covered = (0.5 - distance(column as f32 + 0.5, y)).clamp(0.0, 1.0);
                let share = covered * ink.alpha;
                if share > 0.0 {
                    let pixel = &mut self.pixels[row * self.width + column];
                    for (own, new) in pixel.iter_mut().zip(ink.rgb) {
                        *own += (new - *own) * share;
                    }
                }
            }
        }
    }

    /// Rows from top to bottom of pixels of red, green and blue.
    pub(in crate::render) fn write(&self, out: &mut [u8]) {
        for (out, pixel) in out.chunks_exact_mut(3).zip(&self.pixels) {
            for (out, part) in out.iter_mut().zip(pixel) {
                *out = (part + 0.5) as u8;
            }
        }
    }
}
