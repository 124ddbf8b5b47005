//! Field, ball and robots put together.

mod closeness;
mod coupling;
mod engine;
mod field;
mod pairs;
mod report;
pub mod scene;
mod stages;
pub mod state;
mod touch;
mod worker;

pub use coupling::Partner;
pub use engine::{Engine, block_size, new_engine};
pub use field::Field;
pub use report::RawContact;
