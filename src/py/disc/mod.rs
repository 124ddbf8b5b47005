//! The 2D game in this process.

mod answers;
mod batch;
mod parameters;
mod picture;
mod senses;
mod world;

pub use batch::PyDiscBatch;
pub use world::PyDiscWorld;
