//! Episodes of a task in many worlds: what a [`Program`] does before and after the physics happens
//! in the thread that steps the block, resets included.

mod accepted;
mod aligned;
mod begin;
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

use super::game::WorldGame;
use super::hold::Pace;
use super::perceive::{OneWorld, Sizes, sizes};
use super::{WorldBatch, checks};
use crate::error::{Error, Result};
use crate::math::splitmix::SplitMix64;
use crate::perception::Interest;
use crate::soccer::{Arena, SUBSTEPS, Side};
use crate::terms::{Program, Stream};
use crate::world::Randomization;
use crate::world::state::{Start, StateMut};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

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
    /// Do teams share their rewards?
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
    /// May rows hold values from draws that worlds no longer have?
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
    /// [`Error::Argument`] for a batch with another number of robots, a program for another robot,
    /// and for one that needs a referee if there is none.
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
    /// [`Error::Argument`] for programs with other channels, terms, measures or hinges.
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
    /// Makes one control step of a task in all worlds, without its consequences for episodes: takes
    /// the actions (W, A, J), moves the worlds and reads them.
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
        self.check_actions(episodes, actions.into(), streams.len())?;
        self.forget_moved();
        episodes.paces.clone_from(&self.held);
        let part = Part { actions, streams, ..Part::default() };
        self.each_block(episodes, part, |stage, block, part| {
            stage.before(block, part);
            stage.physics(block);
            stage.timed(|| stage.after(block, part));
        });
        self.note_drawn(episodes);
        Ok(())
    }

    /// Makes one step of a task in all worlds, with rewards, ends, resets and observations, the
    /// latter with what `past` shows.
    ///
    /// Returns whether all numbers are finite.
    ///
    /// # Errors
    /// As [`step_task`](Self::step_task); and if randomizing a world fails, which is reported after
    /// the step has been made.
    pub fn step_episodes<'a>(
        &mut self,
        episodes: &mut Episodes,
        actions: impl Into<Actions<'a>>,
        tally: Tally<'_>,
        outcome: Outcome<'_>,
        autoreset: Autoreset,
        past: Option<&mut Past>,
    ) -> Result<bool> {
        let actions = actions.into();
        self.check_actions(episodes, actions, tally.streams.len())?;
        let (worlds, mut width) = (self.num_worlds(), episodes.program().width());
        let agents = worlds * episodes.agents();
        if let Some(past) = &past {
            checks::length("past", past.len(), agents)?;
            checks::length("past", past.depth().width, width)?;
            width = past.depth().shown();
        }
        let program = episodes.program();
        let widths = [width, program.num_privileged(), program.num_reported()];
        outcome.check(worlds, agents, widths, autoreset)?;
        tally.check(worlds)?;
        episodes.count_frames(autoreset.frames)?;
        if episodes.randomization.is_some() {
            self.streams = self.streams();
            self.state.varied.resize_with(worlds, || None);
        }
        let (failed, is_finite) = (AtomicBool::new(false), AtomicBool::new(true));
        let mut taken = std::mem::take(&mut episodes.taken);
        let (actions, single): (&[f64], &[f32]) = match actions {
            Actions::Double(actions) => (actions, &[]),
            Actions::Single(single) | Actions::Bounded(single) if autoreset.frames == 1 => {
                (&[], single)
            }
            Actions::Single(single) | Actions::Bounded(single) => {
                // Otherwise each of the control steps would convert them.
                taken.clear();
                taken.extend(single.iter().copied().map(f64::from));
                (&taken, &[])
            }
        };
        let part = Part {
            actions,
            single,
            streams: tally.streams,
            elapsed: tally.elapsed,
            is_over: tally.is_over,
            outcome,
            past: past.map(Past::part),
            ..Part::default()
        };
        self.each_block(episodes, part, |stage, block, part| {
            if !stage.frames(block, part, autoreset) {
                failed.store(true, Ordering::Relaxed);
            }
            stage.timed(|| {
                if !part.outcome.is_finite() {
                    is_finite.store(false, Ordering::Relaxed);
                }
            });
        });
        episodes.taken = taken;
        self.note_drawn(episodes);
        if failed.into_inner() {
            let message = "has drawn a world that no body could be in; it has been left plain";
            return Err(Error::argument("randomization", message));
        }
        Ok(is_finite.into_inner())
    }

    /// Returns coordinates (envs, nq) in which episodes of some worlds start.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds that do not exist; [`begin_episodes`](Self::begin_episodes)
    /// likewise.
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
        let width = episodes.program().layout().width() * episodes.agents();
        for (&env, qpos) in envs.iter().zip(states.chunks_exact_mut(self.nq())) {
            let mut stream = Stream(streams[env]);
            let rows = &mut episodes.rows.all_mut()[env * width..][..width];
            let own = rows.chunks_exact_mut(width / episodes.programs.len());
            episodes.programs.iter().zip(own).for_each(|(program, row)| program.forget(row));
            episodes.programs[0].start(rows, &mut stream, qpos);
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
                stage.begin_placed(block, part, index, &mut stream);
                part.streams[index] = stream.0;
            }
        });
        Ok(())
    }

    /// Writes what only the simulator knows, (W, A, m) with `m` numbers for each robot, clipped and
    /// rounded.
    ///
    /// # Errors
    /// [`Error::Argument`] if `out` has another length.
    pub fn observe_privileged(&mut self, episodes: &mut Episodes, out: &mut [f32]) -> Result<()> {
        self.check_episodes(episodes)?;
        let agents = self.num_worlds() * episodes.agents();
        checks::length("out", out.len(), agents * episodes.program().num_privileged())?;
        let outcome = Outcome { privileged: out, ..Outcome::default() };
        self.each_block(episodes, Part { outcome, ..Part::default() }, |stage, _, part| {
            (0..part.len()).for_each(|index| stage.observe_privileged(part, index));
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
                for (agent, program) in stage.programs.each.iter().enumerate() {
                    let mut view = block.view(stage, index, agent);
                    program.sense(part.row(index, agent), &mut view);
                }
            }
        });
        Ok(())
    }

    /// Computes all observations, (W, A, n) with `n` numbers for each robot: clipped and rounded to
    /// `out` if that is not empty, and as they are in the last cells of the rows.
    ///
    /// # Errors
    /// [`Error::Argument`] if `out` has another length.
    pub fn observe_task(&mut self, episodes: &mut Episodes, out: &mut [f32]) -> Result<()> {
        self.check_episodes(episodes)?;
        if !out.is_empty() {
            let agents = self.num_worlds() * episodes.agents();
            checks::length("out", out.len(), agents * episodes.program().width())?;
        }
        let outcome = Outcome { observations: out, ..Outcome::default() };
        self.each_block(episodes, Part { outcome, ..Part::default() }, |stage, block, part| {
            for index in 0..part.len() {
                stage.observe(block, part, index);
            }
        });
        Ok(())
    }

    /// Computes terms of the reward and measures, (terms, then measures, W, A), and, if `ends` is
    /// not empty, which episodes end, (W,).
    ///
    /// # Errors
    /// [`Error::Argument`] if `reported` or `ends` have other lengths.
    pub fn judge_task(
        &mut self,
        episodes: &mut Episodes,
        reported: Columns<'_>,
        ends: &mut [bool],
    ) -> Result<()> {
        self.check_episodes(episodes)?;
        reported.check(episodes.program().num_reported(), self.num_worlds() * episodes.agents())?;
        if !ends.is_empty() {
            checks::length("ends", ends.len(), self.num_worlds())?;
        }
        let outcome = Outcome { reported, ..Outcome::default() };
        let part = Part { outcome, is_over: ends, ..Part::default() };
        self.each_block(episodes, part, |stage, _, part| {
            for index in 0..part.len() {
                part.judge(&stage.programs, index);
                let is_ended = part.is_ended(&stage.programs, index);
                if let Some(is_over) = part.is_over.get_mut(index) {
                    *is_over = is_ended;
                }
            }
        });
        Ok(())
    }

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
