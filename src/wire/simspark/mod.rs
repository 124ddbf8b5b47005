//! The protocol of SimSpark's rcssserver3d 0.7. Messages to monitors and agents are written as
//! rcssserver3d writes them; messages of monitors, trainers and agents are read.

pub mod agent;
pub mod message;
pub mod monitor;
pub mod perception;
pub mod trainer;
pub mod words;
