//! Messages: how they are written, read and refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agent;
mod clang;
mod disc_clients;
mod disc_monitors;
mod fuzz;
mod lexpr;
mod reference;
mod say;
mod simspark;
mod trainer;
mod trainer_simspark;
mod trees;
