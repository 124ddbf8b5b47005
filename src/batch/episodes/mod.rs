//! Episodes of a task in many worlds: what a [`Program`] does before and after the physics happens
//! in the thread that steps the block, resets included.

mod begin;
mod feet;
mod frames;
mod outcome;
mod past;
mod stage;
mod view;

use super::game::WorldGame;
use super::{WorldBatch, checks};
use crate::error::{Error, Result};
use crate::math::splitmix::SplitMix64;
use crate::soccer::Arena;
use crate::terms::{Program, Stream};
use crate::world::Randomization;
use crate::world::state::{Start, StateMut};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub(super) use begin::Restart;
use outcome::Part;
pub(super) use frames::Pace;
pub use outcome::{Autoreset, Outcome, Tally};
pub use past::{Depth, MAX_HISTORY, MAX_LATENESS, Past, PastPart};
use stage::{Block, Stage, round};
use view::RobotMap;

/// A task's episodes in all worlds of a batch.
pub struct Episodes {
    program: Program,
    /// Of the batch, which may get another when its roster changes.
    arena: Arc<Arena>,
    /// (W, width): every environment's cells.
    rows: Box<[f64]>,
    /// (W, terms of the reward, then measures) of the last step.
    told: Box<[f64]>,
    robot: RobotMap,
    start: Start,
    /// What worlds are drawn from when an episode begins, and in which share of the episodes.
    randomization: Option<(Randomization, f64)>,
    /// (W,): who still moves in a step of several control steps; else empty.
    paces: Vec<Pace>,
    /// (W, terms of the reward): their sums in such a step; else empty.
    sums: Vec<f64>,
    /// One for each thread.
    rooms: Vec<Mutex<Room>>,
    clock: Clock,
}

/// Time spent, summed over threads, ns.
#[derive(Debug, Default)]
struct Clock {
    physics: AtomicU64,
    terms: AtomicU64,
}

impl Episodes {
    /// Episodes of a batch with one robot in each world.
    ///
    /// # Errors
    /// [`Error::Argument`] for a batch with another number of robots, a program for another robot,
    /// and for one that asks a referee where there is none.
    pub fn new(batch: &WorldBatch, program: Program) -> Result<Self> {
        let robot = RobotMap::new(batch, &program)?;
        let worlds = batch.num_worlds();
        let told = program.num_rewards() + program.flags().len();
        Ok(Self {
            rows: vec![0.0; worlds * program.layout().width()].into(),
            told: vec![0.0; worlds * told].into(),
            robot,
            arena: Arc::clone(&batch.arena),
            start: batch.arena.start(batch.lineup, batch.has_games()),
            randomization: None,
            paces: Vec::new(),
            sums: Vec::new(),
            rooms: (0..batch.threads()).map(|_| Mutex::default()).collect(),
            clock: Clock::default(),
            program,
        })
    }

    /// What runs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Another program, with the same channels, from now on.
    ///
    /// # Errors
    /// [`Error::Argument`] for one with other channels, terms or measures.
    pub fn set_program(&mut self, program: Program) -> Result<()> {
        let told = program.num_rewards() + program.flags().len();
        let worlds = self.robot.worlds;
        if program.layout() != self.program.layout() || told * worlds != self.told.len() {
            let message = "declares other channels or terms than when the episodes were made";
            return Err(Error::argument("terms", message));
        }
        self.program = program;
        Ok(())
    }

    /// How far training has come, 0 to 1.
    pub fn set_progress(&mut self, progress: f64) {
        self.program.progress = progress;
    }

    /// How worlds are drawn anew in so many of the episodes that [`WorldBatch::step_episodes`]
    /// begins.
    pub fn randomize(&mut self, randomization: Option<(Randomization, f64)>) {
        self.randomization = randomization;
    }

    /// (W, width): every environment's cells. They stay where they are.
    pub fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// The same, to write.
    pub fn rows_mut(&mut self) -> &mut [f64] {
        &mut self.rows
    }

    /// (W, terms of the reward, then measures) of the last step or evaluation.
    pub fn told(&self) -> &[f64] {
        &self.told
    }

    /// Prepares a step of so many control steps.
    fn count_frames(&mut self, frames: usize) -> Result<()> {
        if frames == 0 {
            return Err(Error::argument("frame_skip", "0 is not at least 1"));
        }
        self.paces.clear();
        self.sums.clear();
        if frames > 1 {
            self.paces.resize(self.robot.worlds, Pace::Moves);
            self.sums.resize(self.robot.worlds * self.program.num_rewards(), 0.0);
        }
        Ok(())
    }

    /// Seconds in which threads have made physics, and all else of the steps.
    pub fn seconds(&self) -> [f64; 2] {
        [&self.clock.physics, &self.clock.terms].map(|ns| ns.load(Ordering::Relaxed) as f64 * 1e-9)
    }
}

impl WorldBatch {
    /// One control step of a task in all worlds, without what follows from it for episodes: the
    /// actions (W, J) are taken, the worlds move and are read.
    ///
    /// # Errors
    /// [`Error::Argument`] for slices of other lengths and actions that are not finite; nothing has
    /// changed then.
    pub fn step_task(
        &mut self,
        episodes: &mut Episodes,
        actions: &[f64],
        streams: &mut [u64],
    ) -> Result<()> {
        self.check_actions(episodes, actions, streams.len())?;
        episodes.paces.clone_from(&self.held);
        let part = Part { actions, streams, ..Part::default() };
        self.each_block(episodes, part, |stage, block, part| {
            stage.before(block, part);
            stage.physics(block);
            stage.timed(|| stage.after(block, part));
        });
        Ok(())
    }

    /// One step of a task in all worlds, with rewards, ends, resets and observations, the latter
    /// with what `past` shows.
    ///
    /// Returns whether all numbers are finite.
    ///
    /// # Errors
    /// As [`step_task`](Self::step_task); and for what randomizing a world refuses, when the step
    /// has been made.
    pub fn step_episodes(
        &mut self,
        episodes: &mut Episodes,
        actions: &[f64],
        tally: Tally<'_>,
        outcome: Outcome<'_>,
        autoreset: Autoreset,
        past: Option<&mut Past>,
    ) -> Result<bool> {
        self.check_actions(episodes, actions, tally.streams.len())?;
        let (worlds, mut width) = (self.num_worlds(), episodes.program.width());
        if let Some(past) = &past {
            checks::length("past", past.len(), worlds)?;
            checks::length("past", past.depth().width, width)?;
            width = past.depth().shown();
        }
        outcome.check(worlds, [width, episodes.program.num_privileged()], autoreset)?;
        tally.check(worlds)?;
        episodes.count_frames(autoreset.frames)?;
        if episodes.randomization.is_some() {
            self.streams = self.streams();
            self.state.varied.resize_with(worlds, || None);
        }
        let (failed, is_finite) = (AtomicBool::new(false), AtomicBool::new(true));
        let part = Part {
            actions,
            streams: tally.streams,
            elapsed: tally.elapsed,
            is_over: tally.is_over,
            outcome,
            past: past.map(Past::part),
            ..Part::default()
        };
        self.each_block(episodes, part, |stage, block, part| {
            stage.frames(block, part, autoreset);
            stage.timed(|| {
                if !stage.conclude(block, part, autoreset) {
                    failed.store(true, Ordering::Relaxed);
                }
                if !part.outcome.is_finite() {
                    is_finite.store(false, Ordering::Relaxed);
                }
            });
        });
        if failed.into_inner() {
            let message = "has drawn a world that no body could be in; it has been left plain";
            return Err(Error::argument("randomization", message));
        }
        Ok(is_finite.into_inner())
    }

    /// Coordinates (envs, nq) in which episodes of some worlds start.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds that do not exist; so below.
    pub fn start_states(
        &self,
        episodes: &mut Episodes,
        envs: &[usize],
        streams: &mut [u64],
    ) -> Result<Vec<f64>> {
        self.check_episodes(episodes)?;
        self.check_worlds(envs)?;
        checks::length("streams", streams.len(), self.num_worlds())?;
        let mut states = episodes.start.qpos.repeat(envs.len());
        let width = episodes.program.layout().width();
        for (&env, qpos) in envs.iter().zip(states.chunks_exact_mut(self.nq())) {
            let mut stream = Stream(streams[env]);
            let row = &mut episodes.rows[env * width..][..width];
            episodes.program.start(row, &mut stream, qpos);
            streams[env] = stream.0;
        }
        Ok(states)
    }

    /// Begins episodes in worlds that have been placed.
    pub fn begin_episodes(
        &mut self,
        episodes: &mut Episodes,
        envs: &[usize],
        streams: &mut [u64],
    ) -> Result<()> {
        self.check_episodes(episodes)?;
        self.check_worlds(envs)?;
        checks::length("streams", streams.len(), self.num_worlds())?;
        let mut wanted = vec![false; self.num_worlds()];
        envs.iter().for_each(|&env| wanted[env] = true);
        let part = Part { streams, is_over: &mut wanted, ..Part::default() };
        self.each_block(episodes, part, |stage, block, part| {
            for index in 0..part.len() {
                if !part.is_over[index] {
                    continue;
                }
                let mut stream = Stream(part.streams[index]);
                let mut view = block.view(stage, index);
                let row = part.row(index);
                stage.program.begin(row, &mut stream, &mut view);
                stage.program.sense(row, &mut view);
                part.streams[index] = stream.0;
            }
        });
        Ok(())
    }

    /// Lets worlds stand still in all steps until [`release`](Self::release): they count as frozen
    /// meanwhile.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds that do not exist.
    pub fn hold(&mut self, worlds: &[usize]) -> Result<()> {
        self.check_worlds(worlds)?;
        self.held.resize(self.num_worlds(), Pace::Moves);
        for &world in worlds.iter() {
            if self.held[world] == Pace::Moves {
                let frozen = &mut self.state.frozen[world];
                self.held[world] = if *frozen { Pace::Frozen } else { Pace::Held };
                *frozen = true;
            }
        }
        Ok(())
    }

    /// Lets all worlds move again that [`hold`](Self::hold) has held.
    pub fn release(&mut self) {
        for (pace, frozen) in self.held.drain(..).zip(&mut self.state.frozen) {
            *frozen &= pace != Pace::Held;
        }
    }

    /// What only the simulator knows, (W, m), clipped and rounded.
    ///
    /// # Errors
    /// [`Error::Argument`] if `out` has another length.
    pub fn observe_privileged(&mut self, episodes: &mut Episodes, out: &mut [f32]) -> Result<()> {
        self.check_episodes(episodes)?;
        let width = episodes.program.num_privileged();
        checks::length("out", out.len(), self.num_worlds() * width)?;
        let outcome = Outcome { privileged: out, ..Outcome::default() };
        self.each_block(episodes, Part { outcome, ..Part::default() }, |stage, _, part| {
            for index in 0..part.len() {
                let row = &mut part.rows[index * part.width..][..part.width];
                let known = stage.program.observe_privileged(row);
                round(known, &mut part.outcome.privileged[index * width..][..width]);
            }
        });
        Ok(())
    }

    /// Reads all worlds.
    ///
    /// # Errors
    /// [`Error::Argument`] for episodes of another batch.
    pub fn sense_task(&mut self, episodes: &mut Episodes) -> Result<()> {
        self.check_episodes(episodes)?;
        self.each_block(episodes, Part::default(), |stage, block, part| {
            for index in 0..part.len() {
                stage.program.sense(part.row(index), &mut block.view(stage, index));
            }
        });
        Ok(())
    }

    /// Works out all observations, (W, n): clipped and rounded to `out` if that is not empty, and
    /// as they are in the last cells of the rows.
    ///
    /// # Errors
    /// [`Error::Argument`] if `out` has another length.
    pub fn observe_task(&mut self, episodes: &mut Episodes, out: &mut [f32]) -> Result<()> {
        self.check_episodes(episodes)?;
        let width = episodes.program.width();
        if !out.is_empty() {
            checks::length("out", out.len(), self.num_worlds() * width)?;
        }
        let outcome = Outcome { observations: out, ..Outcome::default() };
        self.each_block(episodes, Part { outcome, ..Part::default() }, |stage, block, part| {
            for index in 0..part.len() {
                let mut view = block.view(stage, index);
                let seen = stage
                    .program
                    .observe(&mut part.rows[index * part.width..][..part.width], &mut view);
                if !part.outcome.observations.is_empty() {
                    round(seen, &mut part.outcome.observations[index * width..][..width]);
                }
            }
        });
        Ok(())
    }

    /// Works out terms of the reward and measures, which [`Episodes::told`] then has, and which
    /// episodes end, (W,), if that is not empty.
    ///
    /// # Errors
    /// [`Error::Argument`] if `ends` has another length.
    pub fn judge_task(&mut self, episodes: &mut Episodes, ends: &mut [bool]) -> Result<()> {
        self.check_episodes(episodes)?;
        if !ends.is_empty() {
            checks::length("ends", ends.len(), self.num_worlds())?;
        }
        self.each_block(episodes, Part { is_over: ends, ..Part::default() }, |stage, _, part| {
            for index in 0..part.len() {
                part.judge(stage.program, index);
                if let Some(is_over) = part.is_over.get_mut(index) {
                    *is_over =
                        stage.program.is_over(&part.rows[index * part.width..][..part.width]);
                }
            }
        });
        Ok(())
    }

    fn check_episodes(&self, episodes: &Episodes) -> Result<()> {
        let worlds = (episodes.robot.worlds, episodes.rooms.len());
        if Arc::ptr_eq(&self.arena, &episodes.arena)
            && worlds == (self.num_worlds(), self.threads())
        {
            return Ok(());
        }
        Err(Error::argument("episodes", "are those of another batch, or of another roster"))
    }

    fn check_actions(&self, episodes: &Episodes, actions: &[f64], streams: usize) -> Result<()> {
        self.check_episodes(episodes)?;
        let (worlds, joints) = (self.num_worlds(), episodes.program.body.joints());
        checks::length("actions", actions.len(), worlds * joints)?;
        checks::length("streams", streams, worlds)?;
        // All of them at once, which is quicker than one after the other.
        let is_finite = actions.iter().fold(true, |all, action| all & action.is_finite());
        if is_finite { Ok(()) } else { checks::finite("actions", actions) }
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
            program: &episodes.program,
            robot: &episodes.robot,
            engines: &self.engines,
            rooms: &episodes.rooms,
            restart,
            randomization: episodes.randomization.as_ref(),
            clock: &episodes.clock,
        };
        part.width = episodes.program.layout().width();
        part.rows = &mut episodes.rows;
        part.told = &mut episodes.told;
        part.draws = &mut self.streams;
        part.paces = &mut episodes.paces;
        part.sums = &mut episodes.sums;
        let worlds = self.state.time.len();
        let (scene, size) = (self.arena.scene(), self.block);
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
        match &self.pool {
            None => blocks.for_each(|block| run(block, 0)),
            Some(pool) => pool.install(|| {
                blocks.par_bridge().for_each(|block| {
                    run(block, rayon::current_thread_index().unwrap_or(0));
                });
            }),
        }
    }
}

/// Memory for poses of bodies, used again from world to world.
type Room = Vec<feet::Pose>;

/// Streams of all worlds, in a batch that varies them.
type Draws<'a> = &'a mut [SplitMix64];
