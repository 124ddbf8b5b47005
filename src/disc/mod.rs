//! The 2D game as rcssserver 19 plays it: discs on a plane, cycles of 100 ms.
//!
//! [`Game`] holds everything that changes, as flat, plain numbers. [`Rules`] holds what does not:
//! parameters and player types. A [`Stadium`] borrows both while something happens, together with
//! the caller that decides random draws and the referee's messages. Units and signs are
//! rcssserver's: metres and metres per cycle, x towards the right team's goal, y down. Angles are
//! in radians here and in degrees in commands.
//!
//! The *place* of a player is their index in [`Game::players`]: the left team's 1 to 11, then the
//! right team's.

mod angle;
mod attention;
mod ball;
mod bounds;
mod catch;
mod chance;
mod collisions;
mod command;
mod cycle;
mod dash;
pub(crate) mod frame;
mod game;
mod kick;
pub mod memory;
mod message;
mod motion;
pub mod news;
pub mod parameters;
mod perception;
pub mod pitch;
mod play_mode;
mod player;
mod player_type;
mod posts;
pub(crate) mod power;
pub mod referee;
mod relocate;
mod roster;
mod rules;
pub mod said;
pub mod senses;
mod side;
pub mod skills;
pub(crate) mod snapshot;
mod stadium;
pub mod staff;
mod stamina;
pub mod substitution;
mod tackle;
mod turn;
mod vector;
pub(crate) mod world;

pub use angle::normalize as normalize_angle;
pub use attention::visible_angle;
pub use ball::Ball;
pub(crate) use bounds::{FARTHEST, LARGEST};
pub use chance::{Answers, Lot, Random};
pub use command::Command;
pub use game::{Game, Score};
pub use message::Message;
pub use news::{Event, News};
pub use parameters::{PlayerParameters, ServerParameters};
pub use perception::Perception;
pub use play_mode::PlayMode;
pub use player::{Arm, Card, Counts, Leg, Player, ViewWidth, flags};
pub use player_type::{DEFAULT_REACH, PlayerType};
pub use relocate::MoveReply;
pub use roster::Places;
pub use rules::Rules;
pub use senses::Senses;
pub use side::Side;
pub use stadium::Stadium;
pub use staff::Staff;
pub use vector::Vec2;
pub use world::{Advised, Teams, World, check_team_name};

/// Players in a team.
pub const TEAM: usize = 11;
/// Places of players in a game: the left team's 1 to 11, then the right team's.
pub const PLAYERS: usize = 2 * TEAM;
/// Number of player types.
pub const TYPES: usize = 18;
/// The tolerance that rcssserver adds in comparisons (`EPS`).
pub const EPS: f64 = 1.0e-10;
