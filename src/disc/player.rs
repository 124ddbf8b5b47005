//! A player.

use super::{Side, TEAM, Vec2};
use serde::{Deserialize, Serialize};

/// Bits of [`Player::flags`], as rcssserver's logs and monitors have them.
pub mod flags {
    /// On the pitch.
    pub const STAND: u32 = 0x1;
    /// Kicked.
    pub const KICK: u32 = 0x2;
    /// Tried to kick in vain.
    pub const KICK_FAULT: u32 = 0x4;
    /// A goalie.
    pub const GOALIE: u32 = 0x8;
    /// Caught the ball.
    pub const CATCH: u32 = 0x10;
    /// Tried to catch in vain.
    pub const CATCH_FAULT: u32 = 0x20;
    /// Ran into the ball, or was hit by it; always set together with [`BALL_COLLIDE`].
    pub const BALL_TO_PLAYER: u32 = 0x40;
    /// Collided with the ball.
    pub const BALL_COLLIDE: u32 = 0x400;
    /// Collided with a player.
    pub const PLAYER_COLLIDE: u32 = 0x800;
    /// Tackled.
    pub const TACKLE: u32 = 0x1000;
    /// Tried to tackle in vain.
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
    /// One of too many defenders.
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

/// The width of a player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
#[repr(u8)]
pub enum ViewWidth {
    Narrow,
    #[default]
    Normal,
    Wide,
}

/// What a leg was ordered to do in this cycle: a dash with clipped values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// Whether the leg dashes; other commands do not change this.
    pub dashes: bool,
    /// Power, 0 to 100 (from -100 where the rules allow it).
    pub power: f64,
    /// Direction from the body, degrees.
    pub direction: f64,
}

/// Where a player points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Arm {
    /// The point on the pitch, m.
    pub target: Vec2,
    /// Cycles until the arm may be moved.
    pub movable: u16,
    /// Cycles for which it still points; 0: it does not.
    pub expires: u16,
}

/// How many commands of each kind have taken effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names of the commands")]
pub struct Counts {
    pub kick: u32,
    pub dash: u32,
    pub turn: u32,
    pub catch: u32,
    pub relocate: u32,
    pub turn_neck: u32,
    pub change_view: u32,
    pub change_focus: u32,
    pub say: u32,
    pub tackle: u32,
    pub pointto: u32,
    pub attentionto: u32,
}

/// One of the 22 places of a game, taken or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// Whether somebody plays here, that is, has joined and has neither left nor been sent off.
    /// Only such players move, collide and count for the referee.
    pub connected: bool,
    /// Whether somebody has ever played here.
    pub joined: bool,
    /// How many players had joined before this one.
    pub order: u8,
    /// Team.
    pub side: Side,
    /// Uniform number, 1 to 11.
    pub unum: u8,
    /// Whether this is a goalie.
    pub goalie: bool,
    /// Player type, 0 to 17.
    pub type_id: u8,
    /// Whether somebody chose the type.
    pub substituted: bool,
    /// The worst card so far.
    pub card: Card,
    /// [`flags`] of the running cycle.
    pub flags: u32,
    /// [`flags`] as they were at the end of the last step, for observers.
    pub shown: u32,
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
    /// Direction of the head after the step.
    pub next_neck: f64,
    /// Stamina.
    pub stamina: f64,
    /// The share of its full power that a dash has.
    pub effort: f64,
    /// The share of `stamina_inc_max` that is recovered in a cycle.
    pub recovery: f64,
    /// How much stamina may still be recovered in this half; below 0: no limit.
    pub capacity: f64,
    /// What the left and the right leg do in this cycle.
    pub legs: [Leg; 2],
    /// Whether the one body command of the cycle has been given, or none is allowed.
    pub acted: bool,
    /// Whether a command of this cycle other than a dash has used the legs.
    pub legs_used: bool,
    /// Whether the neck was turned in this cycle.
    pub neck_turned: bool,
    /// Set to 1 by a dash and decreased by one in every step, down to -1. At 0 or more, they dashed
    /// in this cycle or the previous one.
    pub dash_cycles: i8,
    /// Cycles until they may act again after a tackle.
    pub tackle_cycles: u16,
    /// Cycles until they may act again after they were fouled.
    pub foul_cycles: u16,
    /// Cycles until the goalie may catch again.
    pub catch_ban: u16,
    /// Moves with the ball in their hands since the last catch.
    pub goalie_moves: u16,
    /// Width of their view.
    pub view_width: ViewWidth,
    /// Whether they see in high quality.
    pub high_quality: bool,
    /// Whether they see in step with the cycle (`synch_see`).
    pub synch_see: bool,
    /// What they collided with since they last felt their body: bits of [`flags`].
    pub felt: u32,
    /// Whom they listen to: place in [`super::Game::players`].
    pub attention: Option<u8>,
    /// Where they point.
    pub arm: Arm,
    /// The focus of their eyes: distance in m, direction from the head in rad.
    pub focus: [f64; 2],
    /// Commands that have taken effect.
    pub counts: Counts,
}

impl Player {
    /// Whether others see that they have kicked in the last cycle, even in vain.
    pub fn has_kicked(&self) -> bool {
        self.shown & (flags::KICK | flags::KICK_FAULT) != 0
    }

    /// An empty place, with its position off the pitch where rcssserver puts it.
    pub fn empty(side: Side, unum: u8) -> Self {
        Self {
            connected: false,
            joined: false,
            order: 0,
            side,
            unum,
            goalie: false,
            type_id: 0,
            substituted: false,
            card: Card::None,
            flags: 0,
            shown: 0,
            position: Self::bench(side, unum),
            velocity: Vec2::ZERO,
            acceleration: Vec2::ZERO,
            body: 0.0,
            next_body: 0.0,
            neck: 0.0,
            next_neck: 0.0,
            stamina: 0.0,
            effort: 0.0,
            recovery: 0.0,
            capacity: 0.0,
            legs: [Leg::default(); 2],
            acted: false,
            legs_used: false,
            neck_turned: false,
            dash_cycles: -1,
            tackle_cycles: 0,
            foul_cycles: 0,
            catch_ban: 0,
            goalie_moves: 0,
            view_width: ViewWidth::Normal,
            high_quality: true,
            synch_see: false,
            felt: 0,
            attention: None,
            arm: Arm::default(),
            focus: [0.0; 2],
            counts: Counts::default(),
        }
    }

    /// Where those who do not play stand, beside the pitch.
    pub fn bench(side: Side, unum: u8) -> Vec2 {
        Vec2::new(-side.sign() * 3.0 * f64::from(unum), -37.0)
    }

    /// The index in [`super::Game::players`] of the player with this number.
    pub fn place(side: Side, unum: u8) -> usize {
        side.index() * TEAM + usize::from(unum) - 1
    }
}
