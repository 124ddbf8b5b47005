//! The protocol of SimSpark's rcssserver3d 0.7: what its monitors are told, written as it writes
//! them; what its monitors and trainers send.

pub mod message;
pub mod monitor;
pub mod trainer;
pub mod words;
