//! A trainer's commands to a world, with or without a game.

use super::WorldBatch;
use crate::error::{Error, Result};
use crate::math::quaternion::{self, unit_quaternion};
use crate::soccer::{COMMAND_LIMIT, Command, Pitch, PlayerId, Side, WorldPitch};

impl WorldBatch {
    /// Carries out a trainer's command. Without a game, ball and robots can be placed and pushed,
    /// their teams are called `Left` and `Right`, and all other commands do nothing.
    ///
    /// # Errors
    /// [`Error::Argument`] for a world or a player that does not exist, and for numbers that are
    /// not finite.
    pub fn handle(&mut self, world: usize, command: &Command) -> Result<()> {
        if self.has_games() {
            return self.command(world, command);
        }
        super::checks::index("world", world, self.num_worlds())?;
        let player = |number: u32, team: &str| {
            let side = Side::BOTH.into_iter().find(|side| side.alias() == team);
            let mut players = self.arena.players().iter();
            let index = side.and_then(|side| {
                let wanted = PlayerId { side, number };
                players.position(|player| *player == wanted)
            });
            index.ok_or_else(|| {
                Error::argument("number", format!("team '{team}' has no player {number}"))
            })
        };
        let player = match command {
            Command::PushPlayer { number, team, .. }
            | Command::PlacePlayer { number, team, .. }
            | Command::MovePlayer { number, team, .. } => player(*number, team)?,
            _ => 0,
        };
        let mut all = self.state.all();
        let world = all.world(self.arena.scene(), world);
        let mut pitch = WorldPitch { arena: &self.arena, world };
        match command {
            Command::PushPlayer { vel, .. } => pitch.push_player(player, near("vel", *vel)?),
            Command::PlacePlayer { pos, .. } => {
                pitch.place_player(player, near("pos", *pos)?, quaternion::IDENTITY);
            }
            Command::MovePlayer { pos, quat, .. } => {
                pitch.settle_player(player, near("pos", *pos)?, quat.map(unit).transpose()?);
            }
            Command::PlaceBall { pos, vel } => {
                pitch.place_ball(near("pos", *pos)?, near("vel", vel.unwrap_or_default())?);
            }
            Command::MoveBall(pos) => pitch.move_ball(near("pos", *pos)?),
            Command::SetBallVelocity(vel) => pitch.set_ball_velocity(near("vel", *vel)?),
            _ => {}
        }
        Ok(())
    }
}

fn unit(quat: [f64; 4]) -> Result<[f64; 4]> {
    unit_quaternion(quat)
        .ok_or_else(|| Error::argument("quat", format!("{quat:?} is not an orientation")))
}

fn near(argument: &'static str, numbers: [f64; 3]) -> Result<[f64; 3]> {
    super::checks::finite(argument, &numbers)?;
    match numbers.iter().all(|number| number.abs() <= COMMAND_LIMIT) {
        true => Ok(numbers),
        false => Err(Error::argument(argument, format!("{numbers:?} is too far"))),
    }
}
