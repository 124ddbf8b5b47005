//! RoboCup humanoid soccer: many worlds, one fast core.
//!
//! Dependencies between layers point one way; `ARCHITECTURE.md` has their order, and what is in
//! each.

pub mod action;
pub mod advice;
pub mod batch;
pub mod collision;
pub mod disc;
pub mod dynamics;
pub mod error;
pub mod math;
pub mod model;
pub mod network;
pub mod perception;
#[cfg(feature = "playmaker")]
pub mod playmaker;
pub mod render;
#[cfg(feature = "server")]
pub mod server;
pub mod soccer;
pub mod teams;
pub mod terms;
pub mod wire;
pub mod world;

pub use error::{Error, Result};
