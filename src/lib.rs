//! RoboCup soccer, 3D and 2D, as a reinforcement-learning environment: many worlds, one fast core.
//!
//! [`batch::WorldBatch`] steps many worlds of the 3D league, whose physics follows MuJoCo's model,
//! and [`batch::disc::DiscBatch`] many games of the 2D league. [`batch::Episodes`] and
//! [`batch::disc::DiscEpisodes`] add tasks: observations, rewards and resets, computed in the
//! threads that step the worlds. With the feature `server`, a world is played over the network by
//! the programs of either league; with the feature `playmaker`, by strategy programs over gRPC.
//!
//! Dependencies between layers point one way; `ARCHITECTURE.md` has their order, and what is in
//! each. Quantities are in SI units unless a name or comment says otherwise; in 2D, times are in
//! cycles.

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
