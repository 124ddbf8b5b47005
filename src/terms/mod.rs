//! The observations, rewards, end conditions and starts of tasks: a library of terms by name, and
//! programs made of them that run in the thread that steps the world.
//!
//! A task is a [`Declaration`]: which terms it uses, with which parameters. [`Program::new`] finds
//! them in the library ([`all`]) and lays out a *row* of cells, of which each robot or player has
//! one. The *channels* of a row ([`Layout`]) hold what is read from the world, what starts have
//! drawn, and what *processes* keep during an episode; all other terms only read them.
//!
//! Nothing here knows Python, a batch or a physics engine: terms see a world only through [`View`].

mod act;
mod arguments;
mod ball;
mod ball_course;
mod ball_escape;
mod body;
mod builder;
mod checkpoints;
mod disc_prospects;
mod disc_seen;
pub mod disc_starts;
mod disturbances;
mod feet;
mod formation;
mod geometry;
mod half_field;
mod half_field_high;
mod joints;
pub mod keepaway;
mod kick;
mod match_course;
mod match_score;
mod padding;
mod parts;
mod physics;
mod players;
mod program;
mod reach_ball;
mod reference;
mod registry;
mod rising;
mod row;
mod rows;
mod seen;
mod sightings;
mod starts;
mod steering;
mod stream;
mod sums;
mod talk;
mod together;
mod torso;
mod tracking;
mod view;

pub use arguments::{Given, Parameter, Use};
pub use body::{Body, Squad};
pub use program::{Declaration, LARGEST_IN_2D, LARGEST_OBSERVATION, Program};
pub use reach_ball::{BALL as DISC_BALL, PLAYER as DISC_PLAYER};
pub use registry::{Entry, all};
pub use row::{CellKind, Channel, Layout, flag};
pub use rows::{ROWS, Rows, RowsMut, level};
pub use stream::Stream;
pub use together::{Band, Crowd, Worlds};
pub use view::{
    Dims, FEELINGS, FELLOW, HEARD, KNOWN, MATE_WORDS, MOST_UNITS, NO_CHANCE, OTHER, PHYSICS,
    PLAYED, Quantity, SIGHT, SPOKEN_UNIT, View, WORD, words_of_mates,
};
