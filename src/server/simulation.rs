//! The world and the game that a server runs.

use super::ServerError;
use crate::batch::{BatchConfig, WorldBatch};
use crate::model;
use crate::soccer::{Command, Entrant, PlayerId, SUBSTEPS};
use crate::wire::Init;
use crate::wire::printable;

/// A command that was not performed.
#[derive(Debug)]
pub struct Refused {
    /// Its index among the commands of the step.
    pub index: usize,
    /// Why it was not performed.
    pub reason: String,
}

/// One world with a game that a server runs.
pub trait Simulation: Send {
    /// Calls `work` with the world between two steps.
    ///
    /// # Errors
    /// [`ServerError::Simulation`] if the world no longer exists.
    fn with<T>(&mut self, work: impl FnOnce(&mut WorldBatch) -> T) -> Result<T, ServerError>;

    /// Lets a player join; the inner error says why it cannot.
    ///
    /// # Errors
    /// As [`with`](Self::with).
    fn join(&mut self, init: &Init) -> Result<Result<PlayerId, String>, ServerError>;

    /// Lets a player leave.
    ///
    /// # Errors
    /// As [`with`](Self::with).
    fn leave(&mut self, player: PlayerId) -> Result<(), ServerError>;

    /// Makes a step: actions, physics, observation, commands, referee. Returns the
    /// commands that were not performed, each once, in their order.
    ///
    /// # Errors
    /// As [`with`](Self::with).
    fn step(&mut self, commands: &[Command]) -> Result<Vec<Refused>, ServerError>;
}

/// Makes a step of the first world of a batch.
///
/// # Errors
/// [`crate::Error::Argument`] if no game is played there.
pub fn step(batch: &mut WorldBatch, commands: &[Command]) -> crate::Result<Vec<Refused>> {
    if commands.is_empty() {
        batch.advance(SUBSTEPS, &mut || false);
        return Ok(Vec::new());
    }
    batch.begin_step(0)?;
    batch.advance_physics(SUBSTEPS);
    batch.observe_step(0)?;
    let mut refused = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        if let Err(error) = batch.command(0, command) {
            refused.push(Refused { index, reason: error.to_string() });
        }
    }
    let elapsed = SUBSTEPS as f64 * batch.timestep();
    batch.referee(0, elapsed)?;
    batch.end_step(0)?;
    Ok(refused)
}

/// A world without Python.
pub struct LocalSimulation {
    batch: WorldBatch,
}

impl LocalSimulation {
    /// Makes a batch of worlds, the first of which is served.
    ///
    /// # Errors
    /// As [`WorldBatch::new`].
    pub fn new(config: BatchConfig) -> crate::Result<Self> {
        get_robots_ready()?;
        Ok(Self { batch: WorldBatch::new(config)? })
    }

    fn enter(&mut self, init: &Init) -> Result<(Vec<Entrant>, PlayerId), String> {
        check_robot(&init.model)?;
        let model = model::load_shared(&init.model).map_err(|error| error.to_string())?;
        let mut roster = self.batch.roster();
        let game = &mut self.batch.game_mut(0).map_err(|error| error.to_string())?.game;
        let entrant = game.admit(&roster, &model, &init.team, Some(init.number))?;
        let player = entrant.player;
        roster.push(entrant);
        Ok((roster, player))
    }
}

/// Loads the robots that clients may ask for, so that no cycle has to wait for that.
///
/// # Errors
/// As [`model::load`].
pub fn get_robots_ready() -> crate::Result<()> {
    model::builtin_names().into_iter().try_for_each(|name| model::load_shared(name).map(drop))
}

/// Refuses all but built-in robots: a name from the network must not become a path.
///
/// # Errors
/// A text that lists the built-in robots.
pub fn check_robot(name: &str) -> Result<(), String> {
    let known = model::builtin_names();
    if known.contains(&name) {
        return Ok(());
    }
    Err(format!("there is no robot '{}', but {}", printable(name), known.join(", ")))
}

impl Simulation for LocalSimulation {
    fn with<T>(&mut self, work: impl FnOnce(&mut WorldBatch) -> T) -> Result<T, ServerError> {
        Ok(work(&mut self.batch))
    }

    fn join(&mut self, init: &Init) -> Result<Result<PlayerId, String>, ServerError> {
        let (roster, player) = match self.enter(init) {
            Ok(entered) => entered,
            Err(reason) => return Ok(Err(reason)),
        };
        let changed = self.batch.change_roster(&roster);
        Ok(changed.map(|()| player).map_err(|error| error.to_string()))
    }

    fn leave(&mut self, player: PlayerId) -> Result<(), ServerError> {
        let mut roster = self.batch.roster();
        roster.retain(|robot| robot.player != player);
        Ok(self.batch.change_roster(&roster)?)
    }

    fn step(&mut self, commands: &[Command]) -> Result<Vec<Refused>, ServerError> {
        Ok(step(&mut self.batch, commands)?)
    }
}
