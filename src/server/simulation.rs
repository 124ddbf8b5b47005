//! What a server serves.

use super::ServerError;
use crate::batch::{BatchConfig, WorldBatch};
use crate::model;
use crate::soccer::{Command, Entrant, PlayerId, SUBSTEPS};
use crate::wire::agent::Init;
use crate::wire::printable;

/// A command that was not performed.
#[derive(Debug)]
pub struct Refused {
    /// Its place among the commands of the step.
    pub index: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// One world with a game that a server runs.
pub trait Simulation: Send {
    /// Works on the world between two steps.
    ///
    /// # Errors
    /// [`ServerError::Simulation`] if there is no world any more; so below.
    fn with<T>(&mut self, work: impl FnOnce(&mut WorldBatch) -> T) -> Result<T, ServerError>;

    /// Lets a player join; the inner error says why it cannot.
    ///
    /// # Errors
    /// As above.
    fn join(&mut self, init: &Init) -> Result<Result<PlayerId, String>, ServerError>;

    /// Lets a player leave.
    ///
    /// # Errors
    /// As above.
    fn leave(&mut self, player: PlayerId) -> Result<(), ServerError>;

    /// Makes a step: actions, physics, observation, commands, referee. Returns which commands were
    /// not performed, each once, in their order, and what was wrong with them.
    ///
    /// # Errors
    /// As above.
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

/// A world of the core alone.
pub struct LocalSimulation {
    batch: WorldBatch,
}

impl LocalSimulation {
    /// A world of a batch's making; of several, the first is served.
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

/// Reads the robots that clients may ask for, so that nobody has to wait for that in a game.
///
/// # Errors
/// As [`model::load`].
pub fn get_robots_ready() -> crate::Result<()> {
    model::builtin_names().into_iter().try_for_each(|name| model::load_shared(name).map(drop))
}

/// Clients get built-in robots only: a name from the network must not become a path.
///
/// # Errors
/// The names that would do.
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
