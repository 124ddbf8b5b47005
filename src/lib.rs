//! RoboCup humanoid soccer: many worlds, one fast core.
//!
//! Layers point one way: `math` <- `model` <- `collision` <- `dynamics` <- `world`
//! <- {`perception`, `audio`} <- `batch` <- `py`.

pub mod audio;
pub mod batch;
pub mod collision;
pub mod dynamics;
pub mod error;
pub mod math;
pub mod model;
pub mod perception;
#[cfg(feature = "python")]
mod py;
pub mod world;

pub use error::{Error, Result};
