//! Nothing that clients do harms the server or other clients.
//!
//! Servers run in this process, on free ports. Waits for something that must happen are bounded
//! generously, so that a fault shows as a failure instead of a hang; no test measures time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/alone.rs"]
mod alone;
#[path = "../common/scene.rs"]
mod scene;

mod browsers;
mod connections;
mod dialects;
mod disc;
mod frames;
mod harness;
mod joining;
mod leaks;
mod monitors;
mod recovery;
mod shutdown;
mod simspark;
mod simspark_agents;
mod simspark_log;
mod simspark_robustness;
mod simspark_strangers;
mod toy;
mod viewers;
mod websockets;
