//! Text on the wire: s-expressions of what robots perceive, exactly as rcsssmj 0.2.1 writes them.
//!
//! Everything here appends to a `String`, so that a whole message needs one allocation.

pub mod number;
pub mod perception;
