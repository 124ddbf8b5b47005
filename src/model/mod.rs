//! MJCF text -> immutable [`Model`].

mod types;

pub use types::*;
