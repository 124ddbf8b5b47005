//! The protocol of SimSpark and rcssserver3d.

pub mod message;
