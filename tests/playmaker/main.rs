//! The playmaker interface: what agents do and send, messages said and heard, parameters, modes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agents;
mod ages;
mod parameters;
mod random_states;
mod say;
mod squad;
mod staff;
