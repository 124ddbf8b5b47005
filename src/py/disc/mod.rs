//! The 2D game in this process.

mod answers;
mod batch;
mod options;
mod parameters;
mod picture;
mod senses;
mod world;

pub use batch::PyDiscBatch;
pub use options::{disc_option, disc_options};
pub use world::PyDiscWorld;
