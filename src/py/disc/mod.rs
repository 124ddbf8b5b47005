//! The 2D game in this process.

mod answers;
mod batch;
mod options;
mod parameters;
mod picture;
mod senses;
mod teams;
mod world;

pub use batch::PyDiscBatch;
pub use options::{disc_option, disc_options};
pub use teams::{PyScripted, play};
pub use world::{DiscWorld, PyDiscWorld};
