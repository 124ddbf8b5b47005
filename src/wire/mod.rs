//! Bytes <-> types, no sockets: the protocols in which agents and monitors talk to a server.
//!
//! Each protocol has a module of its own, such as [`rcsssmj`]. What they share has modules beside
//! them: s-expressions, numbers, words of an expression, refusals of messages that cannot be used,
//! the length before a message, and the requests of clients.
//!
//! Writers append to a `String`, so that a whole message needs one allocation. Readers borrow from
//! the message, and return a [`Refusal`] for parts that they cannot use.

pub mod clang;
mod client;
mod command;
pub mod framing;
pub mod log_file;
pub mod number;
pub mod python;
pub mod rcg;
pub mod rcl;
pub mod rcssserver;
pub mod rcsssmj;
mod refusal;
pub mod say;
pub mod scene;
pub mod scene_writer;
pub mod sexpr;
pub mod simspark;
mod tokens;
mod words;

pub use client::{Init, Introduction, MAX_TEAM_NAME, Request, Selected};
pub use refusal::printable;
pub use refusal::{Dropped, Message, Refusal};
