//! The protocol of rcssserver 19: what players, trainers and coaches of the 2D game say, read, and
//! what they are answered.

pub mod coach;
mod lexer;
mod look;
mod number;
pub mod player;
mod scan;
pub mod trainer;
