//! Calls for a task's episodes in a batch, like those for robots (`WorldBatch::step_episodes` and
//! others).

use super::DiscEpisodes;
use crate::batch::disc::DiscBatch;
use crate::batch::episodes::{Part, check_step};
use crate::batch::{Actions, Autoreset, Columns, Outcome, Past, Tally, checks};
use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, Ordering};

impl DiscBatch {
    /// Plays one cycle of a task in all worlds, without its consequences for episodes: takes the
    /// actions, (W, A, numbers of an action), moves the worlds and reads them.
    ///
    /// # Errors
    /// [`Error::Argument`] for slices of other lengths and actions that are not finite; nothing has
    /// changed then.
    pub fn step_task(
        &mut self,
        episodes: &mut DiscEpisodes,
        actions: &[f64],
        streams: &mut [u64],
    ) -> Result<()> {
        self.check_actions(episodes, actions.into(), streams.len())?;
        let part = Part { actions, streams, ..Part::default() };
        self.each_game(episodes, part, |round, index| round.advance(index));
        Ok(())
    }

    /// Makes one step of a task in all worlds, with rewards, ends, resets and observations.
    ///
    /// Returns whether all numbers are finite.
    ///
    /// # Errors
    /// As [`step_task`](Self::step_task); and for steps of several cycles.
    pub fn step_episodes<'a>(
        &mut self,
        episodes: &mut DiscEpisodes,
        actions: impl Into<Actions<'a>>,
        tally: Tally<'_>,
        outcome: Outcome<'_>,
        autoreset: Autoreset,
        past: Option<&mut Past>,
    ) -> Result<bool> {
        let actions = actions.into();
        self.check_actions(episodes, actions, tally.streams.len())?;
        if autoreset.frames != 1 {
            let message = format!("{} cycles a step, the 2D game has 1", autoreset.frames);
            return Err(Error::argument("frame_skip", message));
        }
        let sizes = [self.worlds.len(), episodes.agents()];
        check_step(episodes.program(), sizes, &tally, &outcome, autoreset, past.as_deref())?;
        let is_finite = AtomicBool::new(true);
        let part = Part::of_step(actions, tally, outcome, past);
        self.each_game(episodes, part, |round, index| {
            round.step(index, autoreset);
            if index + 1 == round.worlds.len() && !round.part.outcome.is_finite() {
                is_finite.store(false, Ordering::Relaxed);
            }
        });
        Ok(is_finite.into_inner())
    }

    /// Begins episodes in some worlds: each is another game, in which all players are placed.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds that do not exist, and arrays of other lengths; this holds
    /// for the methods below, too.
    pub fn begin_episodes(
        &mut self,
        episodes: &mut DiscEpisodes,
        envs: &[usize],
        streams: &mut [u64],
    ) -> Result<()> {
        self.check_episodes(episodes)?;
        self.check_worlds(envs)?;
        checks::length("streams", streams.len(), self.worlds.len())?;
        let mut wanted = vec![false; self.worlds.len()];
        envs.iter().for_each(|&env| wanted[env] = true);
        let part = Part { streams, is_over: &mut wanted, ..Part::default() };
        self.each_game(episodes, part, |round, index| {
            if round.part.is_over[index] {
                round.begin(index);
            }
        });
        Ok(())
    }

    /// Reads all worlds.
    pub fn sense_task(&mut self, episodes: &mut DiscEpisodes) -> Result<()> {
        self.check_episodes(episodes)?;
        self.each_game(episodes, Part::default(), |round, index| round.sense(index));
        Ok(())
    }

    /// Computes all observations, (W, A, n) with `n` numbers for each player: clipped and rounded
    /// to `out` if that is not empty, and as they are in the last cells of the rows.
    pub fn observe_task(&mut self, episodes: &mut DiscEpisodes, out: &mut [f32]) -> Result<()> {
        self.check_episodes(episodes)?;
        if !out.is_empty() {
            let agents = self.worlds.len() * episodes.agents();
            checks::length("out", out.len(), agents * episodes.program().width())?;
        }
        let outcome = Outcome { observations: out, ..Outcome::default() };
        let part = Part { outcome, ..Part::default() };
        self.each_game(episodes, part, |round, index| round.observe(index));
        Ok(())
    }

    /// Writes what only the simulator knows, (W, A, m) with `m` numbers for each player, clipped
    /// and rounded.
    pub fn observe_privileged(
        &mut self,
        episodes: &mut DiscEpisodes,
        out: &mut [f32],
    ) -> Result<()> {
        self.check_episodes(episodes)?;
        let agents = self.worlds.len() * episodes.agents();
        checks::length("out", out.len(), agents * episodes.program().num_privileged())?;
        let outcome = Outcome { privileged: out, ..Outcome::default() };
        let part = Part { outcome, ..Part::default() };
        self.each_game(episodes, part, |round, index| round.observe_privileged(index));
        Ok(())
    }

    /// Computes terms of the reward and measures, (terms, then measures, W, A), and, if `ends` is
    /// not empty, which episodes end, (W,).
    pub fn judge_task(
        &mut self,
        episodes: &mut DiscEpisodes,
        reported: Columns<'_>,
        ends: &mut [bool],
    ) -> Result<()> {
        self.check_episodes(episodes)?;
        reported.check(episodes.program().num_reported(), self.worlds.len() * episodes.agents())?;
        if !ends.is_empty() {
            checks::length("ends", ends.len(), self.worlds.len())?;
        }
        let outcome = Outcome { reported, ..Outcome::default() };
        let part = Part { outcome, is_over: ends, ..Part::default() };
        self.each_game(episodes, part, |round, index| round.judge(index));
        Ok(())
    }

    fn check_actions(
        &self,
        episodes: &DiscEpisodes,
        actions: Actions<'_>,
        streams: usize,
    ) -> Result<()> {
        self.check_episodes(episodes)?;
        let (worlds, numbers) = (self.worlds.len(), episodes.program().body.joints());
        checks::length("streams", streams, worlds)?;
        actions.check(worlds * episodes.agents() * numbers)
    }
}
