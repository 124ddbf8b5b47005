//! Many worlds in a batch: steps, snapshots, randomization, games, pictures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/alone.rs"]
mod alone;
#[path = "../common/batches.rs"]
mod batches;
#[path = "../common/random.rs"]
mod random;

mod allocations;
mod arguments;
mod determinism;
mod extremes;
mod files;
mod folded;
mod forged;
mod games;
mod levels;
mod randomization;
mod scenes;
mod snapshots;
mod tasks;
mod together;
mod touch;
