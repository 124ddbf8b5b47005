//! Commands that monitors and trainers may give to a running match.

use super::Game;
use super::pitch::Pitch;
use super::play_mode::PlayMode;
use super::player::{PlayerId, Side};
use super::referee::{line_up, penalize, send_away};
use crate::error::{Error, Result};
use crate::math::quaternion::{self, unit_quaternion};
use std::fmt::{self, Display, Formatter};

/// Farthest from the origin that something may be placed, m; also the greatest speed, m/s, and the
/// latest time, s.
pub const COMMAND_LIMIT: f64 = 1e6;
/// The highest score that a command may set: what rcssserver3d's numbers hold.
const MOST_GOALS: i64 = i32::MAX as i64;

/// A command of a monitor or trainer. Positions in m, velocities in m/s, quaternions wxyz of any
/// length but zero; all in the world frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Kick-off for a side.
    KickOff(Side),
    /// Drop ball, where the ball is or at a place.
    DropBall(Option<[f64; 2]>),
    /// Drop ball where the ball is, or where it left the field; everybody keeps the distance of a
    /// free kick from it.
    DropBallInField,
    /// Goal kick for a side: the ball stays where it is if that is in the goalie area; otherwise it
    /// is put into the middle of the area.
    GoalKick(Side),
    /// Puts the ball somewhere, at rest unless it is given a velocity.
    PlaceBall {
        /// Position of its centre.
        pos: [f64; 3],
        /// Linear velocity.
        vel: Option<[f64; 3]>,
    },
    /// Puts the ball somewhere else, moving and spinning as it does.
    MoveBall([f64; 3]),
    /// Gives the ball a velocity where it is, without spin.
    SetBallVelocity([f64; 3]),
    /// Puts a player somewhere, hinges at zero, at rest.
    PlacePlayer {
        /// Its number.
        number: u32,
        /// Name of its team, or `Left` or `Right`.
        team: String,
        /// Position of its root.
        pos: [f64; 3],
        /// Orientation of its root; `None` for unturned.
        quat: Option<[f64; 4]>,
    },
    /// Puts a player somewhere in the posture that it has, its root and all hinges at rest.
    MovePlayer {
        /// Its number.
        number: u32,
        /// Name of its team, or `Left` or `Right`.
        team: String,
        /// Position of its root.
        pos: [f64; 3],
        /// Orientation of its root; `None` for the one that it has.
        quat: Option<[f64; 4]>,
    },
    /// Pushes a player: changes the velocity of its root.
    PushPlayer {
        /// Its number.
        number: u32,
        /// Name of its team, or `Left` or `Right`.
        team: String,
        /// Change of the root's velocity.
        vel: [f64; 3],
    },
    /// Moves a player towards its own goal line, farther than opponents must keep away at a free
    /// kick.
    SendAway {
        /// Its number.
        number: u32,
        /// Name of its team, or `Left` or `Right`.
        team: String,
    },
    /// Stands a player up beside the touch line that is away from the ball, at the place for its
    /// number.
    LineUp {
        /// Its number.
        number: u32,
        /// Name of its team, or `Left` or `Right`.
        team: String,
    },
    /// Puts a player beside the pitch, where the referee sends those who are in the way.
    Reposition {
        /// Its number.
        number: u32,
        /// Name of its team, or `Left` or `Right`.
        team: String,
    },
    /// Lets play go on with a pass of a side; opponents keep away from its ball for a while.
    BeginPass(Side),
    /// Sets the play mode.
    SetPlayMode(PlayMode),
    /// Sets the clock of the match, s. The age of the play mode stays the same.
    SetTime(f64),
    /// Sets the goals, by side.
    SetScore([i64; 2]),
    /// Ends the simulation.
    Kill,
}

impl Command {
    /// Whether it lets play go on.
    pub fn starts_play(&self) -> bool {
        match self {
            Self::KickOff(_)
            | Self::DropBall(_)
            | Self::DropBallInField
            | Self::GoalKick(_)
            | Self::BeginPass(_) => true,
            Self::SetPlayMode(mode) => *mode != PlayMode::GameOver,
            _ => false,
        }
    }

    /// Whether it decides about the match, as a referee does, rather than moves something.
    pub fn is_decision(&self) -> bool {
        match self {
            Self::KickOff(_)
            | Self::DropBall(_)
            | Self::DropBallInField
            | Self::GoalKick(_)
            | Self::BeginPass(_)
            | Self::SetPlayMode(_)
            | Self::SetTime(_)
            | Self::SetScore(_)
            | Self::Kill => true,
            Self::PlaceBall { .. }
            | Self::MoveBall(_)
            | Self::SetBallVelocity(_)
            | Self::PlacePlayer { .. }
            | Self::MovePlayer { .. }
            | Self::PushPlayer { .. }
            | Self::SendAway { .. }
            | Self::LineUp { .. }
            | Self::Reposition { .. } => false,
        }
    }
}

/// Text of a command for logs.
impl Display for Command {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::KickOff(side) => write!(f, "kick-off for {}", side.alias()),
            Self::DropBall(None) => f.write_str("drop ball"),
            Self::DropBall(Some(pos)) => write!(f, "drop ball at {pos:?}"),
            Self::DropBallInField => f.write_str("drop ball within the field"),
            Self::PlaceBall { pos, vel: None } => write!(f, "ball to {pos:?}"),
            Self::PlaceBall { pos, vel: Some(vel) } => {
                write!(f, "ball to {pos:?} with velocity {vel:?}")
            }
            Self::MoveBall(pos) => write!(f, "ball as it moves to {pos:?}"),
            Self::SetBallVelocity(vel) => write!(f, "ball's velocity {vel:?}"),
            Self::PlacePlayer { number, team, pos, quat: None } => {
                write!(f, "'{team}' #{number} to {pos:?}")
            }
            Self::PlacePlayer { number, team, pos, quat: Some(quat) } => {
                write!(f, "'{team}' #{number} to {pos:?} with orientation {quat:?}")
            }
            Self::MovePlayer { number, team, pos, quat: None } => {
                write!(f, "'{team}' #{number} as it is to {pos:?}")
            }
            Self::MovePlayer { number, team, pos, quat: Some(quat) } => {
                write!(f, "'{team}' #{number} in its posture to {pos:?} with orientation {quat:?}")
            }
            Self::PushPlayer { number, team, vel } => {
                write!(f, "'{team}' #{number} pushed by {vel:?}")
            }
            Self::SendAway { number, team } => write!(f, "'{team}' #{number} away"),
            Self::LineUp { number, team } => write!(f, "'{team}' #{number} to the touch line"),
            Self::Reposition { number, team } => write!(f, "'{team}' #{number} beside the pitch"),
            Self::GoalKick(side) => write!(f, "goal kick for {}", side.alias()),
            Self::BeginPass(side) => write!(f, "pass of {}", side.alias()),
            Self::SetPlayMode(mode) => write!(f, "play mode {}", mode.name()),
            Self::SetTime(time) => write!(f, "play time {time} s"),
            Self::SetScore([left, right]) => write!(f, "score {left} : {right}"),
            Self::Kill => f.write_str("end of the simulation"),
        }
    }
}

impl Game {
    /// Carries out a command of a monitor. After a kick-off, a drop ball or a play mode that was
    /// set, the referee takes no decision of its own in the same cycle.
    ///
    /// # Errors
    /// [`Error::Argument`] for an unknown team or player, a number that is not finite or far too
    /// large, a time or score below zero, or a zero quaternion; nothing has changed then.
    pub fn command(&mut self, pitch: &mut dyn Pitch<'_>, command: &Command) -> Result<()> {
        match command {
            Command::KickOff(side) => self.kick_off(pitch, *side),
            Command::DropBall(pos) => {
                let pos = pos.map(|pos| numbers("pos", pos)).transpose()?;
                self.drop_ball(pitch, pos);
            }
            Command::PlaceBall { pos, vel } => {
                let (pos, vel) = (numbers("pos", *pos)?, numbers("vel", vel.unwrap_or_default())?);
                pitch.place_ball(pos, vel);
            }
            Command::PlacePlayer { number, team, pos, quat } => {
                let player = self.index_of(pitch.players(), team, *number)?;
                let (pos, quat) =
                    (numbers("pos", *pos)?, unit(quat.unwrap_or(quaternion::IDENTITY))?);
                pitch.place_player(player, pos, quat);
            }
            Command::DropBallInField => self.drop_ball_in_field(pitch),
            Command::MovePlayer { number, team, pos, quat } => {
                let player = self.index_of(pitch.players(), team, *number)?;
                pitch.settle_player(player, numbers("pos", *pos)?, quat.map(unit).transpose()?);
            }
            Command::PushPlayer { number, team, vel } => {
                let player = self.index_of(pitch.players(), team, *number)?;
                pitch.push_player(player, numbers("vel", *vel)?);
            }
            Command::SendAway { number, team } => {
                let player = self.index_of(pitch.players(), team, *number)?;
                send_away(pitch, player);
            }
            Command::LineUp { number, team } => {
                let player = self.index_of(pitch.players(), team, *number)?;
                line_up(pitch, player);
            }
            Command::MoveBall(pos) => pitch.move_ball(numbers("pos", *pos)?),
            Command::SetBallVelocity(vel) => pitch.set_ball_velocity(numbers("vel", *vel)?),
            Command::Reposition { number, team } => {
                let player = self.index_of(pitch.players(), team, *number)?;
                penalize(pitch, player);
            }
            Command::SetTime(time) => {
                self.state.set_play_time(up_to(COMMAND_LIMIT, "time", *time)?);
            }
            Command::SetScore([left, right]) => {
                let goals = |argument, number| up_to(MOST_GOALS, argument, number);
                self.state.score = [goals("left", *left)?, goals("right", *right)?];
            }
            Command::GoalKick(side) => {
                let [x, y, _] = pitch.ball();
                match pitch.field().goalie_area(*side).contains(x, y) {
                    true => self.force_play_mode(PlayMode::goal_kick(*side)),
                    false => self.goal_kick(pitch, *side),
                }
            }
            Command::BeginPass(side) => self.begin_pass(*side),
            Command::SetPlayMode(mode) => self.force_play_mode(*mode),
            Command::Kill => self.killed = true,
        }
        Ok(())
    }

    /// The side of a team by its name, or by its alias, `Left` or `Right`.
    pub fn side_named(&self, team: &str) -> Option<Side> {
        let is = |side: &Side| team == side.alias() || self.state.team_name(*side) == Some(team);
        Side::BOTH.into_iter().find(is)
    }

    pub(super) fn index_of(&self, players: &[PlayerId], team: &str, number: u32) -> Result<usize> {
        let unknown = || Error::argument("team", format!("there is no team '{team}'"));
        let side = self.side_named(team).ok_or_else(unknown)?;
        let player = PlayerId { side, number };
        players.iter().position(|other| *other == player).ok_or_else(|| {
            Error::argument("number", format!("team '{team}' has no player with number {number}"))
        })
    }
}

/// The numbers if all are finite and none is far too large.
pub(super) fn numbers<const N: usize>(
    argument: &'static str,
    numbers: [f64; N],
) -> Result<[f64; N]> {
    // NaN is in no range.
    if numbers.iter().all(|x| (-COMMAND_LIMIT..=COMMAND_LIMIT).contains(x)) {
        return Ok(numbers);
    }
    let limit = COMMAND_LIMIT;
    let problem = format!("{numbers:?} must be finite numbers between -{limit} and {limit}");
    Err(Error::argument(argument, problem))
}

/// The number unless it is below zero or above the greatest one.
fn up_to<T>(most: T, argument: &'static str, number: T) -> Result<T>
where
    T: PartialOrd + Display + Default + Copy,
{
    // NaN is in no range.
    if (T::default()..=most).contains(&number) {
        return Ok(number);
    }
    Err(Error::argument(argument, format!("{number} is not from 0 to {most}")))
}

pub(super) fn unit(quat: [f64; 4]) -> Result<[f64; 4]> {
    unit_quaternion(quat).ok_or_else(|| {
        let message = format!("{quat:?} must be four finite numbers, not all zero");
        Error::argument("quat", message)
    })
}
