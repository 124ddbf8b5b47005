//! Field, ball and robots put together.

mod closeness;
mod coupling;
mod engine;
mod field;
mod pairs;
pub mod scene;
pub mod state;
mod worker;

pub use engine::{Engine, block_size, new_engine};
pub use field::Field;
