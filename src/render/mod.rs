//! Pictures of a world: the pitch, the goals, robots as viewers show them, the ball.
//!
//! Drawn by the CPU into plain memory, so that no display and no GPU is needed; the same state
//! gives the same bytes. The method is simple: triangles with a depth buffer of 2 x 2 samples per
//! pixel (`canvas`), lit by a sun that casts shadows on the ground. The ground is computed pixel by
//! pixel (`ground`), so that lines far away fade instead of flicker, and is darker where something
//! stands on it (`occluder`). Of the crates that do this, `euc` as published does not clip at the
//! camera and `tiny-skia` has no depth.
//!
//! Coordinates are the world's: x to the right goal, y to the left seen from the left goal, z up.

mod camera;
mod canvas;
mod caption;
mod digits;
pub mod disc;
pub mod exhibit;
mod football;
mod ground;
mod mesh;
mod mode;
mod occluder;
mod overlay;
mod painter;
mod part;
mod parts;
mod patches;
mod screen;
mod smooth;
mod solids;

pub use camera::{Camera, Size};
pub use caption::{Board, Caption, Label};
pub use mode::mode_words;
pub use overlay::Stroke;
pub use painter::Painter;
pub use screen::{Figure, Screen};

/// Red, green and blue, 0 to 255.
type Rgb = [f32; 3];
/// A point or direction.
type Vector = nalgebra::Vector3<f32>;

/// Unit vector to the sun, which is behind the cameras that are used by default.
const SUN: [f32; 3] = [0.48, -0.36, 0.8];
