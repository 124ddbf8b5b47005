//! The playmaker interface: what agents do and send, messages said and heard, parameters, modes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agents;
mod ages;
mod kickable;
mod parameters;
mod random_states;
mod say;
mod shoot_out;
mod squad;
mod staff;
