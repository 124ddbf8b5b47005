//! The protocol of rcsssmj 0.2.1. Perceptions and messages to monitors are written as rcsssmj
//! writes them; messages of agents and monitors are read as rcsssmj reads them.

pub mod agent;
pub mod monitor;
pub mod perception;
pub mod replay;
pub mod trainer;
