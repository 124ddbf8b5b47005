//! Field, ball and robots put together.

mod field;

pub use field::Field;
