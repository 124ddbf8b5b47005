//! The 2D game in this process.

mod answers;
mod parameters;
mod world;

pub use world::PyDiscWorld;
