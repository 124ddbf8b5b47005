//! The protocol of rcsssmj 0.2.1: what robots perceive and what monitors are told, written as it
//! writes them; what agents and monitors send, read as it reads them.

pub mod agent;
pub mod monitor;
pub mod perception;
pub mod replay;
pub mod trainer;
