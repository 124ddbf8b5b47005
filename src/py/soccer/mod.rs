//! `rcssgym._core.SoccerWorld`: one world with a game, on which `rcssgym.SoccerSimulation` is
//! built.

mod acting;
mod arrays;
mod batch;
mod commands;
mod config;
mod cycle;
mod figures;
mod game_state;
mod monitor;
mod names;
mod picture;
mod placing;
mod refereeing;
mod roster;
mod ruling;
mod sensing;

pub use batch::Played;
pub use commands::PyWorldCommands;
pub use config::{GameArguments, SOCCER, field};
pub use game_state::PyGameState;
pub use monitor::{PySceneGraph, PySentPoses};

use super::argument::integer;
use super::door::Door;
use super::error::{OrRaise, argument_error};
use names::Names;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rcssgym::batch::{BatchConfig, WorldBatch, WorldRenderer};
use rcssgym::math::precision::Precision;
use rcssgym::perception::Workspace;
use rcssgym::soccer::{BALL, PlayerId, Side};
use rcssgym::wire::rcsssmj::monitor::SceneGraph;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Adds functions and constants to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    figures::register(module)?;
    monitor::register(module)
}

/// A team's id (0 left, 1 right) and a number.
pub type PlayerKey = (usize, u32);

/// One world with a game whose players come and go. An implementation detail of
/// :class:`rcssgym.SoccerSimulation`.
#[pyclass(name = "SoccerWorld", module = "rcssgym._core", frozen)]
pub struct PySoccerWorld {
    door: Door,
    /// Names that depend on the roster.
    names: Mutex<Names>,
    /// Memory for computing perceptions.
    workspace: Mutex<Workspace>,
    /// The scene for monitors, once it has been requested.
    graph: Mutex<Option<SceneGraph>>,
    /// Draws pictures.
    renderer: Mutex<WorldRenderer>,
}

#[pymethods]
impl PySoccerWorld {
    #[new]
    #[pyo3(signature = (
        field, rules, *, referee, phase, play_time, seed, compat, vision_noise, occlusion
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        field: &Bound<'_, PyAny>,
        rules: &Bound<'_, PyAny>,
        referee: &str,
        phase: &Bound<'_, PyAny>,
        play_time: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        compat: &Bound<'_, PyAny>,
        vision_noise: bool,
        occlusion: bool,
    ) -> PyResult<Self> {
        let py = field.py();
        let seed = integer(seed, "seed", 0..=u64::MAX)?;
        let arguments = GameArguments {
            rules: Some(rules),
            team_names: None,
            referee,
            phase: Some(phase),
            play_time: Some(play_time),
            compat: Some(compat),
            vision_noise,
            occlusion,
        };
        let config = BatchConfig {
            num_worlds: 1,
            left: Vec::new(),
            right: Vec::new(),
            field: self::field(field)?,
            threads: Some(1),
            seed,
            precision: Precision::F64,
            game: arguments.read()?,
        };
        let batch = py.detach(|| WorldBatch::new(config)).or_raise()?;
        let names = Mutex::new(Names::new(py, &batch)?);
        Ok(Self {
            door: Door::new(batch),
            names,
            workspace: Mutex::default(),
            graph: Mutex::default(),
            renderer: Mutex::default(),
        })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a SoccerSimulation and its players cannot be copied or pickled; the worlds of a \
             WorldBatch can, by snapshot(), pickle and copy",
        ))
    }
}

impl PySoccerWorld {
    /// The way to the world, for a server.
    pub fn door(&self) -> &Door {
        &self.door
    }

    /// The names that depend on the roster; locked only while the GIL is held.
    fn names(&self) -> MutexGuard<'_, Names> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A `TeamSide`, or the side with a team's id.
fn side(team_side: &Bound<'_, PyAny>) -> PyResult<Side> {
    let id = team_side.getattr("value").unwrap_or_else(|_| team_side.clone());
    let side = id.extract().ok().and_then(Side::from_index);
    side.ok_or_else(|| {
        argument_error(
            "team_side",
            format!("must be a side or a team's id, 0 or 1, not {team_side}"),
        )
    })
}

/// The slot of a player, or of the ball.
fn slot(batch: &WorldBatch, player: Option<PlayerKey>) -> PyResult<usize> {
    let Some((team, number)) = player else { return Ok(BALL) };
    let id = Side::from_index(team).map(|side| PlayerId { side, number });
    id.and_then(|id| batch.slot_of(id))
        .ok_or_else(|| argument_error("player", format!("r-{team}-{number} is not in the game")))
}
