//! What coaches' messages mean: which conditions hold in a game, what is in a region, and which
//! directives apply to whom (soccer server manual, section 7.7).
//!
//! A [`RuleBase`] keeps what a team has been told: definitions, rules that are on or off, advice
//! and information for a number of cycles. It compiles them when they change, and evaluates them in
//! each [`Situation`], which is a game as one team sees it, 2D or 3D. The results are [`Applied`]
//! directives, whose regions consist of numbers ([`Shape`]).
//!
//! ```text
//! wire::clang::Message -> RuleBase --compile--> rules --+
//!                                                       +--> Directives, by player or as rows
//! disc::World or a 3D game -> Situation ----------------+
//! ```

mod bindings;
mod compile;
mod condition;
mod definitions;
mod directives;
mod holds;
mod play_mode;
mod region;
mod rows;
mod rule;
mod rule_base;
mod shape;
mod situation;

pub use bindings::{Bindings, MAX_VARIABLES};
pub use compile::{MAX_PARTS, Problem};
pub use definitions::Definitions;
pub use directives::{ActionKind, Applied, Directives, Source};
pub use holds::{Clause, Named, Place};
pub use play_mode::{disc_play_mode, soccer_play_mode};
pub use rows::{Row, rows};
pub use rule_base::{AdviceError, RuleBase};
pub use shape::{Point, Shape};
pub use situation::{ALL, Situation, Unums, bit, numbers};
