//! The protocol of SimSpark's rcssserver3d 0.7: what its monitors and agents are told, written as
//! it writes it; what its monitors, trainers and agents send.

pub mod agent;
pub mod message;
pub mod monitor;
pub mod perception;
pub mod trainer;
pub mod words;
