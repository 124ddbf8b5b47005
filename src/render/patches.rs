//! The ground that a few neighbouring pixels of a row show, and what fraction of it lies in an
//! area.
//!
//! A pixel sees a patch of the ground. Colours are means over the box about it, so that lines
//! thinner than a pixel become pale. All loops are over pixels and without branches, so that the
//! compiler handles four at a time.

use super::camera::Projection;

/// Number of pixels that are processed together.
pub(super) const CHUNK: usize = 32;

/// One number for each pixel.
pub(super) type Row = [f32; CHUNK];

/// A rectangle, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bar {
    pub(super) min: [f32; 2],
    pub(super) max: [f32; 2],
}

impl Bar {
    pub(super) fn meets(&self, other: &Self) -> bool {
        (0..2).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
    }

    pub(super) fn holds(&self, other: &Self) -> bool {
        (0..2).all(|i| self.min[i] <= other.min[i] && other.max[i] <= self.max[i])
    }
}

/// Boxes about what neighbouring pixels show.
pub(super) struct Patches {
    /// By axis: the middles, m.
    centre: [Row; 2],
    /// Half the sizes, m.
    half: [Row; 2],
    /// One over the sizes, 1/m.
    density: [Row; 2],
}

impl Patches {
    /// Patches of the pixels starting at `column`, in a row whose middle is at `y` and sees the
    /// ground at `depth`.
    pub(super) fn new(view: &Projection, column: usize, y: f32, depth: f32) -> Self {
        let per_pixel = depth / view.scale;
        // The depth changes with y as the inverse of a nearness that is linear in y.
        let depth_per_pixel = depth * per_pixel * view.down.z / view.position[2] as f32;
        let first = view.ray(column as f32 + 0.5, y);
        let mut patches =
            Self { centre: [[0.0; CHUNK]; 2], half: [[0.0; CHUNK]; 2], density: [[0.0; CHUNK]; 2] };
        for axis in 0..2 {
            let (position, ray) = (view.position[axis] as f32, first[axis]);
            let (ray_per_pixel, right) = (view.right[axis] / view.scale, view.right[axis].abs());
            let down = per_pixel * view.down[axis];
            for i in 0..CHUNK {
                let ray = ray + i as f32 * ray_per_pixel;
                let size = per_pixel * right + (down + ray * depth_per_pixel).abs();
                let size = size.max(f32::MIN_POSITIVE);
                patches.centre[axis][i] = position + depth * ray;
                patches.half[axis][i] = 0.5 * size;
                patches.density[axis][i] = 1.0 / size;
            }
        }
        patches
    }

    /// The rectangle that contains all of them.
    pub(super) fn bounds(&self) -> Bar {
        let ends = |sign: f32, better: fn(f32, f32) -> f32| {
            std::array::from_fn(|axis| {
                let (centre, half) = (&self.centre[axis], &self.half[axis]);
                let end = |i: usize| centre[i] + sign * half[i];
                better(end(0), end(CHUNK - 1))
            })
        };
        Bar { min: ends(-1.0, f32::min), max: ends(1.0, f32::max) }
    }

    /// The fraction of each that is in a rectangle.
    pub(super) fn in_bar(&self, bar: &Bar) -> Row {
        let mut shares = [1.0; CHUNK];
        for axis in 0..2 {
            let (min, max) = (bar.min[axis], bar.max[axis]);
            let (centre, half) = (&self.centre[axis], &self.half[axis]);
            for (i, share) in shares.iter_mut().enumerate() {
                let length = (centre[i] + half[i]).min(max) - (centre[i] - half[i]).max(min);
                *share *= (length * self.density[axis][i]).clamp(0.0, 1.0);
            }
        }
        shares
    }

    /// The fraction of each that is between two distances from a point, with the curves taken as
    /// straight.
    pub(super) fn in_ring(&self, point: [f32; 2], inner: f32, outer: f32) -> Row {
        std::array::from_fn(|i| {
            let [x, y] = std::array::from_fn(|axis| self.centre[axis][i] - point[axis]);
            let distance = (x * x + y * y).sqrt().max(f32::MIN_POSITIVE);
            let half = (self.half[0][i] * x.abs() + self.half[1][i] * y.abs()) / distance;
            let half = half.max(f32::MIN_POSITIVE);
            let length = (distance + half).min(outer) - (distance - half).max(inner);
            (length / (2.0 * half)).clamp(0.0, 1.0)
        })
    }

    /// The mean over each of a chequerboard with squares of one metre whose values are 1 and -1.
    pub(super) fn squares(&self) -> Row {
        let mut squares = [1.0; CHUNK];
        for axis in 0..2 {
            let (centre, half) = (&self.centre[axis], &self.half[axis]);
            for (i, square) in squares.iter_mut().enumerate() {
                let rise = from_even(centre[i] + half[i]) - from_even(centre[i] - half[i]);
                *square *= (rise * self.density[axis][i]).clamp(-1.0, 1.0);
            }
        }
        squares
    }
}

/// The distance from the nearest even number: the integral of a wave that alternates between 1 and
/// -1.
fn from_even(x: f32) -> f32 {
    // Numbers of this size have no fraction, so that adding it rounds.
    const ROUND: f32 = 1.5 * (1 << 23) as f32;
    (x - 2.0 * ((0.5 * x + ROUND) - ROUND)).abs()
}
