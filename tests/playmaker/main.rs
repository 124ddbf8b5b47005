//! The playmaker interface: messages said and heard, parameters, modes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod parameters;
mod random_states;
mod say;
