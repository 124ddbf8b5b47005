//! Episodes of a task in many worlds: what a [`Program`] does before and after the physics happens
//! in the thread that steps the block, resets included.

mod accepted;
mod aligned;
mod begin;
mod calls;
mod columns;
mod feet;
mod few;
mod frames;
mod outcome;
mod part;
mod past;
mod restart;
mod robot;
mod rounding;
mod sources;
mod stage;
mod view;

use super::WorldBatch;
use super::game::WorldGame;
use super::hold::Pace;
use super::perceive::{OneWorld, Sizes, sizes};
use crate::error::Result;
use crate::math::splitmix::SplitMix64;
use crate::perception::Interest;
use crate::soccer::{Arena, SUBSTEPS, Side};
use crate::terms::Program;
use crate::world::Randomization;
use crate::world::state::{Start, StateMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

pub(super) use accepted::check_step;
use aligned::Aligned;
pub(super) use begin::SEEDS;
pub use columns::Columns;
pub use outcome::{Actions, Autoreset, Outcome, Tally};
pub(super) use part::{Part, Programs};
pub use past::{Depth, MAX_HISTORY, MAX_LATENESS, Past, PastPart};
pub(super) use restart::Restart;
use robot::{RobotMap, check_hinges, slot_of};
pub(super) use rounding::round_in_2d;
use stage::{Block, Stage};

/// A task's episodes in all worlds of a batch.
pub struct Episodes {
    /// One for each robot of a world.
    programs: Vec<Program>,
    /// Whether teams share their rewards.
    is_shared: bool,
    /// The arena for which the programs were made; the batch gets another one when its roster
    /// changes.
    arena: Arc<Arena>,
    /// (W, A, width): every robot's cells.
    rows: Aligned,
    /// Where the quantities of each robot lie.
    robots: Vec<RobotMap>,
    /// What robots that perceive look for.
    interest: Interest,
    /// Sizes of what the robots of a world perceive.
    sizes: Sizes,
    /// Whether rows may hold values from draws that worlds no longer have.
    was_drawn: bool,
    start: Start,
    /// How worlds are randomized when an episode begins, and in which share of the episodes.
    randomization: Option<(Randomization, f64)>,
    /// (W,): which worlds still move in a step of several control steps; else empty.
    paces: Vec<Pace>,
    /// (W, A, terms of the reward and 1): sums of the terms, and of the rewards, over a step of
    /// several control steps; else empty.
    sums: Vec<f64>,
    /// Actions that came in single precision, for steps that use each of them several times.
    taken: Vec<f64>,
    /// One for each thread.
    rooms: Vec<Mutex<Room>>,
    clock: Clock,
}

/// Time spent, summed over threads, ns.
#[derive(Debug, Default)]
struct Clock {
    physics: AtomicU64,
    terms: AtomicU64,
    /// Wall time while threads share the work, not summed over them.
    span: AtomicU64,
}

impl Episodes {
    /// Episodes of a batch, with a program for each robot of a world; the programs of a game differ
    /// only in the robot. `is_shared`: whether a robot is rewarded with its team's mean of each
    /// term.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for a batch with another number of robots, a program for another
    /// robot, and for one that needs a referee if there is none.
    pub fn new(batch: &WorldBatch, programs: Vec<Program>, is_shared: bool) -> Result<Self> {
        accepted::check_alike(batch, &programs)?;
        let robots = programs.iter().enumerate();
        let robots = robots.map(|(agent, program)| RobotMap::new(batch, program, agent));
        let robots = robots.collect::<Result<Vec<_>>>()?;
        let sights = robots.iter().flat_map(|robot| robot.sights.iter().copied());
        let agents = batch.num_worlds() * programs.len();
        let width = programs[0].layout().width();
        Ok(Self {
            rows: Aligned::zeros(agents * width),
            interest: Interest::new(batch.scene(), &batch.markers, sights),
            robots,
            is_shared,
            sizes: sizes(batch.scene(), &batch.markers, 1),
            was_drawn: true,
            arena: Arc::clone(&batch.arena),
            start: batch.arena.start(batch.lineup, batch.has_games()),
            randomization: None,
            paces: Vec::new(),
            sums: Vec::new(),
            taken: Vec::new(),
            rooms: (0..batch.threads()).map(|_| Mutex::default()).collect(),
            clock: Clock::default(),
            programs,
        })
    }

    /// The program of the first robot; those of the others have the same channels.
    pub fn program(&self) -> &Program {
        &self.programs[0]
    }

    /// Robots of a world.
    pub fn agents(&self) -> usize {
        self.programs.len()
    }

    /// Replaces the programs by others with the same channels.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for programs with other channels, terms, measures or hinges.
    pub fn set_programs(&mut self, programs: Vec<Program>) -> Result<()> {
        Program::check_successors(&self.programs, &programs)?;
        for (program, robot) in programs.iter().zip(&self.robots) {
            let model = self.arena.scene().model(slot_of(robot.agent));
            check_hinges(model, &robot.joints, program)?;
        }
        self.programs = programs;
        Ok(())
    }

    /// How far training has come, 0 to 1.
    pub fn set_progress(&mut self, progress: f64) {
        self.programs.iter_mut().for_each(|program| program.progress = progress);
    }

    /// Sets how worlds are drawn anew, and in which share of the episodes that
    /// [`WorldBatch::step_episodes`] begins.
    pub fn randomize(&mut self, randomization: Option<(Randomization, f64)>) {
        self.randomization = randomization;
    }

    /// (W, A, width): every robot's cells. They do not move in memory.
    pub fn rows(&self) -> &[f64] {
        self.rows.all()
    }

    /// The same cells, for writing.
    pub fn rows_mut(&mut self) -> &mut [f64] {
        self.was_drawn = true;
        self.rows.all_mut()
    }

    /// Seconds that threads have spent on physics, and on everything else in steps.
    pub fn seconds(&self) -> [f64; 2] {
        [&self.clock.physics, &self.clock.terms].map(seconds)
    }

    /// Seconds of wall time in which threads have shared the work; the rest of a step is serial.
    pub fn span(&self) -> f64 {
        seconds(&self.clock.span)
    }
}

impl WorldBatch {
    /// Notes after a step whether rows hold values of drawn worlds. All rows are up to date if no
    /// world stood still.
    fn note_drawn(&self, episodes: &mut Episodes) {
        if episodes.paces.is_empty() {
            episodes.was_drawn = !self.state.varied.is_empty();
        }
    }

    /// Lets threads work on blocks of worlds, each with its part of all arrays.
    fn each_block<'a>(
        &'a mut self,
        episodes: &'a mut Episodes,
        mut part: Part<'a>,
        work: impl Fn(&Stage<'_>, &mut Block<'_, '_>, &mut Part<'_>) + Sync,
    ) {
        let restart = Restart {
            arena: &self.arena,
            start: &episodes.start,
            config: self.config.as_ref(),
            team_names: &self.team_names,
            seed: self.seed,
        };
        let stage = Stage {
            programs: Programs {
                each: &episodes.programs,
                left: self.arena.team(Side::Left).count(),
                is_shared: episodes.is_shared,
            },
            robots: &episodes.robots,
            markers: &self.markers,
            interest: &episodes.interest,
            sizes: episodes.sizes,
            cycle: SUBSTEPS as f64 * self.arena.scene().medium.timestep,
            engines: &self.engines,
            rooms: &episodes.rooms,
            restart,
            randomization: episodes.randomization.as_ref(),
            may_be_drawn: episodes.was_drawn || !self.state.varied.is_empty(),
            clock: &episodes.clock,
        };
        part.width = episodes.programs[0].layout().width();
        part.agents = episodes.programs.len();
        part.rows = episodes.rows.all_mut();
        part.draws = &mut self.streams;
        part.paces = &mut episodes.paces;
        part.sums = &mut episodes.sums;
        let worlds = self.state.time.len();
        let (scene, size) = (self.arena.scene(), self.share);
        let games = self.games.chunks_mut(size).map(Some).chain(std::iter::repeat_with(|| None));
        let blocks = self.state.blocks(scene, size).zip(games);
        let blocks = blocks
            .zip(part.split(worlds, size))
            .map(|((state, games), part)| (state, games.unwrap_or_default(), part));
        let run = |(mut state, games, mut part): (StateMut<'_>, &mut [WorldGame], Part<'_>),
                   thread: usize| {
            let mut room = stage.rooms[thread].lock().unwrap_or_else(PoisonError::into_inner);
            let mut block = Block { state: &mut state, games, room: &mut room, thread };
            work(&stage, &mut block, &mut part);
        };
        let begin = Instant::now();
        self.threads.each(blocks, run);
        stage.clock.span.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
}

fn seconds(nanoseconds: &AtomicU64) -> f64 {
    nanoseconds.load(Ordering::Relaxed) as f64 * 1e-9
}

/// Memory that is reused from world to world.
#[derive(Default)]
struct Room {
    /// (robots, worlds of the block, feet): where feet are after the physics.
    feet: Vec<f64>,
    /// What the robots of the world at hand perceive.
    perceptions: OneWorld,
}

/// Streams of all worlds, in a batch that varies them.
type Draws<'a> = &'a mut [SplitMix64];
