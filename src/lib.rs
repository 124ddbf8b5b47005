//! RoboCup humanoid soccer: many worlds, one fast core.
//!
//! Layers point one way: `math` <- `model` <- `collision` <- `dynamics` <- `world` <- {`batch`, `wire`} <- `py`.

pub mod batch;
pub mod collision;
pub mod dynamics;
pub mod error;
pub mod math;
pub mod model;
#[cfg(feature = "python")]
mod py;
pub mod wire;
pub mod world;

pub use error::{Error, Result};
