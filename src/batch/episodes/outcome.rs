//! What a step is given and what it tells, block by block.

use super::Draws;
use super::frames::Pace;
use super::past::PastPart;
use crate::batch::checks;
use crate::error::Result;
use crate::terms::Program;
use crate::world::state::take;

/// What happens to episodes that are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Autoreset {
    /// Steps after which an episode is truncated.
    pub limit: i64,
    /// Does the step that ends an episode begin the next, or does the step after it?
    pub same_step: bool,
    /// Control steps that a step consists of: all of them with the same action.
    pub frames: usize,
}

impl Autoreset {
    /// Does the step that ends an episode begin the next?
    pub fn is_same_step(self) -> bool {
        self.same_step
    }
}

/// What environments keep from step to step, (W,) each.
#[derive(Debug)]
pub struct Tally<'a> {
    /// Where their random numbers are.
    pub streams: &'a mut [u64],
    /// Steps since the episode began.
    pub elapsed: &'a mut [i64],
    /// Is the episode over, so that this step begins another? Then, whether the step has ended it.
    pub is_over: &'a mut [bool],
}

impl Tally<'_> {
    pub(super) fn check(&self, worlds: usize) -> Result<()> {
        checks::length("streams", self.streams.len(), worlds)?;
        checks::length("elapsed", self.elapsed.len(), worlds)?;
        checks::length("is_over", self.is_over.len(), worlds)
    }
}

/// What a step tells.
#[derive(Debug, Default)]
pub struct Outcome<'a> {
    /// (W, n)
    pub observations: &'a mut [f32],
    /// (W,)
    pub rewards: &'a mut [f64],
    /// (W,)
    pub terminated: &'a mut [bool],
    /// (W,)
    pub truncated: &'a mut [bool],
    /// (W, n): last observations of episodes that this step has ended, if the same step begins the
    /// next; other rows stay as they are.
    pub finals: &'a mut [f32],
    /// (W, m): what only the simulator knows; empty if nobody asks.
    pub privileged: &'a mut [f32],
    /// (W, m): the last of episodes that this step has ended, as [`finals`](Self::finals).
    pub final_privileged: &'a mut [f32],
}

impl Outcome<'_> {
    /// Checks all lengths, for observations of `width` numbers as they are shown.
    pub(super) fn check(
        &self,
        worlds: usize,
        [width, privileged]: [usize; 2],
        autoreset: Autoreset,
    ) -> Result<()> {
        checks::length("observations", self.observations.len(), worlds * width)?;
        checks::length("rewards", self.rewards.len(), worlds)?;
        checks::length("terminated", self.terminated.len(), worlds)?;
        checks::length("truncated", self.truncated.len(), worlds)?;
        let ends = if autoreset.same_step { worlds } else { 0 };
        checks::length("finals", self.finals.len(), ends * width)?;
        let asked = if self.privileged.is_empty() { 0 } else { privileged };
        checks::length("privileged", self.privileged.len(), worlds * asked)?;
        checks::length("final_privileged", self.final_privileged.len(), ends * asked)
    }

    /// Are all numbers finite?
    pub(super) fn is_finite(&self) -> bool {
        let mut seen = self.observations.iter().chain(&*self.privileged);
        seen.all(|number| number.is_finite()) && self.rewards.iter().all(|reward| reward.is_finite())
    }
}

/// A block's part of all arrays; those that a call has no use for are empty.
#[derive(Default)]
pub(super) struct Part<'a> {
    /// Cells of a row.
    pub width: usize,
    /// First world.
    pub first: usize,
    /// (worlds, width)
    pub rows: &'a mut [f64],
    /// (worlds, terms and measures)
    pub told: &'a mut [f64],
    /// (worlds, J)
    pub actions: &'a [f64],
    /// (worlds,)
    pub streams: &'a mut [u64],
    /// (worlds,)
    pub elapsed: &'a mut [i64],
    /// (worlds,)
    pub is_over: &'a mut [bool],
    /// Rows of all that is told.
    pub outcome: Outcome<'a>,
    /// (worlds,): what worlds are drawn from.
    pub draws: Draws<'a>,
    /// (worlds,): who still moves in this step; empty if all do.
    pub paces: &'a mut [Pace],
    /// (worlds, terms of the reward): their sums over the control steps of a step.
    pub sums: &'a mut [f64],
    /// What is shown of the past, if anything is.
    pub past: Option<PastPart<'a>>,
}

impl<'a> Part<'a> {
    /// Worlds of the block.
    pub fn len(&self) -> usize {
        self.rows.len() / self.width.max(1)
    }

    /// An environment's cells.
    pub fn row(&mut self, index: usize) -> &mut [f64] {
        &mut self.rows[index * self.width..][..self.width]
    }

    /// Parts of consecutive blocks of `size` worlds.
    pub fn split(self, worlds: usize, size: usize) -> impl Iterator<Item = Self> {
        let mut rest = self;
        // What one world has of each array: threads take turns here, so that it must be quick.
        let of = |length: usize| length / worlds;
        let (told, joints) = (of(rest.told.len()), of(rest.actions.len()));
        let [streams, elapsed, is_over, draws, paces, sums] = [
            of(rest.streams.len()),
            of(rest.elapsed.len()),
            of(rest.is_over.len()),
            of(rest.draws.len()),
            of(rest.paces.len()),
            of(rest.sums.len()),
        ];
        let (seen, finals) = (of(rest.outcome.observations.len()), of(rest.outcome.finals.len()));
        let known = of(rest.outcome.privileged.len());
        let last_known = of(rest.outcome.final_privileged.len());
        let judged = of(rest.outcome.rewards.len());
        (0..worlds).step_by(size).map(move |first| {
            let n = size.min(worlds - first);
            let (actions, others) = rest.actions.split_at(n * joints);
            rest.actions = others;
            let outcome = &mut rest.outcome;
            Part {
                width: rest.width,
                first,
                rows: take(&mut rest.rows, n * rest.width),
                told: take(&mut rest.told, n * told),
                actions,
                streams: take(&mut rest.streams, n * streams),
                elapsed: take(&mut rest.elapsed, n * elapsed),
                is_over: take(&mut rest.is_over, n * is_over),
                draws: take(&mut rest.draws, n * draws),
                paces: take(&mut rest.paces, n * paces),
                sums: take(&mut rest.sums, n * sums),
                past: rest.past.as_mut().map(|past| past.take(n)),
                outcome: Outcome {
                    observations: take(&mut outcome.observations, n * seen),
                    rewards: take(&mut outcome.rewards, n * judged),
                    terminated: take(&mut outcome.terminated, n * judged),
                    truncated: take(&mut outcome.truncated, n * judged),
                    finals: take(&mut outcome.finals, n * finals),
                    privileged: take(&mut outcome.privileged, n * known),
                    final_privileged: take(&mut outcome.final_privileged, n * last_known),
                },
            }
        })
    }

    /// Works out terms and measures of a world; returns the reward.
    pub fn judge(&mut self, program: &Program, index: usize) -> f64 {
        let row = &self.rows[index * self.width..][..self.width];
        let count = program.num_rewards() + program.flags().len();
        let (terms, measures) =
            self.told[index * count..][..count].split_at_mut(program.num_rewards());
        program.measures(row, measures);
        program.rewards(row, terms)
    }

    /// Tells of a step of an episode.
    pub fn tell(&mut self, program: &Program, index: usize, frozen: bool, autoreset: Autoreset) {
        if autoreset.frames == 1 {
            self.outcome.rewards[index] = self.judge(program, index);
            let is_over = program.is_over(&self.rows[index * self.width..][..self.width]);
            self.outcome.terminated[index] = is_over || frozen;
        }
        self.outcome.truncated[index] = self.elapsed[index] >= autoreset.limit;
        self.is_over[index] = self.outcome.terminated[index] || self.outcome.truncated[index];
    }

    /// Tells of a step that begins an episode.
    pub fn tell_nothing(&mut self, index: usize) {
        let count = self.told.len() / self.len();
        self.told[index * count..][..count].fill(0.0);
        self.outcome.rewards[index] = 0.0;
        self.outcome.terminated[index] = false;
        self.outcome.truncated[index] = false;
        self.is_over[index] = false;
    }

    /// Keeps the observation with which an episode ends.
    pub fn keep_final(&mut self, index: usize) {
        let width = self.outcome.observations.len() / self.len();
        let seen = &self.outcome.observations[index * width..][..width];
        self.outcome.finals[index * width..][..width].copy_from_slice(seen);
        let width = self.outcome.privileged.len() / self.len();
        let known = &self.outcome.privileged[index * width..][..width];
        self.outcome.final_privileged[index * width..][..width].copy_from_slice(known);
    }
}
