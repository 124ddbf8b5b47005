//! RoboCup humanoid soccer: many worlds, one fast core.
//!
//! Layers point one way: `math` <- `model` <- `collision` <- `dynamics` <- `world` <- `game` <-
//! `perception`, `audio`, `action` <- `batch` <- `py`. `wire` writes what agents read, `render`
//! draws worlds.

pub mod action;
pub mod audio;
pub mod batch;
pub mod collision;
pub mod dynamics;
pub mod error;
pub mod game;
pub mod math;
pub mod model;
pub mod perception;
#[cfg(feature = "python")]
mod py;
pub mod render;
pub mod server;
pub mod wire;
pub mod world;

pub use error::{Error, Result};
