//! What a server serves.

use super::ServerError;
use super::complaints::printable;
use crate::batch::{BatchConfig, WorldBatch};
use crate::game::Command;
use crate::model::{self, Model};
use crate::wire::agent::Init;
use crate::world::PlayerId;
use crate::world::scene::Entrant;
use std::collections::HashMap;
use std::sync::Arc;

/// Substeps of one cycle, rcsssmj's.
pub const SUBSTEPS: usize = 4;

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

    /// Makes a step: actions, physics, observation, commands, referee. Returns what was wrong with
    /// commands that were not performed.
    ///
    /// # Errors
    /// As above.
    fn step(&mut self, commands: &[Command]) -> Result<Vec<String>, ServerError>;
}

/// Makes a step of the first world of a batch.
///
/// # Errors
/// [`crate::Error::Argument`] if no game is played there.
pub fn step(batch: &mut WorldBatch, commands: &[Command]) -> crate::Result<Vec<String>> {
    if commands.is_empty() {
        batch.advance(SUBSTEPS, &mut || false);
        return Ok(Vec::new());
    }
    batch.begin_step(0)?;
    batch.advance_physics(SUBSTEPS);
    batch.observe_step(0)?;
    let mut refused = Vec::new();
    for command in commands {
        if let Err(error) = batch.command(0, command) {
            refused.push(format!("{command:?} refused: {error}"));
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
    models: HashMap<String, Arc<Model>>,
}

impl LocalSimulation {
    /// A world of a batch's making; of several, the first is served.
    ///
    /// # Errors
    /// As [`WorldBatch::new`].
    pub fn new(config: BatchConfig) -> crate::Result<Self> {
        Ok(Self { batch: WorldBatch::new(config)?, models: HashMap::new() })
    }

    /// A robot that clients may ask for: a built-in one.
    fn model(&mut self, name: &str) -> Result<Arc<Model>, String> {
        if let Some(model) = self.models.get(name) {
            return Ok(Arc::clone(model));
        }
        check_robot(name)?;
        let model = Arc::new(model::load(name).map_err(|error| error.to_string())?);
        self.models.insert(name.to_owned(), Arc::clone(&model));
        Ok(model)
    }

    fn enter(&mut self, init: &Init) -> Result<(Vec<Entrant>, PlayerId), String> {
        let model = self.model(&init.model)?;
        let mut roster = self.batch.roster();
        let game = &mut self.batch.game_mut(0).map_err(|error| error.to_string())?.game;
        let entrant = game.admit(&roster, &model, &init.team, Some(init.number))?;
        let player = entrant.player;
        roster.push(entrant);
        Ok((roster, player))
    }
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

    fn step(&mut self, commands: &[Command]) -> Result<Vec<String>, ServerError> {
        Ok(step(&mut self.batch, commands)?)
    }
}
