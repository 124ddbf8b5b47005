//! The game and what its players perceive, in worlds that a test directs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/scene.rs"]
mod scene;
#[path = "../common/stage.rs"]
mod stage;

mod audio;
mod board;
mod challenge;
mod commands;
mod hand;
mod matches;
mod monitor;
mod occlusion;
mod oracle;
mod perception;
mod perception_reference;
mod players;
mod referee;
mod rules;
mod sight;
mod simspark_monitor;
mod state;
mod triggers;
