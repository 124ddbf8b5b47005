//! The 2D game in this process.

mod answers;
mod batch;
mod parameters;
mod picture;
mod senses;
mod teams;
mod world;

pub use batch::PyDiscBatch;
pub use teams::PyScripted;
pub use world::PyDiscWorld;
