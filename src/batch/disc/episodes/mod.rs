//! Episodes of a task in many 2D games: like those of robots (`batch::episodes`), with the same
//! [`Program`]s, in the thread that plays the world.

mod act;
mod action_mode;
mod calls;
mod keepaway;
mod others;
mod plan;
mod round;
mod talk;
mod teach;
mod view;

pub use act::{Act, LIMITS};
pub use action_mode::ActionMode;
pub use others::{Other, Others};
pub use plan::{DiscAgent, DiscPlan, KeepawayPlan, Talk};

use super::DiscBatch;
use crate::batch::threads::SHARES;
use crate::error::{Error, Result};
use crate::terms::Program;
use round::Round;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// A task's episodes in all games of a batch.
pub struct DiscEpisodes {
    /// One for each player whom the task commands.
    programs: Vec<Program>,
    /// Whether teams share their rewards.
    is_shared: bool,
    plan: DiscPlan,
    /// The cells of rows that the games themselves use.
    cells: plan::Cells,
    /// (W, A, width): every player's cells.
    rows: Box<[f64]>,
    /// (W,): what all other players of each team do in the current episode, as it was drawn.
    drawn: Box<[[u8; 2]]>,
    /// Wall time in which threads have shared the work, ns.
    span: AtomicU64,
}

impl DiscEpisodes {
    /// Episodes of a batch, with a program for each player whom the task commands.
    ///
    /// # Errors
    /// [`Error::Argument`] for a plan that does not fit the batch or the programs.
    pub fn new(
        batch: &DiscBatch,
        programs: Vec<Program>,
        is_shared: bool,
        plan: DiscPlan,
    ) -> Result<Self> {
        plan.check(batch, &programs)?;
        let worlds = batch.worlds().len();
        let agents = worlds * programs.len();
        let width = programs[0].layout().width();
        Ok(Self {
            rows: vec![0.0; agents * width].into(),
            drawn: vec![[0; 2]; worlds].into(),
            cells: plan.cells(&programs[0])?,
            programs,
            is_shared,
            plan,
            span: AtomicU64::new(0),
        })
    }

    /// The program of the first player; those of the others have the same channels.
    pub fn program(&self) -> &Program {
        &self.programs[0]
    }

    /// How the task plays.
    pub fn plan(&self) -> &DiscPlan {
        &self.plan
    }

    /// (W,): what all other players of each team do in the current episode, as indices into the
    /// plan's choices.
    pub fn drawn(&self) -> &[[u8; 2]] {
        &self.drawn
    }

    /// Replaces what other players do in the current episodes.
    ///
    /// # Errors
    /// [`Error::Argument`] for another number of worlds, and choices that do not exist.
    pub fn set_drawn(&mut self, drawn: &[[u8; 2]]) -> Result<()> {
        let is_possible = |&drawn: &[u8; 2]| self.plan.others.is_possible(drawn);
        if drawn.len() != self.drawn.len() || !drawn.iter().all(is_possible) {
            return Err(Error::argument("drawn", "is not a draw of what others do"));
        }
        self.drawn.copy_from_slice(drawn);
        Ok(())
    }

    /// Number of players of a game whom the task commands.
    pub fn agents(&self) -> usize {
        self.programs.len()
    }

    /// Replaces the programs by others with the same channels.
    ///
    /// # Errors
    /// [`Error::Argument`] for programs with other channels, terms or measures.
    pub fn set_programs(&mut self, programs: Vec<Program>) -> Result<()> {
        Program::check_successors(&self.programs, &programs)?;
        self.programs = programs;
        Ok(())
    }

    /// How far training has come, 0 to 1.
    pub fn set_progress(&mut self, progress: f64) {
        self.programs.iter_mut().for_each(|program| program.progress = progress);
    }

    /// (W, A, width): every player's cells. They do not move in memory.
    pub fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// The same cells, for writing.
    pub fn rows_mut(&mut self) -> &mut [f64] {
        &mut self.rows
    }

    /// Seconds of wall time in which threads have shared the work; the rest of a step is serial.
    pub fn span(&self) -> f64 {
        self.span.load(Ordering::Relaxed) as f64 * 1e-9
    }
}

impl DiscBatch {
    /// Returns which acts can be done now, (W, A, acts of the player with the most); the rest is
    /// false for players who have fewer acts, or whose actions are not acts.
    ///
    /// # Errors
    /// [`Error::Argument`] for episodes of another batch.
    pub fn applicable(&self, episodes: &DiscEpisodes) -> Result<Vec<bool>> {
        self.check_episodes(episodes)?;
        let agents = &episodes.plan.agents;
        let most = agents.iter().map(|agent| agent.action_mode.listed().len()).max().unwrap_or(0);
        let mut found = vec![false; self.worlds.len() * agents.len() * most];
        let places = agents.iter().map(|agent| (agent, usize::from(self.places[agent.player])));
        let all = self.worlds.iter().flat_map(|world| places.clone().map(move |one| (world, one)));
        for ((world, (agent, place)), out) in all.zip(found.chunks_exact_mut(most.max(1))) {
            for (act, out) in agent.action_mode.listed().iter().zip(out) {
                *out = act.is_applicable(world, place);
            }
        }
        Ok(found)
    }

    fn check_episodes(&self, episodes: &DiscEpisodes) -> Result<()> {
        let width = episodes.program().layout().width() * episodes.agents();
        let worlds = episodes.rows.len() / width.max(1);
        let last = episodes.plan.agents.last().map_or(0, |agent| agent.player);
        if worlds == self.worlds.len() && last < self.places.len() {
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
        let size = count.div_ceil(self.threads.count() * SHARES).clamp(1, BLOCK);
        let task = round::Task {
            programs: &episodes.programs,
            is_shared: episodes.is_shared,
            plan: &episodes.plan,
            cells: episodes.cells,
            has_scripts: episodes.plan.has_scripts(),
            is_plain: episodes.plan.is_plain(),
            talks: episodes.plan.agents.iter().any(|agent| agent.talk.is_some()),
            places: &self.places,
            teams: &self.teams,
        };
        let part = task.part(part, &mut episodes.rows);
        let beside = self.seats.chunks_mut(size).zip(episodes.drawn.chunks_mut(size));
        let worlds = self.worlds.chunks_mut(size).zip(beside);
        let blocks = worlds.zip(part.split(count, size));
        self.threads.each(blocks, |((worlds, (seats, drawn)), mut part), _| {
            let mut round = Round { task: &task, worlds, seats, drawn, part: &mut part };
            for index in 0..round.worlds.len() {
                round.prefetch(index);
                work(&mut round, index);
            }
        });
        episodes.span.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
}

/// Maximum number of worlds in a block.
const BLOCK: usize = 64;
