//! Many worlds with one roster, stepped in parallel.
//!
//! A [`WorldBatch`] holds the states of its worlds as arrays with a row for each world. Every world
//! has the ball in slot 0 and robot `i` in slot `i + 1`. With a [`GameConfig`], each plays a game
//! with its referee. [`Episodes`] add the programs of a task; [`disc`] has the same for the 2D
//! game.
//!
//! In the shapes of arrays, `W` counts worlds, `R` the robots of a world, and `J` the motors of the
//! robot with the most. In episodes, `A` counts the robots or players of a world that act.

mod bodies;
mod checks;
mod commands;
mod contacts;
pub mod disc;
mod episodes;
mod game;
mod hands;
mod hold;
mod insight;
mod perceive;
mod picture;
mod placing;
mod randomize;
mod roster;
mod snapshot;
mod talk;
mod threads;

use crate::error::Result;
use crate::math::precision::Precision;
use crate::math::simd::SimdLevel;
use crate::math::splitmix::SplitMix64;
use crate::model::{self, Model};
use crate::perception::MarkerTable;
use crate::render::Painter;
use crate::soccer::{Arena, Entrant, Field, Lineup, PlayerId, Side};
use crate::world::scene::Scene;
use crate::world::state::{State, StateMut};
use crate::world::{Engine, block_size, blocks_at_once, new_engine};
use std::sync::{Arc, Mutex, PoisonError};

use game::{Stretch, play};
use hold::Pace;
use threads::Threads;

pub use bodies::POSE_LEN;
pub use commands::{Commands, MotorInput};
pub use contacts::{ContactForce, ContactReport};
pub use episodes::{
    Actions, Autoreset, Columns, Depth, Episodes, MAX_HISTORY, MAX_LATENESS, Outcome, Past,
    PastPart, Tally,
};
pub use game::{GameConfig, WorldGame};
pub use perceive::Perceived;
pub use picture::{Shown, WorldRenderer};

/// Maximum number of robots in a team.
pub const MAX_TEAM: usize = 11;
/// Maximum number of worlds in a batch.
pub const MAX_WORLDS: usize = 1_000_000;
/// Maximum number of substeps between two checks whether to stop.
const INTERRUPT_INTERVAL: usize = 20;

/// Some worlds and their games, if there are any.
type Block<'a> = (StateMut<'a>, Option<&'a mut [WorldGame]>);

/// What a batch is made of.
#[derive(Clone, Debug)]
pub struct BatchConfig {
    /// Number of worlds, 1 to [`MAX_WORLDS`].
    pub num_worlds: usize,
    /// Models of the left team, at most [`MAX_TEAM`].
    pub left: Vec<Arc<Model>>,
    /// Models of the right team, at most [`MAX_TEAM`].
    pub right: Vec<Arc<Model>>,
    /// Field of play.
    pub field: Field,
    /// Worker threads; `None` for one per core.
    pub threads: Option<usize>,
    /// Seed of everything random; world `i` has `seed + i`.
    pub seed: u64,
    /// Precision of forces and accelerations; arrays are `f64` in any case.
    pub precision: Precision,
    /// The game; `None` for bare physics.
    pub game: Option<GameConfig>,
}

/// Worlds that step together. Results depend on nothing but state and commands: neither on the
/// number of threads nor on how many worlds there are.
pub struct WorldBatch {
    arena: Arc<Arena>,
    state: State,
    /// One for each thread.
    engines: Vec<Mutex<Box<dyn Engine>>>,
    threads: Threads,
    /// Worlds that an engine takes at a time.
    block: usize,
    /// Worlds that a thread takes at a time.
    share: usize,
    seed: u64,
    precision: Precision,
    /// How the games were configured; `None` for bare physics.
    config: Option<GameConfig>,
    /// One for each world; none for bare physics.
    games: Vec<WorldGame>,
    /// Teams of a game that has just been reset.
    team_names: [Option<String>; 2],
    /// The markers that can be seen.
    markers: MarkerTable,
    /// Made when the first picture is wanted.
    painter: Option<Painter>,
    lineup: Lineup,
    /// The random stream from which each world is drawn; empty until [worlds are
    /// varied](Self::randomize).
    streams: Vec<SplitMix64>,
    /// Whether each world is held; empty if none is.
    held: Vec<Pace>,
}

impl WorldBatch {
    /// Builds scene, state and threads.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for counts out of range, a model that cannot collide, threads
    /// that the system refuses, or a SIMD level that [`SimdLevel::detect`] refuses.
    pub fn new(config: BatchConfig) -> Result<Self> {
        checks::config(&config)?;
        let ball = Arc::new(model::load("ball")?);
        let robots = entrants(&config);
        let arena = Arc::new(Arena::new(config.field, &ball, &robots, &[])?);
        let scene = arena.scene();
        let level = SimdLevel::detect()?;
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = config.threads.unwrap_or_else(cores);
        let precision = config.precision;
        let block = block_size(scene, config.num_worlds.div_ceil(threads), level, precision);
        let blocks = config.num_worlds.div_ceil(block);
        let useful = threads.min(blocks).max(1);
        let engine = || Mutex::new(new_engine(scene, block, level, precision));
        let has_games = config.game.is_some();
        let lineup = if has_games { Lineup::Sideline } else { Lineup::InLine };
        let start = arena.start(lineup, has_games);
        let seeds = (0..config.num_worlds as u64).map(|world| config.seed.wrapping_add(world));
        let games = config.game.iter().flat_map(|game| {
            seeds.clone().map(|seed| WorldGame::new(game, seed, scene.slots.len()))
        });
        let mut batch = Self {
            games: games.collect(),
            team_names: [None, None],
            markers: MarkerTable::new(
                &arena,
                config.game.as_ref().is_none_or(|game| game.compat.is_on()),
            ),
            painter: None,
            lineup,
            streams: Vec::new(),
            held: Vec::new(),
            state: State::new(scene, config.num_worlds, &start, has_games),
            engines: (0..useful).map(|_| engine()).collect(),
            arena,
            threads: Threads::new(useful)?,
            block,
            share: block * blocks_at_once(blocks, useful),
            seed: config.seed,
            precision,
            config: config.game,
        };
        batch.observe_all();
        Ok(batch)
    }

    /// Number of worlds.
    pub fn num_worlds(&self) -> usize {
        self.state.time.len()
    }

    /// Number of robots in every world, left team first.
    pub fn num_robots(&self) -> usize {
        self.arena.scene().slots.len() - 1
    }

    /// Number of motors of the robot with the most; the arrays of others are padded at the end.
    pub fn max_motors(&self) -> usize {
        self.arena.scene().slots.iter().map(|slot| slot.motors.len()).max().unwrap_or(0)
    }

    /// Number of threads that share the work; never more than there are blocks of worlds.
    pub fn threads(&self) -> usize {
        self.engines.len()
    }

    /// Seed given at construction.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Precision of forces and accelerations.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Field of play.
    pub fn field(&self) -> &Field {
        self.arena.field()
    }

    /// Number of robots in the left team.
    pub fn num_left(&self) -> usize {
        self.arena.team(Side::Left).count()
    }

    /// Seconds per substep.
    pub fn timestep(&self) -> f64 {
        self.arena.scene().medium.timestep
    }

    /// Position coordinates of a world.
    pub fn nq(&self) -> usize {
        self.arena.scene().nq()
    }

    /// Degrees of freedom of a world.
    pub fn nv(&self) -> usize {
        self.arena.scene().nv()
    }

    /// The model of a slot's tree; slot 0 is the ball, robot `i` has slot `i + 1`.
    pub fn shared_model(&self, slot: usize) -> &Arc<Model> {
        self.arena.scene().model(slot)
    }

    /// Prefix of the names of a slot's parts.
    pub fn prefix(&self, slot: usize) -> &str {
        &self.arena.scene().slots[slot].prefix
    }

    /// What all worlds share.
    pub fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    /// The bodies that all worlds share.
    pub fn scene(&self) -> &Arc<Scene> {
        self.arena.scene()
    }

    /// Slot of a player.
    pub fn slot_of(&self, player: PlayerId) -> Option<usize> {
        self.arena.slot_of(player)
    }

    /// Model of a robot.
    pub fn robot_model(&self, robot: usize) -> &Model {
        self.arena.scene().model(robot + 1)
    }

    /// A robot's part of a world's position coordinates and of its velocities.
    pub fn robot_ranges(&self, robot: usize) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let slot = &self.arena.scene().slots[robot + 1];
        (slot.qpos.clone(), slot.qvel.clone())
    }

    /// (W, nq): the coordinates of the ball, then of the robots, left team first. Each has its
    /// root's position, m, and quaternion, wxyz, in the world's frame, then joint angles, rad.
    pub fn qpos(&self) -> &[f64] {
        &self.state.qpos
    }

    /// (W, nv): velocities in the same order. Each has its root's linear velocity, m/s, in the
    /// world's frame and angular velocity, rad/s, in the root's own, then joint speeds, rad/s.
    pub fn qvel(&self) -> &[f64] {
        &self.state.qvel
    }

    /// (W, nv): the last accelerations, m/s^2 and rad/s^2, which warm-start the solver.
    pub fn qacc_warmstart(&self) -> &[f64] {
        &self.state.warmstart
    }

    /// (W,), s
    pub fn time(&self) -> &[f64] {
        &self.state.time
    }

    /// (W,): true once a world has become non-finite, or has gone beyond 1e10, where MuJoCo gives
    /// up, too. It stays at the state before that step until it is reset or placed anew.
    pub fn frozen(&self) -> &[bool] {
        &self.state.frozen
    }

    /// Sensor values of one robot in the order of its model's sensors, as of the last substep's
    /// start (MuJoCo's `sensordata`).
    pub fn sensordata(&self, world: usize, robot: usize) -> &[f64] {
        let range = self.arena.scene().slots[robot + 1].sensors.clone();
        &self.state.sensors[world * self.arena.scene().ns()..][range]
    }

    /// Gives the motors their commands and advances all worlds by `substeps`. `interrupted` is
    /// called now and then; when it returns true, all worlds stop early, after the same substep.
    /// Returns the number of substeps made.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for an input that is too short or not finite; nothing has changed
    /// then.
    pub fn step(
        &mut self,
        commands: &Commands<'_>,
        substeps: usize,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Result<usize> {
        self.set_commands(commands)?;
        Ok(self.advance(substeps, interrupted))
    }

    /// Advances all worlds by one control step: actions, physics, referee. The motors keep their
    /// last command.
    pub fn advance(&mut self, substeps: usize, interrupted: &mut dyn FnMut() -> bool) -> usize {
        let mut made = 0;
        let mut stopped = false;
        while made < substeps && !stopped {
            let count = INTERRUPT_INTERVAL.min(substeps - made);
            let begins = made == 0;
            made += count;
            // Asked beforehand, so that a step that is cut short still ends with its referee.
            stopped = made < substeps && interrupted();
            let elapsed = made as f64 * self.timestep();
            let ends = (stopped || made == substeps).then_some(elapsed);
            self.advance_all(Stretch { substeps: count, begins, ends });
        }
        made
    }

    /// Second piece of a step, after [`begin_step`](Self::begin_step): the physics alone.
    pub fn advance_physics(&mut self, substeps: usize) {
        self.advance_all(Stretch { substeps, begins: false, ends: None });
    }

    fn advance_all(&mut self, stretch: Stretch) {
        self.forget_moved();
        let (engines, arena) = (&self.engines, &self.arena);
        // Without games every block has none.
        let games =
            self.games.chunks_mut(self.share).map(Some).chain(std::iter::repeat_with(|| None));
        let blocks = self.state.blocks(self.arena.scene(), self.share).zip(games);
        let advance = |(mut block, games): Block<'_>, thread: usize| {
            play(arena, games.unwrap_or_default(), &mut block, stretch, |block| {
                lock(&engines[thread]).step(block, stretch.substeps);
            });
        };
        // Any thread may take any block: an engine carries nothing from block to block.
        self.threads.each(blocks, advance);
    }

    /// Accelerations of all worlds at the current state under the last command, (W, nv), m/s^2 and
    /// rad/s^2, without moving anything (`mj_forward`). Rows of worlds that froze because of their
    /// numbers stay as they are.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] if `qacc` has another length.
    pub fn forward(&mut self, qacc: &mut [f64]) -> Result<()> {
        let (worlds, nv) = (self.num_worlds(), self.nv());
        checks::length("qacc", qacc.len(), worlds * nv)?;
        let frozen = self.state.frozen.clone();
        self.thaw_held();
        let mut engine = lock(&self.engines[0]);
        let blocks = self.state.blocks(self.arena.scene(), self.block);
        for (mut block, out) in blocks.zip(qacc.chunks_mut(self.block * nv)) {
            engine.accelerations(&mut block, out);
        }
        self.state.frozen = frozen;
        Ok(())
    }
}

/// The robots of both teams, numbered from 1, the left team first.
fn entrants(config: &BatchConfig) -> Vec<Entrant> {
    let teams = [(Side::Left, &config.left), (Side::Right, &config.right)];
    let entrants = teams.into_iter().flat_map(|(side, models)| {
        (1..).zip(models).map(move |(number, model)| Entrant {
            model: Arc::clone(model),
            player: PlayerId { side, number },
        })
    });
    entrants.collect()
}

/// An engine keeps no state between calls, so one that a panic left behind is as good as new.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
