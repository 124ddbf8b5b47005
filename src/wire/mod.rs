//! Text on the wire, as rcsssmj 0.2.1 has it: s-expressions of what robots perceive and of what
//! monitors are told, written as it writes them; of what agents and monitors send, read as it reads
//! them. Bytes and types, no sockets.
//!
//! What writes appends to a `String`, so that a whole message needs one allocation. What reads
//! borrows from the message, and answers what it cannot use with a [`Refusal`].

pub mod agent;
pub mod monitor;
pub mod number;
pub mod perception;
pub mod python;
mod refusal;
pub mod replay;
pub mod sexpr;
pub mod trainer;
mod words;

pub(crate) use refusal::printable;
pub use refusal::{Dropped, Message, Refusal};
