//! Calls for a task's episodes in all worlds of a batch.

use super::accepted::check_step;
use super::part::Part;
use super::{Actions, Autoreset, Columns, Episodes, Outcome, Past, Tally};
use crate::batch::{WorldBatch, checks};
use crate::error::{Error, Result};
use crate::terms::Stream;
use std::sync::atomic::{AtomicBool, Ordering};

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
        let mut actions: Actions<'_> = actions.into();
        self.check_actions(episodes, actions, tally.streams.len())?;
        let sizes = [self.num_worlds(), episodes.agents()];
        check_step(episodes.program(), sizes, &tally, &outcome, autoreset, past.as_deref())?;
        episodes.count_frames(autoreset.frames)?;
        if episodes.randomization.is_some() {
            self.streams = self.streams();
            self.state.varied.resize_with(self.num_worlds(), || None);
        }
        let (failed, is_finite) = (AtomicBool::new(false), AtomicBool::new(true));
        let mut taken = std::mem::take(&mut episodes.taken);
        if let (Actions::Single(single) | Actions::Bounded(single), 2..) =
            (actions, autoreset.frames)
        {
            // Otherwise each of the control steps would convert them.
            taken.clear();
            taken.extend(single.iter().copied().map(f64::from));
            actions = Actions::Double(&taken);
        }
        let part = Part::of_step(actions, tally, outcome, past);
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
}
