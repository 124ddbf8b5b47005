//! Commands of monitors and trainers, as command objects request them.

use super::game_state::time;
use super::side;
use crate::Any;
use crate::argument::{index, integer, text, type_name};
use crate::array::vector;
use crate::batch::PyWorldBatch;
use crate::error::{OrRaise, argument_error};
use crate::state::quaternion;
use pyo3::prelude::*;
use rcssgym::soccer::{Command, PlayMode};

/// Kick-off for a `TeamSide` or a team's id.
pub fn kick_off(team_side: Any<'_, '_>) -> PyResult<Command> {
    Ok(Command::KickOff(side(team_side)?))
}

/// Drop ball at a point, or where it is.
pub fn drop_ball(pos: Option<Any<'_, '_>>) -> PyResult<Command> {
    Ok(Command::DropBall(pos.map(|pos| vector(pos, "pos")).transpose()?))
}

/// Another place for the ball.
pub fn place_ball(pos: Any<'_, '_>, vel: Option<Any<'_, '_>>) -> PyResult<Command> {
    let vel = vel.map(|vel| vector(vel, "vel")).transpose()?;
    Ok(Command::PlaceBall { pos: vector(pos, "pos")?, vel })
}

/// Another place for the ball, which goes on moving as it does.
pub fn move_ball(pos: Any<'_, '_>) -> PyResult<Command> {
    Ok(Command::MoveBall(vector(pos, "pos")?))
}

/// A velocity for the ball, where it is.
pub fn ball_velocity(vel: Any<'_, '_>) -> PyResult<Command> {
    Ok(Command::SetBallVelocity(vector(vel, "vel")?))
}

/// What the clock of the match shows.
pub fn set_time(play_time: Any<'_, '_>) -> PyResult<Command> {
    let (time, _) = time(play_time)?;
    Ok(Command::SetTime(time))
}

/// The goals of both teams.
pub fn set_score(left: Any<'_, '_>, right: Any<'_, '_>) -> PyResult<Command> {
    let goals = 0..=i64::MAX;
    Ok(Command::SetScore([integer(left, "left", goals.clone())?, integer(right, "right", goals)?]))
}

/// A place for a player beside the pitch.
pub fn reposition(player_id: Any<'_, '_>, team_name: Any<'_, '_>) -> PyResult<Command> {
    Ok(Command::Reposition { number: number(player_id)?, team: text(team_name, "team_name")? })
}

/// A goal kick for a `TeamSide` or a team's id.
pub fn goal_kick(team_side: Any<'_, '_>) -> PyResult<Command> {
    Ok(Command::GoalKick(side(team_side)?))
}

/// A pass of a `TeamSide` or a team's id.
pub fn begin_pass(team_side: Any<'_, '_>) -> PyResult<Command> {
    Ok(Command::BeginPass(side(team_side)?))
}

/// Another place for a player, in the posture that it has, turned as given or as it is.
pub fn move_player(
    player_id: Any<'_, '_>,
    team_name: Any<'_, '_>,
    pos: Any<'_, '_>,
    quat: Option<Any<'_, '_>>,
) -> PyResult<Command> {
    let (number, team) = (number(player_id)?, text(team_name, "team_name")?);
    let pos = vector(pos, "pos")?;
    let quat = quat.map(|quat| quaternion(quat, "quat")).transpose()?;
    Ok(Command::MovePlayer { number, team, pos, quat })
}

/// A change of a player's velocity.
pub fn push_player(
    player_id: Any<'_, '_>,
    team_name: Any<'_, '_>,
    vel: Any<'_, '_>,
) -> PyResult<Command> {
    let (number, team) = (number(player_id)?, text(team_name, "team_name")?);
    Ok(Command::PushPlayer { number, team, vel: vector(vel, "vel")? })
}

/// A place farther from the middle of the pitch.
pub fn send_away(player_id: Any<'_, '_>, team_name: Any<'_, '_>) -> PyResult<Command> {
    Ok(Command::SendAway { number: number(player_id)?, team: text(team_name, "team_name")? })
}

/// The place beside the touch line that belongs to a player's number.
pub fn line_up(player_id: Any<'_, '_>, team_name: Any<'_, '_>) -> PyResult<Command> {
    Ok(Command::LineUp { number: number(player_id)?, team: text(team_name, "team_name")? })
}

/// Another place for a player.
pub fn place_player(
    player_id: Any<'_, '_>,
    team_name: Any<'_, '_>,
    pos: Any<'_, '_>,
    quat: Option<Any<'_, '_>>,
) -> PyResult<Command> {
    let (number, team) = (number(player_id)?, text(team_name, "team_name")?);
    let pos = vector(pos, "pos")?;
    let quat = quat.map(|quat| quaternion(quat, "quat")).transpose()?;
    Ok(Command::PlacePlayer { number, team, pos, quat })
}

fn number(player_id: Any<'_, '_>) -> PyResult<u32> {
    player_id.extract().map_err(|_| {
        argument_error("player_id", format!("must be a player's number, not {player_id}"))
    })
}

/// A play mode, given as a `PlayMode` or as agents know it.
pub fn set_play_mode(play_mode: Any<'_, '_>) -> PyResult<Command> {
    let name = play_mode.getattr("value").unwrap_or_else(|_| play_mode.clone());
    Ok(Command::SetPlayMode(PlayMode::from_name(&text(&name, "play_mode")?).or_raise()?))
}

/// The object whose methods a command calls when it is performed on a world of a batch.
#[pyclass(name = "WorldCommands", module = "rcssgym._core", frozen)]
pub struct PyWorldCommands {
    batch: Py<PyWorldBatch>,
    world: usize,
}

impl PyWorldCommands {
    fn perform(&self, command: &Command) -> PyResult<()> {
        self.batch.get().door.open()?.command(self.world, command).or_raise()
    }
}

#[pymethods]
impl PyWorldCommands {
    fn request_kick_off(&self, team_side: Any<'_, '_>) -> PyResult<()> {
        self.perform(&kick_off(team_side)?)
    }

    #[pyo3(signature = (pos=None))]
    fn request_drop_ball(&self, pos: Option<Any<'_, '_>>) -> PyResult<()> {
        self.perform(&drop_ball(pos)?)
    }

    #[pyo3(signature = (pos, vel=None))]
    fn request_place_ball(&self, pos: Any<'_, '_>, vel: Option<Any<'_, '_>>) -> PyResult<()> {
        self.perform(&place_ball(pos, vel)?)
    }

    #[pyo3(signature = (player_id, team_name, pos, quat=None))]
    fn request_place_player(
        &self,
        player_id: Any<'_, '_>,
        team_name: Any<'_, '_>,
        pos: Any<'_, '_>,
        quat: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        self.perform(&place_player(player_id, team_name, pos, quat)?)
    }

    fn request_play_mode(&self, play_mode: Any<'_, '_>) -> PyResult<()> {
        self.perform(&set_play_mode(play_mode)?)
    }

    fn request_time(&self, play_time: Any<'_, '_>) -> PyResult<()> {
        self.perform(&set_time(play_time)?)
    }

    fn request_score(&self, left: Any<'_, '_>, right: Any<'_, '_>) -> PyResult<()> {
        self.perform(&set_score(left, right)?)
    }

    fn request_ball_velocity(&self, vel: Any<'_, '_>) -> PyResult<()> {
        self.perform(&ball_velocity(vel)?)
    }

    fn request_reposition(&self, player_id: Any<'_, '_>, team_name: Any<'_, '_>) -> PyResult<()> {
        self.perform(&reposition(player_id, team_name)?)
    }

    fn request_goal_kick(&self, team_side: Any<'_, '_>) -> PyResult<()> {
        self.perform(&goal_kick(team_side)?)
    }

    fn request_pass(&self, team_side: Any<'_, '_>) -> PyResult<()> {
        self.perform(&begin_pass(team_side)?)
    }

    fn request_drop_ball_in_field(&self) -> PyResult<()> {
        self.perform(&Command::DropBallInField)
    }

    fn request_move_ball(&self, pos: Any<'_, '_>) -> PyResult<()> {
        self.perform(&move_ball(pos)?)
    }

    #[pyo3(signature = (player_id, team_name, pos, quat=None))]
    fn request_move_player(
        &self,
        player_id: Any<'_, '_>,
        team_name: Any<'_, '_>,
        pos: Any<'_, '_>,
        quat: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        self.perform(&move_player(player_id, team_name, pos, quat)?)
    }

    fn request_push_player(
        &self,
        player_id: Any<'_, '_>,
        team_name: Any<'_, '_>,
        vel: Any<'_, '_>,
    ) -> PyResult<()> {
        self.perform(&push_player(player_id, team_name, vel)?)
    }

    fn request_send_away(&self, player_id: Any<'_, '_>, team_name: Any<'_, '_>) -> PyResult<()> {
        self.perform(&send_away(player_id, team_name)?)
    }

    fn request_line_up(&self, player_id: Any<'_, '_>, team_name: Any<'_, '_>) -> PyResult<()> {
        self.perform(&line_up(player_id, team_name)?)
    }

    fn kill_sim(&self) -> PyResult<()> {
        self.perform(&Command::Kill)
    }
}

#[pymethods]
impl PyWorldBatch {
    /// Performs a command of :mod:`rcssgym.soccer` on one world at once, outside of a step.
    ///
    /// Raises :class:`ArgumentError` for a team or player that does not exist and for numbers that
    /// are not finite; nothing has changed then.
    fn command(this: &Bound<'_, Self>, world: Any<'_, '_>, command: Any<'_, '_>) -> PyResult<()> {
        let world = index(world, "world", this.get().layout.worlds)?;
        this.get().played()?;
        if !command.hasattr("perform")? {
            let kind = type_name(command);
            let message = format!("a {kind} is not a command: it has no perform()");
            return Err(argument_error("command", message));
        }
        let target = PyWorldCommands { batch: this.clone().unbind(), world };
        command.call_method1("perform", (target,)).map(drop)
    }
}
