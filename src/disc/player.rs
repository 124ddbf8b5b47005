//! A player.

use super::{Side, TEAM, Vec2};
use serde::{Deserialize, Serialize};

/// Bits of [`Player::flags`], as rcssserver's logs and monitors have them.
pub mod flags {
    /// On the pitch.
    pub const STAND: u32 = 0x1;
    /// Kicked.
    pub const KICK: u32 = 0x2;
    /// Kicked in vain.
    pub const KICK_FAULT: u32 = 0x4;
    /// A goalie.
    pub const GOALIE: u32 = 0x8;
    /// Caught the ball.
    pub const CATCH: u32 = 0x10;
    /// Tried to catch in vain.
    pub const CATCH_FAULT: u32 = 0x20;
    /// Ran into the ball, or it into him; always with [`BALL_COLLIDE`].
    pub const BALL_TO_PLAYER: u32 = 0x40;
    /// Collided with the ball.
    pub const BALL_COLLIDE: u32 = 0x400;
    /// Collided with a player.
    pub const PLAYER_COLLIDE: u32 = 0x800;
    /// Tackled.
    pub const TACKLE: u32 = 0x1000;
    /// Tackled in vain.
    pub const TACKLE_FAULT: u32 = 0x2000;
    /// Passed back to the goalie.
    pub const BACK_PASS: u32 = 0x4000;
    /// Played a free kick twice.
    pub const FREE_KICK_FAULT: u32 = 0x8000;
    /// Ran into a post.
    pub const POST_COLLIDE: u32 = 0x10000;
    /// Frozen by a foul.
    pub const FOUL_CHARGED: u32 = 0x20000;
    /// Has a yellow card.
    pub const YELLOW_CARD: u32 = 0x40000;
    /// Has a red card.
    pub const RED_CARD: u32 = 0x80000;
    /// Among too many defenders.
    pub const ILLEGAL_DEFENSE: u32 = 0x0010_0000;
}

/// The worst card that a player has been shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
#[repr(u8)]
pub enum Card {
    #[default]
    None,
    Yellow,
    Red,
}

/// One of the 22 places of a game, taken or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// Whether somebody plays here: joined, and neither left nor sent off. Nobody else moves, is
    /// collided with, or counts for the referee.
    pub connected: bool,
    /// Team.
    pub side: Side,
    /// Number, 1 to 11.
    pub unum: u8,
    /// Whether it is the goalie.
    pub goalie: bool,
    /// Player type, 0 to 17.
    pub type_id: u8,
    /// The worst card so far.
    pub card: Card,
    /// [`flags`], of the running cycle.
    pub flags: u32,
    /// Centre, m.
    pub position: Vec2,
    /// m/cycle.
    pub velocity: Vec2,
    /// m/cycle^2, of the running cycle.
    pub acceleration: Vec2,
    /// Direction of the body, rad.
    pub body: f64,
    /// Direction of the body after the step.
    pub next_body: f64,
    /// Direction of the head from the body, rad.
    pub neck: f64,
    /// Stamina.
    pub stamina: f64,
    /// What share of its power a dash has.
    pub effort: f64,
    /// What share of stamina comes back.
    pub recovery: f64,
    /// How much stamina may still come back in this half; below 0: any.
    pub capacity: f64,
    /// Whether he dashed in this cycle (bit 0), and in those before it (bits 1, 2, ...).
    pub dashes: u8,
    /// Cycles until he may act again after a tackle.
    pub tackle_cycles: u16,
    /// Cycles until he may act again after he was fouled.
    pub foul_cycles: u16,
    /// Cycles until the goalie may catch again.
    pub catch_ban: u16,
    /// Moves with the ball in hands since the last catch.
    pub goalie_moves: u16,
}

impl Player {
    /// An empty place, off the pitch as rcssserver puts it.
    pub fn empty(side: Side, unum: u8) -> Self {
        Self {
            connected: false,
            side,
            unum,
            goalie: false,
            type_id: 0,
            card: Card::None,
            flags: 0,
            position: Vec2::new(-side.sign() * 3.0 * f64::from(unum), -37.0),
            velocity: Vec2::ZERO,
            acceleration: Vec2::ZERO,
            body: 0.0,
            next_body: 0.0,
            neck: 0.0,
            stamina: 0.0,
            effort: 0.0,
            recovery: 0.0,
            capacity: 0.0,
            dashes: 0,
            tackle_cycles: 0,
            foul_cycles: 0,
            catch_ban: 0,
            goalie_moves: 0,
        }
    }

    /// The place of a number in [`super::Game::players`].
    pub fn place(side: Side, unum: u8) -> usize {
        side.index() * TEAM + usize::from(unum) - 1
    }
}
