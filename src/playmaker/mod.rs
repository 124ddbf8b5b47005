//! Playmakers: strategy programs that decide for the agents of the 2D league, over the interface
//! `protos.Game` (`proto/playmaker.proto`).
//!
//! A playmaker gets a [`protos::State`] ([`state`]) in each cycle and answers with actions, which
//! [`execute`] turns into commands. Both know nothing of networks; [`rpc`] does. Frames of States
//! are a team's own: it attacks towards +x, y is to its right; m, m/cycle, degrees.

mod company;
pub mod execute;
mod mode;
mod notes;
pub mod parameters;
pub mod read;
pub mod rpc;
pub mod say;
pub mod state;
mod vector;

pub use company::Company;
pub use mode::{game_mode, play_mode};
pub use notes::Notes;
pub use vector::{point, vector};

/// The interface's messages.
#[allow(missing_docs, clippy::all, reason = "prost-build writes it")]
pub mod protos {
    include!(concat!(env!("OUT_DIR"), "/protos.rs"));
}

/// The interface itself: a `FileDescriptorSet` of protobuf.
pub const INTERFACE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/playmaker.bin"));
