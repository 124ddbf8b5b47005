//! Teams of the 2D game that play by themselves.
//!
//! A [`Crew`] decides for the teams of a game that have a [`Play`], from what the players know, and
//! gives their commands: none, random ones, or those of scripted players. The latter have roles and
//! [formations](Playbook), and use the skills of [`crate::disc::skills`]. The same seed plays the
//! same game. Frames are a team's own and angles are in degrees, as for the skills.

mod coach_advice;
mod crew;
mod formation;
pub mod keepaway;
mod memory;
mod overview;
mod player;
mod prospects;
mod random;
mod runner;
mod script;
mod situation;
pub mod snapshot;
mod statistics;
mod strength;
mod types;

pub use crew::{Crew, CrewState};
pub use formation::{Formation, Lineup, Playbook, Role};
pub use player::{Aim, Orders};
pub use prospects::{Chances, Prospects, Race};
pub use script::{Play, Script};
pub use situation::Situation;
pub use statistics::{Statistics, TeamStatistics};
pub use strength::Strength;
