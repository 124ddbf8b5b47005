//! Field, ball and robots put together.

mod field;
mod pairs;
pub mod scene;
pub mod state;

pub use field::Field;
