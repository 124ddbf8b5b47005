//! Text on the wire: s-expressions of what robots perceive, exactly as rcsssmj 0.2.1 writes them,
//! and of what agents and monitors send, as it reads them. Bytes and types, no sockets.
//!
//! What writes appends to a `String`, so that a whole message needs one allocation. What reads
//! borrows from the message, and answers what it cannot use with a [`Refusal`].

pub mod agent;
pub mod number;
pub mod perception;
pub mod python;
mod refusal;
pub mod sexpr;
pub mod trainer;
mod words;

pub use refusal::{Message, Refusal};
