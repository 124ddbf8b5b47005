//! Constants that are the same in all lanes, and take the memory of one.

use super::float::Float;
use super::lane::Lane;
use super::vec3::{Mat3, Vec3};

/// A number for all lanes of a type: a single one in memory, one in each lane in a register.
/// Processors broadcast a number to all lanes while they read it.
#[derive(Clone, Copy, Debug)]
pub struct Uniform<L: Lane>(L::Number);

impl<L: Lane> Uniform<L> {
    /// Rounded to the lanes' precision.
    pub fn new(value: f64) -> Self {
        Self(L::Number::nearest(value))
    }

    /// In all lanes.
    #[inline(always)]
    pub fn lanes(self) -> L {
        L::splat(self.0.widened())
    }
}

impl<L: Lane> Vec3<Uniform<L>> {
    /// From three numbers.
    pub fn uniform([x, y, z]: [f64; 3]) -> Self {
        Self { x: Uniform::new(x), y: Uniform::new(y), z: Uniform::new(z) }
    }

    /// In all lanes.
    #[inline(always)]
    pub fn lanes(self) -> Vec3<L> {
        Vec3::new(self.x.lanes(), self.y.lanes(), self.z.lanes())
    }
}

impl<L: Lane> Mat3<Uniform<L>> {
    /// From rows.
    pub fn uniform([a, b, c]: [[f64; 3]; 3]) -> Self {
        let column = |k: usize| Vec3::uniform([a[k], b[k], c[k]]);
        Self { x: column(0), y: column(1), z: column(2) }
    }

    /// In all lanes.
    #[inline(always)]
    pub fn lanes(&self) -> Mat3<L> {
        Mat3 { x: self.x.lanes(), y: self.y.lanes(), z: self.z.lanes() }
    }
}
