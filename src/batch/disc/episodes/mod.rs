//! Episodes of a task in many 2D games: as those of robots (`batch::episodes`), with the same
//! [`Program`]s, in the thread that plays the world.

mod calls;
mod deed;
mod others;
mod round;
mod view;

pub use deed::Deed;
pub use others::Others;

use super::DiscBatch;
use crate::batch::episodes::columns::columns_of;
use crate::error::{Error, Result};
use crate::terms::Program;
use round::Round;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// How a task plays the 2D game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscPlan {
    /// What actions mean.
    pub deed: Deed,
    /// What all others do.
    pub others: Others,
    /// Whether the trainer orders `play_on` in every cycle.
    pub keeps_play_on: bool,
}

/// A task's episodes in all games of a batch.
pub struct DiscEpisodes {
    /// One for each player who acts: the first ones of a game.
    programs: Vec<Program>,
    /// Do teams share what they are rewarded for?
    is_shared: bool,
    plan: DiscPlan,
    /// (W, A, width): every player's cells.
    rows: Box<[f64]>,
    /// (W, A, terms of the reward, then measures) of the last step.
    told: Box<[f64]>,
    /// Wall time in which threads have shared the work, ns.
    span: AtomicU64,
}

impl DiscEpisodes {
    /// Episodes of a batch, with a program for each player who acts.
    ///
    /// # Errors
    /// [`Error::Argument`] for more players than a game has, programs for robots, and actions of
    /// another length than the plan's.
    pub fn new(
        batch: &DiscBatch,
        programs: Vec<Program>,
        is_shared: bool,
        plan: DiscPlan,
    ) -> Result<Self> {
        let (players, count) = (batch.places().len(), programs.len());
        if count == 0 || count > players {
            let message = format!("{players} players each, {count} are declared");
            return Err(Error::argument("worlds", message));
        }
        check(&programs, plan)?;
        let [mates, opponents] = programs[0].body.company;
        if 1 + mates + opponents != players {
            let message = format!("{players} players each, the task has {}", 1 + mates + opponents);
            return Err(Error::argument("worlds", message));
        }
        let agents = batch.worlds().len() * count;
        let (width, told) = (programs[0].layout().width(), told(&programs[0]));
        Ok(Self {
            rows: vec![0.0; agents * width].into(),
            told: vec![0.0; agents * told].into(),
            programs,
            is_shared,
            plan,
            span: AtomicU64::new(0),
        })
    }

    /// What runs for the first player; for others the channels are the same.
    pub fn program(&self) -> &Program {
        &self.programs[0]
    }

    /// Players of a game who act.
    pub fn agents(&self) -> usize {
        self.programs.len()
    }

    /// Other programs, with the same channels, from now on.
    ///
    /// # Errors
    /// [`Error::Argument`] for some with other channels, terms or measures.
    pub fn set_programs(&mut self, programs: Vec<Program>) -> Result<()> {
        let is_alike = |program: &Program| {
            program.layout() == self.program().layout() && told(program) == told(self.program())
        };
        if programs.len() != self.programs.len() || !programs.iter().all(is_alike) {
            let message = "declares other channels or terms than when the episodes were made";
            return Err(Error::argument("terms", message));
        }
        self.programs = programs;
        Ok(())
    }

    /// How far training has come, 0 to 1.
    pub fn set_progress(&mut self, progress: f64) {
        self.programs.iter_mut().for_each(|program| program.progress = progress);
    }

    /// (W, A, width): every player's cells. They stay where they are.
    pub fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// The same, to write.
    pub fn rows_mut(&mut self) -> &mut [f64] {
        &mut self.rows
    }

    /// (W, A, terms of the reward, then measures) of the last step or evaluation.
    pub fn told(&self) -> &[f64] {
        &self.told
    }

    /// Seconds of wall time in which threads have shared the work; the rest of a step is serial.
    pub fn span(&self) -> f64 {
        self.span.load(Ordering::Relaxed) as f64 * 1e-9
    }
}

impl DiscBatch {
    /// What the last step or evaluation told, (terms of the reward, then measures, W, A).
    pub fn told_columns(&self, episodes: &DiscEpisodes) -> Vec<f64> {
        columns_of(episodes.told(), self.worlds.len() * episodes.agents())
    }

    fn check_episodes(&self, episodes: &DiscEpisodes) -> Result<()> {
        let width = episodes.program().layout().width() * episodes.agents();
        let worlds = episodes.rows.len() / width.max(1);
        if worlds == self.worlds.len() && episodes.agents() <= self.places.len() {
            return Ok(());
        }
        Err(Error::argument("episodes", "are those of another batch"))
    }

    /// Lets threads work on worlds, each with its part of all arrays.
    fn each_game<'a>(
        &'a mut self,
        episodes: &'a mut DiscEpisodes,
        part: crate::batch::episodes::Part<'a>,
        work: impl Fn(&mut Round<'_, '_>, usize) + Sync,
    ) {
        let begin = Instant::now();
        let count = self.worlds.len();
        let size = count.div_ceil(self.threads.count() * BLOCKS).clamp(1, BLOCK);
        let task = round::Task {
            programs: &episodes.programs,
            is_shared: episodes.is_shared,
            plan: episodes.plan,
            places: &self.places,
            teams: &self.teams,
        };
        let part = task.part(part, &mut episodes.rows, &mut episodes.told);
        let blocks = self.worlds.chunks_mut(size).zip(part.split(count, size));
        let mut blocks: Vec<_> = blocks.collect();
        self.threads.share(&mut blocks, |_, blocks| {
            for (worlds, part) in blocks {
                let mut round = Round { task: &task, worlds, part };
                (0..round.worlds.len()).for_each(|index| work(&mut round, index));
            }
        });
        episodes.span.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
}

/// Blocks that a thread gets at least, so that those help who are done.
const BLOCKS: usize = 8;
/// Most worlds of a block.
const BLOCK: usize = 64;

/// Cells that terms and measures of a player take.
fn told(program: &Program) -> usize {
    program.num_rewards() + program.flags().len()
}

fn check(programs: &[Program], plan: DiscPlan) -> Result<()> {
    for program in programs {
        if !program.body.is_disc {
            return Err(Error::argument("robot", "is no player of the 2D game"));
        }
        let (is, must) = (program.body.joints(), plan.deed.numbers());
        if is != must {
            return Err(Error::argument("robot", format!("acts by {is} numbers, must be {must}")));
        }
        if program.layout() != programs[0].layout() || told(program) != told(&programs[0]) {
            return Err(Error::argument("terms", "are not the same for all players of a game"));
        }
    }
    Ok(())
}
